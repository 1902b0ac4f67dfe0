import type { Random } from '../../../../../simulator/random';

/** Makes `Math.random()` reproducible. Fake timers do not. */
export function mockMathRandom(random: Random): void {
	jest.spyOn(Math, 'random').mockImplementation(() => random.integer(0, 999) / 1_000);
}

/** Advances the fake timers until the promise settles, and no longer. */
export async function settle(promise: Promise<unknown>): Promise<void> {
	let isSettled = false;
	const settled = promise.finally(() => (isSettled = true));
	while (!isSettled) await jest.advanceTimersByTimeAsync(1);
	await settled;
}
