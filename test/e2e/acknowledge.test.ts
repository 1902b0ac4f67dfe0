import pWaitFor from 'p-wait-for';
import type { JsonObject } from '../../simulator/json';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeHints } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import {
	chainOfNodes,
	webhookIdOf,
	type Workflow,
	type WorkflowNode,
} from '../../tools/testEnvironment/workflow';
import { newEvent } from '../support/simulatedFleet';
import { publishDraft } from '../support/publishDraft';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { deliverOnce, emittedItems } from '../support/triggerEvents';
import { testOnNewest } from '../support/n8nUnderTest';
import {
	failingWorkflow,
	TRIGGER_NAME,
	triggerNode,
	triggerWorkflow,
} from '../support/triggerWorkflows';

const acknowledgesWhenFinished = failingWorkflow('smartcarFinish001', {
	options: { acknowledge: 'lastNode' },
});
const combinesEvents = failingWorkflow('smartcarCombine01', { options: { combineEvents: true } });

const waitNode: WorkflowNode = {
	name: 'Ask Owner',
	type: 'n8n-nodes-base.wait',
	typeVersion: 1.1,
	parameters: { resume: 'webhook' },
};
const acknowledgingTrigger = (workflowId: string) =>
	triggerNode(workflowId, { options: { acknowledge: 'lastNode' } });
const waitsForOwner = chainOfNodes('smartcarWaits001', [
	acknowledgingTrigger('smartcarWaits001'),
	waitNode,
]);
const takesSeconds = chainOfNodes('smartcarSlow0001', [
	acknowledgingTrigger('smartcarSlow0001'),
	{ ...waitNode, parameters: { amount: 10, unit: 'seconds' } },
]);
/** A test adds `waitNode` to it after it was published. */
const waitsForOwnerLater = triggerWorkflow('smartcarWaits002', {
	options: { acknowledge: 'lastNode' },
});

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment(
		[acknowledgesWhenFinished, combinesEvents, takesSeconds, waitsForOwnerLater],
		{ drafts: [waitsForOwner] },
	);
});

afterAll(async () => await environment?.close());

const deliver = async (workflow: Workflow, event: JsonObject) =>
	await deliverOnce(environment, workflow, event);

test('an event is answered 500 when the workflow fails, is executed again when retried, and is a duplicate once the workflow has succeeded', async () => {
	const event = newEvent(environment.simulator);
	const failing = { ...event, data: { shouldFail: true } };
	const succeeding = { ...event, data: { shouldFail: false } };

	expect(await deliver(acknowledgesWhenFinished, failing)).toMatchObject([{ status: 500 }]);
	expect(await deliver(acknowledgesWhenFinished, succeeding)).toMatchObject([
		{ status: 200, responseBody: '' },
	]);
	expect(await deliver(acknowledgesWhenFinished, succeeding)).toMatchObject([
		{ status: 200, responseBody: expect.stringContaining('duplicate') },
	]);

	const executions = await waitForExecutions(
		environment.rest,
		{ workflowId: acknowledgesWhenFinished.id },
		2,
	);
	expect(executions.map(({ status }) => status)).toEqual(['error', 'success']);
});

test('an event whose sender hangs up before the workflow has finished is executed once', async () => {
	const { n8n, rest, simulator } = environment;
	const [request] = simulator.createSignedRequests([newEvent(simulator)]);
	const post = async (signal: AbortSignal) =>
		await fetch(n8n.webhookUrl(webhookIdOf(takesSeconds)), {
			method: 'POST',
			...request,
			signal,
		});
	const filter = { workflowId: takesSeconds.id };
	const hangUp = new AbortController();
	const hangUpOnceExecuting = async () => {
		const isExecuting = async () => (await rest.listExecutions(filter)).length > 0;
		await pWaitFor(isExecuting, { interval: 100, timeout: 60_000 });
		hangUp.abort();
	};

	await Promise.all([
		expect(post(hangUp.signal)).rejects.toThrow('aborted'),
		hangUpOnceExecuting(),
	]);
	await expect(post(AbortSignal.timeout(500))).rejects.toThrow('timeout');
	const response = await post(AbortSignal.timeout(60_000));
	expect(await response.json()).toMatchObject({ status: 'duplicate' });

	const executions = await waitForExecutions(rest, filter, 1);
	expect(executions.map(({ status }) => status)).toEqual(['success']);
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
	const items = await emittedItems(environment, executions);
	expect(items.map(({ eventId }) => eventId).sort()).toEqual(
		events.map(({ eventId }) => eventId).sort(),
	);
	expect(executions.length).toBeLessThan(events.length / 2);
});

test('with Acknowledge: When the Workflow Finishes, a workflow with a Wait node cannot be published', async () => {
	expect(await publishDraft(environment, waitsForOwner)).toContain(
		"The node 'Ask Owner' makes the workflow wait",
	);
});

// n8n 2.35 rejects the version with the Wait node: docs/contributing/n8n-facts.md#publishing.
testOnNewest(
	'a Wait node can be added to a published workflow, and each execution says what is wrong',
	async () => {
		const { rest, simulator } = environment;
		const { id } = waitsForOwnerLater;
		await rest.saveWorkflow(chainOfNodes(id, [acknowledgingTrigger(id), waitNode]));
		expect(await publishDraft(environment, waitsForOwnerLater)).not.toContain(
			'makes the workflow wait',
		);

		// n8n says that it has published the workflow before the new version handles events.
		let waitingId: string | undefined;
		const isWaiting = async () => {
			await deliver(waitsForOwnerLater, newEvent(simulator));
			const executions = await rest.listExecutions({ workflowId: id });
			waitingId = executions.find(({ status }) => status === 'waiting')?.id;
			return waitingId !== undefined;
		};
		await pWaitFor(isWaiting, { interval: 500, timeout: 40_000 });

		const { runData } = await rest.getExecution(waitingId ?? '');
		expect(nodeHints(runData, TRIGGER_NAME)).toEqual([
			expect.stringContaining("The node 'Ask Owner' makes the workflow wait"),
		]);
	},
);
