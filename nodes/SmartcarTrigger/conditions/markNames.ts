import { hashOf } from '../../shared/hashOf';
import type { ErrorState } from '../event/errors';

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
