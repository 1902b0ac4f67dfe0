import pWaitFor from 'p-wait-for';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { TRIGGER_NAME } from '../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { ERROR_SERIES, errorEvent, errorWorkflow, TOLD_ERRORS } from '../support/errorSeries';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { failingTireWorkflow, lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';
import { testOnNewest } from './version';

const steady = lowTireWorkflow('smartcarSteady001');
const killed = lowTireWorkflow('smartcarKilled001');
const republished = lowTireWorkflow('smartcarAgain0001');
const waiting = lowTireWorkflow('smartcarWaiting01', { acknowledge: 'lastNode' });
const failing = failingTireWorkflow('smartcarFailing01');
const errors = errorWorkflow('smartcarErrors001');
const errorsKilled = errorWorkflow('smartcarErrors002');

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([
		steady,
		killed,
		republished,
		waiting,
		failing,
		errors,
		errorsKilled,
	]);
});

afterAll(async () => await environment?.close());

type Event = ReturnType<typeof pressureEvent> | ReturnType<typeof errorEvent>;

async function deliver(workflow: Workflow, event: Event): Promise<number | null | undefined> {
	const { attempts } = await environment.simulator.deliveries.deliver(event, {
		callbackUri: environment.n8n.webhookUrl(webhookIdOf(workflow)),
		retry: false,
	});
	return attempts[0]?.status;
}

/** Waits until no execution of the workflow runs, and returns what they emitted, oldest first. */
async function emittedItems(workflow: Workflow) {
	const list = async () => await environment.rest.listExecutions({ workflowId: workflow.id });
	await pWaitFor(async () => (await list()).every(({ status }) => status === 'success'), {
		interval: 100,
		timeout: 20_000,
	});
	const executions = (await list()).reverse();
	const details = await Promise.all(
		executions.map(async ({ id }) => await environment.rest.getExecution(id)),
	);
	return details.flatMap(({ runData }) => nodeOutput(runData, TRIGGER_NAME));
}

type Between = () => Promise<unknown>;

/** Delivers the events, with something in between, and returns the items that were emitted. */
async function emittedFor(
	workflow: Workflow,
	events: Event[],
	between: Between = async () => undefined,
) {
	for (const event of events) {
		expect(await deliver(workflow, event)).toBe(200);
		await emittedItems(workflow);
		await between();
	}
	return await emittedItems(workflow);
}

/** The tire pressures that were told for the series. */
const told = async (workflow: Workflow, between?: Between) =>
	(
		await emittedFor(
			workflow,
			SERIES.map((psi) => pressureEvent(psi)),
			between,
		)
	).map(({ value }) => value);

/** The states of the errors in the items. */
const statesIn = (items: Array<Record<string, unknown>>) =>
	items.map(({ errors }) =>
		JSON.stringify(errors).includes('"resolved":true') ? 'RESOLVED' : 'ERROR',
	);

async function publishAgain(workflow: Workflow): Promise<void> {
	await environment.rest.send('POST', `/rest/workflows/${workflow.id}/deactivate`, {});
	await environment.rest.publishWorkflow(workflow.id);
	await environment.n8n.waitUntilActivated(environment.rest);
}

const kill = async () => await environment.whileDown(async () => undefined);

test('a tire that falls below its limit is told once, and again after it has recovered', async () => {
	expect(await told(steady)).toEqual([19, 18]);

	expect((await emittedItems(steady))[0]).toMatchObject({
		message: '2021 Tesla Model 3: front left tire is at 19 psi (131 kPa), below 20 psi',
		condition: 'Tire Pressure Falls Below 20 psi',
		place: 'frontLeft',
		vehicleId: 'v-1',
	});
});

test('a tire is told once and again, also with Acknowledge: When the Workflow Finishes', async () => {
	expect(await told(waiting)).toEqual([19, 18]);
});

test('a tire whose workflow has failed is told when its event comes again, although n8n was killed and a later event came', async () => {
	const told19 = pressureEvent(19);
	expect(await deliver(failing, told19)).toBe(500);
	await kill();
	expect(await deliver(failing, pressureEvent(18))).toBe(200);

	expect(await deliver(failing, told19)).toBe(500);
});

test('a tire is told once and again, also when the workflow is unpublished and published after each event', async () => {
	expect(await told(republished, async () => await publishAgain(republished))).toEqual([19, 18]);
});

test('an error is told when it starts and when it ends, also when the workflow is unpublished and published after each event', async () => {
	const items = await emittedFor(
		errors,
		ERROR_SERIES.map(errorEvent),
		async () => await publishAgain(errors),
	);

	expect(statesIn(items)).toEqual(TOLD_ERRORS);
});

testOnNewest(
	'a tire and an error are told once and again when n8n is killed after each event',
	async () => {
		const errorStates = [...ERROR_SERIES];
		const deliverErrorAndKill = async () => {
			const state = errorStates.shift();
			if (state !== undefined) await emittedFor(errorsKilled, [errorEvent(state)]);
			await kill();
		};

		expect(await told(killed, deliverErrorAndKill)).toEqual([19, 18]);
		expect(statesIn(await emittedItems(errorsKilled))).toEqual(TOLD_ERRORS);
	},
	900_000,
);
