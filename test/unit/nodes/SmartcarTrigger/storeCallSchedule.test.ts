import {
	StoreCallSchedule,
	TURN_INTERVAL_MS,
} from '../../../../nodes/SmartcarTrigger/storeCallSchedule';

const sleep = async (milliseconds: number) =>
	await new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function createSchedule() {
	const schedule = new StoreCallSchedule({ sleep, now: Date.now, random: () => 0.6 });
	/** @returns when each turn began, in milliseconds */
	async function takeTurns(count: number, { callMs = 10, makesCalls = true } = {}) {
		const startedAt: number[] = [];
		const makeCalls = async () => {
			startedAt.push(Date.now());
			if (callMs > 0) await sleep(callMs);
			return makesCalls;
		};
		const taken = (async () => {
			for (let turn = 0; turn < count; turn++) await schedule.runAtNextTurn(makeCalls);
		})();
		await jest.advanceTimersByTimeAsync(count * 1_000);
		await taken;
		return startedAt;
	}
	return { takeTurns, onLostWrite: () => schedule.onLostWrite() };
}

/** When in a quarter of a second the turns are, in milliseconds. */
const phases = (startedAt: number[]) => [...new Set(startedAt.map((at) => at % TURN_INTERVAL_MS))];

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

test('a process calls at the same time of each quarter of a second', async () => {
	const { takeTurns } = createSchedule();

	expect(phases(await takeTurns(20))).toEqual([100]);
});

test('a process calls once a turn', async () => {
	const { takeTurns } = createSchedule();

	const startedAt = await takeTurns(20, { callMs: 0, makesCalls: false });

	expect(new Set(startedAt.map((at) => Math.floor(at / TURN_INTERVAL_MS))).size).toBe(20);
});

test('slow calls double the time between turns, but not when in a quarter of a second they are', async () => {
	const { takeTurns } = createSchedule();

	const startedAt = await takeTurns(20, { callMs: 120 });

	expect(phases(startedAt)).toEqual([100]);
	expect(startedAt.slice(1, 3)).toEqual([600, 1_100]);
});

test('if calls usually take long, there is one turn a second', async () => {
	const { takeTurns } = createSchedule();
	await takeTurns(20, { callMs: 200 });

	const startedAt = await takeTurns(5, { callMs: 200 });

	expect(phases(startedAt)).toEqual([100]);
	expect(startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))).toEqual([
		1_000, 1_000, 1_000, 1_000,
	]);
});

test('after a single slow call the turns are a quarter of a second apart again', async () => {
	const { takeTurns } = createSchedule();
	await takeTurns(20, { callMs: 10 });
	await takeTurns(1, { callMs: 800 });
	await takeTurns(1, { callMs: 10 });

	const startedAt = await takeTurns(3, { callMs: 10 });

	expect(startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0))).toEqual([250, 250]);
});

test('a write that gets lost in the first turns changes the turns', async () => {
	const { takeTurns, onLostWrite } = createSchedule();
	await takeTurns(3);
	onLostWrite();

	expect(phases(await takeTurns(20))).not.toContain(100);
});

test('after a few turns only a second lost write changes the turns', async () => {
	const { takeTurns, onLostWrite } = createSchedule();
	await takeTurns(10);
	onLostWrite();
	expect(phases(await takeTurns(3))).toEqual([100]);
	onLostWrite();

	expect(phases(await takeTurns(20))).not.toContain(100);
});

test('after turns without a call, one lost write still changes the turns', async () => {
	const { takeTurns, onLostWrite } = createSchedule();
	await takeTurns(3);
	await takeTurns(10, { makesCalls: false });
	onLostWrite();

	expect(phases(await takeTurns(20))).not.toContain(100);
});
