import type { IExecuteFunctions } from 'n8n-workflow';
import { HourlyLimit } from './hourlyLimit';
import { logName } from './logName';
import { triggerKey, type TriggerContext } from './triggerKey';

const warningLimit = new HourlyLimit();

/**
 * Writes to n8n's log that its deduplication store has failed, once an hour for each trigger and
 * consequence, since it can fail for each event.
 */
export function warnOfStoreFailure(
	this: Pick<IExecuteFunctions, 'logger'> & TriggerContext,
	consequence: string,
	cause: unknown,
): void {
	if (!warningLimit.tryAcquire(`${triggerKey(this)} ${consequence}`)) return;
	this.logger.warn(
		`${logName(this)} could not use n8n's deduplication store, so ${consequence}. Check n8n's database: ${String(cause)}. This message is not repeated within an hour`,
	);
}
