import { sleep } from 'n8n-workflow';

/** How late a wait notices that the execution was cancelled, at most. */
export const PAUSE_SLICE_MS = 200;

/**
 * Waits, in slices so that a cancelled execution does not have to sit out a long wait (the sleep of older hosts knows
 * no signal). Returns false as soon as the signal is aborted.
 */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<boolean> {
	const end = Date.now() + milliseconds;
	for (let left = milliseconds; left > 0; left = end - Date.now()) {
		if (signal?.aborted) return false;
		await sleep(Math.min(left, PAUSE_SLICE_MS));
	}
	return !signal?.aborted;
}
