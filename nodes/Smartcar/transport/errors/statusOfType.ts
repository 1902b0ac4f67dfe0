/**
 * The HTTP status that v2.0 has for each type of error. See
 * docs/contributing/smartcar-api.md#error-codes.
 */
const STATUS_BY_TYPE = new Map([
	['AUTHENTICATION', 401],
	['BILLING', 430],
	['COMPATIBILITY', 501],
	['CONNECTED_SERVICES_ACCOUNT', 400],
	['PERMISSION', 403],
	['RATE_LIMIT', 429],
	['RESOURCE_NOT_FOUND', 404],
	['SERVER', 500],
	['UPSTREAM', 502],
	['VALIDATION', 400],
	['VEHICLE_STATE', 409],
]);

/** The HTTP status for a type of error, in upper or lower case. Undefined for an unknown type. */
export const statusOfType = (type: string | null | undefined): number | undefined =>
	STATUS_BY_TYPE.get(type?.toUpperCase() ?? '');
