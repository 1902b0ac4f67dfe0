import type { RequestDetails } from '../request';
import type { ServiceError } from './serviceError';

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const END_OF_V2_MS = Date.UTC(2026, 11, 1);

const TO_VERSION_3 = "Set 'Authentication' to 'Application' and 'API Version' to 'Version 3'.";

/** The types of errors that a host also sends if it no longer has the v2.0 API. */
const TYPES_WITHOUT_API = ['AUTHENTICATION', 'RESOURCE_NOT_FOUND'];

/** Adds to the advice of an error of the v2.0 API, after its end, how to move to version 3. */
export function withEndOfV2(
	advice: string | undefined,
	{ request }: Pick<RequestDetails, 'request'>,
	{ type }: ServiceError = {},
): string {
	const join = (...texts: Array<string | undefined>) => texts.filter(Boolean).join(' ');
	if (request.host !== 'vehicleDataUrl' || Date.now() < END_OF_V2_MS) return join(advice);
	if (type === undefined || TYPES_WITHOUT_API.includes(type.toUpperCase()))
		return join(`Smartcar ended the v2.0 API on December 1, 2026. ${TO_VERSION_3}`, advice);
	// The v2.0 API has answered, so its end is not the cause.
	return join(advice, `The v2.0 API is deprecated. ${TO_VERSION_3}`);
}
