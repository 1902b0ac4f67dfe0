import { errorFiresAfter, errorMarks, errorStateThatFires, keepsErrorState } from './errorMarks';
import { isRetriedOnFailure } from '../../isRetriedOnFailure';
import type { TriggerParameters } from '../../parameters';
import { comparesWithPrevious } from '../../conditions/condition';
import { countOf, countMarks } from './countMarks';
import { booleanMark, countMark, digitMark, seenMark, type Marks } from './markNames';
import { isErrorObservation, NO_STATE, type AnyObservation } from '../anyObservation';

const NO_MARKS: Marks = { record: [], keptIfFired: [], remove: [] };

const HEX_DIGITS = '0123456789abcdef';

/** After a restart, values with the same first digits look equal. That is one in a million. */
const DIGEST_LENGTH = 5;

/** Records a value and removes all other values, so that the former one need not be known. */
function digestMarks(prefix: string, state: string): Pick<Marks, 'record' | 'remove'> {
	if (state === 'true' || state === 'false') {
		const value = state === 'true';
		return { record: [booleanMark(prefix, value)], remove: [booleanMark(prefix, !value)] };
	}
	const digits = [...state.slice(0, DIGEST_LENGTH)];
	return {
		record: digits.map((digit, position) => digitMark(prefix, position, digit)),
		remove: digits.flatMap((digit, position) =>
			[...HEX_DIGITS]
				.filter((other) => other !== digit)
				.map((other) => digitMark(prefix, position, other)),
		),
	};
}

/**
 * The marks of the new state, and those of the states that it replaces.
 * @param knownState the state before, if this process knows it. Otherwise marks may stay if they
 * are far from those of the new state, such as a much lower count.
 */
export function stateMarks(
	observation: AnyObservation,
	prefix: string,
	knownState?: string,
): Marks {
	if (isErrorObservation(observation)) return errorMarks(observation, prefix, knownState);
	const { condition, state } = observation;
	if (state === undefined) return NO_MARKS;
	switch (condition.rule.when) {
		case 'changes': {
			const { record, remove } = digestMarks(prefix, state);
			return { ...NO_MARKS, record: [seenMark(prefix), ...record], remove };
		}
		case 'every':
			return countMarks(prefix, Number(state), knownState);
		default:
			return state === 'fired'
				? { ...NO_MARKS, record: [prefix] }
				: { ...NO_MARKS, remove: [prefix] };
	}
}

/**
 * Whether an event may have fired this before, for a workflow that failed, and was sent again. Not
 * if the observation can only arm its condition.
 */
export const mayHaveFiredBefore = (
	observation: AnyObservation,
	parameters: TriggerParameters,
): boolean => isRetriedOnFailure(parameters) && stateMarks(observation, '').record.length > 0;

/** Whether an observation certainly leaves a known state as it is. */
export function keepsState(observation: AnyObservation, knownState: string): boolean {
	if (isErrorObservation(observation)) return keepsErrorState(observation, knownState);
	const { condition, state } = observation;
	if (condition.rule.when === 'every') return Number(state) <= countOf(knownState);
	return state === knownState;
}

/** Whether an observation fires after a known state. Undefined if only the marks can tell. */
export function firesAfter(observation: AnyObservation, knownState: string): boolean | undefined {
	if (isErrorObservation(observation)) return errorFiresAfter(observation, knownState);
	const { condition, state } = observation;
	if (state === undefined || state === knownState) return false;
	switch (condition.rule.when) {
		case 'changes':
			return true;
		case 'every':
			return Number(state) > countOf(knownState);
		default:
			return state === 'fired';
	}
}

/**
 * Whether an observation fires, by what the store has told.
 * @param newMarks those of its `Marks.record` that were not in the store yet
 */
export function firesByMarks(
	observation: AnyObservation,
	prefix: string,
	newMarks: ReadonlySet<string>,
): boolean {
	if (comparesWithPrevious(observation.condition) && newMarks.has(seenMark(prefix))) return false;
	if (observation.condition.rule.when === 'every')
		return newMarks.has(countMark(prefix, Number(observation.state)));
	return newMarks.size > 0;
}

/** A state after which the observation fires again, for a workflow that has failed. */
export function stateThatFires(
	observation: AnyObservation,
	stateBefore: string | undefined,
): string {
	if (isErrorObservation(observation)) return errorStateThatFires(observation);
	// Not the state before, so that the change back fires as well.
	if (observation.condition.rule.when === 'changes') return NO_STATE;
	return stateBefore ?? (comparesWithPrevious(observation.condition) ? NO_STATE : 'armed');
}
