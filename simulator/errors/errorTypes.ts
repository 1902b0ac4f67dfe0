export type ErrorType =
	| 'AUTHENTICATION'
	| 'COMPATIBILITY'
	| 'CONNECTED_SERVICES_ACCOUNT'
	| 'PERMISSION'
	| 'RATE_LIMIT'
	| 'RESOURCE_NOT_FOUND'
	| 'SERVER'
	| 'UPSTREAM'
	| 'VALIDATION'
	| 'VEHICLE_STATE';

interface ErrorProperties {
	status: number;
	/** Name of the documentation page. */
	page: string;
	resolution: string | null;
	description: string;
	userMessage?: string;
}

/** See docs/contributing/smartcar-api.md#error-codes. */
const errorTypes: Record<ErrorType, ErrorProperties> = {
	AUTHENTICATION: {
		status: 401,
		page: 'authentication-errors',
		resolution: null,
		description:
			'The authorization header is missing or malformed, or the credentials in it are invalid or expired.',
	},
	COMPATIBILITY: {
		status: 501,
		page: 'compatibility-errors',
		resolution: null,
		description: 'The vehicle cannot perform this request.',
		userMessage: 'Your car cannot do this.',
	},
	CONNECTED_SERVICES_ACCOUNT: {
		status: 400,
		page: 'connected-services-account-errors',
		resolution: 'REAUTHENTICATE',
		description: 'The connected services account of the owner needs attention.',
		userMessage: 'Please reconnect your account.',
	},
	PERMISSION: {
		status: 403,
		page: 'permission-errors',
		resolution: 'REAUTHENTICATE',
		description: 'Your application has no permission to access the requested resource.',
		userMessage: 'Please reconnect your car and allow access.',
	},
	RATE_LIMIT: {
		status: 429,
		page: 'rate-limit-errors',
		resolution: 'RETRY_LATER',
		description: 'Too many requests.',
		userMessage: 'Please try again later.',
	},
	RESOURCE_NOT_FOUND: {
		status: 404,
		page: 'resource-not-found-errors',
		resolution: null,
		description: 'The requested resource does not exist.',
	},
	SERVER: {
		status: 500,
		page: 'server-errors',
		resolution: 'CONTACT_SUPPORT',
		description: 'An unexpected error occurred.',
	},
	UPSTREAM: {
		status: 502,
		page: 'upstream-errors',
		resolution: 'RETRY_LATER',
		description: 'The manufacturer did not respond as expected.',
		userMessage: 'Please try again later.',
	},
	VALIDATION: {
		status: 400,
		page: 'validation-errors',
		resolution: null,
		description: 'Request invalid or malformed.',
	},
	VEHICLE_STATE: {
		status: 409,
		page: 'vehicle-state-errors',
		resolution: 'RETRY_LATER',
		description: 'The vehicle cannot perform this request in its current state.',
		userMessage: 'Please try again later.',
	},
};

/** By `type/code`, the descriptions that differ from that of the type. */
const descriptions: Record<string, string> = {
	'CONNECTED_SERVICES_ACCOUNT/AUTHENTICATION_FAILED':
		'The account credentials are no longer valid.',
	'RATE_LIMIT/SMARTCAR_API':
		'Your application has exceeded its rate limit. Retry in a few minutes.',
	'RATE_LIMIT/VEHICLE': 'Too many requests for this vehicle. See the retry-after header (seconds).',
	'RESOURCE_NOT_FOUND/PATH': 'The requested path does not exist.',
	'VEHICLE_STATE/CHARGING_IN_PROGRESS': 'The vehicle is charging.',
	'VEHICLE_STATE/CHARGING_PLUG_NOT_CONNECTED': 'The charging plug is not connected.',
	'VEHICLE_STATE/FULLY_CHARGED': 'The vehicle is charged up to its limit.',
	'VEHICLE_STATE/ASLEEP': 'The vehicle is asleep.',
	'VEHICLE_STATE/NOT_CHARGING': 'The vehicle is not charging.',
	'VEHICLE_STATE/UNREACHABLE': 'The vehicle cannot be reached.',
};

/**
 * Status, texts and documentation URL of an error. An unknown code gets the description of its
 * type.
 */
export function describeError(
	type: ErrorType,
	code: string | null,
): ErrorProperties & { docUrl: string } {
	const properties = errorTypes[type];
	const anchor = code === null ? 'null' : code.toLowerCase().replaceAll('_', '-');
	return {
		...properties,
		description: descriptions[`${type}/${code}`] ?? properties.description,
		docUrl: `https://smartcar.com/docs/errors/api-errors/${properties.page}#${anchor}`,
	};
}
