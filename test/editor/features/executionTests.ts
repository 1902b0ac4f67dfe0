import { waitForExecutions } from '../../../tools/n8n/restClient';
import { TRIGGER_NAME } from '../../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import type { EditorSession } from '../editorSession';
import { ExecutionsPage } from '../pages/executionsPage';
import { areaOf, takeScreenshot } from '../screenshots';

export function executionTests(session: () => EditorSession): void {
	test('an event at the production URL appears in the list of executions, and the execution shows its item', async () => {
		const { environment, page, alert, editor } = session();
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
		await deliveries.deliver(event, { callbackUri, retry: false });
		const [execution] = await waitForExecutions(rest, { workflowId: alert.id, mode: 'webhook' }, 1);
		if (!execution) throw new Error('The workflow did not run');

		const executions = new ExecutionsPage(page, n8n.baseUrl);
		await executions.open(alert.id, execution.id);
		expect(await executions.status(execution.id)).toBe('Succeeded');
		const log = await executions.openLog(TRIGGER_NAME);
		await takeScreenshot(page, 'execution', await areaOf([executions.node(TRIGGER_NAME), log]));
		const panel = await executions.openNode(TRIGGER_NAME);
		await panel.itemCount.waitFor();
		expect(await panel.itemCount.innerText()).toContain('1 item');
		expect(await panel.outputWith(String(event.eventId))).toContain('wheel-tires');
		await editor.closeNode();
	});
}
