import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import type { Extent } from '../scope';
import { TRIGGER } from '../names';
import { TriggerPanel } from '../pages/triggerPanel';
import { takePicture } from '../screenshots';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { unresolvedTexts } from '../unresolvedTexts';

export function trigger(session: () => EditorSession, extent: Extent): void {
	describe('the trigger', () => {
		beforeEach(async () => await session().editor.openWorkflow(session().alert.id));
		afterEach(async () => await session().editor.closeNode());

		test('shows both addresses, and says what happens with each', async () => {
			const { editor, page, alert } = session();
			await editor.dismissMessages();
			await takePicture(page, 'workflow-alert');
			const panel = await editor.openNode(TRIGGER);
			const own = new TriggerPanel(panel);
			await own.showUrls();
			expect(await own.url('test')).toBe(
				`${PUBLIC_URL}/webhook-test/${webhookIdOf(alert)}/webhook`,
			);
			expect(await own.url('production')).toBe(
				`${PUBLIC_URL}/webhook/${webhookIdOf(alert)}/webhook`,
			);
			const help = await own.help();
			expect(help).toMatch(/production URL/);
			expect(help).toMatch(/test URL/);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			await takePicture(page, 'trigger-panel');
		});

		test('listens for a test event, and shows it as an item', async () => {
			const { editor, environment, alert } = session();
			const panel = await editor.openNode(TRIGGER);
			const own = new TriggerPanel(panel);
			await own.listen();

			const callbackUri = environment.n8n.testWebhookUrl(webhookIdOf(alert));
			const { deliveries, events, fleet, webhooks } = environment.simulator;
			const webhook = webhooks.create({ name: 'test', callbackUri });
			const [vehicle] = fleet.vehicles;
			if (!vehicle) throw new Error('The fleet is empty');
			const event = events.vehicleState(vehicle, {
				webhook,
				mode: 'TEST',
				triggers: ['wheel-tires'],
				signals: ['wheel-tires'],
			});
			const { attempts } = await deliveries.deliver(event, { callbackUri, retry: false });
			expect(attempts).toMatchObject([{ status: 200 }]);

			await panel.items.waitFor();
			expect(await panel.items.innerText()).toContain('1 item');
			expect(await panel.outputWith(String(event.eventId))).toContain(String(event.eventType));
		});

		if (extent === 'short') return;

		test('offers its filters and options', async () => {
			const { editor, page } = session();
			const panel = await editor.openNode(TRIGGER);
			const { form } = panel;
			await form.add('Filters', 'Signals');
			await form.tick('filters.signalCodes', ['Wheel: Tires']);
			await form.add('Filters', 'Skip First Deliveries');
			await form.toggle('filters.skipFirstDeliveries');
			await form.add('Options', 'Combine Events');
			await form.toggle('options.combineEvents');
			await form.add('Options', 'Only on Change');
			await form.toggle('options.onlyOnChange');
			expect(await form.ticked('filters.signalCodes')).toEqual(['Wheel: Tires']);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			await form.field('options.onlyOnChange').scrollIntoViewIfNeeded();
			await takePicture(page, 'trigger-options');
		});
	});
}
