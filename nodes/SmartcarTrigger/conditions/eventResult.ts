import type { VehicleError } from '../event/types';
import type { Observation, Value } from './observe';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	previousValue?: Value;
}

/** What the trigger emits of an event that was judged. */
export interface EventResult {
	/** The conditions that the event meets. Undefined if they do not judge it. */
	met?: MetCondition[];
	/** The errors whose state has changed. Undefined if all errors are emitted. */
	changedErrors?: VehicleError[];
}
