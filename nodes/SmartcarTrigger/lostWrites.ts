import { CALL_LIMIT_MS } from './storeCall';

/**
 * How long a write to n8n's deduplication store can get lost: another process may have read before it, and
 * may write until its call ends.
 */
export const CAN_GET_LOST_MS = CALL_LIMIT_MS;

const MAX_LOOK_INTERVAL_MS = 1_000;

/**
 * Whether to look for lost writes again: at longer and longer intervals after the last change, up to a
 * second. All times are in milliseconds of one clock.
 */
export function isLookDue({
	now,
	lastCallAt,
	lastChangeAt,
}: Record<'now' | 'lastCallAt' | 'lastChangeAt', number>): boolean {
	return now - lastCallAt >= Math.min(MAX_LOOK_INTERVAL_MS, lastCallAt - lastChangeAt);
}
