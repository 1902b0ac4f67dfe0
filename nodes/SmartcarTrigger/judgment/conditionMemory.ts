import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';
import type { EventOrder } from './eventOrder';
import type { Value } from '../conditions/readPlaces';

/**
 * What this process knows about a condition, or an error, at one place of a vehicle, after the last
 * judged event.
 */
export interface MemoryEntry {
	/** As in `Observation`. Undefined if only executions and n8n's store know the state. */
	state: string | undefined;
	/** The last value. */
	value: Value | undefined;
	/** That of the latest event. Undefined if no event had one. */
	order: EventOrder | undefined;
	/**
	 * The event that last fired the condition, if its workflow failed: with the state that n8n's
	 * store has since then, and the value before the event.
	 */
	failed?: { eventId: string; state: string | undefined; previousValue: Value | undefined };
	/** A failed event that must not fire when it is sent again: a later event has fired instead. */
	replacedEventId?: string;
}

/** What this process knows about the conditions of a vehicle, by condition and place. */
export class VehicleMemory extends Map<string, MemoryEntry> {
	/** @param beforeSet called before each entry that is set */
	constructor(private readonly beforeSet: (isNew: boolean) => void) {
		super();
	}

	override set(key: string, entry: MemoryEntry): this {
		this.beforeSet(!this.has(key));
		return super.set(key, entry);
	}
}

/**
 * How many entries a generation of a trigger's memory has. An entry takes about 120 bytes, not
 * counting longer texts of *Changes*.
 */
const GENERATION_SIZE = 1_000_000;

/**
 * A vehicle with more entries is forgotten: there is no limit to the codes that errors can have.
 */
const MAX_VEHICLE_ENTRIES = 2_000;

/**
 * What this process knows about the vehicles of a trigger, by `vehicleKey`. Like `BoundedMap`, it
 * drops the older of two generations, but what it bounds is the sum of the vehicles' entries.
 */
export class ConditionMemory {
	private newer = new Map<string, VehicleMemory>();

	private older = new Map<string, VehicleMemory>();

	/** Entries since the older generation was dropped. */
	private entries = 0;

	private readonly createdAt = performance.now();

	/** Whether Smartcar may still retry an event that this process does not know. */
	get expectsUnknownRetries(): boolean {
		return performance.now() - this.createdAt < RETRY_PERIOD_MS;
	}

	/**
	 * The entries of conditions that have fired for a workflow that failed. n8n's store does not know
	 * of the failure.
	 */
	onlyFailed(): ConditionMemory {
		const kept = new ConditionMemory();
		for (const [vehicle, memory] of [...this.older, ...this.newer])
			for (const [key, entry] of memory) if (entry.failed) kept.of(vehicle).set(key, entry);
		return kept;
	}

	get isEmpty(): boolean {
		return this.entries === 0 && this.older.size === 0;
	}

	/** The memory of a vehicle. A new one if there is none, or if it has grown too large. */
	of(vehicle: string): VehicleMemory {
		const existing = this.newer.get(vehicle) ?? this.older.get(vehicle);
		if (existing && existing.size <= MAX_VEHICLE_ENTRIES) return existing;
		// Added with its first entry, because many events say nothing about any condition. Added again
		// if an entry is set after its generation was replaced.
		const created: VehicleMemory = new VehicleMemory((isNew) => {
			if (this.newer.get(vehicle) !== created) this.add(vehicle, created);
			if (isNew) this.entries++;
		});
		return created;
	}

	private add(vehicle: string, memory: VehicleMemory): void {
		if (this.entries >= GENERATION_SIZE) {
			this.older = this.newer;
			this.newer = new Map();
			this.entries = 0;
		}
		this.newer.set(vehicle, memory);
		this.entries += memory.size;
	}
}
