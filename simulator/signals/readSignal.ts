import type { Vehicle } from '../fleet/types';
import type { JsonObject } from '../json';
import { signalCatalogue } from './signalCatalog';
import type { SignalDefinition, SignalError } from './signalDefinition';

/** One signal of one vehicle as the service knows it. */
export interface SignalReading {
	definition: SignalDefinition;
	/** The value; with an error it is stale. */
	body: JsonObject | null;
	error: SignalError | null;
	/** Unix ms, 0 for a signal that never changes. */
	oemUpdatedAt: number;
	/** Unix ms, 0 for a signal that never changes. */
	retrievedAt: number;
}

/** Reads a signal; a missing permission and a vehicle that has no such signal are failures of the reading. */
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
	if (!permissions.includes(definition.permission)) {
		return { ...base, body: null, error: { type: 'PERMISSION', code: null } };
	}
	const value = definition.read(vehicle);
	if (value === null)
		return { ...base, body: null, error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' } };
	if ('error' in value) return { ...base, body: value.staleBody ?? null, error: value.error };
	return { ...base, body: value.body, error: null };
}

/** Every signal of a vehicle as text, to see which ones a change touched. */
export function signalSnapshot(vehicle: Vehicle): Map<string, string> {
	return new Map(
		[...signalCatalogue.values()].map((definition) => [
			definition.code,
			JSON.stringify(definition.read(vehicle)),
		]),
	);
}
