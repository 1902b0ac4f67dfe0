import { sleep } from 'n8n-workflow';
import type { Traffic } from './rateLimiter';

/** The way of one request through the traffic: it enters once per attempt, however often it is asked to. */
export class Passage {
	private inside = false;

	constructor(
		private readonly traffic: Traffic,
		private readonly signal: AbortSignal | undefined,
	) {}

	/** Waits until the request may go. False when the execution is cancelled meanwhile. */
	async enter(): Promise<boolean> {
		this.inside ||= await this.traffic.enter(this.signal);
		return this.inside;
	}

	/** Waits out what the service asked this request to wait, then goes before all others. False when cancelled. */
	async comeBack(wait: () => Promise<void>): Promise<boolean> {
		this.inside = await this.traffic.comeBack(wait, this.signal);
		return this.inside;
	}

	/**
	 * The attempt is over; `served` tells that the service did not turn it down as one too many. Resolves once the
	 * request that waited for this has been sent: what is done with the answer would hold it up.
	 */
	async leave(served: boolean): Promise<void> {
		if (!this.inside) return;
		this.inside = false;
		this.traffic.leave(served);
		await sleep(0);
	}
}
