import { waitForExecutions } from '../../../tools/n8n/rest';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { TRIGGER } from '../names';
import { Executions } from '../pages/executionsPage';
import { takePicture } from '../screenshots';
import type { EditorSession } from '../editorSession';

export function executions(session: () => EditorSession): void {
	test('an event of the production URL stands in the executions, with its item', async () => {
		const { environment, page, alert, editor } = session();
		const { deliveries, events, fleet, webhooks } = environment.simulator;
		const callbackUri = environment.n8n.webhookUrl(webhookIdOf(alert));
		const webhook = webhooks.create({ name: 'live', callbackUri });
		const [vehicle] = fleet.vehicles;
		if (!vehicle) throw new Error('The fleet is empty');
		// Low in front, so that the execution shows the whole way to the message.
		vehicle.tires = { frontLeft: 205, frontRight: 188, backLeft: 231, backRight: 229 };
		const event = events.vehicleState(vehicle, {
			webhook,
			triggers: ['wheel-tires'],
			signals: ['wheel-tires'],
		});
		await deliveries.deliver(event, { callbackUri, retry: false });
		const [execution] = await waitForExecutions(
			environment.rest,
			{ workflowId: alert.id, mode: 'webhook' },
			1,
		);
		if (!execution) throw new Error('The workflow did not run');

		const view = new Executions(page, environment.n8n.baseUrl);
		await view.open(alert.id, execution.id);
		expect(await view.outcome(execution.id)).toBe('Succeeded');
		await takePicture(page, 'execution');
		const panel = await view.openNode(TRIGGER);
		await panel.items.waitFor();
		expect(await panel.items.innerText()).toContain('1 item');
		expect(await panel.outputWith(String(event.eventId))).toContain('wheel-tires');
		await editor.closeNode();
	});
}
