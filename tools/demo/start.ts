import { Listr } from 'listr2';
import { OWNER } from '../n8n/userFolder';
import { installN8n, isInstalled, type N8nInstallation } from '../n8n/install';
import { INSTALLATION_SIZE_AND_TIME, N8N_VERSION } from '../n8n/releases';
import { packPackage } from '../pack';
import { runMain } from '../runMain';
import {
	FLEET_EVENTS,
	LOW_TIRE_PRESSURE_ALERT,
	VEHICLE_ERROR_ALERT,
	readExample,
	FLEET_SYNC,
} from '../testEnvironment/exampleWorkflows';
import { TestEnvironment, type TestEnvironmentOptions } from '../testEnvironment/testEnvironment';
import { withScheduleInterval } from '../testEnvironment/workflow';
import { runLive } from './live';
import { runOnce } from './once';

const SYNC_EVERY_SECONDS = 60;

/** Filled in by the tasks. */
interface Prepared {
	installation: N8nInstallation;
	tarball: string;
	environment: TestEnvironment;
}

async function prepare(workflows: TestEnvironmentOptions['workflows']): Promise<Prepared> {
	const isFirstStart = !isInstalled();
	const tasks = new Listr<Prepared>(
		[
			{
				title: `n8n ${N8N_VERSION}${isFirstStart ? `, download and install: ${INSTALLATION_SIZE_AND_TIME}` : ''}`,
				task: async (prepared, task) => {
					prepared.installation = await installN8n((text) => (task.output = text));
				},
			},
			{
				title: 'Build and pack the package',
				task: async (prepared) => {
					prepared.tarball = await packPackage();
				},
			},
			{
				title:
					'Start the simulated Smartcar, and n8n with the package, credentials and four workflows',
				task: async (prepared) => {
					prepared.environment = await TestEnvironment.start({
						...prepared,
						workflows,
						// As at Smartcar from December 1, 2026 on.
						simulator: { version2Ended: true },
					});
				},
			},
		],
		{ fallbackRenderer: 'simple', rendererOptions: { collapseErrors: false } },
	);
	return await tasks.run();
}

function printIntroduction(environment: TestEnvironment): void {
	console.log(`
  Editor     ${environment.n8n.baseUrl}
  Login      ${OWNER.email}
  Password   ${OWNER.password}
  Events     ${environment.simulator.url} (send one of your choice)

  Try your own workflow: create one in the editor that begins with Smartcar Trigger, publish it, and open Events to choose
  what happens to a car.

  Four example workflows are active: a table of the fleet that follows every event, an alert when a tire pressure falls below
  200 kPa, an alert when a vehicle cannot be reached or can be reached again, and a sync of the fleet that runs once a minute.
  Until you send an event, each reason why a workflow ignores events is printed once.
  This n8n is new, and is deleted when you stop it.
  Press Ctrl-C to stop.
`);
}

async function main(args: string[]): Promise<number> {
	const unknown = args.find((arg) => arg !== '--once');
	if (unknown !== undefined) {
		console.error(`Unknown option '${unknown}'. Use 'npm start' or 'npm start -- --once'.`);
		return 2;
	}
	const fleetEvents = await readExample(FLEET_EVENTS);
	const tireAlert = await readExample(LOW_TIRE_PRESSURE_ALERT);
	const errorAlert = await readExample(VEHICLE_ERROR_ALERT);
	const sync = withScheduleInterval(await readExample(FLEET_SYNC), SYNC_EVERY_SECONDS);
	const { environment } = await prepare([fleetEvents, tireAlert, errorAlert, sync]);
	const interrupted = new AbortController();
	// Ctrl-C sends SIGINT twice, from the terminal and from npm. The second one must not interrupt
	// the clean-up.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.on(signal, () => interrupted.abort());
	try {
		if (args.includes('--once')) return (await runOnce(environment, fleetEvents.id)) ? 0 : 1;
		printIntroduction(environment);
		await runLive(environment, interrupted.signal);
		if (interrupted.signal.aborted) return 0;
		console.error('n8n ended unexpectedly. Its last log lines:');
		for (const line of environment.n8n.log().slice(-20)) console.error(`  | ${line}`);
		return 1;
	} finally {
		console.log('\nStopping n8n and the simulated Smartcar …');
		await environment.close();
	}
}

runMain(main);
