import pWaitFor from 'p-wait-for';
import { waitForExecutions } from '../../tools/n8n/restClient';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import {
	ERROR_STATES,
	errorEvent,
	errorWorkflow,
	REPORTED_ERROR_STATES,
} from '../support/errorSeries';
import { startTestEnvironment } from '../support/startTestEnvironment';
import {
	failingTireWorkflow,
	lowTireWorkflow,
	pressureEvent,
	REPORTED_TIRE_PRESSURES,
	TIRE_PRESSURES,
} from '../support/tireSeries';
import { deliverOnce, emittedItems } from '../support/triggerEvents';
import { testOnNewest } from '../support/n8nUnderTest';

// Each test has workflows of its own, so that it sees no executions of another one.
const oneTire = lowTireWorkflow('smartcarSteady001');
const oneTireKilled = lowTireWorkflow('smartcarKilled001');
const oneTireRepublished = lowTireWorkflow('smartcarAgain0001');
const acknowledgesWhenFinished = lowTireWorkflow('smartcarWaiting01', { acknowledge: 'lastNode' });
const failing = failingTireWorkflow('smartcarFailing01');
const oneErrorRepublished = errorWorkflow('smartcarErrors001');
const oneErrorKilled = errorWorkflow('smartcarErrors002');

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([
		oneTire,
		oneTireKilled,
		oneTireRepublished,
		acknowledgesWhenFinished,
		failing,
		oneErrorRepublished,
		oneErrorKilled,
	]);
});

afterAll(async () => await environment?.close());

type Event = ReturnType<typeof pressureEvent> | ReturnType<typeof errorEvent>;

/** Returns the status of the response. */
async function deliver(workflow: Workflow, event: Event): Promise<number | null | undefined> {
	const [attempt] = await deliverOnce(environment, workflow, event);
	return attempt?.status;
}

/** Waits until every execution of the workflow has ended. The items are the trigger's, oldest first. */
async function executionsOf(workflow: Workflow) {
	const executions = await waitForExecutions(environment.rest, { workflowId: workflow.id }, 0);
	return {
		statuses: executions.map(({ status }) => status),
		items: await emittedItems(environment, executions),
	};
}

/** Waits until every execution of the workflow has succeeded. Returns all items, oldest first. */
async function itemsOf(workflow: Workflow) {
	const { statuses, items } = await executionsOf(workflow);
	expect(statuses.filter((status) => status !== 'success')).toEqual([]);
	return items;
}

type AfterEachEvent = () => Promise<unknown>;

/**
 * Delivers the events one after the other. Returns all items that the workflow's trigger emitted.
 */
async function deliverAll(
	workflow: Workflow,
	events: Event[],
	afterEachEvent: AfterEachEvent = async () => undefined,
) {
	for (const event of events) {
		expect(await deliver(workflow, event)).toBe(200);
		await itemsOf(workflow);
		await afterEachEvent();
	}
	return await itemsOf(workflow);
}

/** Delivers TIRE_PRESSURES. Returns the pressures that the trigger reported. */
async function reportedPressures(workflow: Workflow, afterEachEvent?: AfterEachEvent) {
	const events = TIRE_PRESSURES.map((psi) => pressureEvent(psi));
	const items = await deliverAll(workflow, events, afterEachEvent);
	return items.map(({ value }) => value);
}

/** The state of the error in each item. */
const errorStates = (items: Array<Record<string, unknown>>) =>
	items.map(({ errors }) =>
		JSON.stringify(errors).includes('"resolved":true') ? 'RESOLVED' : 'ERROR',
	);

async function isRegistered(workflow: Workflow): Promise<boolean> {
	const response = await fetch(environment.n8n.webhookUrl(webhookIdOf(workflow)), {
		method: 'POST',
	});
	return response.status !== 404;
}

async function publishAgain(workflow: Workflow): Promise<void> {
	await environment.rest.send('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
	// n8n 2.41 removes the trigger later. If it was published before, n8n would leave it as it is.
	await pWaitFor(async () => !(await isRegistered(workflow)), { interval: 100, timeout: 40_000 });
	await environment.rest.publishWorkflow(workflow.id);
	await environment.n8n.waitUntilActivated(environment.rest);
}

const kill = async () => await environment.whileDown(async () => undefined);

test('a low tire is reported once, and again after it has recovered', async () => {
	expect(await reportedPressures(oneTire)).toEqual(REPORTED_TIRE_PRESSURES);

	expect((await itemsOf(oneTire))[0]).toMatchObject({
		message: '2021 Tesla Model 3: front left tire is at 19 psi (131 kPa), below 20 psi',
		condition: 'Tire Pressure Falls Below 20 psi',
		place: 'frontLeft',
		vehicleId: 'v-1',
	});
});

test('a low tire is reported once, and again after it has recovered, with Acknowledge: When the Workflow Finishes', async () => {
	expect(await reportedPressures(acknowledgesWhenFinished)).toEqual(REPORTED_TIRE_PRESSURES);
});

test('a low tire whose workflow failed is reported again when its event is retried, even after n8n was killed and a later event came', async () => {
	const failingEvent = pressureEvent(19);
	expect(await deliver(failing, failingEvent)).toBe(500);
	await kill();
	expect(await deliver(failing, pressureEvent(18))).toBe(200);

	// The workflow runs, and fails again.
	expect(await deliver(failing, failingEvent)).toBe(500);
	const { items } = await executionsOf(failing);
	expect(items.map(({ value }) => value)).toEqual([19, 19]);
});

test('a low tire is reported once, and again after it has recovered, if the workflow is unpublished and published after each event', async () => {
	const workflow = oneTireRepublished;

	expect(await reportedPressures(workflow, async () => await publishAgain(workflow))).toEqual(
		REPORTED_TIRE_PRESSURES,
	);
});

test('an error is reported when it starts and when it ends, if the workflow is unpublished and published after each event', async () => {
	const items = await deliverAll(
		oneErrorRepublished,
		ERROR_STATES.map(errorEvent),
		async () => await publishAgain(oneErrorRepublished),
	);

	expect(errorStates(items)).toEqual(REPORTED_ERROR_STATES);
});

testOnNewest(
	'no low tire and no error is missed or reported twice if n8n is killed after each event',
	async () => {
		const remainingStates = [...ERROR_STATES];
		const deliverErrorAndKill = async () => {
			const state = remainingStates.shift();
			if (state !== undefined) await deliverAll(oneErrorKilled, [errorEvent(state)]);
			await kill();
		};

		expect(await reportedPressures(oneTireKilled, deliverErrorAndKill)).toEqual(
			REPORTED_TIRE_PRESSURES,
		);
		expect(errorStates(await itemsOf(oneErrorKilled))).toEqual(REPORTED_ERROR_STATES);
	},
	900_000,
);
