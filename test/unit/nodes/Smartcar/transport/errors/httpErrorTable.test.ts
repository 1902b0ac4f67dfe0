import type { Failure, INode } from 'n8n-workflow';
import { answeredError } from '../../../../../../nodes/Smartcar/transport/errors/httpError';
import type { RequestOrigin } from '../../../../../../nodes/Smartcar/transport/request';

const node: INode = {
	id: 'n',
	name: 'Smartcar',
	type: 't',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

const V2: RequestOrigin = {
	node,
	credentialType: 'smartcarAccessTokenApi',
	itemIndex: 4,
	request: { method: 'GET', host: 'vehicleDataUrl', path: '/v2.0/vehicles/v1/charge' },
	url: 'https://api.smartcar.com',
};
const MANAGEMENT: RequestOrigin = {
	...V2,
	credentialType: 'smartcarApplicationApi',
	request: { method: 'GET', host: 'managementUrl', path: '/subscriptions' },
};

/** Status, type, code: what to do, and what n8n is told. */
type Row = [number, string, string | null, string, Failure['cause']];

const WAIT = "Lower 'Concurrent Requests', raise 'Max Retry Wait', or ask less often.";
const USED_UP =
	"The allowance of the vehicle or of the Smartcar plan is used up. Asking again does not help before it is renewed; a 'Smartcar Trigger' needs no requests.";
const NOT_OFFERED = 'The vehicle does not offer this; asking again does not help.';
const STATE = 'Try again when the vehicle is in a state that allows this.';
const VALUES = 'Check the values of the parameters.';
const GRANTED = 'Check that the application has the permission and that the owner granted it.';
const ID = 'Check the ID and that it belongs to this application.';
const LATER = 'Try again later.';

const V2_ROWS: Row[] = [
	[
		401,
		'AUTHENTICATION',
		null,
		'The access token has expired or is for another vehicle. Replace it in the credential; client secret, Application ID and Application Management Token are other values.',
		'credential-invalid',
	],
	[
		430,
		'BILLING',
		'INVALID_PLAN',
		'The plan of the Smartcar account does not include this: see it in the dashboard.',
		'quota-exhausted',
	],
	[
		430,
		'BILLING',
		'VEHICLE_LIMIT',
		"The plan's number of vehicles is used up: disconnect one or change the plan.",
		'quota-exhausted',
	],
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', USED_UP, 'quota-exhausted'],
	[
		430,
		'BILLING',
		'ACCOUNT_SUSPENDED',
		'The Smartcar account is suspended: see its billing in the Smartcar dashboard.',
		'quota-exhausted',
	],
	[
		501,
		'COMPATIBILITY',
		'MAKE_NOT_COMPATIBLE',
		'Vehicles of this make do not offer this; asking again does not help.',
		'configuration-invalid',
	],
	[
		501,
		'COMPATIBILITY',
		'SMARTCAR_NOT_CAPABLE',
		'Smartcar cannot do this with this vehicle yet; asking again does not help.',
		'configuration-invalid',
	],
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', NOT_OFFERED, 'configuration-invalid'],
	[501, 'COMPATIBILITY', 'PLATFORM_NOT_CAPABLE', NOT_OFFERED, 'configuration-invalid'],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'ACCOUNT_ISSUE',
		"The owner has to see what the account with the car's maker asks for.",
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
		"The owner has to add a vehicle to the account with the car's maker.",
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'SUBSCRIPTION',
		"The owner has to renew the connected services of the car's maker.",
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VEHICLE_MISSING',
		'The owner has to add the vehicle to the account and connect it again.',
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'PERMISSION',
		"The owner has to get the right to this vehicle from the car's maker.",
		'credential-invalid',
	],
	[
		400,
		'CONNECTED_SERVICES_ACCOUNT',
		'VIRTUAL_KEY_REQUIRED',
		"The owner has to add Smartcar's virtual key to the vehicle.",
		'credential-invalid',
	],
	[403, 'PERMISSION', null, GRANTED, 'configuration-invalid'],
	[429, 'RATE_LIMIT', 'SMARTCAR_API', WAIT, 'rate-limited'],
	[429, 'RATE_LIMIT', 'VEHICLE', WAIT, 'rate-limited'],
	[404, 'RESOURCE_NOT_FOUND', 'PATH', ID, 'configuration-invalid'],
	[
		404,
		'RESOURCE_NOT_FOUND',
		'VERSION',
		"With 'Custom Hosts' on, check the addresses and their versions in the credential.",
		'configuration-invalid',
	],
	[500, 'SERVER', 'INTERNAL', LATER, 'temporarily-unavailable'],
	[
		500,
		'SERVER',
		'MULTIPLE_RECORDS_FOUND',
		"Smartcar cannot tell which data is the vehicle's; asking again does not help.",
		'configuration-invalid',
	],
	[
		500,
		'SERVER',
		'RECORD_NOT_FOUND',
		'Smartcar has no such data of this vehicle; asking again does not help.',
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
		'Try again when the vehicle is awake, after a drive for instance.',
		'temporarily-unavailable',
	],
	[
		409,
		'VEHICLE_STATE',
		'CHARGING_IN_PROGRESS',
		'The vehicle is charging already.',
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
		'Try again when the vehicle has a connection.',
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
		"Check 'Client ID' and 'Client Secret' in the credential; an application from before June 2025 may have to be upgraded to v3 in the Smartcar dashboard.",
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
const SAID = 'Words of the service';

describe('an error of the v2.0 API reads', () => {
	test.each(V2_ROWS)('%i %s %s', (status, type, code, advice, cause) => {
		const body = { type, code, description: `${SAID}.`, statusCode: status };
		const kind = code === null ? type : `${type} / ${code}`;
		expect(answeredError(V2, { status, body, headers })).toMatchObject({
			message: `${SAID} (${kind}, HTTP ${status})`,
			description: advice,
			failure: { cause },
			context: { itemIndex: 4 },
		});
	});
});

describe('an error of the management and v3 APIs reads', () => {
	test.each(MANAGEMENT_ROWS)('%i %s %s', (status, type, code, advice, cause) => {
		const errors = [{ status: String(status), type, code, title: 'Title', detail: `${SAID}.` }];
		expect(answeredError(MANAGEMENT, { status, body: { errors }, headers })).toMatchObject({
			message: `${SAID} (${type} / ${code}, HTTP ${status})`,
			description: advice,
			failure: { cause },
			context: { itemIndex: 4 },
		});
	});
});

test.each(['smartcarOAuth2Api', 'smartcarAccessTokenApi'] as const)(
	'the token of a vehicle (%s) where an application is needed is told so',
	(credentialType) => {
		const errors = [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: `${SAID}.` }];
		const error = answeredError(
			{ ...MANAGEMENT, credentialType },
			{ status: 403, body: { errors }, headers },
		);
		expect(error.description).toBe(
			"This needs an application token, not that of a vehicle: choose the authentication 'Application'.",
		);
	},
);

test("the service's own suggestion comes first, and is not said twice", () => {
	const body = {
		type: 'VEHICLE_STATE',
		code: 'ASLEEP',
		description: 'The vehicle is asleep.',
		suggestedUserMessage: 'Try again later.',
		resolution: { type: 'RETRY_LATER' },
		docURL: 'https://smartcar.com/docs/errors#asleep',
		requestId: 'request-1',
	};
	expect(answeredError(V2, { status: 409, body, headers }).description).toBe(
		'Try again later. Try again when the vehicle is awake, after a drive for instance. More: https://smartcar.com/docs/errors#asleep Request ID: request-1',
	);
});

test('a wait that the service names is told in seconds, and to n8n in milliseconds', () => {
	const body = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Too many requests.' };
	const error = answeredError(V2, { status: 429, body, headers: { 'retry-after': '90' } });
	expect(error.description).toBe(`Smartcar asks to wait 90 s. ${WAIT}`);
	expect(error.failure).toEqual({ cause: 'rate-limited', retryAfterMs: 90_000 });
});
