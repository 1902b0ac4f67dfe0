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

/** An error in words that a workflow can send to people unchanged. */
export function errorMessage(vehicle: Vehicle, error: VehicleError): string {
	const name = vehicleInWords(vehicle);
	const reason = error.code ?? error.type;
	if (error.state === 'RESOLVED')
		return `${name} can be read again${reason === undefined ? '' : ` (${reason})`}.`;
	const advice = error.suggestedUserMessage ?? error.description;
	const parts = [
		`${name} cannot be read${reason === undefined ? '' : `: ${reason}`}.`,
		advice ? asSentence(advice) : undefined,
		linkText(error),
	];
	return parts.filter((part) => part !== undefined).join(' ');
}
