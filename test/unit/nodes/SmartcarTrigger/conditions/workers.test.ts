import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { Random } from '../../../../../simulator/random';
import type * as judgeExecution from '../../../../../nodes/SmartcarTrigger/conditions/judgeExecution';
import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import type { ConditionCheck } from '../../../../../nodes/SmartcarTrigger/event/types';
import { OVERWRITE_WINDOW_MS } from '../../../../../nodes/SmartcarTrigger/storeCall';
import { parameters } from '../events';
import { eventWith, loadIsolated, signal } from '../simulatedN8n';

// The longest simulations take half a minute on a busy machine.
jest.setTimeout(120_000);

const sleep = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

type Worker = Pick<typeof judgeExecution, 'judgeExecution'>;

const startWorker = async (): Promise<Worker> =>
	await loadIsolated(
		async () => await import('../../../../../nodes/SmartcarTrigger/conditions/judgeExecution'),
	);

/**
 * n8n's store of a workflow, which reads the list, and writes all of it a while later, without a
 * lock. For each mark to remove it searches the list.
 */
class SlowRow {
	list = new Set<string>();

	/** How many marks of conditions were to be removed, and not of the workers' own. */
	removedConditions = 0;

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
		this.removedConditions += marks.filter((mark) => /^[\w-]{22}$/.test(mark)).length;
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

const settings = settingsWith(CONDITIONS);

/** Ten conditions, with 25 marks if all of them are met: five limits for each of four tires. */
const tenConditions = settingsWith([
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
	/** When the tires were read, Unix ms. By default after those of the events before. */
	tiresAt?: number;
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
	/** The settings. */
	used?: typeof settings;
	/** Whether another process has received the event, as in queue mode. */
	isFromOtherProcess?: boolean;
	/** What the delivery has found. By default it has compared nothing. */
	checks?: ConditionCheck[];
}

/** Judges a vehicle state in a process. @returns how many conditions it meets */
async function judge(
	worker: Worker,
	row: SlowRow,
	id: string,
	state: State,
	options?: JudgeOptions,
): Promise<number> {
	return await judgeBody(worker, row, stateOf(id, state), options);
}

async function judgeBody(
	worker: Worker,
	row: SlowRow,
	body: IDataObject,
	{ used = settings, isFromOtherProcess = true, checks }: JudgeOptions = {},
): Promise<number> {
	const event = parseEvent({ eventId: `e${++eventCount}`, ...body });
	const context = {
		getWorkflow: () => ({ id: 'wf' }),
		getNode: () => ({ id: 'trigger' }),
		getMode: () => 'webhook',
		logger: { warn: () => undefined, debug: () => undefined },
		helpers: row,
	} as unknown as IExecuteFunctions;
	const accepted = { event, flags: { checks }, isFromOtherProcess };
	const newEvents = new Set([accepted]);
	const [judged] = await worker.judgeExecution.call(context, [accepted], newEvents, used);
	return judged?.result.judgedBy === 'conditions' ? judged.result.met.length : 0;
}

const ARMED: State = { fuelPercent: 50 };
const LOW: State = { ...ARMED, frontLeftKpa: 150 };

const fastRow = () =>
	new SlowRow(
		() => 5,
		() => 5,
	);

/** Waits as long as the next event of a vehicle is away at least, and longer. */
async function finish<Result>(promise: Promise<Result>): Promise<Result> {
	await jest.advanceTimersByTimeAsync(3_000);
	return await promise;
}

type Step = readonly [worker: Worker, state: State, options?: JudgeOptions];

/** Judges states of a vehicle one after another. @returns how many conditions each one meets */
async function judgeInTurn(steps: readonly Step[]): Promise<number[]> {
	const row = fastRow();
	const met: number[] = [];
	for (const [worker, state, options] of steps)
		met.push(await finish(judge(worker, row, 'v', state, options)));
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
		jest.spyOn(Math, 'random').mockImplementation(() => random.integer(0, 999) / 1_000);
		const factor = () => random.integer(50, 200) / 100;
		const row = new SlowRow(
			() => 30 * factor(),
			(marks) => (20 + marks * 0.9) * factor(),
		);
		const workers = [await startWorker(), await startWorker()];
		const used = tenConditions;
		const wrong = { missed: 0, repeated: 0 };
		let isRunning = true;
		let otherVehicles = 0;
		const others = workers.map(async (worker) => {
			const judgedStates: Array<Promise<number>> = [];
			while (isRunning) {
				judgedStates.push(judge(worker, row, `other ${++otherVehicles}`, armed, { used }));
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
				const met = await judge(random.pick(workers), row, `vehicle ${vehicle}`, state, { used });
				const expected = becomesLow && !isLow ? 1 : 0;
				if (met < expected) wrong.missed++;
				if (met > expected) wrong.repeated++;
				isLow = becomesLow;
				await sleep(random.integer(10_000, 20_000));
			}
			await judge(random.pick(workers), row, `vehicle ${vehicle}`, armed, { used });
		});
		await jest.advanceTimersByTimeAsync(EVENTS * 21_000 + 30_000);
		await Promise.all(vehicles);
		isRunning = false;
		await jest.advanceTimersByTimeAsync(30_000);

		expect((await Promise.all(others)).flat().filter((met) => met > 0)).toEqual([]);
		expect(wrong).toEqual({ missed: 0, repeated: 0 });
		expect([...row.list].filter((mark) => mark.endsWith('may have fired'))).toEqual([]);
	});
});

describe('the events of one vehicle', () => {
	test.each([
		['in regular mode', false],
		['in queue mode', true],
	])('remove no marks of conditions unless one was met, %s', async (_, isFromOtherProcess) => {
		const row = fastRow();
		const worker = await startWorker();
		const removed: number[] = [];
		for (const state of [ARMED, LOW, ARMED, ARMED]) {
			const before = row.removedConditions;
			await finish(judge(worker, row, 'v', state, { isFromOtherProcess }));
			removed.push(row.removedConditions - before);
		}

		expect(removed).toEqual([0, 9, 10, 0]);
		expect([...row.list].filter((mark) => mark.endsWith('may have fired'))).toEqual([]);
	});

	test('keep the mark of the vehicle while a value is between the limit and Reset At', async () => {
		const row = fastRow();
		const remove = jest.spyOn(row, 'removeProcessed');
		const worker = await startWorker();
		const used = settingsWith([{ ...TIRES, resetAt: 220 }]);
		const isVehicleMark = (mark: string) => mark.endsWith('may have fired');
		const seen: Array<{ isKept: boolean; isRemoved: boolean }> = [];
		for (const frontLeftKpa of [150, 210, 230]) {
			remove.mockClear();
			await finish(judge(worker, row, 'v', { frontLeftKpa }, { used }));
			seen.push({
				isKept: [...row.list].some(isVehicleMark),
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
		const row = fastRow();
		const worker = await startWorker();
		for (const frontLeftKpa of [150, 230]) await finish(judge(worker, row, 'v', { frontLeftKpa }));
		await jest.advanceTimersByTimeAsync(20_000);

		expect([...row.list]).toEqual([]);
	});

	test('are told again if another worker has removed the mark just before an event without a value', async () => {
		const [first, second] = [await startWorker(), await startWorker()];
		const met = await judgeInTurn([
			[first, { fuelPercent: 5 }],
			[second, { fuelPercent: 50 }],
			[first, {}],
			[second, { fuelPercent: 5 }],
		]);

		expect(met).toEqual([1, 0, 0, 1]);
	});

	test('are told as changes after a worker was killed between its two calls', async () => {
		const used = settingsWith([{ signal: 'charge-ischarging', when: 'changes' }]);
		const [killed, other] = [await startWorker(), await startWorker()];
		const row = fastRow();
		const charging = (value: boolean): IDataObject => ({
			eventType: 'VEHICLE_STATE',
			data: eventWith([signal('charge-ischarging', { value })], 'v').data,
		});
		await finish(judgeBody(killed, row, charging(false), { used }));
		const remove = jest.spyOn(row, 'removeProcessed');
		remove.mockImplementation(async () => await new Promise<void>(() => undefined));
		void judgeBody(killed, row, charging(true), { used });
		await jest.advanceTimersByTimeAsync(3_000);
		remove.mockRestore();

		const met: number[] = [];
		for (const value of [false, true, false, true])
			met.push(await finish(judgeBody(other, row, charging(value), { used })));

		// The store has both values, so it cannot tell that the first one is a change.
		expect(met).toEqual([0, 1, 1, 1]);
	});

	test('are not told for a lower count of Every, if the delivery knows the value before', async () => {
		const row = { signal: ODOMETER, when: 'every', value: 1_000, unit: 'km' };
		const used = settingsWith([row]);
		const [condition] = used.conditions;
		if (!condition) throw new Error('There is no condition');
		const store = fastRow();
		const judgeAt = async (kilometers: number, previousValue?: number) => {
			const { data } = eventWith([signal(ODOMETER, { value: kilometers, unit: 'km' })], 'v');
			const checks = [{ conditionId: condition.id, place: '', previousValue }];
			const body = { eventType: 'VEHICLE_STATE', data };
			return await finish(judgeBody(await startWorker(), store, body, { used, checks }));
		};

		expect(await judgeAt(44_900)).toBe(0);
		expect(await judgeAt(45_010, 44_900)).toBe(1);
		expect(await judgeAt(43_500, 45_010)).toBe(0);
		expect(await judgeAt(46_010, 45_010)).toBe(1);
	});

	test('are told once while n8n changes between regular and queue mode', async () => {
		const row = fastRow();
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
			met.push(await finish(judge(await startWorker(), row, 'v', state, { isFromOtherProcess })));
			// n8n has one mode at a time: the next process does not begin before this one is at rest.
			await jest.advanceTimersByTimeAsync(OVERWRITE_WINDOW_MS);
		}

		expect(met).toEqual([1, 0, 0, 1, 0, 0, 1]);
	});

	test('tell a condition again after another worker has told it and this one has removed it', async () => {
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
		'are told again after a recovery in another worker, if the store failed to save the first time: seed %d',
		async (seed) => {
			const random = new Random(seed, 'failed save');
			jest.spyOn(Math, 'random').mockImplementation(() => random.integer(0, 999) / 1_000);
			const row = fastRow();
			const [first, second] = [await startWorker(), await startWorker()];
			const record = jest.spyOn(row, 'checkProcessedAndRecord');
			record.mockRejectedValue(new Error('database is locked'));
			const met = [await finish(judge(first, row, 'v', LOW))];
			record.mockRestore();
			met.push(await finish(judge(second, row, 'v', ARMED)));
			met.push(await finish(judge(first, row, 'v', LOW)));

			expect(met).toEqual([1, 0, 1]);
		},
	);

	test('keep what has fired while a vehicle does not send the signal', async () => {
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

	test('are told again after conditions were edited and edited back', async () => {
		const edited = settingsWith(CONDITIONS.slice(2));
		const met = await judgeInTurn([
			[await startWorker(), LOW, { used: settings }],
			[await startWorker(), LOW, { used: edited }],
			[await startWorker(), ARMED, { used: edited }],
			[await startWorker(), ARMED, { used: settings }],
			[await startWorker(), LOW, { used: settings }],
		]);

		expect(met).toEqual([1, 0, 0, 0, 1]);
	});

	test('are told again after conditions were removed and put back, also if another one is met first', async () => {
		const withoutTires = settingsWith(CONDITIONS.slice(2));
		const met = await judgeInTurn([
			[await startWorker(), LOW, { used: settings }],
			[await startWorker(), ARMED, { used: withoutTires }],
			[await startWorker(), ARMED, { used: settings }],
			[await startWorker(), { frontLeftKpa: null, fuelPercent: 5 }, { used: settings }],
			[await startWorker(), { ...LOW, fuelPercent: 5 }, { used: settings }],
		]);

		expect(met).toEqual([1, 0, 0, 1, 1]);
	});

	/** Those of a delivery that leaves out the tires, because they are late. */
	const otherChecks = settings.conditions
		.filter(({ signal: { code } }) => code !== 'wheel-tires')
		.map(({ id }) => ({ conditionId: id, place: '' }));

	test.each([
		['the delivery', otherChecks],
		['the execution', undefined],
	])('are told once if an older event comes late, which %s finds', async (_, checks) => {
		jest.setSystemTime(Date.UTC(2026, 11, 1));
		const row = fastRow();
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
			met.push(await finish(judge(worker, row, 'v', state, isLate ? { checks } : {})));
		}

		expect(met).toEqual([1, 0, 0]);
	});

	test('are told once for a tire of a third row that is missing in between', async () => {
		const row = fastRow();
		const met: number[] = [];
		for (const thirdRow of [150, undefined, 150]) {
			const tires = [230, 230, thirdRow].flatMap((tirePressure, index) =>
				tirePressure === undefined ? [] : [{ row: index, column: 0, tirePressure }],
			);
			const { data } = eventWith([
				signal('wheel-tires', { values: tires, rowCount: 3, columnCount: 2, unit: 'kPa' }),
			]);
			const judged = judgeBody(await startWorker(), row, { eventType: 'VEHICLE_STATE', data });
			met.push(await finish(judged));
		}

		expect(met).toEqual([1, 0, 0]);
	});

	test('tell a condition again after two workers have judged at the same moment', async () => {
		const told: number[] = [];
		for (let offsetMs = -300; offsetMs <= 300; offsetMs += 15) {
			const row = fastRow();
			const [first, second] = [await startWorker(), await startWorker()];
			const judgeAfter = async (delayMs: number, worker: Worker, state: State) => {
				await sleep(Math.max(0, delayMs));
				return await judge(worker, row, 'v', state);
			};
			const atOnce = [judgeAfter(-offsetMs, first, ARMED), judgeAfter(offsetMs, second, LOW)];
			await finish(Promise.all(atOnce));
			await finish(judge(first, row, 'v', ARMED));
			told.push(await finish(judge(second, row, 'v', LOW)));
		}

		expect(told.filter((count) => count !== 1)).toEqual([]);
	});

	test('are told as they come, with workers that are started again, and without some signals', async () => {
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
			fc.asyncProperty(events, async (plan) => {
				const row = fastRow();
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
					const judged = judge(workers[worker] ?? (await startWorker()), row, `v${vehicle}`, state);
					await jest.advanceTimersByTimeAsync(1_000 + waitMs);
					actual.push(await judged);
				}
				expect(actual).toEqual(expected);
			}),
			{ numRuns: 60, endOnFailure: true },
		);
	});

	test('leave nothing in the store while calls overlap and no vehicle meets a condition', async () => {
		const random = new Random(1, 'quiet');
		jest.spyOn(Math, 'random').mockImplementation(() => random.integer(0, 999) / 1_000);
		const slowNowAndThen = () => (random.integer(1, 50) === 1 ? 300 : 5);
		const row = new SlowRow(slowNowAndThen, slowNowAndThen);
		const workers = [await startWorker(), await startWorker()];
		const sizes: number[] = [];
		for (let minute = 0; minute < 4; minute++) {
			const judgedStates = Array.from({ length: 600 }, async (_, index) => {
				await sleep(index * 100);
				return await judge(random.pick(workers), row, `v${index % 50}`, ARMED);
			});
			await jest.advanceTimersByTimeAsync(70_000);
			await Promise.all(judgedStates);
			sizes.push(row.list.size);
		}
		await jest.advanceTimersByTimeAsync(60_000);

		// The markers of the last ten seconds.
		expect(sizes.filter((size) => size > 400)).toEqual([]);
		expect(row.list.size).toBeLessThan(60);
	});
});
