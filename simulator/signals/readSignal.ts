import type { Vehicle } from '../fleet/types';
import type { JsonObject } from '../json';
import { signalCatalog, signalDefinition } from './signalCatalog';
import type { SignalDefinition, SignalError } from './signalDefinition';

/** The current state of one signal of one vehicle. */
export interface SignalReading {
	definition: SignalDefinition;
	/** The value, or the last known value if there is an error. Null without either. */
	body: JsonObject | null;
	error: SignalError | null;
	/** Unix ms, 0 for a signal that never changes. */
	oemUpdatedAt: number;
	/** Unix ms, 0 for a signal that never changes. */
	retrievedAt: number;
}

/** Whether the permissions that an owner has granted include the one for a signal. */
export function isGranted(code: string, permissions: readonly string[]): boolean {
	return permissions.includes(signalDefinition(code).permission);
}

/**
 * Reads a signal of a vehicle. A missing permission, or a signal that the vehicle does not have,
 * is an error in the reading. See docs/contributing/smartcar-api.md#failed-signals.
 */
export function readSignal(
	definition: SignalDefinition,
	vehicle: Vehicle,
	permissions: readonly string[],
): SignalReading {
	const oemUpdatedAt = definition.isStatic
		? 0
		: (vehicle.signalTimes.get(definition.code) ?? vehicle.reportedAt);
	const base = {
		definition,
		oemUpdatedAt,
		retrievedAt: definition.isStatic ? 0 : vehicle.reportedAt,
	};
	if (!isGranted(definition.code, permissions)) {
		return { ...base, body: null, error: { type: 'PERMISSION', code: null } };
	}
	const value = definition.read(vehicle);
	if (value === null)
		return { ...base, body: null, error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } };
	if ('error' in value) return { ...base, body: value.staleBody ?? null, error: value.error };
	return { ...base, body: value.body, error: null };
}

/** The value of every signal as JSON text, by code, to compare before and after a change. */
export function signalSnapshot(vehicle: Vehicle): Map<string, string> {
	return new Map(
		[...signalCatalog.values()].map((definition) => [
			definition.code,
			JSON.stringify(definition.read(vehicle)),
		]),
	);
}
