import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Random } from '../../../../../simulator/random';
import type * as judgeExecution from '../../../../../nodes/SmartcarTrigger/judgment/judgeExecution';
import type { ConditionCheck } from '../../../../../nodes/SmartcarTrigger/event/types';
import type { TriggerParameters } from '../../../../../nodes/SmartcarTrigger/parameters';
import { OVERWRITE_WINDOW_MS } from '../../../../../nodes/SmartcarTrigger/storeCall';
import { eventFrom } from '../../../../support/eventFrom';
import { parameters } from '../events';
import { eventWith, loadIsolated, signal } from '../simulatedN8n';
import { triggerContext } from '../triggerContext';
import { mockMathRandom, settle } from './simulation';

// The longest simulations take half a minute on a busy machine.
jest.setTimeout(120_000);

const sleep = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Worker = Pick<typeof judgeExecution, 'judgeExecution'>;

const startWorker = async (): Promise<Worker> =>
	await loadIsolated(
		async () => await import('../../../../../nodes/SmartcarTrigger/judgment/judgeExecution'),
	);

/**
 * The deduplication store of a workflow. Like n8n's, it reads the list and writes all of it a while
 * later, without a lock, and searches the list for each mark to remove.
 */
class SlowStore {
	list = new Set<string>();

	/** How many marks of conditions the calls were to remove. The markers of workers do not count. */
	removedConditionMarks = 0;

	constructor(
		private readonly recordMs: () => number,
		private readonly removeMs: (marks: number) => number,
	) {}

	async checkProcessedAndRecord(marks: string[]) {
		const read = new Set(this.list);
		await sleep(this.recordMs());
		this.list = new Set([...read, ...marks]);
		return { new: marks.filter((mark) => !read.has(mark)), processed: [] };
	}

	async removeProcessed(marks: string[]) {
		this.removedConditionMarks += marks.filter((mark) => /^[\w-]{22}$/.test(mark)).length;
		const read = new Set(this.list);
		await sleep(this.removeMs(marks.length));
		for (const mark of marks) read.delete(mark);
		this.list = read;
	}
}

const FUEL = 'internalcombustionengine-fuellevel';
const ODOMETER = 'odometer-traveleddistance';

const TIRES = { signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' };

const CONDITIONS: IDataObject[] = [
	TIRES,
	{ ...TIRES, value: 100 },
	{ signal: ODOMETER, when: 'above', value: 85_000, unit: 'km' },
	{ signal: FUEL, when: 'below', value: 10, unit: '%' },
];

const settingsWith = (values: IDataObject[]) =>
	parameters({ events: ['CONDITION_MET'], conditions: { values } });

const FOUR_CONDITIONS = settingsWith(CONDITIONS);

/** Ten conditions, with 25 marks if all of them are met: five limits for each of four tires. */
const TEN_CONDITIONS = settingsWith([
	...[200, 190, 180, 170, 160].map((value) => ({ ...TIRES, value })),
	...[85_000, 95_000, 99_000].map((value) => ({
		signal: ODOMETER,
		when: 'above',
		value,
		unit: 'km',
	})),
	...[10, 5].map((value) => ({ signal: FUEL, when: 'below', value, unit: '%' })),
]);

interface State {
	/** Null if the vehicle did not send its tires. */
	frontLeftKpa?: number | null;
	/** Undefined if the vehicle did not send it. */
	fuelPercent?: number;
	/**
	 * When the tires were read, Unix ms. By default later than in the events before. Null if the vehicle
	 * did not send it.
	 */
	tiresAt?: number | null;
}

function stateOf(id: string, { frontLeftKpa = 230, fuelPercent, tiresAt }: State): IDataObject {
	const values = [0, 1, 2, 3].map((index) => ({
		row: Math.floor(index / 2),
		column: index % 2,
		tirePressure: index === 0 ? frontLeftKpa : 230,
	}));
	const read = tiresAt === undefined ? {} : { meta: { oemUpdatedAt: tiresAt } };
	const { data } = eventWith(
		[
			...(frontLeftKpa === null ? [] : [signal('wheel-tires', { values, unit: 'kPa' }, read)]),
			signal(ODOMETER, { value: 20_000, unit: 'km' }),
			...(fuelPercent === undefined ? [] : [signal(FUEL, { value: fuelPercent, unit: 'percent' })]),
		],
		id,
	);
	return { eventType: 'VEHICLE_STATE', data };
}

let eventCount = 0;

interface JudgeOptions {
	settings?: TriggerParameters;
	/** Whether another process has received the event, as in queue mode. */
	isFromOtherProcess?: boolean;
	/** What the delivery has found. By default it has compared nothing. */
	checks?: ConditionCheck[];
}

/** Judges a vehicle state in a process. @returns how many conditions fire */
async function judge(
	worker: Worker,
	store: SlowStore,
	id: string,
	state: State,
	options?: JudgeOptions,
): Promise<number> {
	return await judgeBody(worker, store, stateOf(id, state), options);
}

async function judgeBody(
	worker: Worker,
	store: SlowStore,
	body: IDataObject,
	{ settings = FOUR_CONDITIONS, isFromOtherProcess = true, checks }: JudgeOptions = {},
): Promise<number> {
	const event = eventFrom({ eventId: `e${++eventCount}`, ...body });
	const context = triggerContext({ helpers: store });
	const accepted = { event, flags: { checks }, isFromOtherProcess };
	const newEvents = new Set([accepted]);
	const [judged] = await worker.judgeExecution.call(context, [accepted], newEvents, settings);
	return judged?.result.judgedBy === 'conditions' ? judged.result.met.length : 0;
}

const ARMED: State = { fuelPercent: 50 };
const LOW: State = { ...ARMED, frontLeftKpa: 150 };

const fastStore = () =>
	new SlowStore(
		() => 5,
		() => 5,
	);

/** Waits longer than the shortest time between two events of a vehicle. */
async function finish<Result>(promise: Promise<Result>): Promise<Result> {
	await jest.advanceTimersByTimeAsync(3_000);
	// The turns of a worker have a random phase, so a few take longer.
	await settle(promise);
	return await promise;
}

type Step = readonly [worker: Worker, state: State, options?: JudgeOptions];

/** Judges states of a vehicle one after another. @returns how many conditions fire at each one */
async function judgeInTurn(steps: readonly Step[]): Promise<number[]> {
	const store = fastStore();
	const met: number[] = [];
	for (const [worker, state, options] of steps)
		met.push(await finish(judge(worker, store, 'v', state, options)));
	return met;
}

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

describe.each([
	{ sends: 'all signals', fuelPercent: 50 },
	{ sends: 'no fuel level', fuelPercent: undefined },
])('two busy workers, with vehicles that send $sends', ({ fuelPercent }) => {
	const VEHICLES = 60;
	const EVENTS = 8;
	const OTHERS_PER_SECOND = 15;
	const armed: State = { fuelPercent };
	const low: State = { fuelPercent, frontLeftKpa: 195 };

	test.each([1, 2])('miss and repeat nothing: seed %d', async (seed) => {
		const random = new Random(seed, 'workers');
		mockMathRandom(random);
		const factor = () => random.integer(50, 200) / 100;
		const store = new SlowStore(
			() => 30 * factor(),
			(marks) => (20 + marks * 0.9) * factor(),
		);
		const workers = [await startWorker(), await startWorker()];
		const settings = TEN_CONDITIONS;
		const wrong = { missed: 0, repeated: 0 };
		let isRunning = true;
		let otherVehicles = 0;
		const others = workers.map(async (worker) => {
			const judgedStates: Array<Promise<number>> = [];
			while (isRunning) {
				judgedStates.push(judge(worker, store, `other ${++otherVehicles}`, armed, { settings }));
				await sleep((1_000 / OTHERS_PER_SECOND) * factor());
			}
			return await Promise.all(judgedStates);
		});
		const vehicles = Array.from({ length: VEHICLES }, async (_, vehicle) => {
			await sleep(random.integer(0, 20_000));
			let isLow = false;
			for (let event = 0; event < EVENTS; event++) {
				const becomesLow = random.integer(0, 1) === 1;
				const state = becomesLow ? low : armed;
				const worker = random.pick(workers);
				const met = await judge(worker, store, `vehicle ${vehicle}`, state, { settings });
				const expected = becomesLow && !isLow ? 1 : 0;
				if (met < expected) wrong.missed++;
				if (met > expected) wrong.repeated++;
				isLow = becomesLow;
				await sleep(random.integer(10_000, 20_000));
			}
			await judge(random.pick(workers), store, `vehicle ${vehicle}`, armed, { settings });
		});
		await jest.advanceTimersByTimeAsync(EVENTS * 21_000 + 30_000);
		await Promise.all(vehicles);
		isRunning = false;
		await jest.advanceTimersByTimeAsync(30_000);

		expect((await Promise.all(others)).flat().filter((met) => met > 0)).toEqual([]);
		expect(wrong).toEqual({ missed: 0, repeated: 0 });
		expect([...store.list].filter((mark) => mark.endsWith('may have fired'))).toEqual([]);
	});
});

describe('the events of one vehicle', () => {
	test('are judged one at a time within a process', async () => {
		const store = fastStore();
		const worker = await startWorker();
		const judgeNext = async (state: State) => await judge(worker, store, 'v', state);
		expect(await finish(judgeNext(LOW))).toBe(1);

		expect(await finish(Promise.all([judgeNext(ARMED), judgeNext(LOW)]))).toEqual([0, 1]);
	});

	test.each([
		['in regular mode', false],
		['in queue mode', true],
	])('remove no marks of conditions unless one was met, %s', async (_, isFromOtherProcess) => {
		const store = fastStore();
		const worker = await startWorker();
		const removed: number[] = [];
		for (const state of [ARMED, LOW, ARMED, ARMED]) {
			const before = store.removedConditionMarks;
			await finish(judge(worker, store, 'v', state, { isFromOtherProcess }));
			removed.push(store.removedConditionMarks - before);
		}

		expect(removed).toEqual([0, 9, 10, 0]);
		expect([...store.list].filter((mark) => mark.endsWith('may have fired'))).toEqual([]);
	});

	test('keep the mark of the vehicle while a value is between the limit and Reset At', async () => {
		const store = fastStore();
		const remove = jest.spyOn(store, 'removeProcessed');
		const worker = await startWorker();
		const settings = settingsWith([{ ...TIRES, resetAt: 220 }]);
		const isVehicleMark = (mark: string) => mark.endsWith('may have fired');
		const seen: Array<{ isKept: boolean; isRemoved: boolean }> = [];
		for (const frontLeftKpa of [150, 210, 230]) {
			remove.mockClear();
			await finish(judge(worker, store, 'v', { frontLeftKpa }, { settings }));
			seen.push({
				isKept: [...store.list].some(isVehicleMark),
				isRemoved: remove.mock.calls.some(([marks]) => marks.some(isVehicleMark)),
			});
		}

		expect(seen).toEqual([
			{ isKept: true, isRemoved: false },
			{ isKept: true, isRemoved: false },
			{ isKept: false, isRemoved: true },
		]);
	});

	test('leave no mark of the vehicle after a recovery without a fuel level', async () => {
		const store = fastStore();
		const worker = await startWorker();
		for (const frontLeftKpa of [150, 230])
			await finish(judge(worker, store, 'v', { frontLeftKpa }));
		await jest.advanceTimersByTimeAsync(20_000);

		expect([...store.list]).toEqual([]);
	});

	test('fire a condition again after a recovery in another worker and an event without a value', async () => {
		const [first, second] = [await startWorker(), await startWorker()];
		const met = await judgeInTurn([
			[first, { fuelPercent: 5 }],
			[second, { fuelPercent: 50 }],
			[first, {}],
			[second, { fuelPercent: 5 }],
		]);

		expect(met).toEqual([1, 0, 0, 1]);
	});

	test('fire *Changes* again after a worker was killed between its two calls of the store', async () => {
		const settings = settingsWith([{ signal: 'charge-ischarging', when: 'changes' }]);
		const [killed, other] = [await startWorker(), await startWorker()];
		const store = fastStore();
		const charging = (value: boolean): IDataObject => ({
			eventType: 'VEHICLE_STATE',
			data: eventWith([signal('charge-ischarging', { value })], 'v').data,
		});
		await finish(judgeBody(killed, store, charging(false), { settings }));
		const remove = jest.spyOn(store, 'removeProcessed');
		remove.mockImplementation(async () => await new Promise<void>(() => undefined));
		void judgeBody(killed, store, charging(true), { settings });
		await jest.advanceTimersByTimeAsync(3_000);
		remove.mockRestore();

		const met: number[] = [];
		for (const value of [false, true, false, true])
			met.push(await finish(judgeBody(other, store, charging(value), { settings })));

		// The store has both values, so it cannot tell that the first one is a change.
		expect(met).toEqual([0, 1, 1, 1]);
	});

	test('do not fire *Every* for a lower count if the delivery knows the value before', async () => {
		const row = { signal: ODOMETER, when: 'every', value: 1_000, unit: 'km' };
		const settings = settingsWith([row]);
		const [condition] = settings.conditions;
		if (!condition) throw new Error('There is no condition');
		const store = fastStore();
		const judgeAt = async (kilometers: number, previousValue?: number) => {
			const { data } = eventWith([signal(ODOMETER, { value: kilometers, unit: 'km' })], 'v');
			const checks = [{ conditionId: condition.id, place: '', previousValue }];
			const body = { eventType: 'VEHICLE_STATE', data };
			return await finish(judgeBody(await startWorker(), store, body, { settings, checks }));
		};

		expect(await judgeAt(44_900)).toBe(0);
		expect(await judgeAt(45_010, 44_900)).toBe(1);
		expect(await judgeAt(43_500, 45_010)).toBe(0);
		expect(await judgeAt(46_010, 45_010)).toBe(1);
	});

	test('fire a condition once while n8n changes between regular and queue mode', async () => {
		const store = fastStore();
		const met: number[] = [];
		for (const [state, isFromOtherProcess] of [
			[LOW, false],
			[LOW, true],
			[ARMED, true],
			[LOW, true],
			[LOW, false],
			[ARMED, false],
			[LOW, true],
		] as const) {
			met.push(await finish(judge(await startWorker(), store, 'v', state, { isFromOtherProcess })));
			// n8n has one mode at a time: the next process does not begin before this one is at rest.
			await jest.advanceTimersByTimeAsync(OVERWRITE_WINDOW_MS);
		}

		expect(met).toEqual([1, 0, 0, 1, 0, 0, 1]);
	});

	test.each([
		{ older: 'an execution from before', newer: 'an event since', isNewerFromBefore: false },
		{ older: 'an event', newer: 'an execution from before', isNewerFromBefore: true },
	])(
		'after a restart in regular mode, do not fire for $older that is older than $newer',
		async ({ isNewerFromBefore }) => {
			jest.setSystemTime(Date.UTC(2026, 11, 1));
			const worker = await startWorker();
			const onDay = (day: number) => ({ tiresAt: Date.UTC(2026, 10, day) });
			const met = await judgeInTurn([
				[worker, { ...ARMED, ...onDay(20) }, { isFromOtherProcess: isNewerFromBefore }],
				[worker, { ...LOW, ...onDay(10) }, { isFromOtherProcess: !isNewerFromBefore }],
				[worker, { ...LOW, ...onDay(30) }, { isFromOtherProcess: false }],
			]);

			expect(met).toEqual([0, 0, 1]);
		},
	);

	test('that this process has received are not late because of one without a time from before the restart', async () => {
		jest.setSystemTime(Date.UTC(2026, 11, 1));
		const worker = await startWorker();
		const met = await judgeInTurn([
			[worker, { ...ARMED, tiresAt: Date.UTC(2026, 10, 20) }, { isFromOtherProcess: false }],
			[worker, { ...ARMED, tiresAt: null }, { isFromOtherProcess: true }],
			[worker, { ...LOW, tiresAt: Date.UTC(2026, 10, 10) }, { isFromOtherProcess: false }],
		]);

		expect(met).toEqual([0, 0, 1]);
	});

	test('fire a condition again after it has fired in one worker and recovered in the other one', async () => {
		const [first, second] = [await startWorker(), await startWorker()];
		const met = await judgeInTurn([
			[first, ARMED],
			[second, LOW],
			[first, LOW],
			[first, ARMED],
			[second, LOW],
			[second, ARMED],
			[first, LOW],
		]);

		expect(met).toEqual([0, 1, 0, 0, 1, 0, 1]);
	});

	// With the last four seeds the second worker judges while the first one records again what it
	// could not save.
	test.each([1, 3, 86, 125, 133])(
		'fire a condition again after a recovery in another worker, although the store failed to record that it had fired: seed %d',
		async (seed) => {
			const random = new Random(seed, 'failed save');
			mockMathRandom(random);
			const store = fastStore();
			const [first, second] = [await startWorker(), await startWorker()];
			const record = jest.spyOn(store, 'checkProcessedAndRecord');
			record.mockRejectedValue(new Error('database is locked'));
			const met = [await finish(judge(first, store, 'v', LOW))];
			record.mockRestore();
			met.push(await finish(judge(second, store, 'v', ARMED)));
			met.push(await finish(judge(first, store, 'v', LOW)));

			expect(met).toEqual([1, 0, 1]);
		},
	);

	test('do not fire a condition again because an event in between lacks the signal', async () => {
		const [first, second] = [await startWorker(), await startWorker()];
		const met = await judgeInTurn([
			[first, ARMED],
			[second, { fuelPercent: 5 }],
			[first, {}],
			[first, { fuelPercent: 5 }],
			[first, ARMED],
			[second, { fuelPercent: 5 }],
		]);

		expect(met).toEqual([0, 1, 0, 0, 0, 1]);
	});

	const withoutTires = settingsWith(CONDITIONS.slice(2));

	test('fire a condition again that was removed and put back', async () => {
		const met = await judgeInTurn([
			[await startWorker(), LOW, { settings: FOUR_CONDITIONS }],
			[await startWorker(), LOW, { settings: withoutTires }],
			[await startWorker(), ARMED, { settings: withoutTires }],
			[await startWorker(), ARMED, { settings: FOUR_CONDITIONS }],
			[await startWorker(), LOW, { settings: FOUR_CONDITIONS }],
		]);

		expect(met).toEqual([1, 0, 0, 0, 1]);
	});

	test('fire a condition again that was removed and put back, even if another one is met first', async () => {
		const met = await judgeInTurn([
			[await startWorker(), LOW, { settings: FOUR_CONDITIONS }],
			[await startWorker(), ARMED, { settings: withoutTires }],
			[await startWorker(), ARMED, { settings: FOUR_CONDITIONS }],
			[await startWorker(), { frontLeftKpa: null, fuelPercent: 5 }, { settings: FOUR_CONDITIONS }],
			[await startWorker(), { ...LOW, fuelPercent: 5 }, { settings: FOUR_CONDITIONS }],
		]);

		expect(met).toEqual([1, 0, 0, 1, 1]);
	});

	/** The checks of a delivery that leaves out the tires, because their values are late. */
	const otherChecks = FOUR_CONDITIONS.conditions
		.filter(({ signal: { code } }) => code !== 'wheel-tires')
		.map(({ id }) => ({ conditionId: id, place: '' }));

	test.each([
		['the delivery', otherChecks],
		['the execution', undefined],
	])('fire a condition once if an older event comes late, and %s notices it', async (_, checks) => {
		jest.setSystemTime(Date.UTC(2026, 11, 1));
		const store = fastStore();
		const worker = await startWorker();
		const met: number[] = [];
		for (const [frontLeftKpa, day] of [
			[150, 20],
			[230, 10],
			[150, 30],
		] as const) {
			const tiresAt = Date.UTC(2026, 10, day);
			const state = { ...ARMED, frontLeftKpa, tiresAt };
			const isLate = day === 10;
			met.push(await finish(judge(worker, store, 'v', state, isLate ? { checks } : {})));
		}

		expect(met).toEqual([1, 0, 0]);
	});

	test('fire a condition once for a tire of a third row, although an event in between lacks the tire', async () => {
		const store = fastStore();
		const met: number[] = [];
		for (const thirdRow of [150, undefined, 150]) {
			const tires = [230, 230, thirdRow].flatMap((tirePressure, index) =>
				tirePressure === undefined ? [] : [{ row: index, column: 0, tirePressure }],
			);
			const { data } = eventWith([
				signal('wheel-tires', { values: tires, rowCount: 3, columnCount: 2, unit: 'kPa' }),
			]);
			const judged = judgeBody(await startWorker(), store, { eventType: 'VEHICLE_STATE', data });
			met.push(await finish(judged));
		}

		expect(met).toEqual([1, 0, 0]);
	});

	test('fire a condition again after two workers have judged the vehicle at the same moment', async () => {
		const met: number[] = [];
		for (let offsetMs = -300; offsetMs <= 300; offsetMs += 15) {
			const store = fastStore();
			const [first, second] = [await startWorker(), await startWorker()];
			const judgeAfter = async (delayMs: number, worker: Worker, state: State) => {
				await sleep(Math.max(0, delayMs));
				return await judge(worker, store, 'v', state);
			};
			const atOnce = [judgeAfter(-offsetMs, first, ARMED), judgeAfter(offsetMs, second, LOW)];
			await finish(Promise.all(atOnce));
			await finish(judge(first, store, 'v', ARMED));
			met.push(await finish(judge(second, store, 'v', LOW)));
		}

		expect(met.filter((count) => count !== 1)).toEqual([]);
	});

	test('fire a condition whenever it is newly met, with workers that restart and events that lack signals', async () => {
		const events = fc.array(
			fc.record({
				worker: fc.nat(1),
				restarts: fc.boolean(),
				vehicle: fc.nat(1),
				frontLeftKpa: fc.constantFrom(230, 150, 90),
				fuelPercent: fc.constantFrom(50, 5, undefined),
				waitMs: fc.constantFrom(1_000, 1_000, 15_000),
			}),
			{ minLength: 1, maxLength: 30 },
		);
		await fc.assert(
			fc.asyncProperty(events, fc.nat(), async (plan, seed) => {
				mockMathRandom(new Random(seed, 'turns'));
				const store = fastStore();
				const workers = [await startWorker(), await startWorker()];
				const fired = new Set<string>();
				const actual: number[] = [];
				const expected: number[] = [];
				for (const { worker, restarts, vehicle, waitMs, ...state } of plan) {
					if (restarts && waitMs > 10_000) workers[worker] = await startWorker();
					const states: Array<[string, boolean | undefined]> = [
						['below 200', state.frontLeftKpa < 200],
						['below 100', state.frontLeftKpa < 100],
						['fuel', state.fuelPercent === undefined ? undefined : state.fuelPercent < 10],
					];
					let count = 0;
					for (const [name, isMet] of states) {
						const key = `${vehicle} ${name}`;
						if (isMet === true && !fired.has(key)) count++;
						if (isMet === true) fired.add(key);
						if (isMet === false) fired.delete(key);
					}
					expected.push(count);
					const judged = judge(
						workers[worker] ?? (await startWorker()),
						store,
						`v${vehicle}`,
						state,
					);
					await jest.advanceTimersByTimeAsync(1_000 + waitMs);
					await settle(judged);
					actual.push(await judged);
				}
				expect(actual).toEqual(expected);
			}),
			{ numRuns: 60, endOnFailure: true },
		);
	});

	test('leave nothing in the store while calls overlap and no vehicle meets a condition', async () => {
		const random = new Random(1, 'quiet');
		mockMathRandom(random);
		const slowNowAndThen = () => (random.integer(1, 50) === 1 ? 300 : 5);
		const store = new SlowStore(slowNowAndThen, slowNowAndThen);
		const workers = [await startWorker(), await startWorker()];
		const sizes: number[] = [];
		for (let minute = 0; minute < 4; minute++) {
			const judgedStates = Array.from({ length: 600 }, async (_, index) => {
				await sleep(index * 100);
				return await judge(random.pick(workers), store, `v${index % 50}`, ARMED);
			});
			await jest.advanceTimersByTimeAsync(70_000);
			await Promise.all(judgedStates);
			sizes.push(store.list.size);
		}
		await jest.advanceTimersByTimeAsync(60_000);

		// The markers of the last ten seconds.
		expect(sizes.filter((size) => size > 400)).toEqual([]);
		expect(store.list.size).toBeLessThan(60);
	});
});
