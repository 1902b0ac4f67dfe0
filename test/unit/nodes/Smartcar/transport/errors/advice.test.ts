import type { Failure } from 'n8n-workflow';
import { httpError } from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import { ITEM_INDEX, requestDetails } from './requestDetails';

// Before the end of v2.0, after which the advice names Version 3 first.
beforeAll(() => jest.useFakeTimers({ now: new Date('2026-11-01T00:00:00Z') }));
afterAll(() => jest.useRealTimers());

const V2_REQUEST = requestDetails({
	credentialType: 'smartcarAccessTokenApi',
	path: '/v2.0/vehicles/v1/charge',
});
const MANAGEMENT_REQUEST = requestDetails({
	request: { method: 'GET', host: 'managementUrl' },
	path: '/subscriptions/s1',
});

type Row = [
	status: number,
	type: string,
	code: string | null,
	advice: string,
	failureCause: Failure['cause'],
];

const SEND_FEWER_REQUESTS =
	"Lower 'Concurrent Requests', raise 'Max Retry Wait (Seconds)', or send fewer requests.";
const WAIT_FOR_RESET =
	'The request limit of the vehicle or of the Smartcar plan is used up. Wait until it resets. Smartcar Trigger receives events without using up requests.';
const NOT_SUPPORTED = 'The vehicle does not support this. Retrying will not help.';
const TRY_IN_OTHER_STATE = 'Try again when the vehicle is in a state that allows this.';
const CHECK_PARAMETERS = 'Check the values of the parameters.';
const ADD_PERMISSION =
	"Add the permission under 'Permissions' of Connection: Create Connect Link or, for OAuth2, under 'Scopes' of the credential. If the link requests no permissions of its own, add it under Vehicle Access in the Smartcar dashboard. Then the owner has to connect the vehicle again and grant it.";
const CHECK_PERMISSION =
	'Check that the application has the permission and that the owner granted it.';
const CHECK_ID = 'Check that the ID is right and belongs to this application.';
const CHECK_HOSTS = "With 'Custom Hosts' on, check the URLs and their versions in the credential.";
const TRY_LATER = 'Try again later.';
const TRY_WHEN_AWAKE = 'Try again when the vehicle is awake, for example after a drive.';

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
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', WAIT_FOR_RESET, 'quota-exhausted'],
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
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', NOT_SUPPORTED, 'configuration-invalid'],
	[
		501,
		'COMPATIBILITY',
		'PLATFORM_NOT_CAPABLE',
		'The owner has to connect the vehicle again.',
		'configuration-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'ACCOUNT_ISSUE',
		'The owner has to sign in to their account with the automaker and follow the instructions there.',
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
		'The owner has to add a vehicle to their account with the automaker.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'SUBSCRIPTION',
		'The owner has to renew or extend the connected services subscription with the automaker.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VEHICLE_MISSING',
		'The owner has to add the vehicle to their account with the automaker and connect it again.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'PERMISSION',
		'The owner has to allow Smartcar access in their account with the automaker, and connect the vehicle again.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VIRTUAL_KEY_REQUIRED',
		"The owner has to add Smartcar's virtual key to the vehicle.",
		'credential-invalid',
	],
	[403, 'PERMISSION', null, ADD_PERMISSION, 'configuration-invalid'],
	[429, 'RATE_LIMIT', 'SMARTCAR_API', SEND_FEWER_REQUESTS, 'rate-limited'],
	[429, 'RATE_LIMIT', 'VEHICLE', SEND_FEWER_REQUESTS, 'rate-limited'],
	[404, 'RESOURCE_NOT_FOUND', 'PATH', CHECK_ID, 'configuration-invalid'],
	[404, 'RESOURCE_NOT_FOUND', 'VERSION', CHECK_HOSTS, 'configuration-invalid'],
	[500, 'SERVER', 'INTERNAL', TRY_LATER, 'temporarily-unavailable'],
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
	[502, 'UPSTREAM', 'INVALID_DATA', TRY_LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'KNOWN_ISSUE', TRY_LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'NO_RESPONSE', TRY_LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'RATE_LIMIT', TRY_LATER, 'temporarily-unavailable'],
	[502, 'UPSTREAM', 'UNKNOWN_ISSUE', TRY_LATER, 'temporarily-unavailable'],
	[400, 'VALIDATION', null, CHECK_PARAMETERS, 'configuration-invalid'],
	[400, 'VALIDATION', 'PARAMETER', CHECK_PARAMETERS, 'configuration-invalid'],
	[409, 'VEHICLE_STATE', 'ASLEEP', TRY_WHEN_AWAKE, 'temporarily-unavailable'],
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
		'The charging cable is not plugged in.',
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
	[409, 'VEHICLE_STATE', 'CHARGE_FAULT', TRY_IN_OTHER_STATE, 'temporarily-unavailable'],
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
	[409, 'VEHICLE_STATE', 'UNKNOWN', TRY_IN_OTHER_STATE, 'temporarily-unavailable'],
	[
		409,
		'VEHICLE_STATE',
		'UNREACHABLE',
		'Try again when the vehicle is online.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'VEHICLE_OFFLINE_FOR_SERVICE',
		TRY_IN_OTHER_STATE,
		'temporarily-unavailable',
	],
	// For an unknown type the advice depends on the status.
	[404, 'WEATHER', 'too_cold', CHECK_ID, 'configuration-invalid'],
];

const MANAGEMENT_ROWS: Row[] = [
	[400, 'VALIDATION', 'BAD_REQUEST', CHECK_PARAMETERS, 'configuration-invalid'],
	[400, 'VALIDATION', 'INVALID_INPUT_FORMAT', CHECK_PARAMETERS, 'configuration-invalid'],
	[400, 'VALIDATION', 'MISSING_PARAMETER', CHECK_PARAMETERS, 'configuration-invalid'],
	[
		401,
		'AUTHENTICATION',
		'UNAUTHORIZED',
		"Smartcar issued an access token for the client ID and client secret, but does not accept it here. Applications created before June 2025 may need an upgrade to v3 in the Smartcar dashboard. With 'Custom Hosts' on, check the URLs and their versions in the credential.",
		'credential-invalid',
	],
	[403, 'AUTHENTICATION', 'FORBIDDEN', CHECK_PERMISSION, 'configuration-invalid'],
	[403, 'AUTHENTICATION', 'ACCESS_DENIED', CHECK_PERMISSION, 'configuration-invalid'],
	[404, 'RESOURCE_NOT_FOUND', 'NOT_FOUND', CHECK_ID, 'configuration-invalid'],
	[409, 'VEHICLE_STATE', 'not_charging', 'The vehicle is not charging.', 'temporarily-unavailable'],
	[429, 'RATE_LIMIT', 'TOO_MANY_REQUESTS', SEND_FEWER_REQUESTS, 'rate-limited'],
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', WAIT_FOR_RESET, 'quota-exhausted'],
	[500, 'SERVER', 'INTERNAL', TRY_LATER, 'temporarily-unavailable'],
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', NOT_SUPPORTED, 'configuration-invalid'],
	[502, 'UPSTREAM', 'NO_RESPONSE', TRY_LATER, 'temporarily-unavailable'],
	[504, 'UPSTREAM', 'NO_RESPONSE', TRY_LATER, 'temporarily-unavailable'],
];

const headers = {};
const DESCRIPTION = 'Description by Smartcar';

describe('explains an error of the v2.0 API', () => {
	test.each(V2_ROWS)('%i %s %s', (status, type, code, advice, failureCause) => {
		const body = { type, code, description: `${DESCRIPTION}.`, statusCode: status };
		const typeAndCode = code === null ? type : `${type} / ${code}`;
		expect(httpError(V2_REQUEST, { status, body, headers })).toMatchObject({
			message: `${DESCRIPTION} (${typeAndCode}, HTTP ${status})`,
			description: advice,
			failure: { cause: failureCause },
			context: { itemIndex: ITEM_INDEX },
		});
	});
});

describe('explains an error of the management and v3 APIs', () => {
	test.each(MANAGEMENT_ROWS)('%i %s %s', (status, type, code, advice, failureCause) => {
		const errors = [
			{ status: String(status), type, code, title: 'Title', detail: `${DESCRIPTION}.` },
		];
		expect(httpError(MANAGEMENT_REQUEST, { status, body: { errors }, headers })).toMatchObject({
			message: `${DESCRIPTION} (${type} / ${code}, HTTP ${status})`,
			description: advice,
			failure: { cause: failureCause },
			context: { itemIndex: ITEM_INDEX },
		});
	});
});

test.each(['AUTHENTICATION', 'authentication'])(
	'says that an access token that is rejected with 403 %s may be that of a vehicle',
	(type) => {
		const errors = [{ type, code: 'FORBIDDEN', detail: `${DESCRIPTION}.` }];
		const error = httpError(
			{ ...MANAGEMENT_REQUEST, credentialType: 'smartcarAccessTokenApi' },
			{ status: 403, body: { errors }, headers },
		);
		expect(error.description).toBe(
			'Check that the application has the permission and that the owner granted it. If the access token is that of a vehicle, choose a Smartcar Application API credential.',
		);
	},
);

const notFound = { status: 404, body: { type: 'RESOURCE_NOT_FOUND', code: 'PATH' }, headers };

test.each([
	['managementUrl', '/webhooks'],
	['signalsUrl', '/connections'],
	['vehicleDataUrl', '/v2.0/user'],
	['compatibilityUrl', '/v3/compatible-vehicles'],
] as const)('a 404 for a path without an ID means that the URL is wrong: %s%s', (host, path) => {
	const request = { method: 'GET', host } as const;
	expect(httpError(requestDetails({ request, path }), notFound).description).toBe(CHECK_HOSTS);
});

test('a 404 for /user may be about the user ID in the header', () => {
	const request = { method: 'GET', host: 'vehicleDataUrl' } as const;
	const details = requestDetails({ request, path: '/v2.0/user', userId: 'u1' });
	expect(httpError(details, notFound).description).toBe(CHECK_ID);
});

test('a 404 for a new subscription may be about the IDs in its body', () => {
	const request = { method: 'POST', host: 'managementUrl' } as const;
	const details = requestDetails({ request, path: '/subscriptions' });
	expect(httpError(details, notFound).description).toBe(CHECK_ID);
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
	['VALIDATION', 'BAD_REQUEST', `${CHECK_PARAMETERS} Contact Smartcar support.`],
	['VEHICLE_STATE', 'ASLEEP', TRY_WHEN_AWAKE],
])(
	"Smartcar's resolution is left out only if the code has advice of its own: %s/%s",
	(type, code, expected) => {
		const body = { type, code, description: 'x', resolution: { type: 'CONTACT_SUPPORT' } };
		expect(httpError(V2_REQUEST, { status: 400, body, headers }).description).toBe(expected);
	},
);

const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'The vehicle is asleep.' };

test('a suggestion to try again later is left out if there is better advice', () => {
	const body = {
		...asleep,
		suggestedUserMessage: 'Try again later.',
		resolution: { type: 'RETRY_LATER' },
	};
	expect(httpError(V2_REQUEST, { status: 409, body, headers }).description).toBe(TRY_WHEN_AWAKE);
});

test('an empty link to the documentation is left out', () => {
	const body = { ...asleep, docURL: ' ', requestId: 'request-1' };
	expect(httpError(V2_REQUEST, { status: 409, body, headers }).description).toBe(
		`${TRY_WHEN_AWAKE} Request ID: request-1`,
	);
});

test.each([
	['Please try again later.', TRY_LATER],
	['Contact the dealer.', 'Contact the dealer.'],
])(
	"a server error with Smartcar's suggestion %j has the single advice %j",
	(suggestion, expected) => {
		const body = {
			type: 'UPSTREAM',
			code: 'NO_RESPONSE',
			description: 'No response.',
			suggestedUserMessage: suggestion,
			resolution: { type: 'RETRY_LATER' },
		};
		expect(httpError(V2_REQUEST, { status: 502, body, headers }).description).toBe(expected);
	},
);

test('retry-after is in seconds in the advice, and in milliseconds in the failure', () => {
	const body = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Too many requests.' };
	const error = httpError(V2_REQUEST, { status: 429, body, headers: { 'retry-after': '90' } });
	expect(error.description).toBe(`Smartcar asks you to wait 90 s. ${SEND_FEWER_REQUESTS}`);
	expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
});
