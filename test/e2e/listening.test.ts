import { waitForExecutions } from '../../tools/n8n/rest';
import { outputOf } from '../../tools/n8n/runData';
import { webhookIdOf } from '../../tools/testEnvironment/exampleWorkflows';
import type { Scene } from '../../tools/testEnvironment/testEnvironment';
import { plainWorkflow } from '../../tools/testEnvironment/triggerWorkflows';
import { startScene } from '../support/startTestEnvironment';

const workflow = plainWorkflow('smartcarListen001', { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'] });

let scene: Scene;

beforeAll(async () => {
	scene = await startScene([workflow]);
});

afterAll(async () => await scene?.close());

test('while the editor listens, the test URL answers VERIFY and shows one event, the same one again the next time', async () => {
	const callbackUri = scene.n8n.testWebhookUrl(webhookIdOf(workflow));
	const { deliveries, events, webhooks } = scene.simulator;
	const webhook = webhooks.create({ name: 'test', callbackUri });
	const [event] = events.many(1, { webhook, mode: 'TEST' });
	if (!event) throw new Error('The simulator made no event');

	for (const run of [1, 2]) {
		await scene.rest.listenForTestEvent(workflow.id, 'Smartcar Trigger');
		expect(await webhooks.verify(webhook.id)).toMatchObject({ verified: true });
		const { attempts } = await deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([{ status: 200, body: expect.stringContaining('"accepted"') }]);

		const executions = await waitForExecutions(
			scene.rest,
			{ workflowId: workflow.id, mode: 'manual' },
			run,
		);
		const latest = await scene.rest.execution(executions[run - 1]?.id ?? '');
		expect(outputOf(latest.run, 'Smartcar Trigger')).toMatchObject([
			{ eventId: event.eventId, mode: 'TEST' },
		]);
	}
});
