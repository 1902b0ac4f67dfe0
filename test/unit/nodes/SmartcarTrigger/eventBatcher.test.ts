import fc from 'fast-check';
import { GroupCommit, type Turn } from '../../../../nodes/SmartcarTrigger/eventBatcher';

function leads<Item>(turn: Turn<Item>) {
	if ('committed' in turn) throw new Error('This one should have led');
	return turn;
}

test('whoever comes alone leads at once', async () => {
	const group = new GroupCommit<string>();

	leads(await group.join('a')).finish(true);

	expect(group.idle).toBe(true);
	expect(leads(await group.join('b')).items).toEqual(['b']);
});

test.each([true, false])(
	'those who come meanwhile go together next, and learn how that ended: %s',
	async (committed) => {
		const group = new GroupCommit<string>();
		const first = leads(await group.join('a'));
		const later = ['b', 'c', 'd'].map(async (item) => await group.join(item));

		first.finish(true);
		const second = leads(await Promise.race(later));
		expect(second.items).toEqual(['b', 'c', 'd']);

		second.finish(committed);
		expect((await Promise.all(later)).slice(1)).toEqual([{ committed }, { committed }]);
		expect(group.idle).toBe(true);
	},
);

test('however arrivals and commits interleave: each item is committed once, and each is told what became of it', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), { maxLength: 30 }),
			fc.scheduler(),
			async (outcomes, scheduler) => {
				const group = new GroupCommit<number>();
				const committed: number[] = [];
				const told: number[] = [];
				const deliveries = outcomes.map(async (works, item) => {
					await scheduler.schedule(Promise.resolve());
					const turn = await group.join(item);
					if ('committed' in turn) {
						if (turn.committed) told.push(item);
						return;
					}
					await scheduler.schedule(Promise.resolve());
					if (works) {
						committed.push(...turn.items);
						told.push(item);
					}
					turn.finish(works);
				});
				await scheduler.waitFor(Promise.all(deliveries));

				expect(told.sort()).toEqual(committed.sort());
				expect(new Set(committed).size).toBe(committed.length);
				expect(group.idle).toBe(true);
			},
		),
		{ numRuns: 300 },
	);
});
