import type { ErrorType } from '../errors/errorTypes';
import type { ReadPermission } from '../fleet/permissions';
import type { FuelTank, TractionBattery, Vehicle } from '../fleet/types';
import type { JsonObject } from '../json';

/** Why a signal has no current value. */
export interface SignalError {
	type: ErrorType;
	code: string | null;
}

/**
 * What a vehicle reports for a signal: the value, or an error and perhaps the last value. Null if
 * the vehicle does not have the signal.
 */
export type SignalValue =
	{ body: JsonObject } | { error: SignalError; staleBody?: JsonObject } | null;

export interface SignalDefinition {
	/** Group and name in lower case, joined by a hyphen. */
	code: string;
	group: string;
	name: string;
	permission: ReadPermission;
	/** What a vehicle must have for the signal; null for any vehicle. */
	needs: 'battery' | 'tank' | null;
	/** Whether the value never changes. The service gives no times for it (0 in webhooks). */
	isStatic: boolean;
	read(vehicle: Vehicle): SignalValue;
}

/** Defines a signal that changes with time. */
export function signal(
	group: string,
	name: string,
	permission: ReadPermission,
	read: SignalDefinition['read'],
): SignalDefinition {
	return {
		code: `${group}-${name}`.toLowerCase(),
		group,
		name,
		permission,
		needs: null,
		isStatic: false,
		read,
	};
}

/** Defines a signal that never changes. */
export function staticSignal(...definition: Parameters<typeof signal>): SignalDefinition {
	return { ...signal(...definition), isStatic: true };
}

/** Defines a signal that only vehicles with a traction battery have. */
export function batterySignal(
	group: string,
	name: string,
	permission: ReadPermission,
	read: (battery: TractionBattery, vehicle: Vehicle) => SignalValue,
): SignalDefinition {
	const readAny: SignalDefinition['read'] = (vehicle) =>
		vehicle.battery && read(vehicle.battery, vehicle);
	return { ...signal(group, name, permission, readAny), needs: 'battery' };
}

/** Defines a signal that only vehicles with a fuel tank have. */
export function fuelSignal(
	group: string,
	name: string,
	permission: ReadPermission,
	read: (fuel: FuelTank, vehicle: Vehicle) => SignalValue,
): SignalDefinition {
	const readAny: SignalDefinition['read'] = (vehicle) =>
		vehicle.fuel && read(vehicle.fuel, vehicle);
	return { ...signal(group, name, permission, readAny), needs: 'tank' };
}
