import type { ServiceError } from './errors/serviceError';

const MAX_RETRIES = { server: 3, closed: 3, silent: 1 };
const BACKOFF_MS = { limited: 2000, server: 500 };
const LONGEST_BACKOFF_MS = 60_000;
const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

/** However short a wait the service names, requests that keep being turned down come at most this much apart. */
const LEAST_WAIT_MS = { first: 100, last: 2000 };

/** Waits that the service names are lengthened by chance, so that those who wait do not all come back at once. */
const SPREAD = { share: 0.1, mostMs: 1000 };

/** v2.0 codes of a 500 that stay what they are: the service has no such record (service: error types, SERVER). */
const PERMANENT_CODES = new Set(['RECORD_NOT_FOUND', 'MULTIPLE_RECORDS_FOUND']);

/** Codes of a connection that broke off, and of one on which nothing came in time. */
const CLOSED_CODES = new Set(['ECONNRESET', 'EPIPE', 'EAI_AGAIN']);
const SILENT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED']);

interface Attempt {
	/** Whether the request only reads, so that sending it again changes nothing. */
	reads: boolean;
	/** How often the request has been sent again already. */
	retries: number;
	/** What is left of the time that the user allows for waiting. */
	remainingMs: number;
}

export interface FailedAttempt extends Attempt {
	status: number;
	error?: ServiceError;
	/** What the answer's retry-after header asks for. */
	retryAfterMs?: number;
}

/** The milliseconds of a retry-after header, given in seconds or as a date; undefined when there is no usable one. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
	if (header === undefined || header.trim() === '') return undefined;
	const seconds = Number(header);
	if (Number.isFinite(seconds)) return seconds >= 0 ? Math.ceil(seconds * 1000) : undefined;
	const date = Date.parse(header);
	return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Whether a server error says that asking again will give the same. */
export function isPermanent(error: ServiceError | undefined): boolean {
	return PERMANENT_CODES.has(error?.code?.toUpperCase() ?? '');
}

function backoff(firstMs: number, retries: number, random: () => number): number {
	return Math.round(Math.min(firstMs * 2 ** retries, LONGEST_BACKOFF_MS) * (0.5 + random() / 2));
}

function namedWait(retryAfterMs: number, retries: number, random: () => number): number {
	const least = Math.min(LEAST_WAIT_MS.first * 2 ** retries, LEAST_WAIT_MS.last);
	const wait = Math.max(retryAfterMs, least);
	return Math.ceil(wait + random() * Math.min(wait * SPREAD.share, SPREAD.mostMs));
}

/**
 * How many milliseconds to wait before sending a request again, or undefined to give up.
 * After 429 at least as long as the service asks, else with growing waits; after a passing server trouble only reads,
 * with growing waits spread by chance; 430 and every other 4xx never. Never longer than the time that is left, which
 * is what bounds it: a wait takes some of it, however short the service says it is.
 */
export function retryDelay(
	attempt: FailedAttempt,
	random: () => number = Math.random,
): number | undefined {
	const { status, retries, retryAfterMs, remainingMs } = attempt;
	const limited = status === 429;
	const passing = attempt.reads && TRANSIENT_STATUSES.has(status) && !isPermanent(attempt.error);
	if (!limited && !(passing && retries < MAX_RETRIES.server)) return undefined;
	if (retryAfterMs) {
		if (retryAfterMs > remainingMs) return undefined;
		return Math.min(namedWait(retryAfterMs, retries, random), Math.max(remainingMs, retryAfterMs));
	}
	const delay = backoff(limited ? BACKOFF_MS.limited : BACKOFF_MS.server, retries, random);
	return delay <= remainingMs ? delay : undefined;
}

/** The same for a request that got no answer: reads are sent again when the connection broke off or stayed silent. */
export function reconnectDelay(
	attempt: Attempt & { code: unknown },
	random: () => number = Math.random,
): number | undefined {
	const code = String(attempt.code);
	const most = CLOSED_CODES.has(code)
		? MAX_RETRIES.closed
		: SILENT_CODES.has(code)
			? MAX_RETRIES.silent
			: 0;
	if (!attempt.reads || attempt.retries >= most) return undefined;
	const delay = backoff(BACKOFF_MS.server, attempt.retries, random);
	return delay <= attempt.remainingMs ? delay : undefined;
}
