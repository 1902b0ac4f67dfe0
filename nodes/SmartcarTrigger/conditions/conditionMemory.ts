import { RETRY_PERIOD_MS } from '../delivery/retryPeriod';
import type { EventOrder } from './eventOrder';
import type { Value } from './observe';

/**
 * What this process knows about a condition, or an error, at one place of a vehicle, after the last
 * judged event.
 */
export interface MemoryEntry {
	/** As in `Observation`. Undefined if only executions and n8n's store know the state. */
	state: string | undefined;
	/** The last value. */
	value: Value | undefined;
	/** Of the latest event. Undefined if its events have had none. */
	order: EventOrder | undefined;
	/**
	 * The last event that has fired the condition, if its workflow has failed, with the state that
	 * n8n's store has and the value before the event.
	 */
	failed?: { eventId: string; state: string | undefined; previousValue: Value | undefined };
	/** A failed event for which a later one has fired. */
	replacedEventId?: string;
}

/** What this process knows about the conditions of a vehicle, by condition and place. */
export class VehicleMemory extends Map<string, MemoryEntry> {
	/** @param onNewEntry called for each entry that is added */
	constructor(private readonly onNewEntry: () => void) {
		super();
	}

	override set(key: string, entry: MemoryEntry): this {
		if (!this.has(key)) this.onNewEntry();
		return super.set(key, entry);
	}
}

/**
 * How many entries a trigger remembers at least, at most twice as many. An entry takes about 120
 * bytes, longer texts of *Changes* not counted.
 */
const MAX_REMEMBERED = 1_000_000;

/** A vehicle with more entries is forgotten, because codes of errors are an open set. */
const MAX_OF_VEHICLE = 2_000;

/**
 * What this process knows about the vehicles of a trigger, by `vehicleKey`. In two generations,
 * like `BoundedMap`, but bounded by the entries of the vehicles, whose number differs.
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
		if (existing && existing.size <= MAX_OF_VEHICLE) return existing;
		if (this.entries >= MAX_REMEMBERED) {
			this.older = this.newer;
			this.newer = new Map();
			this.entries = 0;
		}
		// Kept from its first entry on: many events say nothing about any condition.
		const created: VehicleMemory = new VehicleMemory(() => {
			if (this.newer.get(vehicle) !== created) {
				this.newer.set(vehicle, created);
				this.entries += created.size;
			}
			this.entries++;
		});
		return created;
	}
}
