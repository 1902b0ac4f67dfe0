import { CALL_LIMIT_MS } from './storeCall';

/**
 * For how long another process can still overwrite a write to n8n's deduplication store: it may
 * have read the row before that write, and may write the row until its call ends.
 */
export const OVERWRITE_WINDOW_MS = CALL_LIMIT_MS;
