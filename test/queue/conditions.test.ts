import { startSimulator, type Simulator } from '../../simulator/simulator';
import { findInstalledN8n } from '../../tools/n8n/install';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { findQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { findTarball } from '../../tools/pack';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { n8nUnderTest } from '../e2e/version';
import { TargetWorkflow } from '../reliability/instances/targetWorkflow';
import { lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';

const inTurn = lowTireWorkflow('smartcarInTurn001');
const atOnce = lowTireWorkflow('smartcarAtOnce001');
const manyVehicles = lowTireWorkflow('smartcarFleet0001');

let simulator: Simulator;
let cluster: QueueCluster;

beforeAll(async () => {
	const programs = await findQueuePrograms();
	if ('missing' in programs) throw new Error(programs.missing);
	simulator = await startSimulator(APPLICATION);
	cluster = await QueueCluster.start({
		installation: await findInstalledN8n(n8nUnderTest),
		programs: programs.found,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: [inTurn, atOnce, manyVehicles],
		processCounts: { webhook: 2, worker: 2 },
	});
});

afterAll(async () => {
	await cluster?.close();
	await simulator?.close();
});

const targetOf = (workflow: Workflow) =>
	new TargetWorkflow({
		simulator,
		database: cluster.postgres,
		workflowId: workflow.id,
		callbackUris: () =>
			cluster.processes('webhook').map((process) => process.webhookUrl(webhookIdOf(workflow))),
		finishWithinMs: 30_000,
	});

/**
 * Delivers the series of a vehicle to the two webhook processors in turn.
 * @returns the values by event
 */
async function deliverSeries(
	target: TargetWorkflow,
	vehicleId: string,
	between: () => Promise<unknown> = async () => undefined,
): Promise<Map<string, number>> {
	const values = new Map<string, number>();
	for (const [index, psi] of SERIES.entries()) {
		const event = pressureEvent(psi, vehicleId);
		values.set(event.eventId, psi);
		const callbackUri = target.callbackUris()[index % 2] ?? target.callbackUri();
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([{ status: 200 }]);
		await between();
	}
	return values;
}

/** The values of the events that were emitted, oldest first. */
async function emittedValues(target: TargetWorkflow, values: Map<string, number>) {
	const executions = await target.waitForFinishedExecutions();
	return executions.flatMap(({ emittedEventIds }) =>
		emittedEventIds.flatMap((id) => values.get(id) ?? []),
	);
}

test('a tire is told once and again, with two webhook processors and two workers', async () => {
	const target = targetOf(inTurn);

	const values = await deliverSeries(
		target,
		'v-1',
		async () => await target.waitForFinishedExecutions(),
	);

	expect(await emittedValues(target, values)).toEqual([19, 18]);
});

test('also if the events come one right after the other', async () => {
	const target = targetOf(atOnce);

	const values = await deliverSeries(target, 'v-1');

	expect(await emittedValues(target, values)).toEqual([19, 18]);
});

test('also if the tires of 25 vehicles lose pressure at the same time', async () => {
	const target = targetOf(manyVehicles);
	const vehicleIds = Array.from({ length: 25 }, (_, index) => `v-${index}`);

	const series = await Promise.all(
		vehicleIds.map(async (vehicleId) => await deliverSeries(target, vehicleId)),
	);

	const emitted = await Promise.all(
		series.map(async (values) => await emittedValues(target, values)),
	);
	expect(emitted).toEqual(vehicleIds.map(() => [19, 18]));
});
