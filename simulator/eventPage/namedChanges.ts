import type { Vehicle } from '../fleet/types';
import { signalCatalog } from '../signals/signalCatalog';
import { changeTable } from './changeTable';
import type { Apply } from './vehicleActions';

/** Something that can happen to a vehicle, for a person to choose. */
export interface NamedChange {
	/** Its name in a request, such as `charge-to-80`. */
	id: string;
	/** What the vehicle does, for a list: `Charges to 80%`. */
	name: string;
	/**
	 * Codes of the signals that the vehicle reports after the change, even if their values stay the
	 * same. Signals that the vehicle does not have are left out. Empty for an error of the vehicle.
	 */
	signals: readonly string[];
	apply: Apply;
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

/** The signals of a change that a vehicle has. */
export function reportedSignals(change: NamedChange, vehicle: Vehicle): string[] {
	// A change can bring a signal: a vehicle knows whether it is at home once it has a home.
	const changed = structuredClone(vehicle);
	change.apply(changed);
	return change.signals.filter((code) => signalCatalog.get(code)?.read(changed) != null);
}
