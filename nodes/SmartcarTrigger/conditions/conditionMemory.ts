import { BoundedMap } from '../../shared/boundedMap';
import type { SmartcarEvent } from '../event/types';
import type { Observation, Value } from './observe';

/** What this process knows about a condition at one place of a vehicle. */
export interface Remembered {
	/** As in `Observation`. Undefined if only n8n's store can tell. */
	state: string | undefined;
	/** Whether n8n's store knows the state. */
	saved: boolean;
	/** The last value. */
	value?: Value;
	/** Of the last event that was judged. */
	sequence?: number;
	updatedAt?: string;
}

/** What this process knows about the conditions of a vehicle, by condition and place. */
export type VehicleMemory = Map<string, Remembered>;

/** How many conditions times vehicles of a trigger are known at once. */
const MAX_KNOWN = 100_000;

/** Whether a later event was judged before: by its sequence, else by the time of the signal. */
export function isOlder(
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<Observation, 'updatedAt'>,
	last: Pick<Remembered, 'sequence' | 'updatedAt'>,
): boolean {
	if (sequence !== undefined && last.sequence !== undefined) return sequence < last.sequence;
	return updatedAt !== undefined && last.updatedAt !== undefined && updatedAt < last.updatedAt;
}

/** The latest order of two events. */
export const latestOrder = (
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<Observation, 'updatedAt'>,
	last: Pick<Remembered, 'sequence' | 'updatedAt'> | undefined,
) => ({
	sequence: sequence ?? last?.sequence,
	updatedAt: updatedAt ?? last?.updatedAt,
});

/** What this process knows about the vehicles of a trigger, by their IDs. */
export class ConditionMemory {
	private readonly vehicles: BoundedMap<VehicleMemory>;

	constructor(conditions: number) {
		// At least the newest half of the entries stays.
		this.vehicles = new BoundedMap({ maxEntries: Math.ceil((2 * MAX_KNOWN) / conditions) });
	}

	of(vehicleId: string): VehicleMemory {
		const existing = this.vehicles.get(vehicleId);
		if (existing) return existing;
		const created: VehicleMemory = new Map();
		this.vehicles.set(vehicleId, created);
		return created;
	}
}
