import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';

/** The share of the store that claim markers may take while Smartcar retries an event. */
const MAX_SHARE = 0.05;

/**
 * Limits how many events one process claims a second time, since each claim marker makes the store
 * forget an old event.
 */
export class ClaimBudget {
	private periodStartedAt = -Infinity;

	private claims = 0;

	constructor(private readonly now: () => number) {}

	/**
	 * Takes claims from the budget.
	 * @param wanted how many claims
	 * @param maxEntries how many IDs the store keeps
	 * @returns how many of them the budget still had
	 */
	take(wanted: number, maxEntries: number): number {
		if (this.now() - this.periodStartedAt >= RETRY_PERIOD_MS) {
			this.periodStartedAt = this.now();
			this.claims = 0;
		}
		const taken = Math.min(wanted, Math.max(0, Math.floor(maxEntries * MAX_SHARE) - this.claims));
		this.claims += taken;
		return taken;
	}
}
