import type { Vehicle } from '../fleet/types';
import { signalCatalog } from '../signals/signalCatalog';
import { changeTable } from './changeTable';
import type { VehicleAction } from './vehicleActions';

/** Something that can happen to a vehicle. A person chooses it from the list of the page. */
export interface NamedChange {
	/** Its ID in a request, such as `charge-partly`. */
	id: string;
	/** Its text in the list, such as `Charges to 85%`. */
	name: string;
	/**
	 * Codes of the signals that the vehicle reports after the change, even if their values stay the
	 * same. Signals that the vehicle does not have are left out. Empty for an error of the vehicle.
	 */
	signals: readonly string[];
	apply: VehicleAction;
}

/** All changes, by group of the list. */
export const namedChanges: Readonly<Record<string, readonly NamedChange[]>> = Object.fromEntries(
	Object.entries(changeTable).map(([group, list]) => [
		group,
		list.map(([id, name, signals, apply]) => ({ id, name, signals, apply })),
	]),
);

/** The codes of all signals that the changes are about, in the order of the list. */
export const changeableSignals: readonly string[] = [
	...new Set(
		Object.values(changeTable).flatMap((list) => list.flatMap(([, , signals]) => signals)),
	),
];

/** @returns the change of this ID, or undefined */
export function findNamedChange(id: string): NamedChange | undefined {
	return Object.values(namedChanges)
		.flat()
		.find((change) => change.id === id);
}

/** The signals of a change that the vehicle has once it is changed. */
export function reportedSignals(change: NamedChange, vehicle: Vehicle): string[] {
	// The vehicle after the change, because a change can add a signal: a vehicle has
	// `location-isathome` only once it has a home.
	const changed = structuredClone(vehicle);
	change.apply(changed);
	return change.signals.filter((code) => signalCatalog.get(code)?.read(changed) != null);
}
