import type { RequestDetails } from '../request';
import type { ServiceError } from './serviceError';

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const END_OF_V2_MS = Date.UTC(2026, 11, 1);

/** The types of errors that a host also sends if it no longer has the v2.0 API. */
const TYPES_WITHOUT_API = ['AUTHENTICATION', 'RESOURCE_NOT_FOUND'];

const ENDED = 'Smartcar ended the v2.0 API on December 1, 2026.';

function toVersion3({ credentialType }: Pick<RequestDetails, 'credentialType'>): string {
	const application =
		credentialType === 'smartcarApplicationApi' ? '' : "'Authentication' to 'Application' and ";
	return `Set ${application}'API Version' to 'Version 3'.`;
}

/** What the v2.0 API answers only as long as it runs: that there are too many requests. */
const RUNNING_STATUSES = [429, 430];

/** Whether a response says that the host has no such API. */
const isApiMissing = ({ type, code }: ServiceError, status: number | undefined) =>
	code?.toUpperCase() === 'VERSION' || (type === undefined && (status === 404 || status === 410));

/**
 * Adds to the advice for a failed request to the v2.0 API, after its end, how to move to version 3.
 * The advice comes first unless the response says that the API is missing, since something else can
 * be the cause as well. An error of another kind shows that the v2.0 API still answers.
 * @param status undefined if there was no response
 */
export function withEndOfV2(
	advice: string,
	details: Pick<RequestDetails, 'request' | 'credentialType'>,
	error: ServiceError = {},
	status?: number,
): string {
	if (details.request.host !== 'vehicleDataUrl' || Date.now() < END_OF_V2_MS) return advice;
	const { type } = error;
	if (type !== undefined && !TYPES_WITHOUT_API.includes(type.toUpperCase())) return advice;
	if (status !== undefined && RUNNING_STATUSES.includes(status)) return advice;
	const way = toVersion3(details);
	const texts = isApiMissing(error, status)
		? [ENDED, way, advice]
		: [advice, 'This can also be the cause:', ENDED, !advice.includes(way) && way];
	return texts.filter(Boolean).join(' ');
}
