import { startSimulator, type Simulator } from '../../simulator/simulator';
import { findInstalledN8n } from '../../tools/n8n/install';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { findQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { findTarball } from '../../tools/pack';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { n8nUnderTest } from '../e2e/version';
import { TargetWorkflow } from '../reliability/instances/targetWorkflow';
import { ERROR_SERIES, errorEvent, errorWorkflow, TOLD_ERRORS } from '../support/errorSeries';
import { failingTireWorkflow, lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';

const inTurn = lowTireWorkflow('smartcarInTurn001');
const atOnce = lowTireWorkflow('smartcarAtOnce001');
const manyVehicles = lowTireWorkflow('smartcarFleet0001');
const failing = failingTireWorkflow('smartcarFailing01');
const errorsInTurn = errorWorkflow('smartcarErrors001');
const errorsAtOnce = errorWorkflow('smartcarErrors002');

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
		workflows: [inTurn, atOnce, manyVehicles, failing, errorsInTurn, errorsAtOnce],
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

interface Step<T> {
	event: { eventId: string };
	/** What is expected of the event, if it is emitted. */
	value: T;
}

const tireSteps = (vehicleId?: string) =>
	SERIES.map((psi) => ({ event: pressureEvent(psi, vehicleId), value: psi }));

const errorSteps = () => ERROR_SERIES.map((state) => ({ event: errorEvent(state), value: state }));

/** Delivers the event of a step to one of the two webhook processors. */
async function deliverStep<T>(
	target: TargetWorkflow,
	{ event }: Step<T>,
	index: number,
): Promise<void> {
	const callbackUri = target.callbackUris()[index % 2] ?? target.callbackUri();
	const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
	expect(attempts).toMatchObject([{ status: 200 }]);
}

/** Delivers events to the two webhook processors in turn. */
async function deliver<T>(target: TargetWorkflow, steps: Array<Step<T>>): Promise<void> {
	for (const [index, step] of steps.entries()) await deliverStep(target, step, index);
}

/**
 * The same for several vehicles at once. Their next events come when those before have been judged.
 */
async function deliverInTurn<T>(
	target: TargetWorkflow,
	vehicles: Array<Array<Step<T>>>,
): Promise<void> {
	const longest = Math.max(...vehicles.map((steps) => steps.length));
	for (let index = 0; index < longest; index++) {
		const round = vehicles.flatMap((steps) => steps.slice(index, index + 1));
		await Promise.all(round.map(async (step) => await deliverStep(target, step, index)));
		await target.waitForFinishedExecutions();
	}
}

/** The values of the events that were emitted, oldest first. */
async function emittedValues<T>(target: TargetWorkflow, steps: Array<Step<T>>): Promise<T[]> {
	const executions = await target.waitForFinishedExecutions();
	const values = new Map(steps.map(({ event, value }) => [event.eventId, value]));
	return executions.flatMap(({ emittedEventIds }) =>
		emittedEventIds.flatMap((id) => values.get(id) ?? []),
	);
}

test('a tire is told once and again, with two webhook processors and two workers', async () => {
	const target = targetOf(inTurn);
	const steps = tireSteps();

	await deliverInTurn(target, [steps]);

	expect(await emittedValues(target, steps)).toEqual([19, 18]);
});

test('a tire is told once and again, also if its events come one right after the other', async () => {
	const target = targetOf(atOnce);
	const steps = tireSteps();

	await deliver(target, steps);

	expect(await emittedValues(target, steps)).toEqual([19, 18]);
});

test('each tire is told once and again, also if those of 25 vehicles lose pressure at the same time', async () => {
	const target = targetOf(manyVehicles);
	const vehicles = Array.from({ length: 25 }, (_, index) => tireSteps(`v-${index}`));

	// Not one right after the other: 25 executions are more than two workers begin at once, and those
	// that wait can be judged in the wrong order.
	await deliverInTurn(target, vehicles);

	const emitted = await Promise.all(
		vehicles.map(async (steps) => await emittedValues(target, steps)),
	);
	expect(emitted).toEqual(vehicles.map(() => [19, 18]));
});

test('a tire whose workflow has failed is told when its event comes again after a later one', async () => {
	const callbackUri = targetOf(failing).callbackUri();
	const deliverAgain = async (event: ReturnType<typeof pressureEvent>) =>
		(await simulator.deliveries.deliver(event, { callbackUri, retry: false })).attempts[0]?.status;
	const told19 = pressureEvent(19);
	expect(await deliverAgain(told19)).toBe(500);
	expect(await deliverAgain(pressureEvent(18))).toBe(200);

	expect(await deliverAgain(told19)).toBe(500);
});

test('an error is told when it starts and when it ends', async () => {
	const target = targetOf(errorsInTurn);
	const steps = errorSteps();

	await deliverInTurn(target, [steps]);

	expect(await emittedValues(target, steps)).toEqual(TOLD_ERRORS);
});

test('an error is told when it starts and when it ends, also if its events come one right after the other', async () => {
	const target = targetOf(errorsAtOnce);
	const steps = errorSteps();

	await deliver(target, steps);

	expect(await emittedValues(target, steps)).toEqual(TOLD_ERRORS);
});
