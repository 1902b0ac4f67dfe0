import { setTimeout as sleep } from 'node:timers/promises';

const MEBIBYTE = 1024 * 1024;
const MEASURE_EVERY_MS = 500;
const MEASURE_LOWEST_EVERY_MS = 2_000;
const MAX_MEASUREMENTS = 20;

/**
 * Measures until the heap no longer shrinks: n8n frees the memory that it needed for its start only
 * some time later.
 */
export async function measureSteadyHeap(usedHeap: () => Promise<number>): Promise<number> {
	let previous = await usedHeap();
	for (let measurement = 1; ; measurement += 1) {
		await sleep(MEASURE_EVERY_MS);
		const current = await usedHeap();
		if (previous - current < MEBIBYTE || measurement >= MAX_MEASUREMENTS) return current;
		previous = current;
	}
}

/**
 * Measures until the heap is `lowEnough`, at most 20 times, because n8n keeps what it needed for an
 * execution for some seconds. Returns the lowest heap.
 */
export async function measureLowestHeap(
	usedHeap: () => Promise<number>,
	lowEnough: number,
): Promise<number> {
	let lowest = await usedHeap();
	for (
		let measurement = 1;
		measurement < MAX_MEASUREMENTS && lowest > lowEnough;
		measurement += 1
	) {
		await sleep(MEASURE_LOWEST_EVERY_MS);
		lowest = Math.min(lowest, await usedHeap());
	}
	return lowest;
}
