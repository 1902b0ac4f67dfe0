import { MAX_WORKFLOW_MS } from '../delivery/onResponseClosed';
import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';

/**
 * By then Smartcar no longer retries an event. Each of its four attempts can wait for the workflow
 * of the one before, and the retry period is doubled, since executions can begin late.
 */
const MAX_AGE_MS = 2 * RETRY_PERIOD_MS + 4 * MAX_WORKFLOW_MS;

/**
 * The marks of the events that have fired conditions, until they can be removed: after the last
 * attempt of an event they only take room in n8n's store. See `eventMark`.
 */
export class EventMarks {
	/** Oldest first. */
	private all: Array<{ mark: string; at: number }> = [];

	/** Those that n8n's store failed to record. */
	private readonly unsaved = new Set<string>();

	/** @param isSaved whether n8n's store has recorded them */
	add(marks: string[], { isSaved }: { isSaved: boolean }): void {
		const at = performance.now();
		this.all.push(...marks.map((mark) => ({ mark, at })));
		for (const mark of marks)
			if (isSaved) this.unsaved.delete(mark);
			else this.unsaved.add(mark);
	}

	/** Whether n8n's store failed to record a mark. */
	isUnsaved(mark: string): boolean {
		return this.unsaved.has(mark);
	}

	/** Removes and returns the marks that are no longer needed. */
	takeExpired(): string[] {
		const oldest = performance.now() - MAX_AGE_MS;
		const firstKept = this.all.findIndex(({ at }) => at >= oldest);
		const count = firstKept === -1 ? this.all.length : firstKept;
		const expired = this.all.splice(0, count).map(({ mark }) => mark);
		for (const mark of expired) this.unsaved.delete(mark);
		return expired;
	}
}
