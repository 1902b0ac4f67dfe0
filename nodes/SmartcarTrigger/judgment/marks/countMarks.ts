import { canBeNegative } from '../../conditions/condition';
import { countMark, seenMark, type Marks } from './markNames';
import { isErrorObservation, NO_STATE, type AnyObservation } from '../anyObservation';

/**
 * If the former count is not known, *Every* removes the marks of this many lower counts. It removes
 * no more, since n8n searches its whole list for each.
 */
const REMOVED_COUNTS = 20;

const marksOfCounts = (prefix: string, first: number, length: number) =>
	Array.from({ length }, (_, index) => countMark(prefix, first + index));

/**
 * The marks of a count of *Every*, and those of the former count. The count below has a mark, too,
 * so that an older event that arrives late does not fire.
 */
export function countMarks(prefix: string, count: number, knownState: string | undefined): Marks {
	const kept = marksOfCounts(prefix, count - 1, 2);
	const isKnown = knownState !== undefined && knownState !== NO_STATE;
	const former = isKnown
		? marksOfCounts(prefix, Number(knownState) - 1, 2)
		: marksOfCounts(prefix, count - 1 - REMOVED_COUNTS, REMOVED_COUNTS);
	return {
		record: [seenMark(prefix), ...kept],
		keptIfFired: [],
		remove: former.filter((mark) => !kept.includes(mark)),
	};
}

/** The count of a state of *Every*. Each count is higher than that of `NO_STATE`. */
export const countOf = (state: string): number => (state === NO_STATE ? -Infinity : Number(state));

/** Whether a count of *Every* is lower than the known one, so that it is from an older event. */
export const isLowerCount = ({ condition, state }: AnyObservation, knownState: string): boolean =>
	condition.rule.when === 'every' && Number(state) < countOf(knownState);

/** Whether a count of *Every* is the vehicle's first one, so that the store has no former count. */
export const isFirstCount = (
	{ condition }: AnyObservation,
	prefix: string,
	newMarks: ReadonlySet<string>,
): boolean => condition.rule.when === 'every' && newMarks.has(seenMark(prefix));

/**
 * Whether the store has a higher count of *Every*, as far as its marks can tell: it has those of
 * the latest count and of the count below.
 */
export function isBelowStoredCount(
	observation: AnyObservation,
	prefix: string,
	newMarks: ReadonlySet<string>,
): boolean {
	if (isErrorObservation(observation) || observation.condition.rule.when !== 'every') return false;
	const { condition, state } = observation;
	const count = Number(state);
	const isNew = (someCount: number) => newMarks.has(countMark(prefix, someCount));
	// The latest count is this one or the one below.
	if (!isNew(count - 1)) return false;
	// The latest count is the one above.
	if (!isNew(count)) return true;
	// Any other stored count is taken for a lower one. But there is none below 0 miles: the odometer
	// was replaced.
	const hasStoredCount = !newMarks.has(seenMark(prefix));
	return hasStoredCount && count === 0 && !canBeNegative(condition.signal);
}
