import { TRIGGER_NAME } from '../../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { TriggerPanel } from '../pages/triggerPanel';
import type { Scope } from '../scope';
import { takeScreenshot } from '../screenshots';
import { unresolvedTexts } from '../unresolvedTexts';

export function triggerTests(session: () => EditorSession, scope: Scope): void {
	describe('the trigger', () => {
		beforeEach(async () => await session().editor.openWorkflow(session().alert.id));
		afterEach(async () => await session().editor.closeNode());

		test('shows the test URL and the production URL, and explains when to use them', async () => {
			const { editor, page, alert } = session();
			await editor.dismissMessages();
			await takeScreenshot(page, 'workflow-alert');
			const panel = await editor.openNode(TRIGGER_NAME);
			const triggerPanel = new TriggerPanel(panel);
			await triggerPanel.showUrls();
			const path = `${webhookIdOf(alert)}/webhook`;
			expect(await triggerPanel.url('test')).toBe(`${PUBLIC_URL}/webhook-test/${path}`);
			expect(await triggerPanel.url('production')).toBe(`${PUBLIC_URL}/webhook/${path}`);
			const help = await triggerPanel.help();
			expect(help).toMatch(/production URL/);
			expect(help).toMatch(/test URL/);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			await takeScreenshot(page, 'trigger-panel');
		});

		test('listens for a test event, and shows it as an item', async () => {
			const { editor, environment, alert } = session();
			const panel = await editor.openNode(TRIGGER_NAME);
			await new TriggerPanel(panel).listen();

			const { n8n, simulator } = environment;
			const callbackUri = n8n.testWebhookUrl(webhookIdOf(alert));
			const webhook = simulator.webhooks.create({ name: 'test', callbackUri });
			const event = simulator.events.vehicleState(firstVehicle(simulator), {
				webhook,
				mode: 'TEST',
				triggers: ['wheel-tires'],
				signals: ['wheel-tires'],
			});
			const { attempts } = await simulator.deliveries.deliver(event, {
				callbackUri,
				retry: false,
			});
			expect(attempts).toMatchObject([{ status: 200 }]);

			await panel.itemCount.waitFor();
			expect(await panel.itemCount.innerText()).toContain('1 item');
			expect(await panel.outputWith(String(event.eventId))).toContain(String(event.eventType));
		});

		if (scope === 'short') return;

		test('lets the user add and set filters and options', async () => {
			const { editor, page } = session();
			const panel = await editor.openNode(TRIGGER_NAME);
			const { form } = panel;
			await form.add('Filters', 'Signals');
			await form.select('filters.signalCodes', ['Tire Pressures (Wheel: Tires, Tyres)']);
			await form.add('Filters', 'First Deliveries');
			await form.add('Options', 'Combine Events');
			await form.toggle('options.combineEvents');
			await form.add('Options', 'Acknowledge');
			expect(await form.selected('filters.signalCodes')).toEqual([
				'Tire Pressures (Wheel: Tires, Tyres)',
			]);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			await form.field('options.acknowledge').scrollIntoViewIfNeeded();
			await takeScreenshot(page, 'trigger-options');
		});
	});
}
