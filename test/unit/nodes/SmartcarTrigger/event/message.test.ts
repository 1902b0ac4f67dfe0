import { errorMessage, vehicleInWords } from '../../../../../nodes/SmartcarTrigger/event/message';
import type { Vehicle, VehicleError } from '../../../../../nodes/SmartcarTrigger/event/types';

const tesla: Vehicle = { id: 'v-1', make: 'TESLA', model: 'Model 3', year: 2021 };

test.each<[Vehicle, string]>([
	[tesla, '2021 Tesla Model 3'],
	[{ make: 'LAND_ROVER' }, 'Land Rover'],
	[{ make: 'MERCEDES-BENZ', model: 'EQS' }, 'Mercedes-Benz EQS'],
	[{ make: 'BMW', year: 2024 }, '2024 BMW'],
	[{ id: 'v-1' }, 'Vehicle v-1'],
	[{}, 'A vehicle'],
])('names the vehicle %j', (vehicle, expected) => {
	expect(vehicleInWords(vehicle)).toBe(expected);
});

test.each<[Partial<VehicleError>, string]>([
	[
		{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED', state: 'ERROR' },
		"2021 Tesla Model 3 cannot be read: Smartcar can no longer sign in to the owner's account.",
	],
	[
		{
			code: 'AUTHENTICATION_FAILED',
			description: 'The credentials are no longer valid.',
			suggestedUserMessage: 'Please use this link to reconnect.',
			resolution: 'REAUTHENTICATE',
			resolutionUrl: 'https://connect.example.com/?a=b',
		},
		"2021 Tesla Model 3 cannot be read: Smartcar can no longer sign in to the owner's account. Please use this link to reconnect. Reconnect: https://connect.example.com/?a=b",
	],
	[
		{ code: 'ASLEEP', description: 'The vehicle is asleep' },
		'2021 Tesla Model 3 cannot be read: it is asleep. The vehicle is asleep.',
	],
	[
		{ code: 'ACCOUNT_ISSUE', resolution: 'CONTACT_SUPPORT', resolutionUrl: 'https://example.com' },
		"2021 Tesla Model 3 cannot be read: there is a problem with the owner's account. See: https://example.com",
	],
	[{ type: 'VEHICLE_STATE', code: 'ASLEEP' }, '2021 Tesla Model 3 cannot be read: it is asleep.'],
	[
		{ type: 'RATE_LIMIT', code: 'VEHICLE' },
		'2021 Tesla Model 3 cannot be read: there were too many requests.',
	],
	[
		{ type: 'UPSTREAM', code: 'RATE_LIMIT', state: 'RESOLVED' },
		'2021 Tesla Model 3 can be read again: requests are possible again.',
	],
	[
		{ type: 'SERVER', code: 'INTERNAL' },
		'2021 Tesla Model 3 cannot be read: Smartcar has an internal problem.',
	],
	[
		{
			code: 'AUTHENTICATION_FAILED',
			description: 'Please prompt the user to re-authenticate in Smartcar Connect.',
			suggestedUserMessage:
				'Your car got disconnected from <app name>. Please use this link to re-connect your car: <link to Smartcar Connect>.',
			resolutionUrl: 'https://connect.example.com/?a=b',
		},
		"2021 Tesla Model 3 cannot be read: Smartcar can no longer sign in to the owner's account. Reconnect: https://connect.example.com/?a=b",
	],
	[
		{ type: 'VEHICLE_STATE', code: 'IN_MOTION' },
		'2021 Tesla Model 3 cannot be read: it is moving.',
	],
	[
		{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'NO_VEHICLES' },
		"2021 Tesla Model 3 cannot be read: the owner's account has no vehicles.",
	],
	[
		{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'VEHICLE_MISSING', state: 'RESOLVED' },
		"2021 Tesla Model 3 can be read again: it is in the owner's account again.",
	],
	[{ type: 'VEHICLE_STATE', code: 'HOOD_OPEN' }, '2021 Tesla Model 3 cannot be read: hood open.'],
	[
		{ type: 'PERMISSION' },
		'2021 Tesla Model 3: some signals cannot be read (a permission is missing).',
	],
	[
		{ type: 'VEHICLE_STATE', code: 'NOT_CHARGING', state: 'RESOLVED' },
		'2021 Tesla Model 3: some signals can be read again (it is charging).',
	],
	[
		{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'PERMISSION' },
		'2021 Tesla Model 3 cannot be read: the owner no longer allows Smartcar access in their account with the automaker.',
	],
	[
		{
			type: 'CONNECTED_SERVICES_ACCOUNT',
			code: 'SUBSCRIPTION',
			signals: [{ code: 'tractionbattery-stateofcharge' }],
		},
		'2021 Tesla Model 3: battery level cannot be read (its connected services subscription has ended or does not cover this).',
	],
	[
		{ type: 'CONNECTED_SERVICES_ACCOUNT', code: 'SUBSCRIPTION', state: 'RESOLVED' },
		'2021 Tesla Model 3 can be read again: its connected services subscription covers this again.',
	],
	[
		{ type: 'COMPATIBILITY', code: 'PLATFORM_NOT_CAPABLE' },
		'2021 Tesla Model 3: some signals cannot be read (the car has to be reconnected for this).',
	],
	[{ type: 'COMPATIBILITY' }, '2021 Tesla Model 3: some signals cannot be read (compatibility).'],
	[{}, '2021 Tesla Model 3 cannot be read.'],
	[
		{ type: 'PERMISSION', code: '' },
		'2021 Tesla Model 3: some signals cannot be read (a permission is missing).',
	],
	[{ type: '', code: '' }, '2021 Tesla Model 3 cannot be read.'],
	[{ code: '', state: 'RESOLVED' }, '2021 Tesla Model 3 can be read again.'],
	[
		{
			code: 'ASLEEP',
			suggestedUserMessage: '',
			description: 'The vehicle is asleep',
			resolutionUrl: '',
		},
		'2021 Tesla Model 3 cannot be read: it is asleep. The vehicle is asleep.',
	],
	[
		{ code: 'ASLEEP', description: 'The vehicle is asleep. ' },
		'2021 Tesla Model 3 cannot be read: it is asleep. The vehicle is asleep.',
	],
	[
		{ code: 'UNREACHABLE', state: 'RESOLVED', suggestedUserMessage: 'Try again later.' },
		'2021 Tesla Model 3 can be read again: it can be reached.',
	],
	[
		{ type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'RESOLVED' },
		'2021 Tesla Model 3 can be read again: it is awake.',
	],
	[
		{ type: 'PERMISSION', state: 'RESOLVED' },
		'2021 Tesla Model 3: some signals can be read again (the permission has been granted).',
	],
	[
		{ type: 'VEHICLE_STATE', code: 'HOOD_OPEN', state: 'RESOLVED' },
		'2021 Tesla Model 3 can be read again (resolved: hood open).',
	],
	[
		{ code: 'some other code', state: 'RESOLVED' },
		'2021 Tesla Model 3 can be read again (resolved: some other code).',
	],
	[{ state: 'RESOLVED' }, '2021 Tesla Model 3 can be read again.'],
	[
		{ type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'CLEARED', description: 'The car sleeps.' },
		'2021 Tesla Model 3 has an error with the unknown state CLEARED (asleep).',
	],
	[
		{ type: 'PERMISSION', state: 'CLEARED', signals: [{ code: 'wheel-tires' }] },
		'2021 Tesla Model 3 has an error with the unknown state CLEARED (permission: tire pressure).',
	],
	[{ state: 'CLEARED' }, '2021 Tesla Model 3 has an error with the unknown state CLEARED.'],
	[
		{
			type: 'COMPATIBILITY',
			code: 'VEHICLE_NOT_CAPABLE',
			signals: [{ code: 'wheel-tires' }],
			suggestedUserMessage: 'Your car cannot do this.',
		},
		'2021 Tesla Model 3: tire pressure cannot be read (the vehicle does not support this). Your car cannot do this.',
	],
	[
		{
			type: 'PERMISSION',
			signals: [
				{ code: 'vehicleidentification-vin' },
				{ code: 'diagnostics-abs' },
				{ code: 'a-b' },
			],
		},
		'2021 Tesla Model 3: VIN, diagnostics ABS, a-b cannot be read (a permission is missing).',
	],
	[
		{
			type: 'PERMISSION',
			signals: [{ code: 'closure-islocked' }, { code: 'surveillance-isenabled' }],
		},
		'2021 Tesla Model 3: lock state, surveillance enabled cannot be read (a permission is missing).',
	],
	[
		{ type: 'UPSTREAM', code: 'NO_RESPONSE', signals: [{ code: 'wheel-tires' }] },
		'2021 Tesla Model 3: tire pressure cannot be read (no response).',
	],
	[
		{ type: 'vehicle_state', code: 'asleep', signals: [{ code: 'wheel-tires' }] },
		'2021 Tesla Model 3 cannot be read: it is asleep.',
	],
	[
		{
			type: 'CONNECTED_SERVICES_ACCOUNT',
			code: 'VIRTUAL_KEY_REQUIRED',
			signals: [{ code: 'wheel-tires' }],
		},
		"2021 Tesla Model 3 cannot be read: it needs Smartcar's virtual key.",
	],
	[
		{ type: 'PERMISSION', signals: ['a-a', 'a-b', 'a-c', 'a-d'].map((code) => ({ code })) },
		'2021 Tesla Model 3: a-a, a-b, a-c and 1 more signal cannot be read (a permission is missing).',
	],
	[
		{ type: 'PERMISSION', state: 'RESOLVED', signals: [{ code: 'location-preciselocation' }] },
		'2021 Tesla Model 3: location can be read again (the permission has been granted).',
	],
	[
		{ type: 'COMPATIBILITY', code: 'NEW', state: 'RESOLVED', signals: [{ code: 'wheel-tires' }] },
		'2021 Tesla Model 3: tire pressure can be read again (resolved: new).',
	],
	[
		{ type: 'VEHICLE_STATE', code: 'ASLEEP', signals: [{ code: 'wheel-tires' }] },
		'2021 Tesla Model 3 cannot be read: it is asleep.',
	],
])('says what the error %j means', (error, expected) => {
	expect(errorMessage(tesla, { signals: [], ...error })).toBe(expected);
});
