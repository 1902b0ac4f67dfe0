import { isDeepStrictEqual } from 'node:util';
import pWaitFor from 'p-wait-for';
import { TRIGGER_NAME } from '../../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { TriggerPanel } from '../pages/triggerPanel';
import type { Scope } from '../scope';
import { areaOf, takeScreenshot } from '../screenshots';
import { storedParameters } from '../storedParameters';
import { twoNodeAlert } from '../twoNodeAlert';
import { unresolvedTexts } from '../unresolvedTexts';

export function triggerTests(session: () => EditorSession, scope: Scope): void {
	describe('the trigger', () => {
		beforeEach(async () => await session().editor.openWorkflow(session().alert.id));
		afterEach(async () => await session().editor.closeNode());

		test('shows the test URL and the production URL, and explains when to use them', async () => {
			const { editor, page, alert } = session();
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
			const { urls } = triggerPanel;
			await takeScreenshot(
				page,
				'trigger-panel',
				await areaOf([urls, panel.form.fieldWithLabel('events')]),
			);
		});

		test('and the node that sends its message are a complete alert', async () => {
			const { editor, page, alert } = session();
			await editor.openWorkflow(twoNodeAlert(alert).id);
			const nodes = [TRIGGER_NAME, 'Slack'].map((name) => editor.node(name));
			// The workflow moves to the center after it was opened.
			for (const node of nodes) await node.hover({ trial: true });
			expect(await editor.nodeIssues.count()).toBe(0);
			await takeScreenshot(page, 'workflow-alert', await areaOf(nodes, 54));
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

		/** Adds a trigger with a new condition to a new workflow. */
		async function addCondition() {
			const { editor } = session();
			await editor.newWorkflow();
			await editor.nodePicker.open();
			await editor.nodePicker.openSmartcar();
			const panel = await editor.nodePicker.add('On condition met');
			await panel.form.addEntry('conditions');
			return { panel, form: panel.form, row: 'conditions.values[0]' };
		}

		test('a new condition is about a low tire, and another signal brings values that fit it', async () => {
			const { form, row } = await addCondition();
			/** All fields of the condition, and what they show. */
			const shownFields = async () => {
				const paths = (await form.paths()).filter((path) => path.startsWith(`${row}.`));
				const fields = paths.map(async (path) => [
					path.slice(row.length + 1),
					await form.shown(path),
				]);
				return Object.fromEntries(await Promise.all(fields));
			};
			const shows = async (expected: Record<string, string>) => {
				// The form changes a moment after the choice.
				let fields: unknown;
				const isExpected = async () => isDeepStrictEqual((fields = await shownFields()), expected);
				await pWaitFor(isExpected, { timeout: 10_000 }).catch(() => undefined);
				expect(fields).toStrictEqual(expected);
			};

			const lowTire = {
				signal: 'Tire Pressure (Wheel: Tires, Tyres)',
				when: 'Falls Below',
				value: '200',
				unit: 'kPa',
				resetAt: '',
				place: 'Any',
			};
			await shows(lowTire);
			await form.choose(`${row}.signal`, 'Location (GPS)');
			await shows({
				signal: 'Location (GPS)',
				when: 'Leaves Area',
				latitude: '0.000000',
				longitude: '0.000000',
				radius: '500',
				resetAt: '',
			});
			await form.choose(`${row}.signal`, 'Plugged In (Charging Cable)');
			await shows({ signal: 'Plugged In (Charging Cable)', when: 'Becomes', value: 'True' });
			await form.choose(`${row}.signal`, 'Battery Level (State of Charge)');
			await shows({
				signal: 'Battery Level (State of Charge)',
				when: 'Falls Below',
				value: '0',
				unit: '%',
				resetAt: '',
			});
			await form.choose(`${row}.signal`, 'Charging Status');
			await shows({ signal: 'Charging Status', when: 'Becomes', value: '' });
			await form.choose(`${row}.signal`, 'Tire Pressure (Wheel: Tires, Tyres)');
			await shows(lowTire);
		});

		test('a condition is entered in the order in which people say it', async () => {
			const { page } = session();
			const { panel, form, row } = await addCondition();
			await form.field(`${row}.signal`).waitFor();
			const fields = ['signal', 'when', 'value', 'unit', 'resetAt', 'place'];
			expect((await form.paths()).filter((path) => path.startsWith(`${row}.`))).toEqual(
				fields.map((name) => `${row}.${name}`),
			);

			await form.choose(`${row}.signal`, 'Tire Pressure (Wheel: Tires, Tyres)');
			await form.choose(`${row}.when`, 'Falls Below');
			await form.type(`${row}.value`, '29');
			await form.choose(`${row}.unit`, 'psi');
			await form.type(`${row}.resetAt`, '32');
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			expect(await panel.issues.count()).toBe(0);
			await takeScreenshot(
				page,
				'condition',
				await areaOf(['events', `${row}.place`].map((path) => form.fieldWithLabel(path))),
			);
			const title = await panel.title();
			await panel.close();
			const expected = {
				events: ['CONDITION_MET'],
				conditions: { values: [{ value: 29, unit: 'psi', resetAt: '32' }] },
			};
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		test('a condition stays when another event is chosen as well', async () => {
			const { panel, form, row } = await addCondition();
			await form.type(`${row}.value`, '210');
			await form.select('events', ['Vehicle Error']);
			expect(await form.selected('events')).toEqual(['Condition Met', 'Vehicle Error']);
			expect(await form.chosen(`${row}.value`)).toBe('210');
			const title = await panel.title();
			await panel.close();
			const expected = {
				events: ['CONDITION_MET', 'VEHICLE_ERROR'],
				conditions: { values: [{ value: 210 }] },
			};
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		test('Other in a filter reveals the filter for its codes', async () => {
			const { editor } = session();
			await editor.newWorkflow();
			await editor.nodePicker.open();
			await editor.nodePicker.openSmartcar();
			const panel = await editor.nodePicker.add('On vehicle error');
			const { form } = panel;
			await form.add('Filters', 'Error Codes');
			await form.select('filters.errorCodes', ['Other']);
			await form.add('Filters', 'Other Error Codes');
			await form.type('filters.otherErrorCodes', 'CHARGE_FAULT');
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			const title = await panel.title();
			await panel.close();
			const expected = { filters: { errorCodes: ['other'], otherErrorCodes: 'CHARGE_FAULT' } };
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		if (scope === 'short') return;

		test('lets the user add and set filters and options', async () => {
			const { editor, page } = session();
			const panel = await editor.openNode(TRIGGER_NAME);
			const { form } = panel;
			await form.add('Filters', 'Signals');
			await form.select('filters.signalCodes', ['Tire Pressure (Wheel: Tires, Tyres)']);
			await form.add('Filters', 'First Deliveries');
			await form.add('Options', 'Combine Events');
			await form.toggle('options.combineEvents');
			await form.add('Options', 'Acknowledge');
			expect(await form.selected('filters.signalCodes')).toEqual([
				'Tire Pressure (Wheel: Tires, Tyres)',
			]);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			const collections = ['Filters', 'Options'].map((name) => form.collection(name));
			for (const collection of collections) await collection.scrollIntoViewIfNeeded();
			await takeScreenshot(page, 'trigger-options', await areaOf(collections));
		});
	});
}
