/** Fewer and larger batches take n8n less time for each event. */
const PAUSE_MS = 250;

/**
 * The pause before the next batch, in which more join it. It ends early once as many wait as the
 * last batch had, since then perhaps no more come: a sender may wait for their responses first, and
 * n8n runs a limited number of executions at once.
 */
export class BatchPause {
	/** The pause ends early when this many wait. */
	private earlyEndCount = 1;

	constructor(private readonly maxBatchSize = Infinity) {}

	/**
	 * @param waiting how many wait for the next batch
	 * @param sinceLastMs the time since the last batch
	 * @returns 0 or less if the next batch may start
	 */
	remainingMs(waiting: number, sinceLastMs: number): number {
		return waiting >= this.earlyEndCount ? 0 : PAUSE_MS - sinceLastMs;
	}

	/** @param waiting how many wait now */
	onBatchEnd(size: number, waiting: number): void {
		// One more if others have come meanwhile. Otherwise the count could never grow.
		const count = size + (waiting > 0 ? 1 : 0);
		this.earlyEndCount = Math.min(this.maxBatchSize, Math.max(1, count));
	}
}
