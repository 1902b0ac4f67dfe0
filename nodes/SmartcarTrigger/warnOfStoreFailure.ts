import type { LogContext } from './log';
import { logHourly } from './logHourly';

/**
 * Writes to n8n's log that its deduplication store has failed, once an hour for each trigger and
 * consequence, since it can fail for each event.
 */
export function warnOfStoreFailure(this: LogContext, consequence: string, cause: unknown): void {
	logHourly.call(
		this,
		'warn',
		consequence,
		`could not use n8n's deduplication store, so ${consequence}. Check n8n's database: ${String(cause)}. This message is not repeated within an hour`,
	);
}
