import { pause } from './pause';
import type { ApiResponse } from './request';

/**
 * What the requests of one run share: how many may be under way, and when the service wants none. After a refusal of
 * the whole application (service: limits, SMARTCAR_API) nothing is sent before the wait is over; then the refused
 * requests go first, one at a time, and each row of successes lets one more go at once.
 */
export class Traffic {
	private active = 0;
	private allowed: number;
	private successes = 0;
	private returning = 0;
	private opensAt = 0;
	private readonly waiting: Array<() => void> = [];

	/** The answer with which the service closed the way last. */
	refusal?: ApiResponse;

	constructor(readonly limit: number) {
		this.allowed = limit;
	}

	/** How many milliseconds nothing may be sent from now on. */
	get closedForMs(): number {
		return Math.max(0, this.opensAt - Date.now());
	}

	/** Nothing is to be sent for a while: the service turned a request of the application down as one too many. */
	close(milliseconds: number, refusal: ApiResponse): void {
		this.opensAt = Math.max(this.opensAt, Date.now() + milliseconds);
		this.refusal = refusal;
		this.allowed = 1;
		this.successes = 0;
	}

	/** Lets a refused request wait out its time, then go before all others. False when the signal ends it. */
	async comeBack(wait: () => Promise<void>, signal?: AbortSignal): Promise<boolean> {
		this.returning++;
		try {
			await wait();
			return await this.enter(signal, true);
		} finally {
			this.returning--;
			this.wake();
		}
	}

	/** Waits until a request may go, and counts it as under way until {@link leave}. False when the signal ends it. */
	async enter(signal?: AbortSignal, returns = false): Promise<boolean> {
		for (;;) {
			if (signal?.aborted) {
				this.wake();
				return false;
			}
			if (this.closedForMs > 0) await pause(this.closedForMs, signal);
			else if (this.active < this.allowed && (returns || this.returning === 0)) {
				this.active++;
				return true;
			} else await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	/** A request is over; `served` tells that the service did not turn it down as one too many. */
	leave(served: boolean): void {
		this.active--;
		if (served && this.allowed < this.limit && ++this.successes >= this.limit) {
			this.allowed++;
			this.successes = 0;
		}
		this.wake();
	}

	private wake(): void {
		for (const resume of this.waiting.splice(0)) resume();
	}
}
