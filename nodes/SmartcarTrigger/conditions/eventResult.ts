import type { AcceptedEvent, VehicleError } from '../event/types';
import type { Observation } from './observe';
import type { Value } from './readPlaces';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	/** The value before the event, if it is known. */
	previousValue?: Value;
}

/** What an event was judged by. This decides what the trigger emits for it. */
export type EventResult =
	/** The whole event is emitted. */
	| { judgedBy: 'nothing' }
	/** An item is emitted for each condition that the event has met. */
	| { judgedBy: 'conditions'; met: MetCondition[] }
	/** The event is emitted with only these errors, whose state has changed. */
	| { judgedBy: 'errors'; changedErrors: VehicleError[] };

export const NOT_JUDGED: EventResult = { judgedBy: 'nothing' };

/** An event of an execution, and how it was judged. */
export interface JudgedEvent {
	accepted: AcceptedEvent;
	result: EventResult;
}
