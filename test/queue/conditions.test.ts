import { startSimulator, type Simulator } from '../../simulator/simulator';
import { findInstalledN8n } from '../../tools/n8n/install';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { requireQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { findTarball } from '../../tools/pack';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { DELIVERY_TIMEOUT_MS } from '../support/deliveryTimeout';
import { n8nUnderTest } from '../support/n8nUnderTest';
import { TargetWorkflow } from '../reliability/instances/targetWorkflow';
import { failedExecutions } from '../reliability/storedExecutions';
import {
	ERROR_STATES,
	errorEvent,
	errorWorkflow,
	REPORTED_ERROR_STATES,
} from '../support/errorSeries';
import {
	failingTireWorkflow,
	lowTireWorkflow,
	pressureEvent,
	REPORTED_TIRE_PRESSURES,
	TIRE_PRESSURES,
} from '../support/tireSeries';

// Each test has a workflow of its own, so that it sees no executions of another one.
const oneTire = lowTireWorkflow('smartcarInTurn001');
const oneTireRapid = lowTireWorkflow('smartcarAtOnce001');
const manyVehicles = lowTireWorkflow('smartcarFleet0001');
const failing = failingTireWorkflow('smartcarFailing01');
const oneError = errorWorkflow('smartcarErrors001');
const oneErrorRapid = errorWorkflow('smartcarErrors002');

let simulator: Simulator;
let cluster: QueueCluster;

beforeAll(async () => {
	const programs = await requireQueuePrograms();
	simulator = await startSimulator({ ...APPLICATION, deliveryTimeoutMs: DELIVERY_TIMEOUT_MS });
	cluster = await QueueCluster.start({
		installation: await findInstalledN8n(n8nUnderTest),
		programs,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: [oneTire, oneTireRapid, manyVehicles, failing, oneError, oneErrorRapid],
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
		finishWithinMs: 120_000,
	});

/** An event, and the value in it by which a test recognizes that the event was reported. */
interface EventWithValue<Value> {
	event: { eventId: string };
	value: Value;
}

const tireEvents = (vehicleId?: string) =>
	TIRE_PRESSURES.map((psi) => ({ event: pressureEvent(psi, vehicleId), value: psi }));

const errorEvents = () => ERROR_STATES.map((state) => ({ event: errorEvent(state), value: state }));

/** Delivers an event to one of the two webhook processors: an even index to the first one. */
async function deliver<Value>(
	target: TargetWorkflow,
	{ event }: EventWithValue<Value>,
	index: number,
): Promise<void> {
	const callbackUri = target.callbackUris()[index % 2] ?? target.callbackUri();
	const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
	expect(attempts).toMatchObject([{ status: 200 }]);
}

/** Delivers each event when the one before was answered, even if its execution still runs. */
async function deliverRapidly<Value>(
	target: TargetWorkflow,
	events: Array<EventWithValue<Value>>,
): Promise<void> {
	for (const [index, event] of events.entries()) await deliver(target, event, index);
}

/**
 * Delivers the first events of all vehicles at once, waits until their executions have finished,
 * delivers the second events, and so on.
 */
async function deliverInRounds<Value>(
	target: TargetWorkflow,
	eventsByVehicle: Array<Array<EventWithValue<Value>>>,
): Promise<void> {
	const rounds = Math.max(...eventsByVehicle.map((events) => events.length));
	for (let index = 0; index < rounds; index++) {
		const round = eventsByVehicle.flatMap((events) => events.slice(index, index + 1));
		await Promise.all(round.map(async (event) => await deliver(target, event, index)));
		await target.waitForFinishedExecutions();
	}
}

/**
 * Waits until every execution of the workflow has succeeded. Returns the values of those events
 * that the trigger emitted, in the order of the executions.
 */
async function reportedValues<Value>(
	target: TargetWorkflow,
	events: Array<EventWithValue<Value>>,
): Promise<Value[]> {
	const executions = await target.waitForFinishedExecutions();
	expect(failedExecutions(executions)).toEqual([]);
	const values = new Map(events.map(({ event, value }) => [event.eventId, value]));
	return executions.flatMap(({ emittedEventIds }) =>
		emittedEventIds.flatMap((id) => values.get(id) ?? []),
	);
}

test('a low tire is reported once, and again after it has recovered, with two webhook processors and two workers', async () => {
	const target = targetOf(oneTire);
	const events = tireEvents();

	await deliverInRounds(target, [events]);

	expect(await reportedValues(target, events)).toEqual(REPORTED_TIRE_PRESSURES);
});

test('each low tire is reported once, and again after it has recovered, if 25 vehicles have one at the same time', async () => {
	const target = targetOf(manyVehicles);
	const eventsByVehicle = Array.from({ length: 25 }, (_, index) => tireEvents(`v-${index}`));

	// Not rapidly: two workers would not begin all executions at once, and could handle the events of
	// a vehicle in the wrong order.
	await deliverInRounds(target, eventsByVehicle);

	const reported = await Promise.all(
		eventsByVehicle.map(async (events) => await reportedValues(target, events)),
	);
	expect(reported).toEqual(eventsByVehicle.map(() => REPORTED_TIRE_PRESSURES));
});

test('a low tire whose workflow failed is reported again when its event is retried, even after a later event', async () => {
	const callbackUri = targetOf(failing).callbackUri();
	const statusOf = async (event: ReturnType<typeof pressureEvent>) =>
		(await simulator.deliveries.deliver(event, { callbackUri, retry: false })).attempts[0]?.status;
	const failingEvent = pressureEvent(19);
	expect(await statusOf(failingEvent)).toBe(500);
	expect(await statusOf(pressureEvent(18))).toBe(200);

	// The workflow runs, and fails again.
	expect(await statusOf(failingEvent)).toBe(500);
	const executions = await targetOf(failing).waitForFinishedExecutions();
	expect(
		executions.filter(({ emittedEventIds }) => emittedEventIds.includes(failingEvent.eventId)),
	).toHaveLength(2);
});

test('an error is reported when it starts and when it ends', async () => {
	const target = targetOf(oneError);
	const events = errorEvents();

	await deliverInRounds(target, [events]);

	expect(await reportedValues(target, events)).toEqual(REPORTED_ERROR_STATES);
});

test('a low tire is reported once, and again after it has recovered, if no event waits for the execution of the one before', async () => {
	const target = targetOf(oneTireRapid);
	const events = tireEvents();

	await deliverRapidly(target, events);

	expect(await reportedValues(target, events)).toEqual(REPORTED_TIRE_PRESSURES);
});

test('an error is reported when it starts and when it ends, if no event waits for the execution of the one before', async () => {
	const target = targetOf(oneErrorRapid);
	const events = errorEvents();

	await deliverRapidly(target, events);

	expect(await reportedValues(target, events)).toEqual(REPORTED_ERROR_STATES);
});
