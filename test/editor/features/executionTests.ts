import { waitForExecutions } from '../../../tools/n8n/restClient';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import { TRIGGER_NAME } from '../../support/triggerWorkflows';
import type { EditorSession } from '../editorSession';
import { ExecutionsPage } from '../pages/executionsPage';
import { areaOf, takeScreenshot } from '../screenshots';

export function executionTests(session: () => EditorSession): void {
	describe('the execution of an event at the production URL', () => {
		let eventId: string;
		let executionId: string;

		// Not in the test: when jest retries the test, another event would start no execution, because
		// the tire is already low.
		beforeAll(async () => {
			const { environment, alert } = session();
			const { n8n, rest, simulator } = environment;
			const { deliveries, events, webhooks } = simulator;
			const callbackUri = n8n.webhookUrl(webhookIdOf(alert));
			const webhook = webhooks.create({ name: 'live', callbackUri });
			const vehicle = firstVehicle(simulator);
			// The front right pressure is low, so that the workflow runs to its last node.
			vehicle.tires = { frontLeft: 205, frontRight: 188, backLeft: 231, backRight: 229 };
			const event = events.vehicleState(vehicle, {
				webhook,
				triggers: ['wheel-tires'],
				signals: ['wheel-tires'],
			});
			const { attempts } = await deliveries.deliver(event, { callbackUri, retry: false });
			expect(attempts).toMatchObject([{ status: 200 }]);
			const executions = await waitForExecutions(
				rest,
				{ workflowId: alert.id, mode: 'webhook' },
				1,
			);
			eventId = event.eventId;
			executionId = executions[0]?.id ?? '';
		});

		test('has succeeded, and shows its item', async () => {
			const { environment, page, alert, editor } = session();
			const executions = new ExecutionsPage(page, environment.n8n.baseUrl);
			await executions.open(alert.id, executionId);
			expect(await executions.status(executionId)).toBe('Succeeded');
			const log = await executions.openLog(TRIGGER_NAME);
			await takeScreenshot(page, 'execution', await areaOf([executions.node(TRIGGER_NAME), log]));
			const panel = await executions.openNode(TRIGGER_NAME);
			await panel.itemCount.waitFor();
			expect(await panel.itemCount.innerText()).toContain('1 item');
			expect(await panel.outputWith(eventId)).toContain('wheel-tires');
			await editor.closeNode();
		});
	});
}
