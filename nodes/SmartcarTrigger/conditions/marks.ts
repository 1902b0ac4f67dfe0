import { createHash } from 'node:crypto';
import type { Observation } from './observe';

/**
 * What the store knows about a condition of a vehicle. It is a set, so a state is kept as marks that
 * are in it or not:
 *
 * - A limit, an area or *Becomes*: one mark while the condition has fired. No mark: it is armed.
 * - *Changes*: `seen`, and one mark for each digit of the value's digest.
 * - *Every*: `seen`, and a mark for the latest multiple and the one before.
 */
export interface Marks {
	/** Recorded together. */
	record: string[];
	/** Removed afterwards. */
	remove: string[];
}

const NO_MARKS: Marks = { record: [], remove: [] };

const DIGITS = '0123456789abcdef';

/** Two values with the same first digits count as equal after a restart: one in a million. */
const DIGEST_LENGTH = 5;

/** The mark of the event that has fired, for a workflow that failed and gets the event again. */
export const eventMark = (prefix: string, eventId: string) => `${prefix} by ${eventId}`;

const digitMark = (prefix: string, position: number, digit: string) =>
	`${prefix} ${position}${digit}`;

/** Records the value, and removes every other one. No other value has to be known for that. */
function valueMarks(prefix: string, state: string): Marks {
	if (state === 'true' || state === 'false')
		return { record: [`${prefix} ${state}`], remove: [`${prefix} ${state === 'false'}`] };
	const digits = [...state.slice(0, DIGEST_LENGTH)];
	return {
		record: digits.map((digit, position) => digitMark(prefix, position, digit)),
		remove: digits.flatMap((digit, position) =>
			[...DIGITS]
				.filter((other) => other !== digit)
				.map((other) => digitMark(prefix, position, other)),
		),
	};
}

/** The marks for the state that a value brings about, and those that it ends. */
export function marksFor({ condition, state }: Observation, prefix: string): Marks {
	if (state === undefined) return NO_MARKS;
	switch (condition.rule.when) {
		case 'changes': {
			const { record, remove } = valueMarks(prefix, state);
			return { record: [seenMark(prefix), ...record], remove };
		}
		case 'every': {
			const count = Number(state);
			// The one before stays, for an older event that arrives late.
			return {
				record: [seenMark(prefix), `${prefix} ${count - 1}`, `${prefix} ${count}`],
				remove: [`${prefix} ${count - 2}`],
			};
		}
		default:
			return state === 'fired'
				? { record: [prefix], remove: [] }
				: { record: [], remove: [prefix] };
	}
}

/** There after the first value of a vehicle, which has changed nothing. */
export const seenMark = (prefix: string) => `${prefix} seen`;

/** Whether *Changes* and *Every* only record the first value of a vehicle. */
export const recordsFirstSight = ({ condition }: Observation): boolean =>
	condition.rule.when === 'changes' || condition.rule.when === 'every';

/** Whether the process knows that the value fires the condition, or that it does not. */
export function firesAfter({ condition, state }: Observation, known: string): boolean {
	if (state === undefined || state === known) return false;
	switch (condition.rule.when) {
		case 'changes':
			return true;
		case 'every':
			return Number(state) > Number(known);
		default:
			return state === 'fired';
	}
}

/** Whether the value fires the condition, by the marks that were not in the store. */
export function firesByMarks(
	observation: Observation,
	prefix: string,
	newMarks: ReadonlySet<string>,
): boolean {
	const { condition, state } = observation;
	if (recordsFirstSight(observation) && newMarks.has(seenMark(prefix))) return false;
	if (condition.rule.when === 'every') return newMarks.has(`${prefix} ${state}`);
	return newMarks.size > 0;
}

/** The beginning of the marks of a condition: a hash, so that no ID can be mistaken for another. */
export const markPrefix = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
