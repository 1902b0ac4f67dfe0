import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DeliveryAttempt } from './deliveries/deliveries';
import type { RequestLogEntry } from './server/requestLog';
import { type Simulator, startSimulator } from './simulator';

const USAGE = `Starts the simulated Smartcar service for use by hand.

  npx tsx simulator/serve.ts [options]

  --port <n>        port on 127.0.0.1, default any free one
  --vehicles <n>    size of the fleet, default 5
  --seed <n>        another fleet, default 1
  --time-scale <x>  0.01 makes waits before redeliveries 100 times shorter, default 1
  --webhook <url>   make a webhook for this address, verify it, and deliver what happens in the fleet
  --tick <seconds>  let time pass in the fleet this often, default 10
  --help            this text
`;

const demo = {
	clientId: 'client_demo',
	clientSecret: 'demo-client-secret',
	applicationManagementToken: 'demo-application-management-token',
};

const VERIFY_PAUSE_MS = 5_000;

interface Arguments {
	port: number;
	vehicles: number;
	seed: number;
	timeScale: number;
	tickSeconds: number;
	webhook: string | undefined;
}

async function main(): Promise<void> {
	const wanted = readArguments();
	if (wanted === null) return;
	const simulator = await startSimulator({ ...demo, ...wanted });
	const ended = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort());
	describe(simulator);
	simulator.onRequest((entry) => print(requestLine(entry)));
	simulator.deliveries.onAttempt((attempt) => print(attemptLine(attempt)));
	if (wanted.webhook !== undefined) await verify(simulator, wanted.webhook, ended.signal);
	while (await pause(wanted.tickSeconds * 1000, ended.signal)) simulator.fleet.tick();
	await simulator.close();
}

/** Null when the usage was asked for. */
function readArguments(): Arguments | null {
	const option = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			port: option,
			vehicles: option,
			seed: option,
			'time-scale': option,
			webhook: option,
			tick: option,
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) {
		print(USAGE);
		return null;
	}
	const number = (
		name: 'port' | 'vehicles' | 'seed' | 'time-scale' | 'tick',
		fallback: number,
	): number => {
		const value = values[name] === undefined ? fallback : Number(values[name]);
		if (!Number.isFinite(value) || value < 0)
			throw new Error(`'--${name}' must be a number from 0`);
		return value;
	};
	return {
		port: number('port', 0),
		vehicles: number('vehicles', 5),
		seed: number('seed', 1),
		timeScale: number('time-scale', 1),
		tickSeconds: Math.max(0.1, number('tick', 10)),
		webhook: values.webhook,
	};
}

async function verify(
	simulator: Simulator,
	callbackUri: string,
	ended: AbortSignal,
): Promise<void> {
	const webhook = simulator.webhooks.create({ name: 'serve', callbackUri, autoSubscribe: true });
	do {
		const { verified, reason } = await simulator.webhooks.verify(webhook.id);
		print(
			verified
				? `VERIFY    ${callbackUri} verified`
				: `VERIFY    ${callbackUri} not verified: ${reason}`,
		);
		if (verified) return;
	} while (await pause(VERIFY_PAUSE_MS, ended));
}

/** False once the command is to end. */
async function pause(ms: number, ended: AbortSignal): Promise<boolean> {
	await wait(ms, undefined, { signal: ended }).catch(() => undefined);
	return !ended.aborted;
}

function describe({ hosts, fleet, tokens }: Simulator): void {
	print('Hosts');
	for (const [name, url] of Object.entries(hosts)) print(`  ${name.padEnd(28)}${url}`);
	print('Credentials');
	for (const [name, value] of Object.entries(demo)) print(`  ${name.padEnd(28)}${value}`);
	print(`  ${'accessToken (1 hour)'.padEnd(28)}${tokens.issue()}`);
	print('Vehicles');
	for (const vehicle of fleet.vehicles) {
		const owner = fleet.connectionsOf(vehicle)[0]?.userId ?? 'nobody';
		const car = `${vehicle.make} ${vehicle.model}`.padEnd(20);
		print(`  ${vehicle.id}  ${car} ${vehicle.powertrainType.padEnd(5)} user ${owner}`);
	}
	print('Ctrl-C ends it.');
}

function requestLine({ method, path, status }: RequestLogEntry): string {
	return `request   ${method.padEnd(6)} ${path} -> ${status}`;
}

function attemptLine({
	eventType,
	eventId,
	url,
	attempt,
	status,
	error,
	durationMs,
}: DeliveryAttempt): string {
	return `delivery  ${eventType} ${eventId} attempt ${attempt} -> ${status ?? error} in ${durationMs} ms (${url})`;
}

function print(line: string): void {
	process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
