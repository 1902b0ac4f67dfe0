import { errorDayMark, errorStateMark, type Marks } from './markNames';
import type { ErrorState } from '../../event/vehicleErrors';
import { NOT_EMITTED, type ErrorObservation } from '../observeErrors';

/**
 * The marks of this many days before the event are removed, since other processes may have recorded
 * some. Fewer are at signals that an entry does not name.
 */
const LOOKBACK_DAYS = 7;

/** The states that are kept as one mark. `ERROR` has a mark for each day. */
const LASTING_STATES = ['RESOLVED', 'OTHER'] as const;

const dayMarks = (prefix: string, first: number, last: number) =>
	Array.from({ length: last - first + 1 }, (_, index) => errorDayMark(prefix, first + index));

/** The marks of earlier days that may be in the store. */
function formerDayMarks(prefix: string, day: number, knownState: string | undefined): string[] {
	const knownDay = Number(knownState?.match(/^ERROR (\d+)$/)?.[1] ?? day);
	return [
		...dayMarks(prefix, day - LOOKBACK_DAYS, day - 1),
		// The known day is that of the latest report. The error was emitted on that day or the day
		// before, and has marks for the day of the emission and the next one.
		...dayMarks(prefix, knownDay - 1, Math.min(knownDay + 1, day - 1)),
	];
}

/**
 * The marks of an error: those of the day on which it was emitted and of the next day, or
 * `RESOLVED`, or `OTHER`. So an error that is still reported two days later, or after that, is
 * emitted again, in case Smartcar's RESOLVED was lost. An entry that the workflow does not get only
 * removes marks.
 * @param knownState the state before, if this process knows it
 */
export function errorMarks(
	{ reported, error, day, isAtAllSignals }: ErrorObservation,
	prefix: string,
	knownState?: string,
): Marks {
	const otherLastingMarks = LASTING_STATES.filter((state) => state !== reported).map((state) =>
		errorStateMark(prefix, state),
	);
	if (reported !== 'ERROR') {
		// At all signals only those that could hide an error are removed: n8n searches its whole list
		// for each. The day before is for another process whose clock is behind.
		const former =
			isAtAllSignals && !knownState?.startsWith('ERROR')
				? dayMarks(prefix, day - 1, day - 1)
				: formerDayMarks(prefix, day, knownState);
		return {
			record: error ? [errorStateMark(prefix, reported)] : [],
			keptIfFired: [],
			remove: [...otherLastingMarks, ...former, ...dayMarks(prefix, day, day + 1)],
		};
	}
	if (!error) return { record: [], keptIfFired: [], remove: otherLastingMarks };
	return {
		record: [errorDayMark(prefix, day)],
		keptIfFired: [errorDayMark(prefix, day + 1)],
		remove: [...otherLastingMarks, ...formerDayMarks(prefix, day, knownState)],
	};
}

/** Whether a known state comes from an entry that has reported this, emitted or not. */
const hasReported = (reported: ErrorState, knownState: string) =>
	knownState.replace(NOT_EMITTED, '').startsWith(reported);

/** Whether an observation certainly does not change a known state. */
export const keepsErrorState = ({ state, reported, error }: ErrorObservation, knownState: string) =>
	state === knownState || (!error && hasReported(reported, knownState));

/** Whether an entry fires after a known state. Undefined if only the marks can tell. */
export function errorFiresAfter(
	{ reported, error, state }: ErrorObservation,
	knownState: string,
): boolean | undefined {
	if (!error || state === knownState) return false;
	return hasReported(reported, knownState) ? undefined : true;
}

/** A known state after which this observation fires, for a workflow that has failed. */
export const errorStateThatFires = ({ reported }: ErrorObservation): string =>
	`${NOT_EMITTED}${reported === 'ERROR' ? 'RESOLVED' : 'ERROR'}`;
