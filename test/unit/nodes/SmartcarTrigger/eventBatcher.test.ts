import fc from 'fast-check';
import { EventBatcher } from '../../../../nodes/SmartcarTrigger/eventBatcher';

test('an item that arrives alone starts at once, alone', async () => {
	const batcher = new EventBatcher<string>();

	const first = await batcher.add('a');
	first.finish(true);

	expect(first.items).toEqual(['a']);
	expect(batcher.isIdle).toBe(true);
	expect((await batcher.add('b')).items).toEqual(['b']);
});

test('items that arrive while a batch is being stored share the next one', async () => {
	const batcher = new EventBatcher<string>();
	const first = await batcher.add('a');
	const later = ['b', 'c', 'd'].map(async (item) => await batcher.add(item));

	first.finish(true);

	const [second, ...same] = await Promise.all(later);
	expect(second?.items).toEqual(['b', 'c', 'd']);
	expect(same).toEqual([second, second]);
});

test.each([true, false])('everyone in a batch learns whether it was stored: %s', async (stored) => {
	const batcher = new EventBatcher<string>();
	const batch = await batcher.add('a');

	batch.finish(stored);

	expect(await batch.stored).toBe(stored);
});

test('a batch has at most 50 items', async () => {
	const batcher = new EventBatcher<number>();
	const first = await batcher.add(0);
	const later = Array.from({ length: 51 }, async (_, item) => await batcher.add(item));

	first.finish(true);
	const second = await later[0];
	expect(second?.items).toHaveLength(50);

	second?.finish(true);
	expect((await later[50])?.items).toEqual([50]);
});

test('in any order of arrivals and outcomes, each item is in one batch and learns its outcome', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), { maxLength: 30 }),
			fc.scheduler(),
			async (outcomes, scheduler) => {
				const batcher = new EventBatcher<number>();
				const stored: number[] = [];
				const acknowledged: number[] = [];
				const deliveries = outcomes.map(async (isStored, item) => {
					await scheduler.schedule(Promise.resolve());
					const batch = await batcher.add(item);
					if (batch.items[0] === item) {
						await scheduler.schedule(Promise.resolve());
						if (isStored) stored.push(...batch.items);
						batch.finish(isStored);
					}
					if (await batch.stored) acknowledged.push(item);
				});
				await scheduler.waitFor(Promise.all(deliveries));

				expect(acknowledged.sort()).toEqual(stored.sort());
				expect(new Set(stored).size).toBe(stored.length);
				expect(batcher.isIdle).toBe(true);
			},
		),
		{ numRuns: 300 },
	);
});
