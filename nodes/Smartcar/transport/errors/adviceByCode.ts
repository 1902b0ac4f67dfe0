import type { ServiceError } from './serviceError';

const ASK_OWNER = 'The owner has to';

/** What helps with an error that its code says exactly (service: error types and codes; spec: Events). */
const BY_CODE = new Map([
	[
		'BILLING/ACCOUNT_SUSPENDED',
		'The Smartcar account is suspended: see its billing in the Smartcar dashboard.',
	],
	[
		'BILLING/INVALID_PLAN',
		'The plan of the Smartcar account does not include this: see it in the dashboard.',
	],
	[
		'BILLING/VEHICLE_LIMIT',
		"The plan's number of vehicles is used up: disconnect one or change the plan.",
	],
	[
		'COMPATIBILITY/MAKE_NOT_COMPATIBLE',
		'Vehicles of this make do not offer this; asking again does not help.',
	],
	[
		'COMPATIBILITY/SMARTCAR_NOT_CAPABLE',
		'Smartcar cannot do this with this vehicle yet; asking again does not help.',
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/ACCOUNT_ISSUE',
		`${ASK_OWNER} see what the account with the car's maker asks for.`,
	],
	['CONNECTED_SERVICES_ACCOUNT/AUTHENTICATION_FAILED', `${ASK_OWNER} connect the vehicle again.`],
	[
		'CONNECTED_SERVICES_ACCOUNT/NO_VEHICLES',
		`${ASK_OWNER} add a vehicle to the account with the car's maker.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/PERMISSION',
		`${ASK_OWNER} get the right to this vehicle from the car's maker.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/SUBSCRIPTION',
		`${ASK_OWNER} renew the connected services of the car's maker.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/VEHICLE_MISSING',
		`${ASK_OWNER} add the vehicle to the account and connect it again.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/VIRTUAL_KEY_REQUIRED',
		`${ASK_OWNER} add Smartcar's virtual key to the vehicle.`,
	],
	[
		'RESOURCE_NOT_FOUND/VERSION',
		"With 'Custom Hosts' on, check the addresses and their versions in the credential.",
	],
	[
		'SERVER/MULTIPLE_RECORDS_FOUND',
		"Smartcar cannot tell which data is the vehicle's; asking again does not help.",
	],
	[
		'SERVER/RECORD_NOT_FOUND',
		'Smartcar has no such data of this vehicle; asking again does not help.',
	],
	['VEHICLE_STATE/ASLEEP', 'Try again when the vehicle is awake, after a drive for instance.'],
	['VEHICLE_STATE/CHARGING_IN_PROGRESS', 'The vehicle is charging already.'],
	['VEHICLE_STATE/CHARGING_PLUG_NOT_CONNECTED', 'Plug in the charging cable, then try again.'],
	['VEHICLE_STATE/DOOR_OPEN', 'Close the doors, then try again.'],
	['VEHICLE_STATE/FULLY_CHARGED', 'The vehicle is fully charged.'],
	['VEHICLE_STATE/HOOD_OPEN', 'Close the hood, then try again.'],
	['VEHICLE_STATE/IGNITION_ON', 'Try again when the vehicle is parked and switched off.'],
	['VEHICLE_STATE/IN_MOTION', 'Try again when the vehicle is parked.'],
	['VEHICLE_STATE/NOT_CHARGING', 'The vehicle is not charging.'],
	[
		'VEHICLE_STATE/REMOTE_ACCESS_DISABLED',
		`${ASK_OWNER} allow remote access in the vehicle's settings.`,
	],
	['VEHICLE_STATE/TRUNK_OPEN', 'Close the trunk, then try again.'],
	['VEHICLE_STATE/UNREACHABLE', 'Try again when the vehicle has a connection.'],
]);

const BY_TYPE = new Map([
	['VALIDATION', 'Check the values of the parameters.'],
	['VEHICLE_STATE', 'Try again when the vehicle is in a state that allows this.'],
]);

/** What to do about an error, as far as its type and code tell it; undefined for those that are not known. */
export function adviceByCode({ type, code }: ServiceError): string | undefined {
	const known = type?.toUpperCase() ?? '';
	return BY_CODE.get(`${known}/${code?.toUpperCase() ?? ''}`) ?? BY_TYPE.get(known);
}
