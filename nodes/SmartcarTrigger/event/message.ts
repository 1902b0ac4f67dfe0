import { describeVehicle } from '../../shared/vehicleDescription';
import type { Vehicle, VehicleError } from './types';

/** How a message names a vehicle: `2021 Tesla Model 3`, or by its ID if nothing else is known. */
export const vehicleInWords = (vehicle: Vehicle): string =>
	describeVehicle(vehicle) ?? (vehicle.id === undefined ? 'A vehicle' : `Vehicle ${vehicle.id}`);

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The page where the owner can fix the error, most often by reconnecting the vehicle. */
function linkText({ resolution, resolutionUrl }: VehicleError): string | undefined {
	if (resolutionUrl === undefined) return undefined;
	const isReconnect = resolution === undefined || resolution === 'REAUTHENTICATE';
	return `${isReconnect ? 'Reconnect' : 'See'}: ${resolutionUrl}`;
}

/** What the documented codes mean, for an error without a text by Smartcar. */
const REASONS = new Map([
	['ACCOUNT_ISSUE', "there is a problem with the owner's account"],
	['ASLEEP', 'it is asleep'],
	['AUTHENTICATION_FAILED', "Smartcar can no longer sign in to the owner's account"],
	['MAKE_NOT_COMPATIBLE', 'vehicles of this make do not support this'],
	['PERMISSION', 'a permission is missing'],
	['REMOTE_ACCESS_DISABLED', 'its remote access is turned off'],
	['SMARTCAR_NOT_CAPABLE', 'Smartcar does not support this for the vehicle yet'],
	['SUBSCRIPTION', 'it has no active subscription for connected services'],
	['UNREACHABLE', 'it cannot be reached'],
	['VEHICLE_NOT_CAPABLE', 'the vehicle does not support this'],
	['VIRTUAL_KEY_REQUIRED', "it needs Smartcar's virtual key"],
]);

/** An error in words that a workflow can send to people unchanged. */
export function errorMessage(vehicle: Vehicle, error: VehicleError): string {
	const name = vehicleInWords(vehicle);
	const reason = error.code ?? error.type;
	if (error.state === 'RESOLVED')
		return `${name} can be read again${reason === undefined ? '' : ` (${reason})`}.`;
	const advice = error.suggestedUserMessage ?? error.description;
	const words = advice || error.code === undefined ? undefined : REASONS.get(error.code);
	const cause = words ?? reason;
	const parts = [
		`${name} cannot be read${cause === undefined ? '' : `: ${cause}`}.`,
		advice ? asSentence(advice) : undefined,
		linkText(error),
	];
	return parts.filter((part) => part !== undefined).join(' ');
}
