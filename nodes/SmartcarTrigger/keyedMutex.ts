/** A lock for each key. Those that wait for a key get it in the order in which they asked. */
export class KeyedMutex {
	/** For each key that is held, settles when the last one in the queue releases it. */
	private readonly queues = new Map<string, Promise<void>>();

	/** Waits for the lock of a key, and returns the function that releases it. */
	async acquire(key: string): Promise<() => void> {
		const previous = this.queues.get(key);
		let release = () => {};
		const released = new Promise<void>((resolve) => (release = resolve));
		this.queues.set(key, released);
		await previous;
		return () => {
			if (this.queues.get(key) === released) this.queues.delete(key);
			release();
		};
	}

	/** Runs a task while holding the lock of a key, and releases it also if the task throws. */
	async runExclusive<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
		const release = await this.acquire(key);
		try {
			return await task();
		} finally {
			release();
		}
	}
}
