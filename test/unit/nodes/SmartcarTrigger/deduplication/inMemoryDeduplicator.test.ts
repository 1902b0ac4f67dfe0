import fc from 'fast-check';
import { InMemoryDeduplicator } from '../../../../../nodes/SmartcarTrigger/deduplication/inMemoryDeduplicator';
import { eventLoopTurn } from '../../../../support/eventLoopTurn';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

test('grants the claim on an event once', async () => {
	const deduplicator = new InMemoryDeduplicator();

	(await deduplicator.claim('a'))?.acknowledge();

	expect(await deduplicator.claim('a')).toBeUndefined();
	expect(await deduplicator.claim('b')).toBeDefined();
});

test('grants the claim again if it was released', async () => {
	const deduplicator = new InMemoryDeduplicator();

	(await deduplicator.claim('a'))?.release();

	expect(await deduplicator.claim('a')).toBeDefined();
});

test('duplicates wait until the claim ends', async () => {
	const deduplicator = new InMemoryDeduplicator();
	const first = await deduplicator.claim('a');
	const granted: boolean[] = [];
	const duplicates = [1, 2, 3].map(async () =>
		granted.push((await deduplicator.claim('a')) !== undefined),
	);

	await eventLoopTurn();
	expect(granted).toEqual([]);

	first?.acknowledge();
	await Promise.all(duplicates);
	expect(granted).toEqual([false, false, false]);
});

test('one waiting duplicate gets the claim that was released', async () => {
	const deduplicator = new InMemoryDeduplicator();
	const first = await deduplicator.claim('a');
	const granted: boolean[] = [];
	for (let duplicate = 0; duplicate < 3; duplicate++)
		void deduplicator.claim('a').then((claim) => granted.push(claim !== undefined));

	first?.release();
	await eventLoopTurn();

	expect(granted).toEqual([true]);
});

test('forgets an event after a week', async () => {
	let now = 0;
	const deduplicator = new InMemoryDeduplicator({ now: () => now });
	(await deduplicator.claim('a'))?.acknowledge();

	now = WEEK_MS - 1;
	expect(await deduplicator.claim('a')).toBeUndefined();
	now = WEEK_MS;
	expect(await deduplicator.claim('a')).toBeDefined();
});

test('remembers at least the newest half of its entries', async () => {
	const deduplicator = new InMemoryDeduplicator({ maxEntries: 4 });
	const ids = ['a', 'b', 'c', 'd', 'e'];
	for (const id of ids) (await deduplicator.claim(id))?.acknowledge();

	expect(await deduplicator.claim('d')).toBeUndefined();
	expect(await deduplicator.claim('e')).toBeUndefined();
	expect(await deduplicator.claim('a')).toBeDefined();
});

test('remembers at least 100,000 events', async () => {
	const deduplicator = new InMemoryDeduplicator();
	for (let id = 0; id < 100_000; id++) (await deduplicator.claim(String(id)))?.acknowledge();

	expect(await deduplicator.claim('0')).toBeUndefined();
});

test('in any order of deliveries and failures, an event is acknowledged for one execution only', async () => {
	const deliveries = fc.array(
		fc.record({ id: fc.constantFrom('a', 'b', 'c'), acknowledged: fc.boolean() }),
		{ maxLength: 40 },
	);
	await fc.assert(
		fc.asyncProperty(deliveries, fc.scheduler(), async (plan, scheduler) => {
			const deduplicator = new InMemoryDeduplicator();
			const acknowledged: string[] = [];
			let answered = 0;
			const answers = plan.map(async (delivery) => {
				await scheduler.schedule(Promise.resolve());
				const claim = await deduplicator.claim(delivery.id);
				await scheduler.schedule(Promise.resolve());
				answered++;
				// A duplicate is answered 200 without an execution, so the event must have one.
				if (!claim) return expect(acknowledged).toContain(delivery.id);
				if (!delivery.acknowledged) return claim.release();
				acknowledged.push(delivery.id);
				return claim.acknowledge();
			});
			await scheduler.waitFor(Promise.all(answers));

			expect(new Set(acknowledged).size).toBe(acknowledged.length);
			expect(answered).toBe(plan.length);
		}),
		{ numRuns: 300 },
	);
});
