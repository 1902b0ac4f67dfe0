import type { Failure } from 'n8n-workflow';
import type { RequestDetails } from '../request';
import type { ServiceError } from './serviceError';
import { statusOfType } from './statusOfType';

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const END_OF_V2_MS = Date.UTC(2026, 11, 1);

/** The types of errors that a host may also send if it no longer has the v2.0 API. */
const TYPES_WITHOUT_API = ['AUTHENTICATION', 'PERMISSION', 'RESOURCE_NOT_FOUND', 'VALIDATION'];

/** Whether the date has come. The v2.0 API may still answer. */
export const isAfterEndOfV2 = (): boolean => Date.now() >= END_OF_V2_MS;

const ENDED = 'Smartcar ended the v2.0 API on December 1, 2026.';

/** For a 410 before the date. */
const GONE = 'The v2.0 API no longer answers here.';

function toVersion3({ credentialType }: Pick<RequestDetails, 'credentialType'>): string {
	switch (credentialType) {
		case 'smartcarOAuth2Api':
			return "Choose a Smartcar Application API credential, and set 'API Version' to 'Version 3'.";
		case 'smartcarAccessTokenApi':
			return "Set 'API Version' to 'Version 3'. With the token of one vehicle, also choose a Smartcar Application API credential.";
		default:
			return "Set 'API Version' to 'Version 3'.";
	}
}

/** What the v2.0 API answers only as long as it runs: that there are too many requests. */
const RUNNING_STATUSES = [429, 430];

/** The node makes the paths itself, so one that does not exist is no mistake of the user. */
const CODES_WITHOUT_API = ['INVALID_PATH', 'PATH', 'VERSION'];

/** Whether a response says that the host has no such API. */
const isApiMissing = ({ type, code }: ServiceError, status: number | undefined) =>
	status === 410 ||
	CODES_WITHOUT_API.includes(code?.toUpperCase() ?? '') ||
	(status === 404 && statusOfType(type) === undefined);

/** Whether an error has a type that only the v2.0 API itself sends. */
const isOfRunningApi = ({ type }: ServiceError, status: number | undefined) =>
	status !== 410 &&
	statusOfType(type) !== undefined &&
	!TYPES_WITHOUT_API.includes(type?.toUpperCase() ?? '');

interface FailedRequest {
	error?: ServiceError;
	/** Undefined if there was no response. */
	status?: number;
	failure?: Failure;
}

/**
 * Adds to the advice for a failed request to the v2.0 API, after its end or after 410, how to move
 * to version 3.
 * The advice comes first, since something else can be the cause as well, unless the response says
 * that the API is missing, or a token was rejected: with another one the user would have the same
 * error. An error of another kind shows that the v2.0 API still answers.
 */
export function withEndOfV2(
	advice: string,
	details: Pick<RequestDetails, 'request' | 'credentialType'>,
	{ error = {}, status, failure }: FailedRequest,
): string {
	if (details.request.host !== 'vehicleDataUrl') return advice;
	const hasEnded = isAfterEndOfV2();
	if (!hasEnded && status !== 410) return advice;
	if (isOfRunningApi(error, status)) return advice;
	if (status !== undefined && RUNNING_STATUSES.includes(status)) return advice;
	const way = toVersion3(details);
	if (isApiMissing(error, status))
		return [hasEnded ? ENDED : GONE, way, advice].filter(Boolean).join(' ');
	// The advice for a token can contain the way.
	const otherAdvice = advice.replace(`${way} `, '');
	const texts =
		failure?.cause === 'credential-invalid'
			? [ENDED, way, 'If other v2.0 requests still succeed:', otherAdvice]
			: [advice, 'This can also be the cause:', ENDED, !advice.includes(way) && way];
	return texts.filter(Boolean).join(' ');
}
