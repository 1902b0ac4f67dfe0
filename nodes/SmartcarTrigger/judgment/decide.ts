import type { SmartcarEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { stateAtPreviousValue, type Candidate } from './candidates';
import { comparesWithPrevious } from '../conditions/condition';
import { isBelowStoredCount, isFirstCount } from './marks/countMarks';
import { eventMark, type Marks } from './marks/markNames';
import { firesAfter, firesByMarks, stateMarks } from './marks/marks';
import { NO_STATE } from './anyObservation';
import { isRetriedOnFailure } from '../isRetriedOnFailure';

/** A candidate with the marks that it may record. */
export interface MarkedCandidate extends Candidate {
	marks: Marks;
	/** Whether the event has fired the condition before, and the store failed to record it. */
	hasFiredUnsaved: boolean;
}

/**
 * The marks of a candidate. If Smartcar sends the event again when the workflow fails, the event
 * itself has a mark, too, if it fires. A late event has only this mark, because it can only fire as
 * a retry.
 */
export function candidateMarks(
	{ observation, prefix, knownState, isLate }: Candidate,
	{ eventId }: SmartcarEvent,
	parameters: TriggerParameters,
): Marks {
	if (isLate) return { record: [], keptIfFired: [eventMark(prefix, eventId)], remove: [] };
	const marks = stateMarks(observation, prefix, knownState);
	if (!isRetriedOnFailure(parameters) || marks.record.length === 0) return marks;
	return { ...marks, keptIfFired: [...marks.keptIfFired, eventMark(prefix, eventId)] };
}

/**
 * Whether a candidate fires by its state, and not as a retry. The state that this process knows
 * outranks the store, which may have failed to record it. If neither can tell, the
 * state counts as changed.
 * @param newMarks the marks that were not in the store yet, or undefined if the store failed
 */
function firesByState(
	{ observation, knownState, prefix, isLate, marks }: MarkedCandidate,
	newMarks: ReadonlySet<string> | undefined,
): boolean {
	// A late event fires only as a retry. Here it is no known one, so it fires only if the store
	// failed and cannot tell.
	if (isLate) return newMarks === undefined;
	const byKnownState = knownState === undefined ? undefined : firesAfter(observation, knownState);
	if (byKnownState !== undefined) return byKnownState;
	return newMarks ? firesByMarks(observation, prefix, newMarks) : marks.record.length > 0;
}

/** Whether the event has fired the condition before, for a workflow that failed. */
function isRetryOfFired(
	{ marks, isLate, hasFiredUnsaved }: MarkedCandidate,
	markOfEvent: string,
	isNew: (mark: string) => boolean,
): boolean {
	if (!marks.keptIfFired.includes(markOfEvent)) return false;
	// `hasFiredUnsaved` counts only if the event is late. Any other event fires by its state, which
	// the store has not recorded either.
	return !isNew(markOfEvent) || (isLate && hasFiredUnsaved);
}

/** What becomes of a candidate. */
export interface Decision {
	candidate: MarkedCandidate;
	fires: boolean;
	/** Whether the state in the store stays, because a later event has set it. */
	keepsStoredState: boolean;
	/** The marks that no longer hold. */
	marksToRemove: string[];
}

/**
 * Whether n8n's store has the state of a later event.
 * @param isRetry whether the event has fired the condition before
 */
function isReplacedInStore(
	{ observation, prefix }: MarkedCandidate,
	newMarks: ReadonlySet<string>,
	isRetry: boolean,
): boolean {
	// The store has the mark of the event, but not all marks of its state: a later event has removed
	// some.
	const isStateGone = isRetry && newMarks.size > 0;
	return isStateGone || isBelowStoredCount(observation, prefix, newMarks);
}

/**
 * The marks of other states that may be in the store.
 * @param newMarks undefined if the store failed
 */
function formerMarks(
	{ observation, prefix, marks }: MarkedCandidate,
	newMarks: ReadonlySet<string> | undefined,
	fires: boolean,
): string[] {
	if (newMarks === undefined) return marks.remove;
	if (isFirstCount(observation, prefix, newMarks)) return [];
	const isChange = fires || newMarks.size > 0 || marks.record.length === 0;
	// Without a change, the event that set the state has already removed them, unless its process was
	// killed. That matters for a boolean, which has a single mark to remove: no third value would
	// remove it later.
	return isChange || marks.remove.length === 1 ? marks.remove : [];
}

/**
 * Decides about a candidate.
 * @param allNewMarks the marks that were not in the store yet, or undefined if the store failed
 */
export function decide(
	candidate: MarkedCandidate,
	{ eventId }: SmartcarEvent,
	allNewMarks: ReadonlySet<string> | undefined,
): Decision {
	const { prefix, marks, check, isLate } = candidate;
	// If the store failed, each mark counts as new.
	const isNew = (mark: string) => allNewMarks?.has(mark) ?? true;
	const newMarks = allNewMarks && new Set(marks.record.filter(isNew));
	const newMarksIfFired = marks.keptIfFired.filter(isNew);
	const isRetry = isRetryOfFired(candidate, eventMark(prefix, eventId), isNew);
	if (newMarks && isReplacedInStore(candidate, newMarks, isRetry)) {
		const marksToRemove = [...newMarks, ...newMarksIfFired];
		return { candidate, fires: isRetry, keepsStoredState: true, marksToRemove };
	}
	const fires = isRetry || firesByState(candidate, newMarks);
	const marksToRemove = [
		...(fires ? [] : newMarksIfFired),
		...formerMarks(candidate, newMarks, fires),
	];
	// Smartcar will send the replaced event again. Without its mark it does not count as a retry
	// then, so it does not fire.
	if (fires && check?.replacedEventId !== undefined)
		marksToRemove.push(eventMark(prefix, check.replacedEventId));
	return { candidate, fires, keepsStoredState: isLate, marksToRemove };
}

/**
 * Whether a candidate fires in a test run, or when somebody retries an execution. The store is not
 * asked, because it may already have the event. So a limit or an error fires, perhaps again.
 * *Changes* and *Every* fire only if the previous state is known, which it is not in a test run.
 */
export function firesWithoutStore(candidate: Candidate): boolean {
	const { observation, knownState } = candidate;
	const stateBefore =
		knownState ??
		(comparesWithPrevious(observation.condition) ? stateAtPreviousValue(candidate) : NO_STATE);
	return stateBefore !== undefined && (firesAfter(observation, stateBefore) ?? true);
}
