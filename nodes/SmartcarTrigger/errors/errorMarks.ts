import type { Marks } from '../conditions/marks';
import { oppositeOf, type ErrorObservation } from './observeErrors';

/** The marks of errors that nobody has resolved stay in the store for this many days. */
const REMOVED_DAYS = 7;

const resolvedMark = (prefix: string) => `${prefix} RESOLVED`;

/** While the store has the mark of a day, the error is not told on that day. */
const dayMark = (prefix: string, day: number) => `${prefix} ERROR ${day}`;

const dayMarks = (prefix: string, first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => dayMark(prefix, first + index));

/**
 * The marks of an error: `RESOLVED`, or those of the day on which it was told and the next day. So an
 * error that stays is told again on the second day after, in case that its RESOLVED was lost.
 */
export function errorMarks({ reported, error, day }: ErrorObservation, prefix: string): Marks {
	if (reported === 'RESOLVED')
		return {
			record: error ? [resolvedMark(prefix)] : [],
			recordIfFired: [],
			remove: dayMarks(prefix, day - REMOVED_DAYS, day + 1),
		};
	if (!error) return { record: [], recordIfFired: [], remove: [resolvedMark(prefix)] };
	return {
		record: [dayMark(prefix, day)],
		recordIfFired: [dayMark(prefix, day + 1)],
		remove: [resolvedMark(prefix), ...dayMarks(prefix, day - REMOVED_DAYS, day - 1)],
	};
}

/** Whether an entry certainly leaves the state as it is. */
export const keepsErrorState = ({ state, reported, error }: ErrorObservation, known: string) =>
	state === known || (!error && known.startsWith(reported));

/** Whether an entry is a change. Undefined if only the marks can tell. */
export function errorFiresAfter(
	{ reported, error, state }: ErrorObservation,
	known: string,
): boolean | undefined {
	if (!error || state === known) return false;
	const hasEnded = known.startsWith(oppositeOf(reported)) || known === `not ${reported}`;
	return hasEnded ? true : undefined;
}
