/**
 * Runs a task for each index from 0 to `count - 1`, at most `concurrency` at once, and returns the
 * results in the order of the index.
 *
 * The first task runs alone. If the access token is missing or expired, n8n renews it in that task,
 * once, and the other tasks use the new one. See docs/contributing/n8n-facts.md#token-renewal.
 *
 * After an error no further task starts. The running tasks are awaited, then the first error is
 * thrown.
 */
export async function mapConcurrently<T>(
	count: number,
	concurrency: number,
	task: (index: number) => Promise<T>,
): Promise<T[]> {
	const results: T[] = [];
	const errors: unknown[] = [];
	let nextIndex = 0;

	async function runNext(): Promise<void> {
		const index = nextIndex++;
		try {
			results[index] = await task(index);
		} catch (error) {
			errors.push(error);
		}
	}

	async function work(): Promise<void> {
		while (nextIndex < count && errors.length === 0) await runNext();
	}

	if (count > 0) await runNext();
	await Promise.all(Array.from({ length: Math.min(concurrency, count - 1) }, work));
	if (errors.length > 0) throw errors[0];
	return results;
}
