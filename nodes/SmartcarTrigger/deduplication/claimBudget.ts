import { RETRY_PERIOD_MS } from './retryPeriod';

/** The share of the store that second claims may take while Smartcar retries an event. */
const MAX_SHARE = 0.05;

/** Limits how many events one process claims a second time, since the store forgets an old event for each. */
export class ClaimBudget {
	private periodStartedAt = -Infinity;

	private claims = 0;

	constructor(private readonly now: () => number) {}

	/** Whether this many further claims are within the limit. Then they count. @param maxEntries how many IDs the store keeps */
	take(claims: number, maxEntries: number): boolean {
		if (this.now() - this.periodStartedAt >= RETRY_PERIOD_MS) {
			this.periodStartedAt = this.now();
			this.claims = 0;
		}
		if (this.claims + claims > maxEntries * MAX_SHARE) return false;
		this.claims += claims;
		return true;
	}
}
