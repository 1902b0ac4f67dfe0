import fc from 'fast-check';
import { Random } from '../../../../../simulator/random';
import type { RecordIds } from '../../../../../nodes/SmartcarTrigger/deduplication/restoringRecorder';
import { StoreDeduplicator } from '../../../../../nodes/SmartcarTrigger/deduplication/storeDeduplicator';
import { eventLoopTurn } from '../../../../support/eventLoopTurn';
import { STORE_TIMERS } from '../../../../../nodes/SmartcarTrigger/storeCall';

const noSleep = async () => {};
const never = async () => await new Promise<void>(() => {});

const createDeduplicator = () =>
	new StoreDeduplicator({ ...STORE_TIMERS, sleep: noSleep, callLimit: never });

/**
 * n8n's deduplication store: it reads the row, then writes all of it, without a lock. Of two calls
 * that both insert the row, the second one fails.
 * @param betweenReadAndWrite what happens meanwhile
 * @param maxEntries how many IDs it keeps
 */
function createStore(
	betweenReadAndWrite: () => Promise<void> = noSleep,
	maxEntries: number = Infinity,
) {
	let row: Set<string> | undefined;
	const record: RecordIds = async (ids) => {
		const read = row && new Set(row);
		await betweenReadAndWrite();
		if (!read) {
			if (row) throw new Error('UNIQUE constraint failed');
			row = new Set(ids.slice(-maxEntries));
			return ids;
		}
		const newIds = ids.filter((id) => !read.has(id));
		row = new Set([...read, ...newIds].slice(-maxEntries));
		return newIds;
	};
	return {
		record,
		has: (id: string) => row?.has(id) ?? false,
		/** Loses an ID and all that was recorded later, as if another process had overwritten it. */
		lose: (id: string) => {
			const ids = [...(row ?? [])];
			row = new Set(ids.slice(0, ids.indexOf(id)));
		},
	};
}

/** The IDs of the latest call, without call markers. */
const latestIds = (record: jest.MockedFunction<RecordIds>) =>
	record.mock.lastCall?.[0].filter((id) => !id.startsWith('call '));

const unexpectedFailure = (cause: unknown) => {
	throw cause;
};
const request = (ids: string[], record: RecordIds) => ({
	ids,
	record,
	maxEntries: 1_000,
	isShared: false,
	onFailure: unexpectedFailure,
});

/** Records the events of an execution. Resolves to those that it gets in the end. */
async function confirmedIds(
	deduplicator: StoreDeduplicator,
	recordRequest: Omit<Parameters<StoreDeduplicator['recordNew']>[0], 'idsToConfirm'>,
): Promise<string[]> {
	const idsToConfirm = new Set(recordRequest.ids);
	const { confirmed } = await deduplicator.recordNew({ ...recordRequest, idsToConfirm });
	return await confirmed;
}

describe('duplicates', () => {
	test('an event is new only once, across all processes', async () => {
		const { record } = createStore();
		const [first, second] = [createDeduplicator(), createDeduplicator()];

		expect(await confirmedIds(first, request(['a', 'b'], record))).toEqual(['a', 'b']);
		expect(await confirmedIds(second, request(['b', 'c'], record))).toEqual(['c']);
	});

	test('of executions that ask at the same time, the first one gets the event', async () => {
		const { record } = createStore();
		const deduplicator = createDeduplicator();

		const results = await Promise.all(
			['a', 'b', 'b', 'c', 'a'].map((id) => confirmedIds(deduplicator, request([id], record))),
		);

		expect(results).toEqual([['a'], ['b'], [], ['c'], []]);
	});

	test('an event that comes twice in one execution is new once', async () => {
		const { record } = createStore();

		expect(await confirmedIds(createDeduplicator(), request(['a', 'a'], record))).toEqual(['a']);
	});

	test('in any order of calls, each event is new exactly once in one process', async () => {
		const calls = fc.array(
			fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 3 }),
			{ maxLength: 30 },
		);
		await fc.assert(
			fc.asyncProperty(calls, fc.scheduler(), async (plan, scheduler) => {
				const { record } = createStore(async () => await scheduler.schedule(Promise.resolve()));
				const deduplicator = createDeduplicator();
				const newIds: string[] = [];
				const executions = plan.map(async (ids) => {
					await scheduler.schedule(Promise.resolve());
					newIds.push(...(await confirmedIds(deduplicator, request(ids, record))));
				});
				await scheduler.waitFor(Promise.all(executions));

				expect(newIds.sort()).toEqual([...new Set(plan.flat())].sort());
			}),
			{ numRuns: 300 },
		);
	});
});

describe('other processes', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => {
		jest.restoreAllMocks();
		jest.useRealTimers();
	});

	const sleep = async (milliseconds: number) =>
		await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

	/** A worker of queue mode that has run for a while. Its next call comes within 250 ms. */
	async function createWorker(record: RecordIds, maxEntries = 1_000) {
		const deduplicator = new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never });
		const recordNew = async (ids: string[], withinMs = 250) => {
			const newIds = confirmedIds(deduplicator, {
				...request(ids, record),
				maxEntries,
				isShared: true,
				onFailure: () => undefined,
			});
			await jest.advanceTimersByTimeAsync(withinMs);
			return await newIds;
		};
		for (let turn = 0; turn < 8; turn++) await recordNew([]);
		await recordNew([], 20_000);
		return recordNew;
	}

	test('a write that another process has overwritten is restored by the next call', async () => {
		const { record, has, lose } = createStore();
		const recordNew = await createWorker(record);
		await recordNew(['a']);
		lose('a');

		expect(await recordNew(['b'])).toEqual(['b']);

		expect(has('a')).toBe(true);
	});

	test('a call records the IDs of the last ten seconds again', async () => {
		const { record } = createStore();
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted);
		await recordNew(['a']);
		await jest.advanceTimersByTimeAsync(5_000);
		await recordNew(['b', 'c']);
		await jest.advanceTimersByTimeAsync(5_000);
		await recordNew(['d']);
		await recordNew(['e']);

		expect(latestIds(counted)).toEqual(['b', 'c', 'd', 'e']);
	});

	/** One call that records the event, and five that look for lost writes. */
	const CALLS_FOR_AN_EVENT = 6;

	test('for ten seconds after an event, a few calls look for lost writes, and more if one was lost', async () => {
		const { record, has, lose } = createStore();
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted);
		counted.mockClear();
		await recordNew(['a']);
		await jest.advanceTimersByTimeAsync(20_000);
		expect(counted).toHaveBeenCalledTimes(CALLS_FOR_AN_EVENT);

		await recordNew(['other']);
		lose('other');
		await recordNew(['b']);
		counted.mockClear();
		await jest.advanceTimersByTimeAsync(3_000);
		for (const id of ['other', 'b']) lose(id);
		await jest.advanceTimersByTimeAsync(3_000);
		expect(has('b')).toBe(true);

		await jest.advanceTimersByTimeAsync(20_000);
		expect(counted.mock.calls.length).toBeLessThanOrEqual(16);
		counted.mockClear();
		await jest.advanceTimersByTimeAsync(60_000);
		expect(counted).not.toHaveBeenCalled();
	});

	test('while executions come, only their calls check for lost writes', async () => {
		const { record, lose } = createStore();
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted);
		await recordNew(['a']);
		lose('a');
		counted.mockClear();
		for (const id of ['b', 'c', 'd']) await recordNew([id], 450);

		const newest = counted.mock.calls.map(([ids]) => ids.findLast((id) => !id.startsWith('call ')));
		expect(newest).toEqual(['b', 'a (second claim)', 'c', 'd']);
	});

	test('a failed call is not taken for a lost write, so no additional calls follow', async () => {
		const { record, has } = createStore();
		let failures = 0;
		const counted = jest.fn<Promise<string[]>, [string[]]>(async (ids) => {
			if (failures-- > 0) throw new Error('database is locked');
			return await record(ids);
		});
		const recordNew = await createWorker(counted);
		failures = 3;
		expect(await recordNew(['a'], 2_000)).toEqual(['a']);
		await recordNew(['next'], 20_000);
		counted.mockClear();
		await recordNew(['b'], 20_000);

		expect([has('a'), has('b')]).toEqual([true, true]);
		expect(counted).toHaveBeenCalledTimes(CALLS_FOR_AN_EVENT);
	});

	test('outside of queue mode a call records nothing again', async () => {
		const { record } = createStore();
		const counted = jest.fn(record);
		const deduplicator = createDeduplicator();
		await confirmedIds(deduplicator, request(['a'], counted));
		await confirmedIds(deduplicator, request(['b'], counted));

		expect(counted).toHaveBeenLastCalledWith(['b']);
	});

	test('a call records no more IDs again than the store holds', async () => {
		const { record } = createStore();
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted, 100);
		const ids = (prefix: string) => Array.from({ length: 80 }, (_, index) => prefix + index);
		for (const prefix of ['a', 'b']) await recordNew(ids(prefix));

		expect(counted.mock.lastCall?.[0]).toHaveLength(100);
		// The other two are the markers of both calls.
		expect(latestIds(counted)).toEqual([...ids('a').slice(-18), ...ids('b')]);
	});

	test('IDs that the store dropped for lack of room are not taken for overwritten ones', async () => {
		const { record } = createStore(noSleep, 100);
		const counted = jest.fn(record);
		const [first, second] = [await createWorker(counted, 100), await createWorker(counted, 100)];
		const ids = (prefix: string) => Array.from({ length: 60 }, (_, index) => prefix + index);
		await first(ids('a'));
		await first(ids('c'));
		await second(ids('b'));
		await first(['a60']);
		await jest.advanceTimersByTimeAsync(20_000);

		expect(counted.mock.calls.flat(2).filter((id) => id.includes('second claim'))).toEqual([]);
		counted.mockClear();
		await jest.advanceTimersByTimeAsync(20_000);
		expect(counted).not.toHaveBeenCalled();
	});

	describe('with a backlog', () => {
		const EVENTS = 1_000;
		/** How many executions a worker runs at the same time. */
		const CONCURRENCY = 10;
		/** What an execution does besides, in milliseconds. */
		const WORK_MS = 100;

		interface BacklogOptions {
			/** The shortest and the longest time of a slow call. */
			slowCallMs?: [number, number];
			/** One of this many calls is slow. */
			slowCallEvery?: number;
			workers?: number;
			/** How many IDs the store keeps. */
			maxEntries?: number;
			/** Whether one call in ten fails, before or after it has written. */
			isFailing?: boolean;
			seed?: number;
		}

		/**
		 * Runs all executions, by default in two workers.
		 * @param callMs the shortest and the longest time of a call
		 */
		async function runBacklog(
			callMs: [number, number],
			{
				slowCallMs = callMs,
				slowCallEvery = 20,
				workers = 2,
				maxEntries = 10_000,
				isFailing = false,
				seed = 1,
			}: BacklogOptions = {},
		) {
			const random = new Random(seed, 'backlog');
			jest.spyOn(Math, 'random').mockImplementation(() => random.integer(0, 999) / 1_000);
			const store = createStore(async () => {
				await sleep(
					random.integer(...(random.integer(1, slowCallEvery) === 1 ? slowCallMs : callMs)),
				);
			}, maxEntries);
			const failNowAndThen = () => {
				if (isFailing && random.integer(1, 20) === 1) throw new Error('connection lost');
			};
			const claims = new Set<string>();
			const record: RecordIds = async (ids) => {
				failNowAndThen();
				const newIds = await store.record(ids);
				failNowAndThen();
				for (const id of ids) if (id.endsWith('(second claim)')) claims.add(id);
				return newIds;
			};
			const onFailure = isFailing ? () => undefined : unexpectedFailure;
			// A copy comes up to 20 events later.
			const queue = Array.from({ length: EVENTS }, (_, index) => `e-${index}`)
				.flatMap((id, index) => [
					{ id, position: index },
					{ id, position: index + random.integer(0, 20) },
				])
				.sort((a, b) => a.position - b.position)
				.map(({ id }) => id);
			const executed: string[] = [];
			const run = async (deduplicator: StoreDeduplicator) => {
				for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
					executed.push(
						...(await confirmedIds(deduplicator, {
							...request([id], record),
							maxEntries,
							isShared: true,
							onFailure,
						})),
					);
					await sleep(WORK_MS);
				}
			};
			const runs = Array.from(
				{ length: workers },
				() => new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never }),
			).flatMap((deduplicator) =>
				Array.from({ length: CONCURRENCY }, async () => await run(deduplicator)),
			);
			await jest.advanceTimersByTimeAsync(300_000);
			await Promise.all(runs);
			return {
				executed,
				lost: [...new Set(executed)].filter((id) => !store.has(id)),
				/** How many events were claimed a second time. */
				claims: claims.size,
			};
		}

		test('two workers do not call the store at the same moment, so they do not both get an event and its copy', async () => {
			const { executed } = await runBacklog([10, 40]);

			expect(new Set(executed).size).toBe(EVENTS);
			// Without turns it is about a hundred more.
			expect(executed).toHaveLength(EVENTS);
		});

		// Calls took 130 to 300 ms with 80,000 IDs on two cores in full use.
		test.each<[number, number, number]>([
			[80, 180, 1],
			[80, 180, 2],
			[130, 300, 1],
			[130, 300, 2],
			[200, 450, 1],
		])(
			'where all calls take %i to %i ms, the store keeps all events: seed %i',
			async (fastestCallMs, slowestCallMs, seed) => {
				const { executed, lost } = await runBacklog([fastestCallMs, slowestCallMs], {
					slowCallMs: [500, 900],
					seed,
				});

				expect(new Set(executed).size).toBe(EVENTS);
				expect(lost).toEqual([]);
			},
		);

		test('where all calls take long, turns are longer, so few events have to be claimed again', async () => {
			const seeds = Array.from({ length: 20 }, (_, index) => index + 1);
			let repeated = 0;
			let claimed = 0;
			for (const seed of seeds) {
				const { executed, claims } = await runBacklog([130, 190], { slowCallMs: [500, 900], seed });
				repeated += executed.length - EVENTS;
				claimed += claims;
			}

			expect(repeated / seeds.length).toBeLessThanOrEqual(2);
			// All 1,000 if a call of 50 ms were late in each turn.
			expect(claimed / seeds.length).toBeLessThanOrEqual(400);
		});

		test('where some calls take long, only a few copies are executed, too', async () => {
			const { executed } = await runBacklog([10, 40], { slowCallMs: [150, 300] });

			expect(new Set(executed).size).toBe(EVENTS);
			// Without second claims it is about twenty.
			expect(executed.length - EVENTS).toBeLessThanOrEqual(3);
		});

		test('events that a slow call of another worker has overwritten are recorded again', async () => {
			const { executed, lost } = await runBacklog([10, 40], { slowCallMs: [2_000, 2_000] });

			expect(new Set(executed).size).toBe(EVENTS);
			expect(lost).toEqual([]);
		});

		const SEEDS = Array.from({ length: 10 }, (_, index) => index + 1);
		/** With these an event gets lost if a worker yields after a late call, or without waiting. */
		const SEEDS_OF_LATE_CALLS = [32, 186, 242, 264, 348];

		test.each(
			[...SEEDS, ...SEEDS_OF_LATE_CALLS].map((seed) => [seed, seed % 2 ? 600 : 1_500] as const),
		)(
			'no event is missing, even if three workers yield events to each other: seed %i, calls of up to %i ms',
			async (seed, slowestCallMs) => {
				const { executed } = await runBacklog([4, 12], {
					slowCallMs: [100, slowestCallMs],
					slowCallEvery: 4,
					workers: 3,
					seed,
				});

				expect(new Set(executed).size).toBe(EVENTS);
			},
		);

		test.each(Array.from({ length: 20 }, (_, seed) => [seed + 1, [100, 200, 10_000][seed % 3]]))(
			'no event is missing, even if calls fail or take long, and the store has little room: seed %i, %i IDs',
			async (seed, maxEntries) => {
				const { executed } = await runBacklog([10, 300], {
					slowCallMs: [500, 2_000],
					maxEntries,
					isFailing: true,
					seed,
				});

				expect(new Set(executed).size).toBe(EVENTS);
			},
		);
	});

	describe('a call that takes long', () => {
		/** How long a write takes after the action of `beforeNextWrite`. */
		const WRITE_MS = 5;

		/** Long enough for the next call of a worker, with a write that takes `WRITE_MS`. */
		const WITH_SLOW_WRITE_MS = 250 + WRITE_MS;

		/**
		 * Two workers, and a store in which they have a row. A call that `startSlowCall` starts reads
		 * the row, and waits for `write()` before it writes.
		 */
		async function createSlowCalls() {
			/** What the next calls do before they write. */
			const beforeWrites: Array<() => Promise<void>> = [];
			let isFailing = false;
			const store = createStore(async () => await beforeWrites.shift()?.());
			const record: RecordIds = async (ids) => {
				if (isFailing) throw new Error('database is locked');
				return await store.record(ids);
			};
			await record([]);
			const startSlowCall = async (call: () => Promise<string[]>) => {
				let write = () => {};
				const canWrite = new Promise<void>((resolve) => (write = resolve));
				beforeWrites.push(async () => await canWrite);
				const newIds = call();
				await jest.advanceTimersByTimeAsync(250);
				return { newIds, write };
			};
			return {
				first: await createWorker(record),
				second: await createWorker(record),
				startSlowCall,
				beforeNextWrite: (action: () => void) =>
					void beforeWrites.push(async () => {
						action();
						await sleep(WRITE_MS);
					}),
				fail: () => void (isFailing = true),
			};
		}

		test('yields an event to another process that has recorded it meanwhile', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a', 'b']));
			expect(await second(['b', 'c'])).toEqual(['b', 'c']);
			write();
			await second(['d'], 2_000);

			expect(await newIds).toEqual(['a']);
		});

		test('yields an event to another process that gets no more events', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a', 'b']));
			expect(await second(['b', 'c'])).toEqual(['b', 'c']);
			write();
			await jest.advanceTimersByTimeAsync(2_000);

			expect(await newIds).toEqual(['a']);
		});

		test('yields an event to another process whose call recorded nothing else', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a', 'b']));
			expect(await second(['b'])).toEqual(['b']);
			write();
			await second(['d'], 2_000);

			expect(await newIds).toEqual(['a']);
		});

		test('yields an event to another process that has overwritten it', async () => {
			const { first, second, startSlowCall, beforeNextWrite } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a']));
			beforeNextWrite(write);
			expect(await second(['a'], WITH_SLOW_WRITE_MS)).toEqual(['a']);
			await second(['b'], 4_000);

			expect(await newIds).toEqual([]);
		});

		test('yields an event to another process, although the call also had a copy', async () => {
			const { first, second, startSlowCall, beforeNextWrite } = await createSlowCalls();
			await first(['copy']);
			const { newIds, write } = await startSlowCall(async () => await second(['copy', 'a']));
			beforeNextWrite(write);
			expect(await first(['a'], WITH_SLOW_WRITE_MS)).toEqual(['a']);
			await first(['b'], 4_000);

			expect(await newIds).toEqual([]);
		});

		test('gets an event that another process has overwritten without recording it', async () => {
			const { first, second, startSlowCall, beforeNextWrite } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a']));
			beforeNextWrite(write);
			expect(await second(['b'], WITH_SLOW_WRITE_MS)).toEqual(['b']);
			await second(['c'], 3_000);

			expect(await newIds).toEqual(['a']);
		});

		test('gets the events that no other process has recorded', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a', 'b']));
			write();
			expect(await second(['b', 'c'], 2_000)).toEqual(['c']);

			expect(await newIds).toEqual(['a', 'b']);
		});

		test('does not get an event of another process that it has overwritten and then finds new', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a']));
			expect(await second(['b'])).toEqual(['b']);
			write();
			const found = first(['b']);
			await jest.advanceTimersByTimeAsync(250);
			await second(['c'], 2_000);

			expect(await newIds).toEqual(['a']);
			expect(await found).toEqual([]);
		});

		test('gets its events if the store fails after the call', async () => {
			const { first, startSlowCall, fail } = await createSlowCalls();
			const { newIds, write } = await startSlowCall(async () => await first(['a']));
			fail();
			write();
			await jest.advanceTimersByTimeAsync(2_000);

			expect(await newIds).toEqual(['a']);
		});

		test('does not get an event that another slow call at the same moment gets', async () => {
			const { first, second, startSlowCall } = await createSlowCalls();
			const calls = [
				await startSlowCall(async () => await first(['a'])),
				await startSlowCall(async () => await second(['a'])),
			];
			for (const { write } of calls) write();
			await jest.advanceTimersByTimeAsync(2_000);

			const newIds = await Promise.all(calls.map(async (call) => await call.newIds));
			expect(newIds.flat()).toEqual(['a']);
		});
	});

	test('an event is reported as new before it is claimed a second time, and only events to confirm are claimed', async () => {
		const { record } = createStore();
		const recorded = jest.fn(record);
		const deduplicator = new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never });
		const answer = deduplicator.recordNew({
			...request(['claimed', 'other'], recorded),
			idsToConfirm: new Set(['claimed']),
			isShared: true,
		});
		await jest.advanceTimersByTimeAsync(250);
		const { newIds, confirmed } = await answer;
		expect(newIds).toEqual(['claimed', 'other']);
		expect(recorded).toHaveBeenCalledTimes(1);

		await jest.advanceTimersByTimeAsync(2_000);
		expect(await confirmed).toEqual(['claimed', 'other']);
		const claims = recorded.mock.calls.flat(2).filter((id) => id.includes('second claim'));
		expect(new Set(claims)).toEqual(new Set(['claimed (second claim)']));
	});

	test('of two workers that call at the same times, only one gets each event', async () => {
		jest.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
		const { record } = createStore(async () => await sleep(10));
		void record([]);
		await jest.advanceTimersByTimeAsync(10);
		const workers = [0, 1].map(
			() => new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never }),
		);
		const executed: string[] = [];
		for (const id of ['a', 'b', 'c', 'd', 'e']) {
			const newIds = workers.map(
				async (worker) => await confirmedIds(worker, { ...request([id], record), isShared: true }),
			);
			await jest.advanceTimersByTimeAsync(3_000);
			executed.push(...(await Promise.all(newIds)).flat());
		}

		expect(executed).toEqual(['a', 'b', 'c', 'd', 'e']);
	});

	test('later calls do not record a copy again', async () => {
		const { record } = createStore();
		const recordFirst = await createWorker(record);
		await recordFirst(['copy']);
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted);

		expect(await recordNew(['copy'])).toEqual([]);
		await recordNew(['a']);

		expect(latestIds(counted)).toEqual(['a']);
	});

	test('a copy alone is not followed by calls that look for lost writes', async () => {
		const { record } = createStore();
		const recordFirst = await createWorker(record);
		await recordFirst(['copy']);
		const counted = jest.fn(record);
		const recordNew = await createWorker(counted);
		counted.mockClear();
		await recordNew(['copy'], 20_000);

		expect(counted).toHaveBeenCalledTimes(1);
	});

	test('a call is made again if another process has inserted the row at the same moment', async () => {
		const { record, has } = createStore();
		const clashesOnce = jest.fn(record).mockImplementationOnce(async () => {
			await record(['a']);
			throw new Error('UNIQUE constraint failed');
		});

		expect(await confirmedIds(createDeduplicator(), request(['b'], clashesOnce))).toEqual(['b']);
		expect(has('b')).toBe(true);
	});
});

describe('failures of the store', () => {
	const failing: RecordIds = async () => await Promise.reject(new Error('database is locked'));

	test('let the event pass, and are reported', async () => {
		const onFailure = jest.fn();
		const deduplicator = createDeduplicator();

		expect(await confirmedIds(deduplicator, { ...request(['a'], failing), onFailure })).toEqual([
			'a',
		]);
		expect(onFailure).toHaveBeenCalledWith(new Error('database is locked'));
	});

	test('do not stop the deduplication if the log cannot be written either', async () => {
		const { record } = createStore();
		const deduplicator = createDeduplicator();
		const logIsBroken = () => {
			throw new Error('disk full');
		};

		expect(
			await confirmedIds(deduplicator, {
				...request(['a'], failing),
				onFailure: logIsBroken,
			}),
		).toEqual(['a']);
		expect(await confirmedIds(deduplicator, request(['a', 'b'], record))).toEqual(['b']);
	});

	test('include a call that takes more than ten seconds, which is not made again', async () => {
		const onFailure = jest.fn();
		const record = jest.fn(async () => await new Promise<string[]>(() => {}));
		const callLimit = jest.fn(async () => {});
		const deduplicator = new StoreDeduplicator({ ...STORE_TIMERS, sleep: noSleep, callLimit });

		expect(await confirmedIds(deduplicator, { ...request(['a'], record), onFailure })).toEqual([
			'a',
		]);
		expect(callLimit).toHaveBeenCalledWith(10_000);
		expect(record).toHaveBeenCalledTimes(1);
		expect(onFailure).toHaveBeenCalledWith(new Error('no answer within 10 seconds'));
	});

	test('are followed by a pause of 250 ms before each new attempt', async () => {
		const sleep = jest.fn(noSleep);
		const deduplicator = new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never });

		await confirmedIds(deduplicator, {
			...request(['a'], failing),
			onFailure: () => undefined,
		});

		expect(sleep.mock.calls).toEqual([[250], [250]]);
	});

	test('make the next call record the event, too', async () => {
		const { record, has } = createStore();
		const deduplicator = createDeduplicator();
		await confirmedIds(deduplicator, {
			...request(['a'], failing),
			onFailure: () => undefined,
		});

		expect(await confirmedIds(deduplicator, request(['a', 'b'], record))).toEqual(['b']);
		expect(has('a')).toBe(true);
	});

	test('make later calls record again what came after them, since the failed call may still overwrite it', async () => {
		const { record } = createStore();
		const counted = jest.fn(record);
		const deduplicator = createDeduplicator();
		await confirmedIds(deduplicator, {
			...request(['a'], failing),
			onFailure: () => undefined,
		});
		for (const id of ['b', 'c']) await confirmedIds(deduplicator, request([id], counted));

		expect(counted).toHaveBeenLastCalledWith(['a', 'b', 'c']);
	});

	test('lose no event, even if the failed call has recorded it', async () => {
		const { record } = createStore();
		const failsAfterwards = jest.fn(record).mockImplementationOnce(async (ids) => {
			await record(ids);
			throw new Error('connection lost');
		});

		expect(await confirmedIds(createDeduplicator(), request(['a'], failsAfterwards))).toEqual([
			'a',
		]);
	});
});

describe('pauses between calls', () => {
	/** A deduplicator with a clock that stands still until `pass` is called. */
	function createTimed() {
		let now = 1_000;
		const calls: string[][] = [];
		const sleeping: Array<{ until: number; wake: () => void }> = [];
		const arriveDuringCall: string[] = [];
		const known = new Set<string>();
		const record: RecordIds = async (ids) => {
			const newIds = ids.filter((id) => !known.has(id));
			newIds.forEach((id) => known.add(id));
			calls.push(newIds);
			for (const id of arriveDuringCall.splice(0))
				void confirmedIds(deduplicator, request([id], record));
			await eventLoopTurn();
			return newIds;
		};
		const sleep = async (milliseconds: number) =>
			await new Promise<void>((wake) => void sleeping.push({ until: now + milliseconds, wake }));
		const deduplicator = new StoreDeduplicator({
			...STORE_TIMERS,
			sleep,
			callLimit: never,
			now: () => now,
		});
		const settleAll = async () => {
			await eventLoopTurn();
			await eventLoopTurn();
		};
		return {
			/** The new IDs of each call to the store. */
			calls,
			/** Executions that ask while the next call runs, each for one event. */
			duringNextCall: (...ids: string[]) => void arriveDuringCall.push(...ids),
			/** Executions that ask now, each for one event. */
			async arrive(...ids: string[]) {
				for (const id of ids) void confirmedIds(deduplicator, request([id], record));
				await settleAll();
			},
			async pass(milliseconds: number) {
				now += milliseconds;
				for (const { until, wake } of sleeping) if (until <= now) wake();
				await settleAll();
			},
		};
	}

	test('an execution that arrives alone never waits', async () => {
		const { calls, arrive } = createTimed();

		await arrive('a');
		await arrive('b');

		expect(calls).toEqual([['a'], ['b']]);
	});

	test('executions that arrive at the same time share a call', async () => {
		const { calls, arrive } = createTimed();

		await arrive('a', 'b');

		expect(calls).toEqual([['a', 'b']]);
	});

	test('an execution that arrives during a call waits until the pause after it ends', async () => {
		const { calls, arrive, duringNextCall, pass } = createTimed();
		duringNextCall('b');
		await arrive('a');

		await pass(249);
		expect(calls).toEqual([['a']]);
		await pass(1);
		expect(calls).toEqual([['a'], ['b']]);
	});

	test('the pause ends early when one more execution waits than shared the last call', async () => {
		const { calls, arrive, duringNextCall } = createTimed();
		duringNextCall('b');
		await arrive('a');

		await arrive('c');

		expect(calls).toEqual([['a'], ['b', 'c']]);
	});
});
