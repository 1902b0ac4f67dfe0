import { findInstalledN8n } from '../../tools/n8n/install';
import type { CheckList } from '../reliability/checkList';
import { startFleetInstance, type FleetOutput } from '../reliability/instances/fleetInstance';
import {
	startQueueInstance,
	WORKER_CONCURRENCY,
	type QueueInstance,
} from '../reliability/instances/queueMode';
import {
	CONCURRENCY_LIMIT,
	startRegularInstance,
	type RegularInstance,
} from '../reliability/instances/regularMode';
import { copiesScenario } from '../reliability/scenarios/copies';
import { databaseBlockedScenario } from '../reliability/scenarios/databaseBlocked';
import { diskFullScenario } from '../reliability/scenarios/diskFull';
import { fleetScenario } from '../reliability/scenarios/fleet';
import { fuzzScenario } from '../reliability/scenarios/fuzz';
import { hostileRequestsScenario } from '../reliability/scenarios/hostileRequests';
import { killScenario } from '../reliability/scenarios/kill';
import { queueCopiesScenario } from '../reliability/scenarios/queueCopies';
import { workflowFailsScenario } from '../reliability/scenarios/workflowFails';
import type { N8nMode } from '../support/loadTestN8n';

const FINISH_WITHIN_MS = 15 * 60_000;

/**
 * How long the hostile clients keep sending. Long enough that Node.js closes a connection with an
 * incomplete request.
 */
const SLOW_FOR_MS = 340_000;

interface RunOptions {
	/**
	 * Multiplies a number of events, requests or milliseconds by `--scale`. The result is at least
	 * 10.
	 */
	scaled: (fullLength: number) => number;
	/** `--scale`: 1 for the full length, less for a shorter run. */
	scale: number;
	seed: number;
}

/** A scenario with the numbers of a full-length run. It starts its own n8n. */
export interface SoakRun {
	/** The name on the command line: `npm run test:soak -- <name>`. */
	name: string;
	/** A name on the command line that stands for several runs. */
	group?: string;
	title: string;
	/** Whether the scenario needs PostgreSQL and Redis. */
	needsServers: boolean;
	/** Runs the scenario. @param scale 1 for the full length, less for a shorter run */
	run: (scale: number, seed: number) => Promise<CheckList>;
}

function createSoakRun<Instance extends { close: () => Promise<void> }>(
	description: Omit<SoakRun, 'run'>,
	start: () => Promise<Instance>,
	scenario: (instance: Instance, options: RunOptions) => Promise<CheckList>,
): SoakRun {
	return {
		...description,
		async run(scale, seed) {
			const scaled = (fullLength: number) => Math.max(10, Math.round(fullLength * scale));
			const instance = await start();
			return await scenario(instance, { scaled, scale, seed }).finally(
				async () => await instance.close(),
			);
		},
	};
}

/** A run in regular mode with SQLite. */
function regularModeRun(
	name: string,
	title: string,
	scenario: (instance: RegularInstance, options: RunOptions) => Promise<CheckList>,
): SoakRun {
	const start = async () => await startRegularInstance(await findInstalledN8n(), FINISH_WITHIN_MS);
	return createSoakRun({ name, title, needsServers: false }, start, scenario);
}

/** A run in queue mode. */
function queueModeRun(
	name: string,
	title: string,
	workers: number,
	scenario: (instance: QueueInstance, options: RunOptions) => Promise<CheckList>,
): SoakRun {
	const start = async () =>
		await startQueueInstance(await findInstalledN8n(), FINISH_WITHIN_MS, { workers });
	return createSoakRun({ name, title, needsServers: true }, start, scenario);
}

/** The fleet scenario in one of n8n's modes. */
function fleetRun(
	name: string,
	mode: N8nMode,
	output: FleetOutput,
	{ title, group }: Pick<SoakRun, 'title' | 'group'>,
): SoakRun {
	const start = async () =>
		await startFleetInstance(mode, output, await findInstalledN8n(), FINISH_WITHIN_MS);
	return createSoakRun(
		{ name, group, title, needsServers: mode === 'queue' },
		start,
		async (instance, { scale, seed }) => await fleetScenario(instance, { scale, seed }),
	);
}

const killOptions = ({ whileDown }: RegularInstance, { scaled, seed }: RunOptions) => ({
	whileDown,
	events: scaled(10_000),
	kills: 3,
	concurrencyLimit: CONCURRENCY_LIMIT,
	seed,
});

/** All runs of `npm run test:soak`, in their order. */
export const SOAK_RUNS: SoakRun[] = [
	regularModeRun(
		'kill-stored',
		'10,000 events, each sent up to 5 times; n8n killed 3 times; acknowledged when stored',
		async (instance, options) =>
			await killScenario(instance.acknowledgesWhenStored, {
				...killOptions(instance, options),
				acknowledge: 'onReceived',
			}),
	),
	regularModeRun(
		'kill-finished',
		'10,000 events, each sent up to 5 times; n8n killed 3 times; acknowledged when the workflow finishes',
		async (instance, options) =>
			await killScenario(instance.acknowledgesWhenFinished, {
				...killOptions(instance, options),
				acknowledge: 'lastNode',
			}),
	),
	regularModeRun(
		'unwritable',
		"200 events at once while n8n's database (SQLite) is locked",
		async ({ acknowledgesWhenStored, blockDatabase }, { scaled, seed }) =>
			await databaseBlockedScenario(acknowledgesWhenStored, {
				blockDatabase,
				events: scaled(200),
				seed,
			}),
	),
	regularModeRun(
		'disk-full',
		'3,000 events; the disk fills up, has room again, and n8n is restarted',
		async ({ acknowledgesWhenStored, fillDisk, whileDown }, { scaled, seed }) =>
			await diskFullScenario(acknowledgesWhenStored, {
				fillDisk,
				whileDown,
				// With fewer, all could be sent before the disk is full.
				events: Math.max(300, scaled(3_000)),
				concurrencyLimit: CONCURRENCY_LIMIT,
				seed,
			}),
	),
	regularModeRun(
		'failing',
		'2,000 events, the workflow fails on half of them; acknowledged when the workflow finishes',
		async ({ failsOnRequest }, { scaled, seed }) =>
			await workflowFailsScenario(failsOnRequest, { events: scaled(2_000), seed }),
	),
	regularModeRun(
		'copies',
		'100 copies of an event at the same time, 20 times',
		async ({ acknowledgesWhenStored }, { scaled }) =>
			await copiesScenario(acknowledgesWhenStored, { copies: 100, events: scaled(20) }),
	),
	regularModeRun(
		'fuzz',
		'100,000 mutated bodies and headers',
		async ({ acknowledgesWhenStored, usedHeap, isRunning }, { scaled, seed }) =>
			await fuzzScenario(acknowledgesWhenStored, {
				requests: scaled(100_000),
				usedHeap,
				isRunning,
				seed,
			}),
	),
	regularModeRun(
		'hostile',
		'Forged VERIFY events, altered signatures, 10 MiB bodies, and 500 clients that send their body slowly',
		async ({ acknowledgesWhenStored }, { scaled }) =>
			await hostileRequestsScenario(acknowledgesWhenStored, {
				slowBodies: scaled(500),
				slowForMs: scaled(SLOW_FOR_MS),
				respondWithinMs: 10_000,
			}),
	),
	queueModeRun(
		'queue',
		'Queue mode: 5,000 events, a copy of each to the other webhook processor a second later',
		1,
		async ({ targets }, { scaled }) =>
			await queueCopiesScenario(targets.copies, { events: scaled(5_000) }),
	),
	queueModeRun(
		'queue-kill',
		'Queue mode: 5,000 events with a copy of each, while two workers and a webhook processor are killed in turn',
		2,
		async ({ targets, whileDown }, { scaled }) =>
			await queueCopiesScenario(targets.kill, {
				events: scaled(5_000),
				kills: [
					{ afterFraction: 0.25, whileDown: whileDown('worker', 0) },
					{ afterFraction: 0.5, whileDown: whileDown('worker', 1) },
					{ afterFraction: 0.75, whileDown: whileDown('webhook') },
				],
				maxInterrupted: 2 * WORKER_CONCURRENCY,
			}),
	),
	queueModeRun(
		'queue-unwritable',
		'Queue mode: 200 events at once while PostgreSQL is read-only',
		1,
		async ({ targets, blockDatabase }, { scaled, seed }) =>
			await databaseBlockedScenario(targets.databaseBlocked, {
				blockDatabase,
				events: scaled(200),
				seed,
			}),
	),
	fleetRun('fleet-regular', 'regular', 'events', {
		title: '100,000 vehicles for 15 minutes in regular mode',
		group: 'fleet',
	}),
	fleetRun('fleet-queue', 'queue', 'events', {
		title: '100,000 vehicles for 15 minutes in queue mode',
		group: 'fleet',
	}),
	fleetRun('fleet-alerts', 'regular', 'alerts', {
		title: '100,000 vehicles for 15 minutes in regular mode, alerts only',
	}),
];
