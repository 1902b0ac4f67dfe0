import { CALL_LIMIT_MS } from './storeCall';

/**
 * How long a write to n8n's deduplication store can get lost: another process may have read before it, and
 * may write until its call ends.
 */
export const OVERWRITE_WINDOW_MS = CALL_LIMIT_MS;
