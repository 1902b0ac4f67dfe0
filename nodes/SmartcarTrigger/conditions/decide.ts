import type { SmartcarEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { stateAtPreviousValue, type Candidate } from './candidates';
import { comparesWithPrevious } from './condition';
import { isBelowStoredCount, isFirstCount } from './everyMarks';
import { eventMark, type Marks } from './markNames';
import { firesAfter, firesByMarks, marksFor } from './marks';
import { isErrorObservation, NO_STATE } from './anyObservation';

/** A candidate with the marks that it may record. */
export interface MarkedCandidate extends Candidate {
	marks: Marks;
	/** Whether the event has fired the condition before, and the store failed to record that. */
	hasFiredUnsaved: boolean;
}

/**
 * The marks of a candidate. With *When the Workflow Finishes* an event that fires a condition is
 * marked, too: Smartcar sends it again if the workflow fails. Of an event that is late only this
 * mark counts.
 */
export function marksOf(
	{ observation, prefix, knownState, isLate }: Candidate,
	{ eventId }: SmartcarEvent,
	{ options }: TriggerParameters,
): Marks {
	if (isLate) return { record: [], keptIfFired: [eventMark(prefix, eventId)], remove: [] };
	const marks = marksFor(observation, prefix, knownState);
	if (options.acknowledge !== 'lastNode' || marks.record.length === 0) return marks;
	return { ...marks, keptIfFired: [...marks.keptIfFired, eventMark(prefix, eventId)] };
}

/**
 * Whether an observation fires. The state that this process knows comes before what the store says,
 * which may have failed to record it. If neither can tell, the observation counts as a change.
 * @param newMarks the marks that were not in the store yet, or undefined if the store failed
 */
function firesNow(
	{ observation, knownState, prefix, isLate, marks }: MarkedCandidate,
	newMarks: ReadonlySet<string> | undefined,
): boolean {
	// A late event fires only as a retry. `decide` has already ruled that out, unless the store
	// failed.
	if (isLate) return newMarks === undefined;
	const byState = knownState === undefined ? undefined : firesAfter(observation, knownState);
	if (byState !== undefined) return byState;
	return newMarks ? firesByMarks(observation, prefix, newMarks) : marks.record.length > 0;
}

/**
 * Whether the event has fired the condition before. Then the workflow failed, and Smartcar sent the
 * event again.
 */
function isRetryOfFired(
	{ marks, isLate, hasFiredUnsaved }: MarkedCandidate,
	markOfEvent: string,
	isNew: (mark: string) => boolean,
): boolean {
	if (!marks.keptIfFired.includes(markOfEvent)) return false;
	// `hasFiredUnsaved` counts only if the event is late. Otherwise it fires anyway: the store has
	// not recorded its state either.
	return !isNew(markOfEvent) || (isLate && hasFiredUnsaved);
}

/** What becomes of a candidate. */
export interface Decision {
	candidate: MarkedCandidate;
	fires: boolean;
	/** Whether the state in n8n's store stays as it is, because a later event has set it. */
	keepsStoredState: boolean;
	/** The marks that no longer hold. */
	marksToRemove: string[];
}

/**
 * @param allNewMarks the marks that were not in the store yet, or undefined if the store failed
 */
export function decide(
	candidate: MarkedCandidate,
	{ eventId }: SmartcarEvent,
	allNewMarks: ReadonlySet<string> | undefined,
): Decision {
	const { observation, prefix, marks, check, isLate } = candidate;
	// If the store failed, each mark counts as new.
	const isNew = (mark: string) => allNewMarks?.has(mark) ?? true;
	const newMarks = new Set(marks.record.filter(isNew));
	const newMarksIfFired = marks.keptIfFired.filter(isNew);
	const isRetry = isRetryOfFired(candidate, eventMark(prefix, eventId), isNew);
	// The store has the event's own mark, but not the marks that the event recorded with it. So a
	// later event has removed them.
	const isReplaced = isRetry && newMarks.size > 0;
	if (isReplaced || (allNewMarks && isBelowStoredCount(observation, prefix, newMarks))) {
		const marksToRemove = [...newMarks, ...newMarksIfFired];
		return { candidate, fires: isReplaced, keepsStoredState: true, marksToRemove };
	}
	const fires = isRetry || firesNow(candidate, allNewMarks && newMarks);
	const marksToRemove = fires ? [] : newMarksIfFired;
	// Without a new mark the state is as before, and the event that set it has removed the marks of
	// other states. But the other value of a boolean, here the only single mark, is removed each
	// time: that event may have been killed before it did so, and no third value would remove it.
	const isChange =
		fires || newMarks.size > 0 || marks.record.length === 0 || marks.remove.length === 1;
	const isFirst = allNewMarks !== undefined && isFirstCount(observation, prefix, newMarks);
	if (isChange && !isFirst) marksToRemove.push(...marks.remove);
	// Smartcar will send the replaced event again. It must not fire then.
	if (fires && check?.replacedEventId !== undefined)
		marksToRemove.push(eventMark(prefix, check.replacedEventId));
	return { candidate, fires, keepsStoredState: isLate, marksToRemove };
}

/**
 * Whether a candidate fires in a test run, or when somebody retries an execution: the store may
 * have recorded the event before that execution ended. So a limit or an error fires, perhaps again.
 * *Changes* and *Every* fire only if the earlier value is known, which it is not in a test run.
 */
export function firesWithoutStore(candidate: Candidate): boolean {
	const { observation, knownState } = candidate;
	const { condition } = observation;
	if (
		isErrorObservation(observation) ||
		knownState !== undefined ||
		!comparesWithPrevious(condition)
	)
		return firesAfter(observation, knownState ?? NO_STATE) ?? true;
	const before = stateAtPreviousValue(candidate);
	return before !== undefined && firesAfter(observation, before) === true;
}
