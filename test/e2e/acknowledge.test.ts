import type { JsonObject } from '../../simulator/json';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { failingWorkflow, TRIGGER_NAME } from '../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { newEvent } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';

const acknowledgesWhenFinished = failingWorkflow('smartcarFinish001', {
	options: { acknowledge: 'lastNode' },
});
const combinesEvents = failingWorkflow('smartcarCombine01', { options: { combineEvents: true } });

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([acknowledgesWhenFinished, combinesEvents]);
});

afterAll(async () => await environment?.close());

async function deliver(workflow: Workflow, event: JsonObject) {
	const { attempts } = await environment.simulator.deliveries.deliver(event, {
		callbackUri: environment.n8n.webhookUrl(webhookIdOf(workflow)),
		retry: false,
	});
	return attempts.map(({ status, body }) => ({ status, body }));
}

test('an event is answered 500 when the workflow fails, is executed again when retried, and is a duplicate once it succeeded', async () => {
	const event = newEvent(environment.simulator);
	const failing = { ...event, data: { shouldFail: true } };
	const succeeding = { ...event, data: { shouldFail: false } };

	expect(await deliver(acknowledgesWhenFinished, failing)).toMatchObject([{ status: 500 }]);
	expect(await deliver(acknowledgesWhenFinished, succeeding)).toEqual([{ status: 200, body: '' }]);
	expect(await deliver(acknowledgesWhenFinished, succeeding)).toMatchObject([
		{ status: 200, body: expect.stringContaining('duplicate') },
	]);

	const executions = await waitForExecutions(
		environment.rest,
		{ workflowId: acknowledgesWhenFinished.id },
		2,
	);
	expect(executions.map(({ status }) => status)).toEqual(['error', 'success']);
});

test('with Combine Events, events that arrive at the same time share executions, and each event is emitted once', async () => {
	const events = environment.simulator.events.vehicleStates(60);

	const responses = await Promise.all(
		events.map(async (event) => await deliver(combinesEvents, event)),
	);

	expect(new Set(responses.flat().map(({ status }) => status))).toEqual(new Set([200]));
	const executions = await waitForExecutions(
		environment.rest,
		{ workflowId: combinesEvents.id },
		1,
	);
	const details = await Promise.all(
		executions.map(async ({ id }) => await environment.rest.getExecution(id)),
	);
	const emitted = details.flatMap(({ runData }) =>
		nodeOutput(runData, TRIGGER_NAME).map(({ eventId }) => eventId),
	);
	expect(emitted.sort()).toEqual(events.map(({ eventId }) => eventId).sort());
	expect(executions.length).toBeLessThan(events.length / 2);
});
