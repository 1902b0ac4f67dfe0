import { conditionListSchema } from '../../nodes/SmartcarTrigger/conditions/conditionRows';
import { observe } from '../../nodes/SmartcarTrigger/conditions/observe';
import { CONDITION_SIGNALS } from '../../nodes/SmartcarTrigger/conditions/conditionSignals';
import { isFirstDelivery } from '../../nodes/SmartcarTrigger/event/signals';
import { parseEvent } from '../../nodes/SmartcarTrigger/event/parser';
import {
	type NamedChange,
	namedChanges,
	signalCatalog,
	startSimulator,
	type Simulator,
	type Vehicle,
} from '../../simulator/simulator';
import { startReceiver, stopReceivers, type Receiver } from '../../simulator/test/support/receiver';
import { APPLICATION } from '../testEnvironment/credentials';
import { TriggerWebhooks } from './triggerWebhooks';

/** An electric car and a plug-in hybrid, which together have every signal. */
const VEHICLES = 3;

/** Signals that are not static, but have only one possible value. */
const WITH_ONE_VALUE = ['charge-fastchargertype', 'surveillance-brand'];

/**
 * One condition for each signal that a condition can have. A condition reads a location as the
 * distance to a place.
 */
const conditions = conditionListSchema.parse({
	values: CONDITION_SIGNALS.map(({ code, kind }) =>
		kind === 'location'
			? { signal: code, when: 'leaves', latitude: 50, longitude: 10, radius: 1 }
			: { signal: code, when: 'changes' },
	),
});

let callback: Receiver;
let simulator: Simulator;

beforeAll(async () => {
	callback = await startReceiver(APPLICATION.applicationManagementToken);
	simulator = await startSimulator({ ...APPLICATION, vehicles: VEHICLES, timeScale: 0.001 });
	const trigger = { name: 'T', type: 'n8n-nodes-smartcar.smartcarTrigger', webhookId: 'hook' };
	const workflow = { id: 'w', name: 'W', versionId: 'v', activeVersionId: 'v', isArchived: false };
	const rest = {
		listWorkflows: async () => [workflow],
		getWorkflowNodes: async () => ({ saved: [trigger], published: [trigger] }),
	};
	const urls = { webhookUrl: () => callback.url, testWebhookUrl: () => callback.url };
	await new TriggerWebhooks(simulator, { rest, urls }, () => undefined).update();
	await simulator.deliveries.idle();
});

afterAll(async () => {
	await simulator?.close();
	await stopReceivers();
});

/** The value of a signal in an event, as a condition reads it. */
interface ReportedValue {
	code: string;
	/** The vehicle, and its tire, door or window. */
	place: string;
	value: string;
}

/**
 * The values of the signals that the received events are about. A first delivery is about all
 * signals.
 */
const receivedValues = (): ReportedValue[] =>
	callback.requests.flatMap(({ text }) => {
		const body = JSON.parse(text);
		const event = parseEvent(body, body.eventId);
		const triggers = event.triggers.map(({ code }) => code);
		const onUnusable = () => undefined;
		return observe(event, conditions, onUnusable)
			.map(({ condition, place, value }) => ({
				code: condition.signal.code,
				place: `${event.vehicle.id} ${place}`,
				value: String(value),
			}))
			.filter(({ code }) => isFirstDelivery(event.triggers) || triggers.includes(code));
	});

/**
 * Sends a change from the page.
 *
 * @returns what the webhook received for the signals of the change
 */
async function send(vehicle: Vehicle, change: NamedChange): Promise<ReportedValue[]> {
	callback.requests.length = 0;
	await simulator.eventPage.send(vehicle, change).catch((error: unknown) => {
		// A RangeError says that the vehicle does not have the signals.
		if (!(error instanceof RangeError)) throw error;
	});
	return receivedValues().filter(({ code }) => change.signals.includes(code));
}

test('the page can send every signal that a condition can have, with different values', async () => {
	const firstValues = receivedValues();
	const sentValues: ReportedValue[] = [];
	for (const vehicle of simulator.fleet.vehicles)
		for (const change of Object.values(namedChanges).flat())
			sentValues.push(...(await send(vehicle, change)));

	const sentCodes = new Set(sentValues.map(({ code }) => code));
	const codes = conditions.map(({ signal }) => signal.code);
	expect(codes.filter((code) => !sentCodes.has(code))).toEqual([]);

	const lastValues = new Map<string, string>();
	const changedCodes = new Set<string>();
	for (const { code, place, value } of [...firstValues, ...sentValues]) {
		const key = `${code} ${place}`;
		if ((lastValues.get(key) ?? value) !== value) changedCodes.add(code);
		lastValues.set(key, value);
	}
	const isStatic = (code: string) => signalCatalog.get(code)?.isStatic === true;
	const unchangedCodes = codes.filter((code) => !changedCodes.has(code) && !isStatic(code));
	expect(unchangedCodes.sort()).toEqual(WITH_ONE_VALUE);
});
