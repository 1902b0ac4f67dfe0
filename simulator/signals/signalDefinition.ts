import type { ErrorType } from '../errors/errorTypes';
import type { FuelTank, TractionBattery, Vehicle } from '../fleet/types';
import type { ReadPermission } from '../fleet/permissions';
import type { JsonObject } from '../json';

/** Why a signal has no value, as events and the signals API say. */
export interface SignalError {
	type: ErrorType;
	code: string | null;
}

/** A value, a failure (with the stale value, if one is left), or null when the vehicle cannot have the signal. */
export type SignalValue =
	{ body: JsonObject } | { error: SignalError; staleBody?: JsonObject } | null;

export interface SignalDefinition {
	/** Group and name in lower case joined by a hyphen. */
	code: string;
	group: string;
	name: string;
	permission: ReadPermission;
	/** What a car must have for it; null: any car may have it. */
	needs: 'battery' | 'tank' | null;
	/** Whether the value never changes, for which the service gives no time (0 in webhooks). */
	isStatic: boolean;
	read(vehicle: Vehicle): SignalValue;
}

/** Makes the definition of a signal that changes over time. */
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

/** Makes the definition of a signal that never changes. */
export function staticSignal(...definition: Parameters<typeof signal>): SignalDefinition {
	return { ...signal(...definition), isStatic: true };
}

/** Makes the definition of a signal of cars that can be charged. */
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

/** Makes the definition of a signal of cars that burn fuel. */
export function tankSignal(
	group: string,
	name: string,
	permission: ReadPermission,
	read: (fuel: FuelTank) => SignalValue,
): SignalDefinition {
	return { ...signal(group, name, permission, ({ fuel }) => fuel && read(fuel)), needs: 'tank' };
}
