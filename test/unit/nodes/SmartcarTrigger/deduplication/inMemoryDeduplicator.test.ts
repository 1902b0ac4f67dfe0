import fc from 'fast-check';
import { EventMemory } from '../../../../../nodes/SmartcarTrigger/deduplication/inMemoryDeduplicator';

/** Lets every promise that can settle now do so. */
const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

test('lets an event through once', async () => {
	const memory = new EventMemory();

	(await memory.claim('a'))?.settle();

	expect(await memory.claim('a')).toBeUndefined();
	expect(await memory.claim('b')).toBeDefined();
});

test('lets a copy through when the first one was not acknowledged', async () => {
	const memory = new EventMemory();

	(await memory.claim('a'))?.forget();

	expect(await memory.claim('a')).toBeDefined();
});

test('lets copies wait for the outcome of the first', async () => {
	const memory = new EventMemory();
	const first = await memory.claim('a');
	const outcomes: boolean[] = [];
	const copies = [1, 2, 3].map(async () => outcomes.push((await memory.claim('a')) !== undefined));

	await settle();
	expect(outcomes).toEqual([]);

	first?.settle();
	await Promise.all(copies);
	expect(outcomes).toEqual([false, false, false]);
});

test('hands the event to one copy when the first fails', async () => {
	const memory = new EventMemory();
	const first = await memory.claim('a');
	const outcomes: boolean[] = [];
	for (let copy = 0; copy < 3; copy++)
		void memory.claim('a').then((claim) => outcomes.push(claim !== undefined));

	first?.forget();
	await settle();

	expect(outcomes).toEqual([true]);
});

test('forgets the oldest beyond its number', async () => {
	const memory = new EventMemory(2);
	for (const id of ['a', 'b', 'c']) (await memory.claim(id))?.settle();

	expect(memory.size).toBe(2);
	expect(await memory.claim('b')).toBeUndefined();
	expect(await memory.claim('a')).toBeDefined();
});

test('forgets after its age, and drops what has aged', async () => {
	let now = 0;
	const memory = new EventMemory(10, 1000, () => now);
	(await memory.claim('a'))?.settle();

	now = 999;
	expect(await memory.claim('a')).toBeUndefined();
	now = 1000;
	(await memory.claim('b'))?.settle();
	expect(memory.size).toBe(1);
	expect(await memory.claim('a')).toBeDefined();
});

test('however deliveries, failures and waits interleave: acknowledged once, and then never again', async () => {
	const deliveries = fc.array(
		fc.record({ id: fc.constantFrom('a', 'b', 'c'), acknowledged: fc.boolean() }),
		{
			maxLength: 40,
		},
	);
	await fc.assert(
		fc.asyncProperty(deliveries, fc.scheduler(), async (plan, scheduler) => {
			const memory = new EventMemory();
			const acknowledged: string[] = [];
			let answered = 0;
			const answers = plan.map(async (delivery) => {
				await scheduler.schedule(Promise.resolve());
				const claim = await memory.claim(delivery.id);
				await scheduler.schedule(Promise.resolve());
				answered++;
				// A copy is answered 2xx without an execution: only right if the event has one.
				if (!claim) return expect(acknowledged).toContain(delivery.id);
				if (!delivery.acknowledged) return claim.forget();
				acknowledged.push(delivery.id);
				return claim.settle();
			});
			await scheduler.waitFor(Promise.all(answers));

			expect(new Set(acknowledged).size).toBe(acknowledged.length);
			expect(answered).toBe(plan.length);
		}),
		{ numRuns: 300 },
	);
});
