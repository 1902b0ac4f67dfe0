import { randomUUID } from 'node:crypto';

/*
 * In queue mode processes record markers in n8n's deduplication store besides the IDs of events.
 * The store does not tell them apart, so each kind has a suffix or a prefix of its own.
 */

const CLAIM_MARKER_SUFFIX = ' (second claim)';

const YIELD_MARKER_SUFFIX = ' (left)';

const CALL_MARKER_PREFIX = 'call ';

/**
 * Claims an event a second time, if two processes may have found its ID new. The process that
 * records it first gets the event.
 */
export const claimMarker = (id: string) => `${id}${CLAIM_MARKER_SUFFIX}`;

/**
 * Yields an event to another process. If two processes want to, only the one that records it first
 * does.
 */
export const yieldMarker = (id: string) => `${id}${YIELD_MARKER_SUFFIX}`;

/**
 * Identifies a call. No other process records it, so its process finds out later whether the call
 * was overwritten, even if another process has recorded the same IDs.
 */
export const newCallMarker = () => `${CALL_MARKER_PREFIX}${randomUUID()}`;

/** Whether it is the ID of an event, not a marker. */
export const isEventId = (id: string) =>
	!id.endsWith(CLAIM_MARKER_SUFFIX) &&
	!id.endsWith(YIELD_MARKER_SUFFIX) &&
	!id.startsWith(CALL_MARKER_PREFIX);
