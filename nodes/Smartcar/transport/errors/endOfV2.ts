import type { RequestDetails } from '../request';

/** See docs/contributing/smartcar-api.md#end-of-v20. */
const END_OF_V2_MS = Date.UTC(2026, 11, 1);

/** The advice for any error of the v2.0 API after its end. */
export function endOfV2Advice({ request }: Pick<RequestDetails, 'request'>): string | undefined {
	if (request.host !== 'vehicleDataUrl' || Date.now() < END_OF_V2_MS) return undefined;
	return "Smartcar ended the v2.0 API on December 1, 2026. Set 'Authentication' to 'Application' and 'API Version' to 'Version 3'.";
}
