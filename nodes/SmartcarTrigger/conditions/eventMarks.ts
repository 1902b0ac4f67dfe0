import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';

/** Twice as long as Smartcar retries an event, since executions can begin late. */
const MAX_AGE_MS = 2 * RETRY_PERIOD_MS;

/**
 * The marks of the events that have fired conditions, see `eventMark`. Smartcar retries an event for three
 * minutes, so afterwards they only take room in n8n's store.
 */
export class EventMarks {
	/** Oldest first. */
	private recorded: Array<{ mark: string; at: number }> = [];

	add(marks: string[]): void {
		const at = performance.now();
		this.recorded.push(...marks.map((mark) => ({ mark, at })));
	}

	/** Those that are no longer needed. They are returned once. */
	takeExpired(): string[] {
		const oldest = performance.now() - MAX_AGE_MS;
		const firstKept = this.recorded.findIndex(({ at }) => at >= oldest);
		const count = firstKept === -1 ? this.recorded.length : firstKept;
		return this.recorded.splice(0, count).map(({ mark }) => mark);
	}
}
