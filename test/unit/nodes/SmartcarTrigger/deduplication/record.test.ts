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

/** Entries without those that say which execution holds an event. */
const onlyIds = (entries: string[]) => entries.filter((entry) => !entry.startsWith('['));

const onFailure = (cause: unknown) => {
	throw cause;
};
const noPause = async () => {};

let executions = 0;
/** What a new execution asks. */
const asks = (ids: string[], store: Store) => ({ ids, execution: String(++executions), store, onFailure });

test('lets an event through once, whichever process recorded it', async () => {
	const { store } = sharedRow(noPause);
	const process = () => new EventRecord();

	expect(await process().recordNew(asks(['a', 'b'], store))).toEqual(['a', 'b']);
	expect(await process().recordNew(asks(['b', 'c'], store))).toEqual(['c']);
});

test('those who wait share the next call, and only one of two copies gets through', async () => {
	const { store } = sharedRow(noPause);
	const counted = jest.fn(store);
	const record = new EventRecord();

	const results = await Promise.all(
		['a', 'b', 'b', 'c', 'a'].map((id) => record.recordNew(asks([id], counted))),
	);

	expect(results).toEqual([['a'], ['b'], [], ['c'], []]);
	expect(counted.mock.calls.map(([entries]) => onlyIds(entries))).toEqual([['a'], ['a', 'b', 'c']]);
});

test('tries again when two processes clash on the first insertion', async () => {
	const store = jest.fn<ReturnType<Store>, Parameters<Store>>();
	store
		.mockRejectedValueOnce(new Error('UNIQUE constraint failed'))
		.mockImplementationOnce(async (entries) => ({ new: entries.filter((entry) => entry !== 'a') }));

	expect(await new EventRecord().recordNew(asks(['a'], store))).toEqual([]);
	expect(store).toHaveBeenCalledTimes(2);
});

test('a call that was carried out although it failed costs nobody an event', async () => {
	const { store } = sharedRow(noPause);
	const failsOnce = jest.fn(store).mockImplementationOnce(async (entries) => {
		await store(entries);
		throw new Error('connection lost');
	});

	expect(await new EventRecord().recordNew(asks(['a'], failsOnce))).toEqual(['a']);
});

test('lets the event through when the store keeps failing, says so, and goes on', async () => {
	const failing: Store = async () => await Promise.reject(new Error('database is locked'));
	const { store, knows } = sharedRow(noPause);
	const record = new EventRecord();
	const report = jest.fn();

	expect(await record.recordNew({ ...asks(['a'], failing), onFailure: report })).toEqual(['a']);
	expect(report).toHaveBeenCalledWith(new Error('database is locked'));
	expect(await record.recordNew(asks(['a', 'b'], store))).toEqual(['b']);
	expect(knows('a')).toBe(true);
});

test('heals a write that was lost to another process', async () => {
	const { store, knows, lose } = sharedRow(noPause);
	const record = new EventRecord();
	await record.recordNew(asks(['a'], store));
	lose('a');

	await record.recordNew(asks(['b'], store));

	expect(knows('a')).toBe(true);
	expect(await new EventRecord().recordNew(asks(['a'], store))).toEqual([]);
});

test('an execution that is run again from its start still holds its events, in this process and in another', async () => {
	const { store } = sharedRow(noPause);
	const first = asks(['a', 'b'], store);
	const record = new EventRecord();
	await record.recordNew(first);

	expect(await record.recordNew(first)).toEqual(['a', 'b']);
	expect(await new EventRecord().recordNew(first)).toEqual(['a', 'b']);
	expect(await new EventRecord().recordNew(asks(['a', 'b'], store))).toEqual([]);
});

test('keeps its own list of ids short', async () => {
	const asked: string[][] = [];
	const store: Store = async (ids) => {
		asked.push(onlyIds(ids));
		return { new: ids };
	};
	const record = new EventRecord(3);
	for (const id of ['a', 'b', 'c', 'd', 'e']) await record.recordNew(asks([id], store));

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
				results.push(...(await record.recordNew(asks(ids, store))));
			});
			await scheduler.waitFor(Promise.all(asked));

			expect(results.sort()).toEqual([...new Set(plan.flat())].sort());
		}),
		{ numRuns: 300 },
	);
});
