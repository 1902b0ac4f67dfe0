import { Random } from '../../../simulator/random';
import { startSimulator, type Simulator } from '../../../simulator/simulator';
import { planCopies } from '../../reliability/sending/deliveryPlan';
import { Traffic } from '../../reliability/sending/eventSender';
import { receiver, stopReceivers } from '../../../simulator/test/support/receiver';

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

test('a plan has each event one to three times, in an order that the seed decides', () => {
	const events = simulator.events.many(100);

	const plan = planCopies(events, 3, new Random(1, 'plan'));

	expect(new Set(eventIds(plan))).toEqual(new Set(events.map(({ eventId }) => eventId)));
	expect(plan.length).toBeGreaterThan(100);
	expect(Math.max(...plan.map(({ copy }) => copy))).toBe(2);
	expect(planCopies(events, 3, new Random(1, 'plan'))).toEqual(plan);
	expect(eventIds(planCopies(events, 3, new Random(2, 'plan')))).not.toEqual(eventIds(plan));
});

test('sends what was refused again until it is acknowledged, and counts the answers', async () => {
	const callback = await receiver(TOKEN);
	const events = simulator.events.many(4);
	const refused = new Set([events[0]?.eventId, events[2]?.eventId]);
	callback.answer = ({ event }, response) =>
		response.writeHead(refused.delete(String(event.eventId)) ? 500 : 200).end();
	const plan = planCopies(events, 1, new Random(1, 'plan'));
	const traffic = new Traffic(plan, { simulator, address: () => callback.url });

	const sending = traffic.run();
	await traffic.refusedOf(2);
	await traffic.reached(4);
	await sending;

	expect(traffic.answers).toEqual(
		new Map([
			['200', 4],
			['500', 2],
		]),
	);
	expect(traffic.acknowledged).toEqual(new Set(eventIds(plan)));
	expect(traffic.unanswered).toEqual(new Set());
});

test('an answer that was cut off may have been an event stored; a refused connection was not', async () => {
	const callback = await receiver(TOKEN);
	let cut = true;
	callback.answer = (_received, response) => {
		if (cut) response.destroy();
		else response.writeHead(200).end();
		cut = false;
	};
	const [first, second] = simulator.events.many(2);
	if (!first || !second) throw new Error('The simulator made no events');
	const dead = 'http://127.0.0.1:1/';
	const address = ({ eventId }: { eventId: string }, attempt: number) =>
		eventId === second.eventId && attempt === 1 ? dead : callback.url;

	await new Traffic(planCopies([second], 1, new Random(1, 'plan')), {
		simulator,
		address: () => callback.url,
	}).run();
	cut = true;
	const traffic = new Traffic(planCopies([first, second], 1, new Random(1, 'plan')), {
		simulator,
		address,
	});
	await traffic.run();

	expect(traffic.unanswered).toEqual(new Set([first.eventId]));
	expect(traffic.acknowledged).toEqual(new Set([first.eventId, second.eventId]));
});

test('what is not ready is not sent to, and asked again', async () => {
	const callback = await receiver(TOKEN);
	const addresses: string[] = [];
	const ready = async (address: string) => addresses.push(address) > 1;
	const plan = planCopies(simulator.events.many(1), 1, new Random(1, 'plan'));
	const traffic = new Traffic(plan, { simulator, address: () => callback.url, ready });

	await traffic.run();

	expect(addresses).toEqual([callback.url, callback.url]);
	expect(traffic.answers).toEqual(
		new Map([
			['not ready', 1],
			['200', 1],
		]),
	);
	expect(callback.received).toHaveLength(1);
});
