import type { Failure } from 'n8n-workflow';
import { httpError } from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import { requestDetails } from './requestDetails';

// Before the end of v2.0, after which the advice names Version 3 first.
beforeAll(() => jest.useFakeTimers({ now: new Date('2026-11-01T00:00:00Z') }));
afterAll(() => jest.useRealTimers());

const V2 = requestDetails({
	credentialType: 'smartcarAccessTokenApi',
	path: '/v2.0/vehicles/v1/charge',
});
const MANAGEMENT = requestDetails({
	request: { method: 'GET', host: 'managementUrl' },
	path: '/subscriptions/s1',
});

/** Status, type, code, advice and the cause that n8n gets. */
type Row = [number, string, string | null, string, Failure['cause']];

const WAIT =
	"Lower 'Concurrent Requests', raise 'Max Retry Wait (Seconds)', or send fewer requests.";
const USED_UP =
	'The request limit of the vehicle or of the Smartcar plan is used up. Wait until it resets. Smartcar Trigger receives events without using up requests.';
const NOT_OFFERED = 'The vehicle does not support this. Retrying will not help.';
const STATE = 'Try again when the vehicle is in a state that allows this.';
const VALUES = 'Check the values of the parameters.';
const GRANT_AGAIN =
	"Add the permission under 'Permissions' of Connection: Create Connect Link or, for OAuth2, under 'Scopes' of the credential. If the link requests no permissions of its own, add it under Vehicle Access in the Smartcar dashboard. Then the owner has to connect the vehicle again and grant it.";

const GRANTED = 'Check that the application has the permission and that the owner granted it.';
const ID = 'Check that the ID is right and belongs to this application.';
const LATER = 'Try again later.';

const V2_ROWS: Row[] = [
	[
		401,
		'AUTHENTICATION',
		null,
		"The access token has expired or is for another vehicle. Replace it in the credential. The client secret, Application ID and Application Management Token are different values. If it is the token of an application, set 'API Version' to 'Version 3'.",
		'credential-invalid',
	],
	[
		430,
		'BILLING',
		'INVALID_PLAN',
		'The plan of the Smartcar account does not include this. Check it in the Smartcar dashboard.',
		'quota-exhausted',
	],
	[
		430,
		'BILLING',
		'VEHICLE_LIMIT',
		'The Smartcar plan allows no more vehicles. Disconnect one or change the plan.',
		'quota-exhausted',
	],
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', USED_UP, 'quota-exhausted'],
	[
		430,
		'BILLING',
		'ACCOUNT_SUSPENDED',
		'The Smartcar account is suspended. Check its billing in the Smartcar dashboard.',
		'quota-exhausted',
	],
	[
		501,
		'COMPATIBILITY',
		'MAKE_NOT_COMPATIBLE',
		'Vehicles of this make do not support this. Retrying will not help.',
		'configuration-invalid',
	],
	[
		501,
		'COMPATIBILITY',
		'SMARTCAR_NOT_CAPABLE',
		'Smartcar does not support this for the vehicle yet. Retrying will not help.',
		'configuration-invalid',
	],
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', NOT_OFFERED, 'configuration-invalid'],
	[501, 'COMPATIBILITY', 'PLATFORM_NOT_CAPABLE', NOT_OFFERED, 'configuration-invalid'],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'ACCOUNT_ISSUE',
		'The owner has to sign in to their account with the car maker and follow the instructions there.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'AUTHENTICATION_FAILED',
		'The owner has to connect the vehicle again.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'NO_VEHICLES',
		'The owner has to add a vehicle to their account with the car maker.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'SUBSCRIPTION',
		'The owner has to renew the connected services subscription with the car maker.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VEHICLE_MISSING',
		'The owner has to add the vehicle to their account with the car maker and connect it again.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'PERMISSION',
		'The owner has to get access to this vehicle from the car maker.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VIRTUAL_KEY_REQUIRED',
		"The owner has to add Smartcar's virtual key to the vehicle.",
		'credential-invalid',
	],
	[403, 'PERMISSION', null, GRANT_AGAIN, 'configuration-invalid'],
	[429, 'RATE_LIMIT', 'SMARTCAR_API', WAIT, 'rate-limited'],
	[429, 'RATE_LIMIT', 'VEHICLE', WAIT, 'rate-limited'],
	[404, 'RESOURCE_NOT_FOUND', 'PATH', ID, 'configuration-invalid'],
	[
		404,
		'RESOURCE_NOT_FOUND',
		'VERSION',
		"With 'Custom Hosts' on, check the URLs and their versions in the credential.",
		'configuration-invalid',
	],
	[500, 'SERVER', 'INTERNAL', LATER, 'temporarily-unavailable'],
	[
		500,
		'SERVER',
		'MULTIPLE_RECORDS_FOUND',
		'Smartcar found several records for the vehicle. Retrying will not help.',
		'configuration-invalid',
	],
	[
		500,
		'SERVER',
		'RECORD_NOT_FOUND',
		'Smartcar has no such data for the vehicle. Retrying will not help.',
		'configuration-invalid',
	],
	[502, 'UPSTREAM', 'INVALID_DATA', LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'KNOWN_ISSUE', LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'NO_RESPONSE', LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'RATE_LIMIT', LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'UNKNOWN_ISSUE', LATER, 'temporarily-unavailable'],
	[400, 'VALIDATION', null, VALUES, 'configuration-invalid'],
	[400, 'VALIDATION', 'PARAMETER', VALUES, 'configuration-invalid'],
	[
		409,
		'VEHICLE_STATE',
		'ASLEEP',
		'Try again when the vehicle is awake, for example after a drive.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'CHARGING_IN_PROGRESS',
		'The vehicle is already charging.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'CHARGING_PLUG_NOT_CONNECTED',
		'Plug in the charging cable, then try again.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'DOOR_OPEN',
		'Close the doors, then try again.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'FULLY_CHARGED',
		'The vehicle is fully charged.',
		'temporarily-unavailable',
	],
	[409, 'VEHICLE_STATE', 'NOT_CHARGING', 'The vehicle is not charging.', 'temporarily-unavailable'],
	[409, 'VEHICLE_STATE', 'CHARGE_FAULT', STATE, 'temporarily-unavailable'],
	[409, 'VEHICLE_STATE', 'HOOD_OPEN', 'Close the hood, then try again.', 'temporarily-unavailable'],
	[
		409,
		'VEHICLE_STATE',
		'IGNITION_ON',
		'Try again when the vehicle is parked and switched off.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'IN_MOTION',
		'Try again when the vehicle is parked.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'REMOTE_ACCESS_DISABLED',
		"The owner has to allow remote access in the vehicle's settings.",
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'TRUNK_OPEN',
		'Close the trunk, then try again.',
		'temporarily-unavailable',
	],
	[409, 'VEHICLE_STATE', 'UNKNOWN', STATE, 'temporarily-unavailable'],
	[
		409,
		'VEHICLE_STATE',
		'UNREACHABLE',
		'Try again when the vehicle is online.',
		'temporarily-unavailable',
	],
	[409, 'VEHICLE_STATE', 'VEHICLE_OFFLINE_FOR_SERVICE', STATE, 'temporarily-unavailable'],
	[404, 'WEATHER', 'too_cold', ID, 'configuration-invalid'],
];

const MANAGEMENT_ROWS: Row[] = [
	[400, 'VALIDATION', 'BAD_REQUEST', VALUES, 'configuration-invalid'],
	[400, 'VALIDATION', 'INVALID_INPUT_FORMAT', VALUES, 'configuration-invalid'],
	[400, 'VALIDATION', 'MISSING_PARAMETER', VALUES, 'configuration-invalid'],
	[
		401,
		'AUTHENTICATION',
		'UNAUTHORIZED',
		"Smartcar issued an access token for the client ID and client secret, but does not accept it here. Applications created before June 2025 may need an upgrade to v3 in the Smartcar dashboard. With 'Custom Hosts' on, check the URLs and their versions in the credential.",
		'credential-invalid',
	],
	[403, 'AUTHENTICATION', 'FORBIDDEN', GRANTED, 'configuration-invalid'],
	[403, 'AUTHENTICATION', 'ACCESS_DENIED', GRANTED, 'configuration-invalid'],
	[404, 'RESOURCE_NOT_FOUND', 'NOT_FOUND', ID, 'configuration-invalid'],
	[409, 'VEHICLE_STATE', 'not_charging', 'The vehicle is not charging.', 'temporarily-unavailable'],
	[429, 'RATE_LIMIT', 'TOO_MANY_REQUESTS', WAIT, 'rate-limited'],
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', USED_UP, 'quota-exhausted'],
	[500, 'SERVER', 'INTERNAL', LATER, 'temporarily-unavailable'],
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', NOT_OFFERED, 'configuration-invalid'],
	[502, 'UPSTREAM', 'NO_RESPONSE', LATER, 'temporarily-unavailable'],
	[504, 'UPSTREAM', 'NO_RESPONSE', LATER, 'temporarily-unavailable'],
];

const headers = {};
const DESCRIPTION = 'Description by Smartcar';

describe('an error of the v2.0 API', () => {
	test.each(V2_ROWS)('%i %s %s', (status, type, code, advice, cause) => {
		const body = { type, code, description: `${DESCRIPTION}.`, statusCode: status };
		const kind = code === null ? type : `${type} / ${code}`;
		expect(httpError(V2, { status, body, headers })).toMatchObject({
			message: `${DESCRIPTION} (${kind}, HTTP ${status})`,
			description: advice,
			failure: { cause },
			context: { itemIndex: 4 },
		});
	});
});

describe('an error of the management and v3 APIs', () => {
	test.each(MANAGEMENT_ROWS)('%i %s %s', (status, type, code, advice, cause) => {
		const errors = [
			{ status: String(status), type, code, title: 'Title', detail: `${DESCRIPTION}.` },
		];
		expect(httpError(MANAGEMENT, { status, body: { errors }, headers })).toMatchObject({
			message: `${DESCRIPTION} (${type} / ${code}, HTTP ${status})`,
			description: advice,
			failure: { cause },
			context: { itemIndex: 4 },
		});
	});
});

test.each(['smartcarOAuth2Api', 'smartcarAccessTokenApi'] as const)(
	'advises to use an application token instead of a vehicle token (%s)',
	(credentialType) => {
		const errors = [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: `${DESCRIPTION}.` }];
		const error = httpError(
			{ ...MANAGEMENT, credentialType },
			{ status: 403, body: { errors }, headers },
		);
		expect(error.description).toBe(
			'This request needs an application token, not a vehicle token. Choose a Smartcar Application API credential.',
		);
	},
);

const notFound = { status: 404, body: { type: 'RESOURCE_NOT_FOUND', code: 'PATH' }, headers };

test.each([
	['managementUrl', '/webhooks'],
	['signalsUrl', '/connections'],
	['vehicleDataUrl', '/v2.0/user'],
	['compatibilityUrl', '/v3/compatible-vehicles'],
] as const)('a 404 without any ID in the path is a wrong URL: %s%s', (host, path) => {
	const request = { method: 'GET', host } as const;
	expect(httpError(requestDetails({ request, path }), notFound).description).toBe(
		"With 'Custom Hosts' on, check the URLs and their versions in the credential.",
	);
});

test('a 404 for the user of an application token may be about the ID in the header', () => {
	const request = { method: 'GET', host: 'vehicleDataUrl' } as const;
	const details = requestDetails({ request, path: '/v2.0/user', userId: 'u1' });
	expect(httpError(details, notFound).description).toBe(ID);
});

test('a 404 for a new subscription may be about the IDs in its body', () => {
	const request = { method: 'POST', host: 'managementUrl' } as const;
	const details = requestDetails({ request, path: '/subscriptions' });
	expect(httpError(details, notFound).description).toBe(ID);
});

test.each([
	['of a documented signal', 'wheel-tires', 'Check the IDs of the vehicle and the user, and make'],
	['of another signal', 'wheel-spin', 'Check the signal code, and make'],
])('a 404 %s says what may be wrong', (_what, code, advice) => {
	const request = { method: 'GET', host: 'signalsUrl' } as const;
	const details = requestDetails({ request, path: `/vehicles/v1/signals/${code}` });
	expect(httpError(details, notFound).description).toContain(advice);
});

test.each([
	['VALIDATION', 'BAD_REQUEST', 'Check the values of the parameters. Contact Smartcar support.'],
	['VEHICLE_STATE', 'ASLEEP', 'Try again when the vehicle is awake, for example after a drive.'],
])(
	"what Smartcar recommends (%s/%s) is left out only if the code's own advice says more",
	(type, code, expected) => {
		const body = { type, code, description: 'x', resolution: { type: 'CONTACT_SUPPORT' } };
		expect(httpError(V2, { status: 400, body, headers }).description).toBe(expected);
	},
);

test('a suggestion to try again later is left out if something else helps, and so is an empty link', () => {
	const body = {
		type: 'VEHICLE_STATE',
		code: 'ASLEEP',
		description: 'The vehicle is asleep.',
		suggestedUserMessage: 'Try again later.',
		resolution: { type: 'RETRY_LATER' },
		docURL: ' ',
		requestId: 'request-1',
	};
	expect(httpError(V2, { status: 409, body, headers }).description).toBe(
		'Try again when the vehicle is awake, for example after a drive. Request ID: request-1',
	);
});

test.each([
	['Please try again later.', LATER],
	['Contact the dealer.', 'Contact the dealer.'],
])(
	'after a server error with the suggestion %j the advice is said once',
	(suggestion, expected) => {
		const body = {
			type: 'UPSTREAM',
			code: 'NO_RESPONSE',
			description: 'No response.',
			suggestedUserMessage: suggestion,
			resolution: { type: 'RETRY_LATER' },
		};
		expect(httpError(V2, { status: 502, body, headers }).description).toBe(expected);
	},
);

test('the advice contains the wait in seconds, the failure in milliseconds', () => {
	const body = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Too many requests.' };
	const error = httpError(V2, { status: 429, body, headers: { 'retry-after': '90' } });
	expect(error.description).toBe(`Smartcar asks you to wait 90 s. ${WAIT}`);
	expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
});
