import type { AcceptedEvent, VehicleError } from '../event/types';
import type { Observation, Value } from './observe';

/** A condition that an event has met. */
export interface MetCondition {
	observation: Observation;
	previousValue?: Value;
}

/** By what an event was judged, and what the trigger emits of it for that. */
export type EventResult =
	| { judgedBy: 'nothing' }
	| { judgedBy: 'conditions'; met: MetCondition[] }
	/** Only those whose state has changed. */
	| { judgedBy: 'errors'; changedErrors: VehicleError[] };

export const NOT_JUDGED: EventResult = { judgedBy: 'nothing' };

/** An event of an execution, with its result. */
export interface JudgedEvent {
	accepted: AcceptedEvent;
	result: EventResult;
}
