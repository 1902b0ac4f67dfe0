import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf } from '../../tools/testEnvironment/workflow';
import { newEvent } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { deliverOnce } from '../support/triggerEvents';
import { TRIGGER_NAME, triggerWorkflow } from '../support/triggerWorkflows';

const workflow = triggerWorkflow('smartcarListen001', {
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
	options: { outOfOrder: 'drop' },
});

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([workflow]);
});

afterAll(async () => await environment?.close());

test('while the editor listens, the test URL answers VERIFY and emits an event, even one that was emitted before', async () => {
	const { n8n, rest, simulator } = environment;
	const callbackUri = n8n.testWebhookUrl(webhookIdOf(workflow));
	const webhook = simulator.webhooks.create({ name: 'test', callbackUri });
	const event = newEvent(simulator, { webhook, mode: 'TEST' });

	for (const run of [1, 2]) {
		await rest.listenForTestEvent(workflow.id, TRIGGER_NAME);
		expect(await simulator.webhooks.verify(webhook.id)).toMatchObject({ verified: true });
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([
			{ status: 200, responseBody: expect.stringContaining('"accepted"') },
		]);

		const executions = await waitForExecutions(
			rest,
			{ workflowId: workflow.id, mode: 'manual' },
			run,
		);
		const latest = await rest.getExecution(executions[run - 1]?.id ?? '');
		expect(nodeOutput(latest.runData, TRIGGER_NAME)).toMatchObject([
			{ eventId: event.eventId, mode: 'TEST' },
		]);
	}
});

test('while the editor listens, a delivery with a wrong signature makes the execution fail with an error that says so', async () => {
	const { n8n, rest } = environment;
	const manualRuns = { workflowId: workflow.id, mode: 'manual' };
	const earlierRuns = await rest.listExecutions(manualRuns);
	await rest.listenForTestEvent(workflow.id, TRIGGER_NAME);

	const response = await fetch(n8n.testWebhookUrl(webhookIdOf(workflow)), {
		method: 'POST',
		headers: { 'content-type': 'application/json', 'sc-signature': '0'.repeat(64) },
		body: JSON.stringify({ eventId: 'unsigned', eventType: 'VEHICLE_STATE' }),
	});

	expect(response.status).toBe(401);
	const executions = await waitForExecutions(rest, manualRuns, earlierRuns.length + 1);
	const { runData } = await rest.getExecution(executions[earlierRuns.length]?.id ?? '');
	expect(runData.resultData.error).toMatchObject({
		message: expect.stringContaining('does not match the Application Management Token'),
	});
});

test('listening in the editor does not make the published workflow forget the order of events', async () => {
	const { rest, simulator } = environment;
	const replyTo = async (sequence: number) => {
		// `newEvent` always takes the first vehicle.
		const event = { ...newEvent(simulator), meta: { mode: 'LIVE', sequence } };
		const [attempt] = await deliverOnce(environment, workflow, event);
		return attempt?.responseBody;
	};
	expect(await replyTo(2)).toContain('"accepted"');

	await rest.listenForTestEvent(workflow.id, TRIGGER_NAME);
	await rest.stopListening(workflow.id);

	expect(await replyTo(1)).toContain('a later event of the vehicle has already arrived');
});
