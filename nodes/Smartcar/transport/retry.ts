import type { ServiceError } from './service-error';

const MAX_RETRIES = 5;
const MAX_SERVER_RETRIES = 3;
const BACKOFF_MS = { limited: 2000, server: 500 };
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

/** v2.0 codes of a 500 that stay what they are: the service has no such record (service: error types, SERVER). */
const PERMANENT_CODES = new Set(['RECORD_NOT_FOUND', 'MULTIPLE_RECORDS_FOUND']);

export interface FailedAttempt {
	status: number;
	error?: ServiceError;
	/** What the answer's retry-after header asks for. */
	retryAfterMs?: number;
	/** Whether the request only reads, so that sending it again changes nothing. */
	reads: boolean;
	/** How often the request has been sent again already. */
	retries: number;
	/** What is left of the time that the user allows for waiting. */
	remainingMs: number;
}

/** The milliseconds of a retry-after header, given in seconds or as a date; undefined when there is no usable one. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * How many milliseconds to wait before sending a request again, or undefined to give up.
 * After 429 as long as the service asks, else with growing waits; after a passing server trouble only reads, with
 * growing waits spread by chance; 430 and every other 4xx never. Never longer than the time that is left.
 */
export function retryDelay(attempt: FailedAttempt, random: () => number = Math.random): number | undefined {
	const limited = attempt.status === 429;
	const passing =
		attempt.reads && TRANSIENT_STATUSES.has(attempt.status) && !PERMANENT_CODES.has(attempt.error?.code ?? '');
	if (!limited && !passing) return undefined;
	if (attempt.retries >= (limited ? MAX_RETRIES : MAX_SERVER_RETRIES)) return undefined;
	const backoff = (limited ? BACKOFF_MS.limited : BACKOFF_MS.server) * 2 ** attempt.retries;
	const delay = attempt.retryAfterMs ?? Math.round(backoff * (0.5 + random() / 2));
	return delay <= attempt.remainingMs ? delay : undefined;
}
