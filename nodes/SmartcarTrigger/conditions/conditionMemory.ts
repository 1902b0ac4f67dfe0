import { BoundedMap } from '../../shared/boundedMap';
import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';
import type { SmartcarEvent } from '../event/types';
import type { AnyObservation } from './marks';
import type { Value } from './observe';

/** The place of an event among those of its vehicle. */
export interface EventOrder {
	sequence?: number;
	/** ISO 8601. When the manufacturer updated the signal. */
	updatedAt?: string;
}

/** What this process knows about a condition, or an error, at one place of a vehicle, after the last judged event. */
export interface Remembered extends EventOrder {
	/** As in `Observation`. Undefined if only n8n's store knows the state. */
	state: string | undefined;
	/** Whether n8n's store has the same state. */
	saved: boolean;
	/** The last value. */
	value?: Value;
	/** The last event, if it has fired the condition but its workflow has failed. */
	failedEventId?: string;
}

/** What this process knows about the conditions of a vehicle, by condition and place. */
export type VehicleMemory = Map<string, Remembered>;

/** How many vehicles a trigger remembers at least. */
const MAX_VEHICLES = 100_000;

/** The same for their conditions and errors, which take 200 bytes each. */
const MAX_REMEMBERED = 1_000_000;

/** How many entries the errors of a vehicle take. Few vehicles have more than one or two errors. */
const USUAL_ERRORS = 10;

/** A vehicle with more entries is forgotten, because codes of errors are an open set. */
const MAX_OF_VEHICLE = 1_000;

/** Whether a later event was judged before: by its sequence, else by the time of the signal. */
export function isOlder(
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<AnyObservation, 'updatedAt'>,
	last: EventOrder,
): boolean {
	if (sequence !== undefined && last.sequence !== undefined) return sequence < last.sequence;
	return updatedAt !== undefined && last.updatedAt !== undefined && updatedAt < last.updatedAt;
}

/** What later events are compared with. A field that this event lacks keeps its last value. */
export const orderAfter = (
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<AnyObservation, 'updatedAt'>,
	last: EventOrder | undefined,
): EventOrder => ({
	sequence: sequence ?? last?.sequence,
	updatedAt: updatedAt ?? last?.updatedAt,
});

/** What this process knows about the vehicles of a trigger, by their IDs. */
export class ConditionMemory {
	private readonly vehicles: BoundedMap<VehicleMemory>;

	private readonly createdAt = performance.now();

	constructor(conditionCount: number) {
		const maxVehicles = Math.min(
			MAX_VEHICLES,
			Math.ceil(MAX_REMEMBERED / (conditionCount || USUAL_ERRORS)),
		);
		// Twice as many, because a BoundedMap may drop the older half of its entries.
		this.vehicles = new BoundedMap({ maxEntries: 2 * maxVehicles });
	}

	/** Whether Smartcar may still retry an event that this process does not know. */
	get expectsUnknownRetries(): boolean {
		return performance.now() - this.createdAt < RETRY_PERIOD_MS;
	}

	of(vehicleId: string): VehicleMemory {
		const existing = this.vehicles.get(vehicleId);
		if (existing && existing.size <= MAX_OF_VEHICLE) return existing;
		const created: VehicleMemory = new Map();
		this.vehicles.set(vehicleId, created);
		return created;
	}
}
