import { hashOf } from '../../../shared/hashOf';
import type { ErrorState } from '../../event/vehicleErrors';

/**
 * How the state of a condition changes in n8n's deduplication store. The store is a set of texts,
 * so a state is kept as marks, which are in the set or not. `prefix` is the beginning that the
 * marks of a condition have in common. They are:
 *
 * - A limit, an area or *Becomes*: the prefix itself, from when the condition fires until it is
 *   armed again. It counts only while the store also has the mark of the vehicle: see
 *   `VehicleMark`.
 * - *Changes*: `seen`, and either `true` or `false`, or the first digits of the value's digest, one
 *   mark for each.
 * - *Every*: `seen`, and a mark for the latest count and for the count below.
 *
 * `seen` is new with the first value of a vehicle, which is not a change. For errors see
 * `errorMarks`.
 */
export interface Marks {
	/** Recorded in one call. Which of them were new decides whether the condition fires. */
	record: string[];
	/** Recorded in the same call. The new ones are removed again if the condition does not fire. */
	keptIfFired: string[];
	/** Removed afterward: those of other states. */
	remove: string[];
}

/*
 * The texts of marks in n8n's deduplication store. They outlive an update of the package, so they
 * must not change: see storedFormat.test.ts.
 */

/** What the marks of a condition or error begin with. @param vehicle from `vehicleKey` */
export const markPrefix = (trigger: string, vehicle: string, conditionId: string, place: string) =>
	hashOf(trigger, conditionId, vehicle, place);

/**
 * Marks the event that has fired a condition, so that it fires again if Smartcar sends it again
 * because the workflow failed.
 */
export const eventMark = (prefix: string, eventId: string) => `${prefix} by ${eventId}`;

export const seenMark = (prefix: string) => `${prefix} seen`;

/** Of a value that is always true or false. */
export const booleanMark = (prefix: string, value: boolean) => `${prefix} ${value}`;

/** Of one of the first digits of the digest of any other value. */
export const digitMark = (prefix: string, position: number, digit: string) =>
	`${prefix} ${position}${digit}`;

export const countMark = (prefix: string, count: number) => `${prefix} ${count}`;

/** See `VehicleMark`. */
export const mayHaveFiredMark = (vehicleHash: string) => `${vehicleHash} may have fired`;

export const errorStateMark = (prefix: string, state: ErrorState) => `${prefix} ${state}`;

/** While the store has the mark of a day, the error is not emitted on that day. */
export const errorDayMark = (prefix: string, day: number) => `${prefix} ERROR ${day}`;
