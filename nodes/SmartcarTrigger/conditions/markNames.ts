import { hashOf } from '../../shared/hashOf';
import type { ErrorState } from '../event/errors';

/**
 * How the state of a condition changes in n8n's deduplication store. The store is a set of texts,
 * so a state is kept as marks, which are in the set or not:
 *
 * - A limit, an area or *Becomes*: one mark while the condition has fired, none while it is armed.
 *   It counts only while the store also has that of the vehicle: see `VehicleMark`.
 * - *Changes*: `seen`, and `true` or `false`, or one mark for each of the first digits of a digest.
 * - *Every*: `seen`, and a mark for the latest count and the one before.
 *
 * `seen` is recorded with the first value of a vehicle, which is not a change. For errors see
 * `errorMarks`.
 */
export interface Marks {
	/** Recorded in one call. The store returns those that are new, which decide whether it fires. */
	record: string[];
	/** Recorded in the same call. Those that were new are removed again if it does not fire. */
	keptIfFired: string[];
	/** Removed afterward. */
	remove: string[];
}

/*
 * The texts of marks in n8n's deduplication store. They outlive an update of the package, so they
 * must not change: see storedFormat.test.ts.
 */

/** See `Candidate.prefix`. @param vehicle from `vehicleKey` */
export const markPrefix = (trigger: string, vehicle: string, conditionId: string, place: string) =>
	hashOf(trigger, conditionId, vehicle, place);

/**
 * Marks the event that fired a condition. If the workflow fails and gets it again, it fires again.
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
