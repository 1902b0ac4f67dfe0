import { waitForExecutions } from '../../tools/n8n/rest';
import { outputOf } from '../../tools/n8n/runData';
import { webhookIdOf } from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { plainWorkflow } from '../../tools/testEnvironment/triggerWorkflows';
import { startTestEnvironment } from '../support/startTestEnvironment';

const workflow = plainWorkflow('smartcarListen001', { events: ['VEHICLE_STATE', 'VEHICLE_ERROR'] });

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([workflow]);
});

afterAll(async () => await environment?.close());

test('while the editor listens, the test URL answers VERIFY and shows one event, the same one again the next time', async () => {
	const callbackUri = environment.n8n.testWebhookUrl(webhookIdOf(workflow));
	const { deliveries, events, webhooks } = environment.simulator;
	const webhook = webhooks.create({ name: 'test', callbackUri });
	const [event] = events.many(1, { webhook, mode: 'TEST' });
	if (!event) throw new Error('The simulator made no event');

	for (const run of [1, 2]) {
		await environment.rest.listenForTestEvent(workflow.id, 'Smartcar Trigger');
		expect(await webhooks.verify(webhook.id)).toMatchObject({ verified: true });
		const { attempts } = await deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([{ status: 200, body: expect.stringContaining('"accepted"') }]);

		const executions = await waitForExecutions(
			environment.rest,
			{ workflowId: workflow.id, mode: 'manual' },
			run,
		);
		const latest = await environment.rest.execution(executions[run - 1]?.id ?? '');
		expect(outputOf(latest.run, 'Smartcar Trigger')).toMatchObject([
			{ eventId: event.eventId, mode: 'TEST' },
		]);
	}
});
