import { isDeepStrictEqual } from 'node:util';
import pWaitFor from 'p-wait-for';
import { SIGNAL_OPTIONS } from '../../../nodes/shared/signalNames';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { firstVehicle } from '../../support/simulatedFleet';
import { TRIGGER_NAME } from '../../support/triggerWorkflows';
import { PUBLIC_URL, type EditorSession } from '../editorSession';
import { LOCK_WORKFLOW } from '../lockWorkflow';
import { TriggerPanel } from '../pages/triggerPanel';
import type { Scope } from '../scope';
import { areaOf, takeScreenshot } from '../screenshots';
import { storedParameters } from '../storedParameters';
import { twoNodeAlert } from '../twoNodeAlert';
import { unresolvedTexts } from '../unresolvedTexts';

const SIGNAL_NAMES = SIGNAL_OPTIONS.map(({ name }) => name);

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
			expect(help).toContain('Smartcar sends its events to the production URL');
			expect(help).toMatch(/While building, use .* the test URL/);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			const { urls } = triggerPanel;
			await takeScreenshot(
				page,
				'trigger-panel',
				await areaOf([urls, panel.form.fieldWithLabel('events')]),
			);
		});

		test('of a workflow that is not published explains how to test and to publish it', async () => {
			const { editor } = session();
			await editor.openWorkflow(LOCK_WORKFLOW.id);
			const panel = await editor.openNode(TRIGGER_NAME);
			const help = await new TriggerPanel(panel).help();
			expect(help).toMatch(/While building, create a second webhook .* with the test URL/);
			expect(help).toContain('publish it and enter the production URL as the callback URI');
			expect(await unresolvedTexts(panel.root)).toEqual([]);
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

		/** Adds a trigger to a new workflow, and opens it. */
		async function addTrigger(name: string) {
			const { editor } = session();
			await editor.newWorkflow();
			await editor.nodePicker.open();
			await editor.nodePicker.openSmartcar();
			return await editor.nodePicker.add(name);
		}

		/**
		 * Adds a trigger with a new condition to a new workflow. `row` is the path of the condition.
		 */
		async function addCondition() {
			const panel = await addTrigger('On condition met');
			await panel.form.addEntry('conditions');
			return { panel, form: panel.form, row: 'conditions.values[0]' };
		}

		test('a new condition is about a low tire, and the choice of another signal resets its fields to values that fit the signal', async () => {
			const { form, row } = await addCondition();
			/** The text in each field of the condition. */
			const readFields = async () => {
				const paths = (await form.paths()).filter((path) => path.startsWith(`${row}.`));
				const fields = paths.map(async (path) => [
					path.slice(row.length + 1),
					await form.inputValueNow(path),
				]);
				return Object.fromEntries(await Promise.all(fields));
			};
			const expectFields = async (expected: Record<string, string>) => {
				// The form changes a moment after the choice.
				let fields: unknown;
				const areAsExpected = async () => {
					fields = await readFields();
					return isDeepStrictEqual(fields, expected);
				};
				await pWaitFor(areAsExpected, { timeout: 10_000 }).catch(() => undefined);
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
			await expectFields(lowTire);
			await form.choose(`${row}.signal`, 'Location (GPS)');
			await expectFields({
				signal: 'Location (GPS)',
				when: 'Leaves Area',
				latitude: '0.000000',
				longitude: '0.000000',
				radius: '500',
				resetAt: '',
			});
			await form.choose(`${row}.signal`, 'Plugged In (Charging Cable)');
			await expectFields({ signal: 'Plugged In (Charging Cable)', when: 'Becomes', value: 'True' });
			await form.choose(`${row}.signal`, 'Battery Level (State of Charge)');
			await expectFields({
				signal: 'Battery Level (State of Charge)',
				when: 'Falls Below',
				value: '0',
				unit: '%',
				resetAt: '',
			});
			await form.choose(`${row}.signal`, 'Charging Status');
			await expectFields({ signal: 'Charging Status', when: 'Becomes', value: '' });
			await form.choose(`${row}.signal`, 'Tire Pressure (Wheel: Tires, Tyres)');
			await expectFields(lowTire);
		});

		test('a condition has the fields signal, when, value, unit, reset and place in this order, and stores what is entered', async () => {
			const { page } = session();
			const { panel, form, row } = await addCondition();
			await form.field(`${row}.signal`).waitFor();
			const fields = ['signal', 'when', 'value', 'unit', 'resetAt', 'place'];
			expect((await form.paths()).filter((path) => path.startsWith(`${row}.`))).toEqual(
				fields.map((name) => `${row}.${name}`),
			);

			expect(await form.optionNames(`${row}.signal`)).toEqual([...SIGNAL_NAMES, 'Other Signal']);
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
			await form.choose(`${row}.when`, 'Rises Above');
			await form.choose(`${row}.place`, 'Front Left');
			const area = 'conditions.values[1]';
			await form.addEntry('conditions');
			await form.choose(`${area}.signal`, 'Location (GPS)');
			await form.choose(`${area}.when`, 'Enters Area');
			await form.type(`${area}.latitude`, '50.0875');
			await form.type(`${area}.longitude`, '14.4213');
			await form.type(`${area}.radius`, '300');
			await form.type(`${area}.resetAt`, '400');

			await form.addOption('Filters', 'Signals');
			expect(await form.optionNames('filters.signalCodes')).toEqual([...SIGNAL_NAMES, 'Other']);

			const title = await panel.title();
			await panel.close();
			const expected = {
				events: ['CONDITION_MET'],
				conditions: {
					values: [
						{ when: 'above', value: 29, unit: 'psi', resetAt: '32', place: 'frontLeft' },
						{
							signal: 'location-preciselocation',
							when: 'enters',
							latitude: 50.0875,
							longitude: 14.4213,
							radius: 300,
							resetAt: '400',
						},
					],
				},
			};
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		test('a condition stays when another event is selected as well', async () => {
			const { panel, form, row } = await addCondition();
			await form.type(`${row}.value`, '210');
			await form.select('events', ['Vehicle Error']);
			expect(await form.selected('events')).toEqual(['Condition Met', 'Vehicle Error']);
			expect(await form.inputValue(`${row}.value`)).toBe('210');
			const title = await panel.title();
			await panel.close();
			const expected = {
				events: ['CONDITION_MET', 'VEHICLE_ERROR'],
				conditions: { values: [{ value: 210 }] },
			};
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		test('with Other among the error codes, the filter Other Error Codes can be added', async () => {
			const panel = await addTrigger('On vehicle error');
			const { form } = panel;
			expect(await form.addOption('Filters', 'Error Codes')).toEqual([
				'Error Types',
				'Error Codes',
				'Error States',
				'Vehicle IDs',
				'Makes',
				'Vehicle Modes',
				'Event Modes',
				'Webhook IDs',
			]);
			await form.select('filters.errorCodes', ['Other']);
			await form.addOption('Filters', 'Other Error Codes');
			await form.type('filters.otherErrorCodes', 'CHARGE_FAULT');
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			const title = await panel.title();
			await panel.close();
			const expected = { filters: { errorCodes: ['other'], otherErrorCodes: 'CHARGE_FAULT' } };
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});

		if (scope === 'short') return;

		test('lets the user add and set filters and options', async () => {
			const { page } = session();
			// A new one, because n8n saves the filters, and does not offer them again in a second
			// attempt.
			const panel = await addTrigger('On vehicle state');
			const { form } = panel;
			await form.addOption('Filters', 'Signals');
			await form.select('filters.signalCodes', ['Tire Pressure (Wheel: Tires, Tyres)']);
			await form.addOption('Filters', 'First Deliveries');
			await form.addOption('Options', 'Combine Events');
			await form.toggle('options.combineEvents');
			await form.addOption('Options', 'Acknowledge');
			expect(await form.selected('filters.signalCodes')).toEqual([
				'Tire Pressure (Wheel: Tires, Tyres)',
			]);
			expect(await unresolvedTexts(panel.root)).toEqual([]);
			const collections = ['Filters', 'Options'].map((name) => form.collection(name));
			for (const collection of collections) await collection.scrollIntoViewIfNeeded();
			await takeScreenshot(page, 'trigger-options', await areaOf(collections));
			const title = await panel.title();
			await panel.close();
			const expected = {
				filters: { signalCodes: ['wheel-tires'], firstDeliveries: 'skip' },
				options: { combineEvents: true, acknowledge: 'onReceived' },
			};
			expect(await storedParameters(session(), title, expected)).toMatchObject(expected);
		});
	});
}
