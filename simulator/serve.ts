import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DeliveryAttempt } from './deliveries/deliveries';
import type { Vehicle } from './fleet/types';
import type { RequestLogEntry } from './server/requestLog';
import { changeableSignals, type Simulator, startSimulator } from './simulator';

const USAGE = `Starts the simulated Smartcar service on its own.

  node tools/bootstrap.mjs simulator/serve.ts [options]

  --port <n>        port on 127.0.0.1, default any free port
  --vehicles <n>    number of vehicles, default 5
  --seed <n>        seed of the random vehicles, default 1
  --time-scale <x>  factor for waits such as those before retries, default 1; 0.01 makes them 100 times shorter
  --webhook <url>   create and verify a webhook with this callback URL, and send it events when vehicles change
  --tick <seconds>  how often the vehicles change, default 10
  --help            show this text
`;

const demoApplication = {
	clientId: 'client_demo',
	clientSecret: 'demo-client-secret',
	oAuth2ClientId: '5b8e0d6a-3c1f-4e72-8a94-c07d2f61b3e5',
	applicationId: 'c4a7f3d2-90be-4d16-b5c8-1e6f82a9d370',
	applicationManagementToken: 'demo-application-management-token',
};

/** Wait before VERIFY is sent again to a callback that did not pass. */
const VERIFY_RETRY_MS = 5_000;

interface Arguments {
	port: number;
	vehicles: number;
	seed: number;
	timeScale: number;
	tickSeconds: number;
	webhook: string | undefined;
}

async function main(): Promise<void> {
	const options = parseArguments();
	if (options === null) return;
	const simulator = await startSimulator({ ...demoApplication, ...options });
	const stopped = new AbortController();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
	printOverview(simulator);
	simulator.onResponse((entry) => print(requestLine(entry)));
	simulator.deliveries.onAttempt((attempt) => print(attemptLine(attempt)));
	if (options.webhook !== undefined)
		await verifyWebhook(simulator, options.webhook, stopped.signal);
	else subscribeAll(simulator);
	while (await waitUnlessStopped(options.tickSeconds * 1000, stopped.signal))
		simulator.fleet.tick();
	await simulator.close();
}

/** Null after --help. */
function parseArguments(): Arguments | null {
	const stringOption = { type: 'string' } as const;
	const { values } = parseArgs({
		options: {
			port: stringOption,
			vehicles: stringOption,
			seed: stringOption,
			'time-scale': stringOption,
			webhook: stringOption,
			tick: stringOption,
			help: { type: 'boolean' },
		},
	});
	if (values.help === true) {
		print(USAGE);
		return null;
	}
	const readNumber = (
		name: 'port' | 'vehicles' | 'seed' | 'time-scale' | 'tick',
		fallback: number,
	): number => {
		const parsed = values[name] === undefined ? fallback : Number(values[name]);
		if (!Number.isFinite(parsed) || parsed < 0)
			throw new Error(`'--${name}' must be a number, 0 or more`);
		return parsed;
	};
	return {
		port: readNumber('port', 0),
		vehicles: readNumber('vehicles', 5),
		seed: readNumber('seed', 1),
		timeScale: readNumber('time-scale', 1),
		tickSeconds: Math.max(0.1, readNumber('tick', 10)),
		webhook: values.webhook,
	};
}

/**
 * Lets all vehicles have signals. Without a webhook, which the API cannot create, none could be
 * subscribed.
 */
function subscribeAll({ fleet }: Simulator): void {
	const subscribe = (vehicle: Vehicle | undefined) => {
		if (vehicle !== undefined) vehicle.everSubscribed = true;
	};
	fleet.vehicles.forEach(subscribe);
	fleet.onConnection(({ vehicleId }) => subscribe(fleet.vehicle(vehicleId)));
}

async function verifyWebhook(
	simulator: Simulator,
	callbackUri: string,
	stopped: AbortSignal,
): Promise<void> {
	const webhook = simulator.webhooks.create({
		name: 'serve',
		callbackUri,
		autoSubscribe: true,
		// All signals, so that every change that can be chosen on the page is delivered.
		triggers: [...changeableSignals],
		data: [...changeableSignals],
	});
	do {
		const { verified, reason } = await simulator.webhooks.verify(webhook.id);
		print(
			verified
				? `VERIFY    ${callbackUri} verified`
				: `VERIFY    ${callbackUri} not verified: ${reason}`,
		);
		if (verified) return;
	} while (await waitUnlessStopped(VERIFY_RETRY_MS, stopped));
}

/** Waits. Returns false if the process was told to stop meanwhile. */
async function waitUnlessStopped(ms: number, stopped: AbortSignal): Promise<boolean> {
	await wait(ms, undefined, { signal: stopped }).catch(() => undefined);
	return !stopped.aborted;
}

function printOverview({ url, hosts, fleet, tokens }: Simulator): void {
	print(`Send events on ${url}`);
	print('Hosts');
	for (const [name, hostUrl] of Object.entries(hosts)) print(`  ${name.padEnd(28)}${hostUrl}`);
	print('Credentials');
	for (const [name, value] of Object.entries(demoApplication))
		print(`  ${name.padEnd(28)}${value}`);
	print(`  ${'accessToken (1 hour)'.padEnd(28)}${tokens.issueForApplication()}`);
	print('Vehicles');
	for (const vehicle of fleet.vehicles) {
		const owner = fleet.connectionsOf(vehicle)[0]?.userId ?? 'none';
		const car = `${vehicle.make} ${vehicle.model}`.padEnd(20);
		print(`  ${vehicle.id}  ${car} ${vehicle.powertrainType.padEnd(5)} user ${owner}`);
	}
	print('Press Ctrl-C to stop.');
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
