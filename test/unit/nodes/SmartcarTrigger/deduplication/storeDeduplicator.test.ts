import fc from 'fast-check';
import {
	EventRecord,
	type Store,
} from '../../../../../nodes/SmartcarTrigger/deduplication/storeDeduplicator';

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
	return {
		store,
		knows: (id: string) => row?.has(id) ?? false,
		lose: (id: string) => row?.delete(id),
	};
}

/** Entries without those that say which execution holds an event. */
const onlyIds = (entries: string[]) => entries.filter((entry) => !entry.startsWith('['));

const onFailure = (cause: unknown) => {
	throw cause;
};
const noPause = async () => {};
const turn = async () => await new Promise<void>(setImmediate);

let executions = 0;
/** What a new execution asks. */
const asks = (ids: string[], store: Store, mayHaveBegun = true) => ({
	ids,
	execution: String(++executions),
	mayHaveBegun,
	store,
	onFailure,
});

test('lets an event through once, whichever process recorded it', async () => {
	const { store } = sharedRow(noPause);
	const process = () => new EventRecord(noPause);

	expect(await process().recordNew(asks(['a', 'b'], store))).toEqual(['a', 'b']);
	expect(await process().recordNew(asks(['b', 'c'], store))).toEqual(['c']);
});

test('only one of two copies gets through, also when they come at the same moment', async () => {
	const { store } = sharedRow(noPause);
	const counted = jest.fn(store);
	const record = new EventRecord(noPause);

	const results = await Promise.all(
		['a', 'b', 'b', 'c', 'a'].map((id) => record.recordNew(asks([id], counted))),
	);

	expect(results).toEqual([['a'], ['b'], [], ['c'], []]);
	expect(counted.mock.calls.map(([entries]) => onlyIds(entries))).toEqual([['a', 'b', 'c']]);
});

test('those who wait for a call share the next one', async () => {
	const { store } = sharedRow(noPause);
	const later: Array<Promise<string[]>> = [];
	const record = new EventRecord(noPause);
	const counted = jest.fn<ReturnType<Store>, Parameters<Store>>(async (entries) => {
		if (later.length === 0)
			later.push(...['b', 'b', 'c'].map((id) => record.recordNew(asks([id], counted))));
		return await store(entries);
	});

	expect(await record.recordNew(asks(['a'], counted))).toEqual(['a']);
	expect(await Promise.all(later)).toEqual([['b'], [], ['c']]);
	expect(counted.mock.calls.map(([entries]) => onlyIds(entries))).toEqual([['a'], ['a', 'b', 'c']]);
});

/** A record whose rests end when time is told to pass; what it asked the store, in groups. */
function timed() {
	let time = 1_000;
	const groups: string[][] = [];
	const rests: Array<{ until: number; end: () => void }> = [];
	const { store } = sharedRow(turn);
	const meanwhile: string[] = [];
	const counted: Store = async (entries) => {
		groups.push(entries);
		for (const id of meanwhile.splice(0)) void record.recordNew(asks([id], counted, false));
		return await store(entries);
	};
	const rest = async (milliseconds: number) =>
		await new Promise<void>((end) => void rests.push({ until: time + milliseconds, end }));
	const record: EventRecord = new EventRecord(rest, 200, () => time);
	return {
		groups,
		/** So many executions begin during the next call. */
		during: (...ids: string[]) => void meanwhile.push(...ids),
		/** So many executions begin at once; resolves when all that can be done is done. */
		async come(...ids: string[]) {
			for (const id of ids) void record.recordNew(asks([id], counted, false));
			await turn();
			await turn();
		},
		async pass(milliseconds: number) {
			time += milliseconds;
			for (const { until, end } of rests) if (until <= time) end();
			await turn();
			await turn();
		},
	};
}

test('executions that come one at a time never wait, those that come at once share a call', async () => {
	const { groups, come } = timed();
	await come('a');
	await come('b');
	await come('c', 'd');
	expect(groups).toEqual([['a'], ['b'], ['c', 'd']]);
});

test('who came during a call waits for another one, until nobody comes any more', async () => {
	const { groups, come, during, pass } = timed();
	during('b');
	await come('a');
	await pass(99);
	expect(groups).toEqual([['a']]);
	await pass(1);
	expect(groups).toEqual([['a'], ['b']]);
	await come('c');
	expect(groups).toEqual([['a'], ['b'], ['c']]);
});

test('as many as are about end the rest', async () => {
	const { groups, come, during } = timed();
	during('b');
	await come('a');
	await come('c');
	expect(groups).toEqual([['a'], ['b', 'c']]);
	await come('d');
	expect(groups).toHaveLength(2);
	await come('e');
	expect(groups).toEqual([['a'], ['b', 'c'], ['d', 'e']]);
});

test('a rest goes on while somebody comes, but not for ever', async () => {
	const { groups, come, pass } = timed();
	await come('a', 'b', 'c', 'd', 'e');
	for (const id of ['f', 'g', 'h']) {
		await come(id);
		await pass(80);
	}
	expect(groups).toHaveLength(1);
	await pass(10);
	expect(groups.slice(1)).toEqual([['f', 'g', 'h']]);
});

test('needs one entry for an event whose execution begins once', async () => {
	const store = jest.fn(sharedRow(noPause).store);

	const record = new EventRecord(noPause);
	await record.recordNew(asks(['a', 'b'], store, false));
	await record.recordNew(asks(['c'], store, false));

	expect(store.mock.calls).toEqual([[['a', 'b']], [['c']]]);
});

test('tries again when two processes clash on the first insertion', async () => {
	const { store } = sharedRow(noPause);
	const clashesOnce = jest.fn(store).mockImplementationOnce(async () => {
		await new EventRecord(noPause).recordNew(asks(['a'], store));
		throw new Error('UNIQUE constraint failed');
	});

	expect(await new EventRecord(noPause).recordNew(asks(['a', 'b'], clashesOnce))).toEqual(['b']);
	expect(clashesOnce).toHaveBeenCalledTimes(2);
});

test.each([true, false])(
	'a call that was carried out although it failed costs nobody an event (its execution may have begun before: %s)',
	async (mayHaveBegun) => {
		const { store } = sharedRow(noPause);
		const failsOnce = jest.fn(store).mockImplementationOnce(async (entries) => {
			await store(entries);
			throw new Error('connection lost');
		});

		expect(await new EventRecord(noPause).recordNew(asks(['a'], failsOnce, mayHaveBegun))).toEqual([
			'a',
		]);
	},
);

test.each([true, false])(
	'lets the event through when the store keeps failing, says so, and goes on (its execution may have begun before: %s)',
	async (mayHaveBegun) => {
		const failing: Store = async () => await Promise.reject(new Error('database is locked'));
		const { store, knows } = sharedRow(noPause);
		const record = new EventRecord(noPause);
		const report = jest.fn();

		expect(
			await record.recordNew({ ...asks(['a'], failing, mayHaveBegun), onFailure: report }),
		).toEqual(['a']);
		expect(report).toHaveBeenCalledWith(new Error('database is locked'));
		expect(await record.recordNew(asks(['a', 'b'], store, mayHaveBegun))).toEqual(['b']);
		expect(knows('a')).toBe(true);
	},
);

test('heals a write that was lost to another process', async () => {
	const { store, knows, lose } = sharedRow(noPause);
	const record = new EventRecord(noPause);
	await record.recordNew(asks(['a'], store));
	lose('a');

	await record.recordNew(asks(['b'], store));

	expect(knows('a')).toBe(true);
	expect(await new EventRecord(noPause).recordNew(asks(['a'], store))).toEqual([]);
});

test('an execution that is run again from its start still holds its events, in this process and in another', async () => {
	const { store } = sharedRow(noPause);
	const first = asks(['a', 'b'], store);
	const record = new EventRecord(noPause);
	await record.recordNew(first);

	expect(await record.recordNew(first)).toEqual(['a', 'b']);
	expect(await new EventRecord(noPause).recordNew(first)).toEqual(['a', 'b']);
	expect(await new EventRecord(noPause).recordNew(asks(['a', 'b'], store))).toEqual([]);
});

test('an execution that may have begun before holds what it may have recorded itself, whatever else asks first', async () => {
	const { store } = sharedRow(noPause);
	const received = asks(['a'], store, false);
	expect(await new EventRecord(noPause).recordNew(received)).toEqual(['a']);

	const afterRestart = new EventRecord(noPause);
	expect(await afterRestart.recordNew(asks(['a'], store, false))).toEqual([]);
	expect(await afterRestart.recordNew({ ...received, mayHaveBegun: true })).toEqual(['a']);
	expect(await afterRestart.recordNew(asks(['a'], store, false))).toEqual([]);
	expect(await new EventRecord(noPause).recordNew(asks(['a'], store, false))).toEqual([]);
});

test('an execution that begins after the restart leaves out what the next attempt had executed, and keeps the rest', async () => {
	const { store } = sharedRow(noPause);
	const leftBehind = asks(['a', 'b'], store, false);
	expect(await new EventRecord(noPause).recordNew(asks(['a'], store, false))).toEqual(['a']);

	expect(await new EventRecord(noPause).recordNew(leftBehind)).toEqual(['b']);
});

test.each([true, false])(
	'a copy is one, whether the execution that has it may have begun before or not (its own may: %s)',
	async (mayHaveBegun) => {
		const { store } = sharedRow(noPause);
		await new EventRecord(noPause).recordNew(asks(['a'], store, true));

		expect(await new EventRecord(noPause).recordNew(asks(['a'], store, mayHaveBegun))).toEqual([]);
	},
);

test('keeps its own list of ids short', async () => {
	const asked: string[][] = [];
	const store: Store = async (ids) => {
		asked.push(onlyIds(ids));
		return { new: ids };
	};
	const record = new EventRecord(noPause, 3);
	for (const id of ['a', 'b', 'c', 'd', 'e']) await record.recordNew(asks([id], store));

	expect(asked.at(-1)).toEqual(['b', 'c', 'd', 'e']);
});

test('in one process, however calls interleave: each event gets through exactly once', async () => {
	const calls = fc.array(
		fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }),
		{ maxLength: 30 },
	);
	await fc.assert(
		fc.asyncProperty(calls, fc.scheduler(), async (plan, scheduler) => {
			const { store } = sharedRow(async () => await scheduler.schedule(Promise.resolve()));
			const record = new EventRecord(noPause, 2);
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
