import { sleep } from 'n8n-workflow';

/**
 * Runs a task for each index with at most `concurrency` at once and returns the results in order. The first one goes
 * ahead alone: it is the one that finds an access token missing or expired, and the others then find the renewed one.
 *
 * Between two tasks it steps back: to make a request ready takes n8n longer than to send one, and answers that came
 * meanwhile, each of which lets another request go, are not to wait for that.
 *
 * After a task throws no further one is started; those under way are awaited, and the error of the lowest index is
 * thrown, whichever came first.
 */
export async function runInOrder<T>(
	count: number,
	concurrency: number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const results = new Map<number, T>();
	const errors = new Map<number, unknown>();
	let next = 0;

	async function runNext(): Promise<void> {
		const index = next++;
		try {
			results.set(index, await task(index));
		} catch (error) {
			errors.set(index, error);
		}
	}

	async function work(): Promise<void> {
		while (next < count && errors.size === 0) {
			await runNext();
			await sleep(0);
		}
	}

	if (count > 0) await runNext();
	await Promise.all(Array.from({ length: Math.min(concurrency, count - 1) }, work));
	if (errors.size > 0) throw errors.get(Math.min(...errors.keys()));
	return [...results.entries()].sort(([a], [b]) => a - b).map(([, result]) => result);
}
