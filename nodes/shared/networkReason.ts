import { isObject } from './isObject';

const REASONS = new Map([
	['ECONNREFUSED', 'the connection was refused'],
	['ECONNRESET', 'the connection was closed'],
	['ENOTFOUND', 'the host name is unknown'],
	['EAI_AGAIN', 'the host name could not be looked up'],
	['EHOSTUNREACH', 'there is no route to it'],
	['ENETDOWN', 'there is no network'],
	['ENETUNREACH', 'there is no route to it'],
	['EPIPE', 'the connection was closed'],
	['ERR_BAD_RESPONSE', 'the connection was closed in the middle of the response'],
	['ETIMEDOUT', 'it did not answer in time'],
	['ECONNABORTED', 'it did not answer in time'],
]);

/** The code of a network error, such as ECONNRESET. Undefined if the cause has none. */
export const networkCodeOf = (cause: unknown): unknown =>
	isObject(cause) ? cause.code : undefined;

/** Why a host could not be reached, in words. */
export const networkReason = (cause: unknown): string =>
	REASONS.get(String(networkCodeOf(cause))) ??
	((cause instanceof Error && cause.message) || 'there was no response');
