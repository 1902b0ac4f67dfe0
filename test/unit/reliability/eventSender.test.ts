import { Random } from '../../../simulator/random';
import { startSimulator, type Simulator } from '../../../simulator/simulator';
import { startReceiver, stopReceivers } from '../../../simulator/test/support/receiver';
import { planCopies, planOnce } from '../../reliability/sending/deliveryPlan';
import { EventSender } from '../../reliability/sending/eventSender';

const TOKEN = 'token';

let simulator: Simulator;

beforeEach(async () => {
	simulator = await startSimulator({
		clientId: 'id',
		clientSecret: 'secret',
		applicationManagementToken: TOKEN,
	});
});

afterEach(async () => {
	await simulator.close();
	await stopReceivers();
});

const eventIds = (plan: Array<{ eventId: string }>) => plan.map(({ eventId }) => eventId);

test('a plan has one to three copies of each event, in an order that depends on the seed', () => {
	const events = simulator.events.vehicleStates(100);

	const plan = planCopies(events, 3, new Random(1, 'plan'));

	expect(new Set(eventIds(plan))).toEqual(new Set(events.map(({ eventId }) => eventId)));
	expect(plan.length).toBeGreaterThan(100);
	expect(Math.max(...plan.map(({ copy }) => copy))).toBe(2);
	expect(planCopies(events, 3, new Random(1, 'plan'))).toEqual(plan);
	expect(eventIds(planCopies(events, 3, new Random(2, 'plan')))).not.toEqual(eventIds(plan));
});

test('repeats rejected deliveries until they are acknowledged, and counts the responses', async () => {
	const receiver = await startReceiver(TOKEN);
	const plan = planOnce(simulator.events.vehicleStates(4));
	const rejectedOnce = new Set([plan[0]?.eventId, plan[2]?.eventId]);
	receiver.respond = ({ event }, response) =>
		response.writeHead(rejectedOnce.delete(String(event.eventId)) ? 500 : 200).end();
	const sender = new EventSender(plan, { simulator, callbackUri: () => receiver.url });

	const sending = sender.sendAll();
	await sender.waitForRejected(2);
	await sender.waitForAcknowledged(4);
	await sending;

	expect(Object.fromEntries(sender.responses)).toEqual({ '200': 4, '500': 2 });
	expect(sender.acknowledgedEventIds).toEqual(new Set(eventIds(plan)));
	expect(sender.unansweredEventIds).toEqual(new Set());
});

test('a wait fails when sending ends before its condition is met, also if it begins later', async () => {
	const receiver = await startReceiver(TOKEN);
	const sender = new EventSender(planOnce(simulator.events.vehicleStates(1)), {
		simulator,
		callbackUri: () => receiver.url,
	});
	const message = 'Sending ended before 2 deliveries were acknowledged: 1 × 200';

	const sending = sender.sendAll();
	await expect(sender.waitForAcknowledged(2)).rejects.toThrow(message);
	await sending;

	await expect(sender.waitForAcknowledged(2)).rejects.toThrow(message);
	await sender.waitForAcknowledged(1);
});

test('waits fail if sending fails', async () => {
	const sender = new EventSender(planOnce(simulator.events.vehicleStates(1)), {
		simulator,
		callbackUri: () => {
			throw new Error('There is no URL');
		},
	});

	await Promise.all([
		expect(sender.sendAll()).rejects.toThrow('There is no URL'),
		expect(sender.waitForRejected(1)).rejects.toThrow('Sending ended before 1 deliveries'),
	]);
});

test('an event counts as unanswered if the connection broke, but not if it was refused', async () => {
	const receiver = await startReceiver(TOKEN);
	let isFirst = true;
	receiver.respond = (_received, response) => {
		if (isFirst) response.destroy();
		else response.writeHead(200).end();
		isFirst = false;
	};
	const plan = planOnce(simulator.events.vehicleStates(2));
	const [broken, refused] = eventIds(plan);
	const sender = new EventSender(plan, {
		simulator,
		connections: 1,
		callbackUri: ({ eventId }, attempt) =>
			eventId === refused && attempt === 1 ? 'http://127.0.0.1:1/' : receiver.url,
	});

	await sender.sendAll();

	expect(sender.unansweredEventIds).toEqual(new Set([broken]));
	expect(sender.acknowledgedEventIds).toEqual(new Set([broken, refused]));
});

test('sends the next attempt only when the receiver is ready', async () => {
	const receiver = await startReceiver(TOKEN);
	const checkedUris: string[] = [];
	const sender = new EventSender(planOnce(simulator.events.vehicleStates(1)), {
		simulator,
		callbackUri: () => receiver.url,
		isReady: async (callbackUri) => {
			checkedUris.push(callbackUri);
			return checkedUris.length > 1;
		},
	});

	await sender.sendAll();

	expect(checkedUris).toEqual([receiver.url, receiver.url]);
	expect(Object.fromEntries(sender.responses)).toEqual({ 'not ready': 1, '200': 1 });
	expect(receiver.requests).toHaveLength(1);
});
