import { isPermanent, type ServiceError } from './errors/serviceError';

const MAX_RETRIES = { serverError: 3, closedConnection: 3, timeout: 1 };

/** An automaker's limit lasts longer than a fault of its servers. */
const FIRST_BACKOFF_MS = { rateLimit: 2000, makerLimit: 5000, serverError: 500 };

const MAX_BACKOFF_MS = 60_000;

const TRANSIENT_STATUSES = new Set([500, 502, 503, 504]);

/**
 * The shortest wait after a response with retry-after, even if Smartcar asks for a shorter one. It
 * doubles with each retry, from `first` to `last`.
 */
const MIN_REQUESTED_WAIT_MS = { first: 100, last: 2000 };

/** The random time that is added to a wait that Smartcar asks for, so that retries are spread. */
const JITTER = { share: 0.1, maxMs: 1000 };

/**
 * EAI_AGAIN is a failed lookup of the host name, which is worth a retry just as well.
 * ERR_BAD_RESPONSE is axios's: the connection was closed in the middle of a response.
 */
const CLOSED_CONNECTION_CODES = new Set(['ECONNRESET', 'EPIPE', 'EAI_AGAIN', 'ERR_BAD_RESPONSE']);

export const isClosedConnection = (code: unknown): boolean =>
	CLOSED_CONNECTION_CODES.has(String(code));

const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED']);

interface FailedAttempt {
	/** Whether the request may be sent again after a server or network error. */
	idempotent: boolean;
	/** How often the request has been sent again already: after 429, or after any other failure. */
	retries: number;
	/** How long the item may still wait, in milliseconds. */
	remainingWaitMs: number;
}

export interface HttpFailure extends FailedAttempt {
	status: number;
	error?: ServiceError;
	/** What the retry-after header asks for, in milliseconds. */
	retryAfterMs?: number;
}

interface NetworkFailure extends FailedAttempt {
	/** The code of the network error, such as ECONNRESET. */
	code: unknown;
}

/** Whether a 502 passes on that the automaker limits requests. */
function isMakerLimit(error: ServiceError | undefined): boolean {
	return error?.type?.toUpperCase() === 'UPSTREAM' && error.code?.toUpperCase() === 'RATE_LIMIT';
}

/** The first wait in milliseconds, if Smartcar asks for none. */
function firstBackoffMs({ status, error }: HttpFailure): number {
	if (status === 429) return FIRST_BACKOFF_MS.rateLimit;
	return isMakerLimit(error) ? FIRST_BACKOFF_MS.makerLimit : FIRST_BACKOFF_MS.serverError;
}

/** Exponential backoff: a random wait from half to all of `firstMs * 2 ** retries`. */
function backoff(firstMs: number, retries: number, random: () => number): number {
	return Math.round(Math.min(firstMs * 2 ** retries, MAX_BACKOFF_MS) * (0.5 + random() / 2));
}

/** The wait that Smartcar asks for, with minimum and jitter. */
function requestedWait(retryAfterMs: number, retries: number, random: () => number): number {
	const minimum = Math.min(MIN_REQUESTED_WAIT_MS.first * 2 ** retries, MIN_REQUESTED_WAIT_MS.last);
	const wait = Math.max(retryAfterMs, minimum);
	return Math.ceil(wait + random() * Math.min(wait * JITTER.share, JITTER.maxMs));
}

/**
 * How long to wait before a request that got an error response is sent again.
 *
 * After 429 any request is sent again, as often as the remaining wait allows. After 500, 502, 503
 * and 504 an idempotent request is sent again, up to three times. After any other status none is.
 * The wait is at least as long as retry-after asks. Without retry-after, or with 0, it is an
 * exponential backoff, which after 429 may be shortened to the remaining wait.
 * See docs/contributing/smartcar-api.md#rate-limits.
 *
 * @returns milliseconds, at most the remaining wait, or undefined to give up
 */
export function retryDelay(
	failure: HttpFailure,
	random: () => number = Math.random,
): number | undefined {
	const { status, retries, retryAfterMs, remainingWaitMs, idempotent, error } = failure;
	const isRateLimit = status === 429;
	const isTransient = TRANSIENT_STATUSES.has(status) && !isPermanent(error);
	const isRetryable = idempotent && isTransient && retries < MAX_RETRIES.serverError;
	if (!isRateLimit && !isRetryable) return undefined;
	if (retryAfterMs) {
		if (retryAfterMs > remainingWaitMs) return undefined;
		return Math.min(requestedWait(retryAfterMs, retries, random), remainingWaitMs);
	}
	const delay = backoff(firstBackoffMs(failure), retries, random);
	// Smartcar allows more requests as time passes, so even a shorter wait than the backoff can help.
	if (isRateLimit && remainingWaitMs > 0) return Math.min(delay, remainingWaitMs);
	return delay <= remainingWaitMs ? delay : undefined;
}

/**
 * How long to wait before a request without a response is sent again. Only idempotent requests are
 * sent again: three times after a closed connection, once after a timeout.
 *
 * @returns milliseconds, at most the remaining wait, or undefined to give up
 */
export function reconnectDelay(
	{ code, idempotent, retries, remainingWaitMs }: NetworkFailure,
	random: () => number = Math.random,
): number | undefined {
	let maxRetries = 0;
	if (isClosedConnection(code)) maxRetries = MAX_RETRIES.closedConnection;
	if (TIMEOUT_CODES.has(String(code))) maxRetries = MAX_RETRIES.timeout;
	if (!idempotent || retries >= maxRetries) return undefined;
	const delay = backoff(FIRST_BACKOFF_MS.serverError, retries, random);
	return delay <= remainingWaitMs ? delay : undefined;
}
