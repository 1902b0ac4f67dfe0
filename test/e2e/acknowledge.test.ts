import { randomUUID } from 'node:crypto';
import { waitForExecutions } from '../../tools/n8n/rest';
import { outputOf } from '../../tools/n8n/runData';
import type { Workflow } from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { startTestEnvironment } from '../support/startTestEnvironment';

/** Trigger → a step that fails while the event says so: what Smartcar is told depends on the workflow. */
function workflowThatMayFail(id: string, webhookId: string, parameters: object): Workflow {
	const trigger = {
		id: randomUUID(),
		name: 'Smartcar Trigger',
		type: 'n8n-nodes-smartcar.smartcarTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		webhookId,
		parameters: { events: ['VEHICLE_STATE'], simplify: false, ...parameters },
		credentials: { smartcarWebhookApi: { id: 'smartcarWebhook01', name: 'Smartcar Webhook' } },
	};
	const step = {
		id: randomUUID(),
		name: 'Step',
		type: 'n8n-nodes-base.stopAndError',
		typeVersion: 1,
		position: [440, 0],
		parameters: { errorMessage: 'The step failed' },
	};
	const filter = {
		id: randomUUID(),
		name: 'Is It Broken?',
		type: 'n8n-nodes-base.filter',
		typeVersion: 2.2,
		position: [220, 0],
		parameters: {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [
					{
						id: 'broken',
						leftValue: '={{ $json.data.broken === true }}',
						rightValue: '',
						operator: { type: 'boolean', operation: 'true', singleValue: true },
					},
				],
			},
		},
	};
	const main = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		id,
		name: id,
		nodes: [trigger, filter, step],
		connections: { 'Smartcar Trigger': main('Is It Broken?'), 'Is It Broken?': main('Step') },
		settings: { executionOrder: 'v1' },
	};
}

const finishes = workflowThatMayFail('smartcarFinish001', randomUUID(), {
	acknowledge: 'lastNode',
});
const combines = workflowThatMayFail('smartcarCombine01', randomUUID(), {
	options: { combineEvents: true },
});

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([finishes, combines]);
});

afterAll(async () => await environment?.close());

const eventWith = (data: object) => ({ eventId: randomUUID(), eventType: 'VEHICLE_STATE', data });

async function deliver(workflow: Workflow, event: ReturnType<typeof eventWith>) {
	const callbackUri = environment.n8n.webhookUrl(String(workflow.nodes[0]?.webhookId));
	const { attempts } = await environment.simulator.deliveries.deliver(
		{ ...event, data: { ...event.data } },
		{ callbackUri, retry: false },
	);
	return attempts.map(({ status, body }) => ({ status, body }));
}

test('a workflow that fails answers 500, the event that comes again runs again, and after a success no more', async () => {
	const event = eventWith({ broken: true });
	const mended = { ...event, data: { broken: false } };

	expect(await deliver(finishes, event)).toMatchObject([{ status: 500 }]);
	expect(await deliver(finishes, mended)).toEqual([{ status: 200, body: '' }]);
	expect(await deliver(finishes, mended)).toMatchObject([
		{ status: 200, body: expect.stringContaining('duplicate') },
	]);

	const executions = await waitForExecutions(environment.rest, { workflowId: finishes.id }, 2);
	expect(executions.map(({ status }) => status)).toEqual(['error', 'success']);
});

test('while one execution is being stored, events gather and share the next; each is emitted once', async () => {
	const events = Array.from({ length: 60 }, () => eventWith({ broken: false }));

	const answers = await Promise.all(events.map(async (event) => await deliver(combines, event)));

	expect(new Set(answers.flat().map(({ status }) => status))).toEqual(new Set([200]));
	const executions = await waitForExecutions(environment.rest, { workflowId: combines.id }, 1);
	const runs = await Promise.all(
		executions.map(async ({ id }) => await environment.rest.execution(id)),
	);
	const emitted = runs.flatMap(({ run }) =>
		outputOf(run, 'Smartcar Trigger').map(({ eventId }) => eventId),
	);
	expect(emitted.sort()).toEqual(events.map(({ eventId }) => eventId).sort());
	expect(executions.length).toBeLessThan(events.length / 2);
});
