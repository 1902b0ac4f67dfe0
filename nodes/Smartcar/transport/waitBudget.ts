import { monotonicNow } from './monotonicNow';

/**
 * How long the requests of one item may wait for retries in total. While several of them wait at
 * the same time, that time counts once.
 */
export class WaitBudget {
	/** What remains when all waits that have begun are over. */
	private unusedMs: number;

	/** The end of the latest wait, in milliseconds of `monotonicNow`. */
	private waitingUntil = 0;

	constructor(readonly maxMs: number) {
		this.unusedMs = maxMs;
	}

	/**
	 * How long a wait that begins now may be, in milliseconds. It is free as long as another request
	 * of the item is waiting, so the rest of that wait is added.
	 */
	get remainingMs(): number {
		return this.unusedMs + Math.max(0, this.waitingUntil - monotonicNow());
	}

	/** Subtracts a wait that begins now. */
	subtract(milliseconds: number): void {
		const now = monotonicNow();
		const until = now + milliseconds;
		this.unusedMs -= Math.max(0, until - Math.max(now, this.waitingUntil));
		this.waitingUntil = Math.max(until, this.waitingUntil);
	}
}
