import fc from 'fast-check';
import { Random } from '../../../../../../simulator/random';
import {
	MarkStore,
	type MarkRow,
} from '../../../../../../nodes/SmartcarTrigger/judgment/markStore/markStore';
import { STORE_TIMERS } from '../../../../../../nodes/SmartcarTrigger/storeCall';
import { mockMathRandom, settle } from '../simulation';

// The longest simulations take half a minute on a busy machine.
jest.setTimeout(120_000);

const CALL_MS = 15;

const sleep = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));
const never = async () => await new Promise<void>(() => {});

/** Records marks, and waits until the new ones are confirmed. */
async function recordNew(
	store: MarkStore,
	row: MarkRow,
	marks: string[],
	vehicle: string,
): Promise<ReadonlySet<string>> {
	const { confirm } = await store.record(row, marks, vehicle);
	return await confirm();
}

/** Removes marks as an execution does: it first tells others that it judges the vehicle. */
async function remove(store: MarkStore, row: MarkRow, marks: string[]): Promise<void> {
	await store.record(row, [], marks[0] ?? '').catch(() => undefined);
	await store.remove(row, marks, marks[0] ?? '');
}

/**
 * Records the mark of a vehicle if it fires, or else removes it, and counts a wrong answer.
 * @param hasFired whether the mark is recorded already
 */
async function judge({
	store,
	row,
	mark,
	fires,
	hasFired,
	wrong,
}: {
	store: MarkStore;
	row: MarkRow;
	mark: string;
	fires: boolean;
	hasFired: boolean;
	wrong: { missed: number; repeated: number };
}): Promise<void> {
	if (!fires) return await remove(store, row, [mark]);
	const isNew = (await recordNew(store, row, [mark], mark)).size === 1;
	if (isNew && hasFired) wrong.repeated++;
	if (!isNew && !hasFired) wrong.missed++;
}

/**
 * Lets processes judge the events of one vehicle, each event by one of them at random.
 * @param fires whether an event meets the condition
 * @param gapMs the time from the judgment of one event to the next event
 */
async function judgeSeries({
	processes,
	count,
	fires,
	gapMs,
	random,
	...judgment
}: Omit<Parameters<typeof judge>[0], 'store' | 'fires' | 'hasFired'> & {
	processes: MarkStore[];
	count: number;
	fires: (index: number) => boolean;
	gapMs: () => number;
	random: Random;
}): Promise<void> {
	let hasFired = false;
	for (let index = 0; index < count; index++) {
		const store = random.pick(processes);
		const isMet = fires(index);
		await judge({ ...judgment, store, fires: isMet, hasFired });
		hasFired = isMet;
		await sleep(gapMs());
	}
}

const createStore = () => new MarkStore({ ...STORE_TIMERS, sleep, callLimit: never });

/** A store whose calls count as failed after ten seconds, as in n8n. */
const createLimitedStore = () => new MarkStore({ ...STORE_TIMERS, sleep, callLimit: sleep });

/**
 * n8n's store, which reads the whole list and writes all of it a while later, without a lock.
 * @param callMs how long a call takes
 * @param removalMs how long a call takes that removes marks
 * @param readAfter how much of this time passes before the call reads the list, from 0 to 1
 */
function createRow({
	isShared,
	callMs = () => CALL_MS,
	removalMs = callMs,
	readAfter = 0,
}: {
	isShared: boolean;
	callMs?: () => number;
	removalMs?: () => number;
	readAfter?: number;
}) {
	let list: string[] = [];
	const count = { record: 0, remove: 0 };
	const row: MarkRow = {
		isShared,
		async record(entries) {
			count.record++;
			const milliseconds = callMs();
			if (readAfter > 0) await sleep(readAfter * milliseconds);
			const read = new Set(list);
			await sleep((1 - readAfter) * milliseconds);
			list = [...new Set([...read, ...entries])];
			return entries.filter((entry) => !read.has(entry));
		},
		async remove(entries) {
			count.remove++;
			const milliseconds = removalMs();
			if (readAfter > 0) await sleep(readAfter * milliseconds);
			const read = list;
			await sleep((1 - readAfter) * milliseconds);
			list = read.filter((entry) => !entries.includes(entry));
		},
	};
	return {
		row,
		count,
		has: (mark: string) => list.includes(mark),
		/** Overwrites the list with an earlier one, as another process can. */
		overwrite: (earlier: string[]) => (list = earlier),
		list: () => list,
	};
}

/** The same row, but its calls fail while the database is locked. */
const lockable = (row: MarkRow, isLocked: () => boolean): MarkRow => ({
	...row,
	async record(entries) {
		if (isLocked()) throw new Error('the database is locked');
		return await row.record(entries);
	},
	async remove(entries) {
		if (isLocked()) throw new Error('the database is locked');
		await row.remove(entries);
	},
});

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** Runs until the promise settles, and as long after that as changes are confirmed. */
async function finish<Result>(promise: Promise<Result>): Promise<Result> {
	await jest.advanceTimersByTimeAsync(2_000);
	// The turns of a process have a random phase, so a few take longer.
	await settle(promise);
	return await promise;
}

describe('one process', () => {
	test('a mark is new until it is removed', async () => {
		const { row } = createRow({ isShared: false });
		const store = createStore();
		const record = async () => [...(await finish(recordNew(store, row, ['a'], 'a')))];

		expect(await record()).toEqual(['a']);
		expect(await record()).toEqual([]);
		await finish(remove(store, row, ['a']));
		expect(await record()).toEqual(['a']);
	});

	test('executions at the same time share a call, and a mark is new only for the first one', async () => {
		const { row, count } = createRow({ isShared: false });
		const store = createStore();

		const results = await finish(
			Promise.all(
				['a', 'b', 'b', 'a', 'c'].map(async (mark) => await recordNew(store, row, [mark], mark)),
			),
		);

		expect(results.map((newMarks) => [...newMarks])).toEqual([['a'], ['b'], [], [], ['c']]);
		expect(count).toEqual({ record: 1, remove: 0 });
	});

	test('a mark is recorded and removed in one call each', async () => {
		const { row, count } = createRow({ isShared: false });
		const store = createStore();
		await finish(recordNew(store, row, ['a'], 'a'));
		await finish(remove(store, row, ['a']));

		expect(count).toEqual({ record: 1, remove: 1 });
	});

	test('what executions request during a call shares the next one', async () => {
		const { row, count } = createRow({ isShared: false });
		const store = createStore();
		const first = recordNew(store, row, ['a'], 'a');
		await jest.advanceTimersByTimeAsync(1);

		await finish(
			Promise.all([first, recordNew(store, row, ['b'], 'b'), recordNew(store, row, ['c'], 'c')]),
		);

		expect(count).toEqual({ record: 2, remove: 0 });
	});

	test('without marks there is no call', async () => {
		const { row, count } = createRow({ isShared: false });
		const store = createStore();

		expect(await recordNew(store, row, [], '')).toEqual(new Set());
		await remove(store, row, []);

		expect(count).toEqual({ record: 0, remove: 0 });
	});

	test('after a retry all marks count as new, since the failed attempt may have recorded them', async () => {
		const { row } = createRow({ isShared: false });
		const store = createStore();
		await finish(recordNew(store, row, ['a'], 'a'));
		let failures = 1;
		const failingOnce = lockable(row, () => failures-- > 0);

		expect(await finish(recordNew(store, failingOnce, ['a', 'b'], 'a'))).toEqual(
			new Set(['a', 'b']),
		);
	});

	test('if the store fails, the executions get the error, and later calls are still made', async () => {
		const { row } = createRow({ isShared: false });
		const locked = async () => await Promise.reject(new Error('the database is locked'));
		const failing: MarkRow = { ...row, record: locked, remove: locked };
		const store = createStore();

		const results = await finish(
			Promise.allSettled([
				recordNew(store, failing, ['a'], 'a'),
				store.remove(failing, ['a'], 'a'),
			]),
		);

		expect(results).toMatchObject([
			{ status: 'rejected', reason: { message: 'the database is locked' } },
			{ status: 'rejected', reason: { message: 'the database is locked' } },
		]);
		expect(await finish(recordNew(store, row, ['a'], 'a'))).toEqual(new Set(['a']));
	});
});

describe('several processes', () => {
	test('a recorded mark that another process has overwritten is recorded again', async () => {
		const { row, has, overwrite } = createRow({ isShared: true });
		await settle(recordNew(createStore(), row, ['a'], 'a'));
		overwrite([]);

		await jest.advanceTimersByTimeAsync(1_000);

		expect(has('a')).toBe(true);
	});

	test('a removed mark that another process has written again is removed again', async () => {
		const { row, has, overwrite, list } = createRow({ isShared: true });
		const store = createStore();
		await finish(recordNew(store, row, ['a'], 'a'));
		const before = list();
		await settle(remove(store, row, ['a']));
		overwrite(before);

		await jest.advanceTimersByTimeAsync(1_000);

		expect(has('a')).toBe(false);
	});

	test('a removed mark that another process has written again is removed again, although a call fails', async () => {
		const { row, has, list, overwrite } = createRow({ isShared: true });
		let failures = 0;
		const failing = lockable(row, () => failures-- > 0);
		const store = createStore();
		await finish(recordNew(store, failing, ['a'], 'a'));
		const before = list();
		await settle(remove(store, failing, ['a']));
		overwrite(before);
		failures = 1;

		await jest.advanceTimersByTimeAsync(2_000);

		expect(has('a')).toBe(false);
	});

	test('a removal that failed is not made long afterward, when another process may have recorded the mark', async () => {
		const { row, count, has } = createRow({ isShared: true });
		let isLocked = false;
		const guarded = lockable(row, () => isLocked);
		const [store, other] = [createStore(), createStore()];
		await finish(recordNew(store, guarded, ['a'], 'a'));
		await jest.advanceTimersByTimeAsync(20_000);
		isLocked = true;
		const [removal] = await finish(Promise.allSettled([remove(store, guarded, ['a'])]));
		await jest.advanceTimersByTimeAsync(60_000);
		isLocked = false;
		await finish(recordNew(other, row, ['a'], 'a'));
		const { record } = count;
		await jest.advanceTimersByTimeAsync(60_000);

		expect(removal?.status).toBe('rejected');
		expect(has('a')).toBe(true);
		expect(count.record - record).toBeLessThan(16);
	});

	test('a removal that failed is made once the store works again, if no other process has judged since', async () => {
		const { row, has } = createRow({ isShared: true });
		let isLocked = false;
		const guarded = lockable(row, () => isLocked);
		const store = createStore();
		await finish(recordNew(store, guarded, ['a'], 'a'));
		isLocked = true;
		const removed = Promise.allSettled([remove(store, guarded, ['a'])]);
		await jest.advanceTimersByTimeAsync(4_000);
		isLocked = false;
		await jest.advanceTimersByTimeAsync(3_000);

		expect(await removed).toMatchObject([{ status: 'rejected' }]);
		expect(has('a')).toBe(false);
	});

	test('after a minute in which the store failed, only the marks of the last ten seconds are recorded', async () => {
		const { row, list } = createRow({ isShared: true });
		let isLocked = true;
		const guarded = lockable(row, () => isLocked);
		const store = createStore();
		for (let second = 0; second < 60; second++)
			await Promise.allSettled([finish(recordNew(store, guarded, [`v${second}`], `v${second}`))]);
		isLocked = false;
		await finish(recordNew(store, guarded, ['a'], 'a'));

		expect(list().length).toBeLessThan(40);
	});

	test('a mark that this process has just removed is new, although the store has it again', async () => {
		const { row, overwrite, list } = createRow({ isShared: true });
		const store = createStore();
		await finish(recordNew(store, row, ['a'], 'a'));
		const before = list();
		await settle(remove(store, row, ['a']));
		overwrite(before);

		const recorded = await finish(recordNew(store, row, ['a'], 'a'));

		expect([...recorded]).toEqual(['a']);
	});

	test('a change is checked for ten seconds, with a few calls, and leaves nothing else in the store', async () => {
		const { row, count, list } = createRow({ isShared: true });
		await finish(recordNew(createStore(), row, ['a'], 'a'));
		await jest.advanceTimersByTimeAsync(10_000);

		expect(count.record).toBeLessThan(16);
		expect(list()).toEqual(['a']);
		const { record, remove } = count;
		await jest.advanceTimersByTimeAsync(60_000);
		expect(count).toEqual({ record, remove });
	});

	test('a change that a slow call overwrites seconds later is made again', async () => {
		const { row, has, list, overwrite } = createRow({ isShared: true });
		const store = createStore();
		await finish(recordNew(store, row, ['a'], 'a'));
		const before = list();
		await finish(remove(store, row, ['a']));
		await jest.advanceTimersByTimeAsync(2_000);
		overwrite(before);

		await jest.advanceTimersByTimeAsync(5_000);

		expect(has('a')).toBe(false);
	});

	test('a recorded mark that a slow call overwrites seconds later is recorded again', async () => {
		const { row, has, overwrite } = createRow({ isShared: true });
		await finish(recordNew(createStore(), row, ['a'], 'a'));
		await jest.advanceTimersByTimeAsync(2_000);
		overwrite([]);

		await jest.advanceTimersByTimeAsync(5_000);

		expect(has('a')).toBe(true);
	});

	test('a recorded mark that a slow call overwrites is not recorded again if another process has removed it', async () => {
		const { row, has, list, overwrite } = createRow({ isShared: true });
		await finish(recordNew(createStore(), row, ['a'], 'a'));
		const before = list();
		await settle(remove(createStore(), row, ['a']));
		// What the first process has written gets lost, what the second one has written does not.
		overwrite(list().filter((mark) => !before.includes(mark)));

		await jest.advanceTimersByTimeAsync(5_000);

		expect(has('a')).toBe(false);
	});

	test.each([0.1, 0.3, 0.5, 0.7, 0.9])(
		'if two processes lose their changes to a mark, the later removal counts (turns of the second process at %d)',
		async (turn) => {
			jest
				.spyOn(Math, 'random')
				.mockReturnValueOnce(0.5)
				.mockReturnValueOnce(turn)
				.mockReturnValue(0.5);
			const { row, has, overwrite } = createRow({ isShared: true });
			const [store, other] = [createStore(), createStore()];
			await finish(recordNew(store, row, ['a'], 'a'));
			await settle(remove(other, row, ['a']));
			overwrite([]);

			await jest.advanceTimersByTimeAsync(5_000);

			expect(has('a')).toBe(false);
		},
	);

	test('the markers that processes record for each other do not pile up, although removals get lost', async () => {
		const random = new Random(1, 'losses');
		mockMathRandom(random);
		const { row, list, overwrite } = createRow({ isShared: true });
		const processes = [createStore(), createStore()];
		let earlier = list();
		for (let second = 0; second < 120; second++) {
			const mark = `v${second}`;
			await finish(recordNew(random.pick(processes), row, [mark], mark));
			if (second % 10 === 0) earlier = list();
			if (second % 10 === 1) overwrite(earlier);
		}

		// The markers of the last ten seconds.
		expect(list().filter((mark) => !/^v\d+$/.test(mark)).length).toBeLessThan(60);
	});

	test('a change that had to wait for a slow call is made again, too, if it gets lost', async () => {
		let callMs = 2_000;
		const { row, has, list, overwrite } = createRow({ isShared: true, callMs: () => callMs });
		const store = createStore();
		const recorded = recordNew(store, row, ['a', 'b'], 'a');
		await jest.advanceTimersByTimeAsync(500);
		const removed = remove(store, row, ['a']);
		callMs = CALL_MS;
		await settle(recorded);
		const before = list();
		await settle(removed);
		overwrite(before);

		await jest.advanceTimersByTimeAsync(2_000);

		expect([has('a'), has('b')]).toEqual([false, true]);
	});

	test('changes are confirmed in turns, even if the first execution does not share the store', async () => {
		const { row, count } = createRow({ isShared: true });
		const neverKept: MarkRow = {
			...row,
			record: async (entries) => {
				await row.record(entries);
				return entries;
			},
		};
		const store = createStore();

		const recorded = Promise.all([
			recordNew(store, { ...neverKept, isShared: false }, ['a'], 'a'),
			recordNew(store, neverKept, ['b'], 'b'),
		]);
		await jest.advanceTimersByTimeAsync(4_000);
		await recorded;

		// After a lost change the process chooses another turn and makes the change again at once: two
		// calls in about 125 ms. Without turns it is one in 30 ms.
		expect(count.record).toBeLessThan(60);
		await jest.advanceTimersByTimeAsync(20_000);
		const { record } = count;
		await jest.advanceTimersByTimeAsync(20_000);
		expect(count.record).toBe(record);
	});

	test('turns end ten seconds after the last execution that shares the store, although others follow, and leave nothing', async () => {
		const { row, list } = createRow({ isShared: true });
		const alone: MarkRow = { ...row, isShared: false };
		const store = createStore();
		const recordFor = async (mark: string, itsRow: MarkRow) => {
			const startedAt = performance.now();
			await settle(recordNew(store, itsRow, [mark], mark));
			return performance.now() - startedAt;
		};

		await recordFor('from before the restart', row);
		const waits: number[] = [];
		for (let second = 0; second < 15; second++) {
			waits.push(await recordFor(`v${second}`, alone));
			await jest.advanceTimersByTimeAsync(1_000);
		}

		expect(Math.max(...waits.slice(0, 9))).toBeGreaterThan(100);
		expect(Math.max(...waits.slice(-3))).toBeLessThan(50);
		expect(list().filter((mark) => !/^(v\d+|from before the restart)$/.test(mark))).toEqual([]);
	});

	test('two processes whose turns coincide take other turns, so they do not both find a mark new', async () => {
		const VEHICLES = 500;
		const random = new Random(1, 'marks');
		const { row } = createRow({ isShared: true });
		jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
		const processes = [createStore(), createStore()];
		const foundNew = Array.from({ length: VEHICLES }, async (_, vehicle) => {
			const at = random.integer(0, 60_000);
			const added = await Promise.all(
				processes.map(async (store) => {
					await sleep(at + random.integer(0, 500));
					return await recordNew(store, row, [`v${vehicle}`], `v${vehicle}`);
				}),
			);
			return added.filter(({ size }) => size === 1).length;
		});
		await jest.advanceTimersByTimeAsync(70_000);
		const counts = await Promise.all(foundNew);

		expect(counts.filter((count) => count === 0)).toEqual([]);
		expect(counts.filter((count) => count === 2)).toEqual([]);
	});

	test('if two processes record a mark at the same moment, one of them finds it new', async () => {
		const { row } = createRow({ isShared: true });
		jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
		const processes = [createStore(), createStore()];

		const added = await finish(
			Promise.all(processes.map(async (store) => await recordNew(store, row, ['a', 'b'], 'a'))),
		);

		expect(added.map(({ size }) => size).sort()).toEqual([0, 2]);
	});

	test('a mark that another process has recorded and overwritten is not new', async () => {
		const { row, has, overwrite } = createRow({ isShared: true });
		const recorded = recordNew(createStore(), row, ['a', 'b'], 'a');
		while (!has('a')) await jest.advanceTimersByTimeAsync(1);
		overwrite(['a']);

		expect(await finish(recorded)).toEqual(new Set(['b']));
	});

	test('a mark counts as new if the store fails before the mark is confirmed', async () => {
		const { row, has } = createRow({ isShared: true });
		const recorded = recordNew(
			createStore(),
			lockable(row, () => has('a')),
			['a'],
			'a',
		);

		await jest.advanceTimersByTimeAsync(10_000);

		expect(await recorded).toEqual(new Set(['a']));
	});

	test('a mark counts as new if the store hangs for ten seconds before the mark is confirmed', async () => {
		const { row } = createRow({ isShared: true, removalMs: () => 12_000 });
		let newMarks: ReadonlySet<string> | undefined;
		void recordNew(createLimitedStore(), row, ['a'], 'a').then(
			(confirmed) => (newMarks = confirmed),
		);

		await jest.advanceTimersByTimeAsync(15_000);

		expect(newMarks).toEqual(new Set(['a']));
	});

	test('a mark counts as new if its process is paused for ten seconds before the mark is confirmed', async () => {
		const { row, has } = createRow({ isShared: true });
		let newMarks: ReadonlySet<string> | undefined;
		void recordNew(createStore(), row, ['a'], 'a').then((confirmed) => (newMarks = confirmed));
		while (!has('a')) await jest.advanceTimersByTimeAsync(1);
		// Until the round has also removed what it had to remove.
		await jest.advanceTimersByTimeAsync(5 * CALL_MS);
		jest.spyOn(performance, 'now').mockImplementation(() => Date.now() + 11_000);

		await jest.advanceTimersByTimeAsync(2_000);

		expect(newMarks).toEqual(new Set(['a']));
	});

	test('an execution learns at once which marks seem new, and removes others before those are confirmed', async () => {
		const { row, has } = createRow({ isShared: true });
		const store = createStore();
		await finish(recordNew(store, row, ['closed'], 'v'));
		const recorded = store.record(row, ['open'], 'v');
		await settle(recorded);
		const { newMarks, confirm } = await recorded;
		let isConfirmed = false;
		const confirmed = confirm().finally(() => (isConfirmed = true));
		await settle(store.remove(row, ['closed'], 'v'));

		expect([has('open'), has('closed'), isConfirmed]).toEqual([true, false, false]);
		expect([newMarks, await finish(confirmed)]).toEqual([new Set(['open']), new Set(['open'])]);
	});

	test('a mark that got lost, and that another process has removed since, is new and does not stay in the store', async () => {
		// The first process has turns at 0.95 s and 1.2 s, and the second one at 1.025 s.
		jest.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.9).mockReturnValue(0.5);
		const { row, has, list, overwrite } = createRow({ isShared: true });
		await jest.advanceTimersByTimeAsync(700);
		const recorded = recordNew(createStore(), row, ['a'], 'a');
		await jest.advanceTimersByTimeAsync(300);
		const before = list();
		await settle(remove(createStore(), row, ['a']));
		// What the first process has written gets lost, what the second one has written does not.
		overwrite(list().filter((mark) => !before.includes(mark)));

		expect(before).toContain('a');
		expect(Date.now()).toBeLessThan(1_200);
		expect(await finish(recorded)).toEqual(new Set(['a']));
		await jest.advanceTimersByTimeAsync(20_000);
		expect(has('a')).toBe(false);
	});

	describe('a probe', () => {
		const absentProbes = async (store: MarkStore, row: MarkRow) => {
			const recorded = store.record(row, [], 'v', ['probe']);
			await settle(recorded);
			return [...(await recorded).absentProbes];
		};

		test('is not absent while this process may record it again', async () => {
			const { row, overwrite } = createRow({ isShared: true });
			const store = createStore();
			await settle(store.record(row, ['probe'], 'v'));
			overwrite([]);

			expect(await absentProbes(store, row)).toEqual([]);
		});

		test('is not absent if the first attempt to record it has failed, since the store may have it', async () => {
			const { row } = createRow({ isShared: true });
			let isLocked = true;
			const failing = lockable(row, () => isLocked);
			const recorded = createStore().record(failing, [], 'v', ['probe']);
			await jest.advanceTimersByTimeAsync(300);
			isLocked = false;

			expect([...(await finish(recorded)).absentProbes]).toEqual([]);
		});
	});

	test('two processes agree on the marks of vehicles whose events are a second apart', async () => {
		const EVENTS = 12;
		const vehicles = fc.array(
			fc.record({
				startsAfterMs: fc.integer({ min: 0, max: 1_000 }),
				events: fc.array(fc.record({ process: fc.nat(1), fires: fc.boolean() }), {
					minLength: 1,
					maxLength: EVENTS,
				}),
			}),
			{ minLength: 1, maxLength: 20 },
		);
		await fc.assert(
			fc.asyncProperty(vehicles, fc.nat(), async (plan, seed) => {
				mockMathRandom(new Random(seed, 'turns'));
				const { row } = createRow({ isShared: true });
				const processes = [createStore(), createStore()];
				const wrong = { missed: 0, repeated: 0 };
				const runs = plan.map(async ({ startsAfterMs, events }, vehicle) => {
					await sleep(startsAfterMs);
					let hasFired = false;
					for (const { process, fires } of events) {
						const store = processes[process];
						if (!store) throw new Error(`There is no process ${process}`);
						await judge({ store, row, mark: `v${vehicle}`, fires, hasFired, wrong });
						hasFired = fires;
						await sleep(1_000);
					}
				});
				await jest.advanceTimersByTimeAsync((EVENTS + 2) * 1_500);
				await settle(Promise.all(runs));
				expect(wrong).toEqual({ missed: 0, repeated: 0 });
			}),
			{ numRuns: 100 },
		);
	});

	test('no execution waits for ever, however long calls take and whichever fail', async () => {
		const call = fc.record({
			milliseconds: fc.constantFrom(5, 300, 2_000, 12_000),
			fails: fc.boolean(),
		});
		const executions = fc.array(
			fc.record({
				process: fc.constantFrom<0 | 1>(0, 1),
				startsAfterMs: fc.integer({ min: 0, max: 15_000 }),
			}),
			{ minLength: 1, maxLength: 5 },
		);
		await fc.assert(
			fc.asyncProperty(
				fc.array(call, { minLength: 1, maxLength: 20 }),
				executions,
				fc.nat(),
				async (calls, plan, seed) => {
					mockMathRandom(new Random(seed, 'turns'));
					let count = 0;
					let next = calls[0];
					const { row } = createRow({ isShared: true, callMs: () => next?.milliseconds ?? 0 });
					const failing = lockable(row, () => {
						next = calls[count++ % calls.length];
						return next?.fails === true;
					});
					const processes = [createLimitedStore(), createLimitedStore()] as const;
					let ended = 0;
					const runs = plan.map(async ({ process, startsAfterMs }, vehicle) => {
						await sleep(startsAfterMs);
						const mark = `v${vehicle}`;
						await recordNew(processes[process], failing, [mark], mark).catch(() => undefined);
						ended++;
					});

					await jest.advanceTimersByTimeAsync(300_000);

					expect(ended).toBe(plan.length);
					await Promise.all(runs);
				},
			),
			{ numRuns: 50 },
		);
	});

	test.each([
		{ apart: 'seconds', gapMs: { min: 1_000, max: 20_000 }, mostRepeated: 3 },
		{ apart: 'up to a minute', gapMs: { min: 20_000, max: 60_000 }, mostRepeated: 0 },
	])(
		'where slow calls of another process overwrite marks, no change is missed (events $apart apart)',
		async ({ gapMs, mostRepeated }) => {
			const VEHICLES = 200;
			const EVENTS = 40;
			const random = new Random(1, 'slow calls');
			mockMathRandom(random);
			const callMs = () => (random.integer(1, 400) === 1 ? 2_000 : CALL_MS);
			const { row } = createRow({ isShared: true, callMs });
			const processes = [createStore(), createStore()];
			const wrong = { missed: 0, repeated: 0 };
			const runs = Array.from({ length: VEHICLES }, async (_, vehicle) => {
				await sleep(random.integer(0, gapMs.max / 2));
				await judgeSeries({
					...{ processes, row, random, wrong, mark: `v${vehicle}`, count: EVENTS },
					fires: () => random.integer(0, 1) === 1,
					gapMs: () => random.integer(gapMs.min, gapMs.max),
				});
			});
			await jest.advanceTimersByTimeAsync(EVENTS * (gapMs.max + 2_000));
			await Promise.all(runs);

			// Of 8,000 events. If lost changes are not made again, 26 are missed and 20 repeated.
			expect(wrong.missed).toBe(0);
			expect(wrong.repeated).toBeLessThanOrEqual(mostRepeated);
		},
	);

	test('of 25 vehicles that meet a condition at the same time on a busy machine, none is missed, and few are repeated', async () => {
		const RUNS = 100;
		const random = new Random(1, 'load');
		mockMathRandom(random);
		const callMs = () => random.integer(3, random.integer(1, 4) === 1 ? 300 : 20);
		const wrong = { missed: 0, repeated: 0 };
		for (let run = 0; run < RUNS; run++) {
			const { row } = createRow({ isShared: true, callMs });
			const processes = [createStore(), createStore()];
			const vehicles = Array.from({ length: 25 }, async (_, vehicle) => {
				await judgeSeries({
					...{ processes, row, random, wrong, mark: `v${vehicle}`, count: 5 },
					fires: (index) => index > 0,
					gapMs: () => 1_000,
				});
			});
			await jest.advanceTimersByTimeAsync(60_000);
			await Promise.all(vehicles);
		}

		// Of 12,500 events. With six seeds 4 to 14 are repeated, and 34 to 69 if no execution waits.
		expect(wrong.missed).toBe(0);
		expect(wrong.repeated).toBeLessThanOrEqual(15);
	});

	// As in a run with 150 events a second on two cores in full use, in which a few of 5,000 alerts
	// were missed.
	test.each([
		...[1, 2, 3, 4, 5, 6].map((seed) => ({ workers: 2, seed })),
		...[1, 3, 5].map((seed) => ({ workers: 3, seed })),
	])(
		'where most calls overlap those of other processes, no change is missed: $workers workers, seed $seed',
		async ({ workers, seed }) => {
			const VEHICLES = 300;
			const EVENTS = 40;
			const random = new Random(seed, 'contention');
			mockMathRandom(random);
			const oneIn = (count: number) => random.integer(1, count) === 1;
			const recordMs = () => (oneIn(30) ? random.integer(100, 600) : random.integer(5, 60));
			const removeMs = () => {
				if (oneIn(100)) return random.integer(1_000, 3_000);
				return oneIn(8) ? random.integer(200, 800) : random.integer(40, 150);
			};
			const { row } = createRow({
				isShared: true,
				callMs: recordMs,
				removalMs: removeMs,
				readAfter: 0.2,
			});
			const processes = Array.from({ length: workers }, createStore);
			const wrong = { missed: 0, repeated: 0 };
			const runs = Array.from({ length: VEHICLES }, async (_, vehicle) => {
				await sleep(random.integer(0, 30_000));
				await judgeSeries({
					...{ processes, row, random, wrong, mark: `v${vehicle}`, count: EVENTS },
					fires: () => random.integer(0, 1) === 1,
					gapMs: () => random.integer(10_000, 40_000),
				});
			});
			await jest.advanceTimersByTimeAsync(EVENTS * 50_000);
			await Promise.all(runs);

			// Of 12,000 events. With six seeds three workers miss one of 72,000, and repeat three.
			expect(wrong).toEqual({ missed: 0, repeated: 0 });
		},
	);
});
