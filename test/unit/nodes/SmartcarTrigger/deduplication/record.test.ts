import fc from 'fast-check';
import { EventRecord, type Store } from '../../../../../nodes/SmartcarTrigger/deduplication/record';

/** n8n's store as it is (n8n runtime notes, 6.6): reads, then writes the whole row, and clashes on a first insert. */
function sharedRow(pause: () => Promise<void>) {
	let row: Set<string> | undefined;
	const store: Store = async (ids) => {
		const read = row && new Set(row);
		await pause();
		if (!read) {
			if (row) throw new Error('UNIQUE constraint failed');
			row = new Set(ids);
			return { new: ids };
		}
		const fresh = ids.filter((id) => !read.has(id));
		row = new Set([...read, ...fresh]);
		return { new: fresh };
	};
	return { store, knows: (id: string) => row?.has(id) ?? false, lose: (id: string) => row?.delete(id) };
}

const onFailure = (cause: unknown) => {
	throw cause;
};
const noPause = async () => {};

test('lets an event through once, whichever process recorded it', async () => {
	const { store } = sharedRow(noPause);
	const process = () => new EventRecord();

	expect(await process().recordNew({ ids: ['a', 'b'], store, onFailure })).toEqual(['a', 'b']);
	expect(await process().recordNew({ ids: ['b', 'c'], store, onFailure })).toEqual(['c']);
});

test('those who wait share the next call, and only one of two copies gets through', async () => {
	const { store } = sharedRow(noPause);
	const counted = jest.fn(store);
	const record = new EventRecord();

	const results = await Promise.all(
		['a', 'b', 'b', 'c', 'a'].map((id) => record.recordNew({ ids: [id], store: counted, onFailure })),
	);

	expect(results).toEqual([['a'], ['b'], [], ['c'], []]);
	expect(counted.mock.calls.map(([ids]) => ids)).toEqual([['a'], ['a', 'b', 'c']]);
});

test('tries again when two processes clash on the first insertion', async () => {
	const store = jest.fn<ReturnType<Store>, Parameters<Store>>();
	store.mockRejectedValueOnce(new Error('UNIQUE constraint failed')).mockResolvedValueOnce({ new: [] });

	expect(await new EventRecord().recordNew({ ids: ['a'], store, onFailure })).toEqual([]);
	expect(store).toHaveBeenCalledTimes(2);
});

test('lets the event through when the store keeps failing, says so, and goes on', async () => {
	const failing: Store = async () => await Promise.reject(new Error('database is locked'));
	const { store, knows } = sharedRow(noPause);
	const record = new EventRecord();
	const report = jest.fn();

	expect(await record.recordNew({ ids: ['a'], store: failing, onFailure: report })).toEqual(['a']);
	expect(report).toHaveBeenCalledWith(new Error('database is locked'));
	expect(await record.recordNew({ ids: ['a', 'b'], store, onFailure })).toEqual(['b']);
	expect(knows('a')).toBe(true);
});

test('heals a write that was lost to another process', async () => {
	const { store, knows, lose } = sharedRow(noPause);
	const record = new EventRecord();
	await record.recordNew({ ids: ['a'], store, onFailure });
	lose('a');

	await record.recordNew({ ids: ['b'], store, onFailure });

	expect(knows('a')).toBe(true);
	expect(await new EventRecord().recordNew({ ids: ['a'], store, onFailure })).toEqual([]);
});

test('keeps its own list of ids short', async () => {
	const asked: string[][] = [];
	const store: Store = async (ids) => {
		asked.push(ids);
		return { new: ids };
	};
	const record = new EventRecord(3);
	for (const id of ['a', 'b', 'c', 'd', 'e']) await record.recordNew({ ids: [id], store, onFailure });

	expect(asked.at(-1)).toEqual(['b', 'c', 'd', 'e']);
});

test('in one process, however calls interleave: each event gets through exactly once', async () => {
	const calls = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }), { maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(calls, fc.scheduler(), async (plan, scheduler) => {
			const { store } = sharedRow(async () => await scheduler.schedule(Promise.resolve()));
			const record = new EventRecord(2);
			const results: string[] = [];
			const asked = plan.map(async (ids) => {
				await scheduler.schedule(Promise.resolve());
				results.push(...(await record.recordNew({ ids, store, onFailure })));
			});
			await scheduler.waitFor(Promise.all(asked));

			expect(results.sort()).toEqual([...new Set(plan.flat())].sort());
		}),
		{ numRuns: 300 },
	);
});
