import { webhookIdOf, type Workflow } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import { TRIGGER_NAME } from '../../support/triggerWorkflows';
import type { EditorSession } from '../editorSession';
import { LOCK_WORKFLOW } from '../lockWorkflow';
import type { NodePanel } from '../pages/nodePanel';
import { TriggerPanel } from '../pages/triggerPanel';

const VERIFICATION_ANSWERED =
	'The trigger answered a verification of the test URL. The Smartcar dashboard shows whether it succeeded.';

export function listeningTests(session: () => EditorSession): void {
	describe('a trigger that listens for a test event', () => {
		afterEach(async () => await session().editor.closeNode());

		/**
		 * Opens the trigger of a workflow and listens. Returns its panel, and a webhook that sends to
		 * its test URL.
		 */
		async function listen(workflow: Workflow) {
			const { editor, environment } = session();
			await editor.openWorkflow(workflow.id);
			const panel = await editor.openNode(TRIGGER_NAME);
			await new TriggerPanel(panel).listen();
			const callbackUri = environment.n8n.testWebhookUrl(webhookIdOf(workflow));
			const { webhooks } = environment.simulator;
			return { panel, webhook: webhooks.create({ name: 'test', callbackUri }) };
		}

		/**
		 * Sends a test event with the pressures of the tires, none of which is low. Waits until the
		 * panel shows its item.
		 */
		async function sendTires({ panel, webhook }: Awaited<ReturnType<typeof listen>>) {
			const { simulator } = session().environment;
			const vehicle = firstVehicle(simulator);
			vehicle.tires = { frontLeft: 205, frontRight: 228, backLeft: 231, backRight: 229 };
			const event = simulator.events.vehicleState(vehicle, {
				webhook,
				mode: 'TEST',
				triggers: ['wheel-tires'],
				signals: ['wheel-tires'],
			});
			const { callbackUri } = webhook;
			await simulator.deliveries.deliver(event, { callbackUri, retry: false });
			await expectItem(panel, event.eventId);
		}

		async function expectItem(panel: NodePanel, eventId: string) {
			await panel.itemCount.waitFor();
			expect(await panel.itemCount.innerText()).toContain('1 item');
			expect(await panel.outputWith(eventId)).toContain('VEHICLE_STATE');
		}

		test('shows an event that meets no condition, and why it would not start the workflow', async () => {
			const listening = await listen(session().alert);
			await sendTires(listening);
			expect(await listening.panel.hints()).toEqual([
				expect.stringMatching(
					/^No condition is met\. .* It would not start the published workflow\. Tire Pressure Falls Below 200 kPa: front left tire is at 205 kPa/,
				),
			]);
		});

		test('shows an event that a filter leaves out, and which filter that is', async () => {
			const listening = await listen(LOCK_WORKFLOW);
			await sendTires(listening);
			// When jest retries this test after the last one, the hint VERIFICATION_ANSWERED can be there, too.
			expect(await listening.panel.hints()).toContain(
				'This event is shown because you are listening. It would not start the published workflow: the filter Signals excludes Tire Pressure.',
			);
		});

		test('shows that the signature of a delivery does not match the token', async () => {
			const { panel, webhook } = await listen(LOCK_WORKFLOW);
			const response = await fetch(webhook.callbackUri, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'sc-signature': '0'.repeat(64) },
				body: JSON.stringify({ eventId: 'forged', eventType: 'VEHICLE_STATE' }),
			});
			expect(response.status).toBe(401);
			expect(await panel.errorWith('signature')).toContain(
				'does not match the Application Management Token of this credential',
			);
		});

		test('goes on listening after a verification of the test URL, and says so with the next event', async () => {
			const listening = await listen(LOCK_WORKFLOW);
			const { panel, webhook } = listening;
			const { webhooks } = session().environment.simulator;
			expect(await webhooks.verify(webhook.id)).toMatchObject({ verified: true });
			await sendTires(listening);
			expect(await panel.hints()).toContain(VERIFICATION_ANSWERED);
		});
	});
}
