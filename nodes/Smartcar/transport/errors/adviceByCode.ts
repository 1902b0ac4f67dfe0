import type { ServiceError } from './serviceError';

const ASK_OWNER = 'The owner has to';

/** The advice for a URL that Smartcar does not have. */
export const CHECK_HOSTS =
	"With 'Custom Hosts' on, check the URLs and their versions in the credential.";

/** By type and code. See docs/contributing/smartcar-api.md#error-codes. */
const BY_CODE = new Map([
	[
		'BILLING/ACCOUNT_SUSPENDED',
		'The Smartcar account is suspended. Check its billing in the Smartcar dashboard.',
	],
	[
		'BILLING/INVALID_PLAN',
		'The plan of the Smartcar account does not include this. Check it in the Smartcar dashboard.',
	],
	[
		'BILLING/VEHICLE_LIMIT',
		'The Smartcar plan allows no more vehicles. Disconnect one or change the plan.',
	],
	[
		'COMPATIBILITY/MAKE_NOT_COMPATIBLE',
		'Vehicles of this make do not support this. Retrying will not help.',
	],
	['COMPATIBILITY/PLATFORM_NOT_CAPABLE', `${ASK_OWNER} connect the vehicle again.`],
	[
		'COMPATIBILITY/SMARTCAR_NOT_CAPABLE',
		'Smartcar does not support this for the vehicle yet. Retrying will not help.',
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/ACCOUNT_ISSUE',
		`${ASK_OWNER} sign in to their account with the automaker and follow the instructions there.`,
	],
	['CONNECTED_SERVICES_ACCOUNT/AUTHENTICATION_FAILED', `${ASK_OWNER} connect the vehicle again.`],
	[
		'CONNECTED_SERVICES_ACCOUNT/NO_VEHICLES',
		`${ASK_OWNER} add a vehicle to their account with the automaker.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/PERMISSION',
		`${ASK_OWNER} allow Smartcar access in their account with the automaker, and connect the vehicle again.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/SUBSCRIPTION',
		`${ASK_OWNER} renew or extend the connected services subscription with the automaker.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/VEHICLE_MISSING',
		`${ASK_OWNER} add the vehicle to their account with the automaker and connect it again.`,
	],
	[
		'CONNECTED_SERVICES_ACCOUNT/VIRTUAL_KEY_REQUIRED',
		`${ASK_OWNER} add Smartcar's virtual key to the vehicle.`,
	],
	['RESOURCE_NOT_FOUND/INVALID_PATH', CHECK_HOSTS],
	['RESOURCE_NOT_FOUND/VERSION', CHECK_HOSTS],
	[
		'SERVER/MULTIPLE_RECORDS_FOUND',
		'Smartcar found several records for the vehicle. Retrying will not help.',
	],
	['SERVER/RECORD_NOT_FOUND', 'Smartcar has no such data for the vehicle. Retrying will not help.'],
	['VEHICLE_STATE/ASLEEP', 'Try again when the vehicle is awake, for example after a drive.'],
	['VEHICLE_STATE/CHARGING_IN_PROGRESS', 'The vehicle is already charging.'],
	['VEHICLE_STATE/CHARGING_PLUG_NOT_CONNECTED', 'The charging cable is not plugged in.'],
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
	['VEHICLE_STATE/UNREACHABLE', 'Try again when the vehicle is online.'],
]);

const BY_TYPE = new Map([
	[
		'PERMISSION',
		"Add the permission under 'Permissions' of Connection: Create Connect Link or, for OAuth2, under 'Scopes' of the credential. If the link requests no permissions of its own, add it under Vehicle Access in the Smartcar dashboard. Then the owner has to connect the vehicle again and grant it.",
	],
	['VALIDATION', 'Check the values of the parameters.'],
	['VEHICLE_STATE', 'Try again when the vehicle is in a state that allows this.'],
]);

const typeOf = ({ type }: ServiceError) => type?.toUpperCase() ?? '';

const typeAndCode = (error: ServiceError) => `${typeOf(error)}/${error.code?.toUpperCase() ?? ''}`;

/** What to do about an error with a known type or code. */
export function adviceByCode(error: ServiceError): string | undefined {
	return BY_CODE.get(typeAndCode(error)) ?? BY_TYPE.get(typeOf(error));
}

/** Whether the advice of `adviceByCode` replaces that for Smartcar's own `resolution`. */
export function replacesResolution(error: ServiceError): boolean {
	return BY_CODE.has(typeAndCode(error)) || typeOf(error) === 'PERMISSION';
}
