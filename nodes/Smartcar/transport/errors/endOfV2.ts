import type { Failure } from 'n8n-workflow';
import type { RequestDetails } from '../request';
import type { Advice } from './nodeError';
import type { ServiceError } from './serviceError';
import { statusOfType } from './statusOfType';

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const END_OF_V2_MS = Date.UTC(2026, 11, 1);

/** The types of errors that a host may still send when it no longer has the v2.0 API. */
const TYPES_AFTER_END = [
	'AUTHENTICATION',
	'PERMISSION',
	'RESOURCE_NOT_FOUND',
	'SERVER',
	'UPSTREAM',
	'VALIDATION',
];

/** Whether the date has come. The v2.0 API may still answer. */
export const isAfterEndOfV2 = (): boolean => Date.now() >= END_OF_V2_MS;

const ENDED = 'Smartcar ended the v2.0 API on December 1, 2026.';

/** Replaces {@link ENDED} for a 410 before the date. */
const GONE = 'The v2.0 API is no longer available at this address.';

export const SET_VERSION_3 = "Set 'API Version' to 'Version 3'.";

/** How the user moves to version 3. */
function moveAdvice({ credentialType }: Pick<RequestDetails, 'credentialType'>): string {
	switch (credentialType) {
		case 'smartcarOAuth2Api':
			return "Choose a Smartcar Application API credential, and set 'API Version' to 'Version 3'.";
		case 'smartcarAccessTokenApi':
			return `${SET_VERSION_3} With the token of one vehicle, also choose a Smartcar Application API credential.`;
		default:
			return SET_VERSION_3;
	}
}

/** The statuses for too many requests. Only an API that still runs counts them. */
const LIMIT_STATUSES = [429, 430];

/** The codes for a path that does not exist. The user cannot cause it: the node makes the paths. */
export const MISSING_PATH_CODES = ['INVALID_PATH', 'PATH', 'VERSION'];

/** Whether a response says that the host has no such API. */
const isApiMissing = ({ type, code }: ServiceError, status: number | undefined) =>
	status === 410 ||
	MISSING_PATH_CODES.includes(code?.toUpperCase() ?? '') ||
	([403, 404].includes(status ?? 0) && statusOfType(type) === undefined);

/** Whether only a v2.0 API that still runs can have sent an error. */
const isFromRunningApi = ({ type }: ServiceError, status: number | undefined) => {
	if (status === 410) return false;
	if (status !== undefined && LIMIT_STATUSES.includes(status)) return true;
	return statusOfType(type) !== undefined && !TYPES_AFTER_END.includes(type?.toUpperCase() ?? '');
};

interface FailedRequest {
	error?: ServiceError;
	/** Undefined if there was no response. */
	status?: number;
	failure?: Failure;
}

/**
 * Adds to the advice how to move to version 3, if a request to the v2.0 API may have failed because
 * that API has ended: after the date, or with a 410.
 *
 * Moving comes first if the response says that the API is missing. It also comes first if a token
 * was rejected, since a new token would be rejected, too. Otherwise it comes last, as another
 * possible cause.
 */
export function withEndOfV2(
	advice: Advice,
	details: Pick<RequestDetails, 'request' | 'credentialType'>,
	{ error = {}, status, failure }: FailedRequest,
): Advice {
	if (details.request.host !== 'vehicleDataUrl') return advice;
	const hasEnded = isAfterEndOfV2();
	if (!hasEnded && status !== 410) return advice;
	if (isFromRunningApi(error, status)) return advice;
	const toMove = moveAdvice(details);
	if (isApiMissing(error, status)) return [hasEnded ? ENDED : GONE, toMove, ...advice];
	// The advice for a rejected token can already say how to move.
	const otherAdvice = advice.filter((text) => text !== toMove);
	return failure?.cause === 'credential-invalid'
		? [ENDED, toMove, 'If other v2.0 requests still succeed:', ...otherAdvice]
		: [...advice, 'This can also be the cause:', ENDED, !advice.includes(toMove) && toMove];
}
