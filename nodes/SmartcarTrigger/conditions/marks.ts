import { createHash } from 'node:crypto';
import type { Observation } from './observe';

/**
 * How the state of a condition changes in n8n's deduplication store. The store is a set of texts, so a
 * state is kept as marks, which are in the set or not:
 *
 * - A limit, an area or *Becomes*: one mark while the condition has fired, none while it is armed.
 * - *Changes*: `seen`, and one mark for each of the first digits of the value's digest.
 * - *Every*: `seen`, and a mark for the latest count and the one before.
 *
 * `seen` is recorded with the first value of a vehicle, which is not a change.
 */
export interface Marks {
	/** Recorded in one call. The store returns those that are new. */
	record: string[];
	/** Removed afterwards. */
	remove: string[];
}

const NO_MARKS: Marks = { record: [], remove: [] };

const DIGITS = '0123456789abcdef';

/** Values with the same first digits count as equal after a restart: one in a million. */
const DIGEST_LENGTH = 5;

/** Marks the event that fired a condition. If the workflow fails and gets it again, it fires again. */
export const eventMark = (prefix: string, eventId: string) => `${prefix} by ${eventId}`;

const seenMark = (prefix: string) => `${prefix} seen`;

const digitMark = (prefix: string, position: number, digit: string) =>
	`${prefix} ${position}${digit}`;

/** Records a value, and removes all others. So the former value need not be known. */
function digestMarks(prefix: string, state: string): Marks {
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

/** The marks of the new state, and those of the states that it replaces. */
export function marksFor({ condition, state }: Observation, prefix: string): Marks {
	if (state === undefined) return NO_MARKS;
	switch (condition.rule.when) {
		case 'changes': {
			const { record, remove } = digestMarks(prefix, state);
			return { record: [seenMark(prefix), ...record], remove };
		}
		case 'every': {
			const count = Number(state);
			// The count before stays, so that an older event that arrives late does not fire.
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

/** Whether the first value of a vehicle cannot fire the condition, since it is not a change. */
const ignoresFirstValue = ({ condition }: Observation): boolean =>
	condition.rule.when === 'changes' || condition.rule.when === 'every';

/** Whether a value fires a condition whose former state is known. */
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

/** Whether a value fires a condition, if these of its marks were not in the store yet. */
export function firesByMarks(
	observation: Observation,
	prefix: string,
	newMarks: ReadonlySet<string>,
): boolean {
	const { condition, state } = observation;
	if (ignoresFirstValue(observation) && newMarks.has(seenMark(prefix))) return false;
	if (condition.rule.when === 'every') return newMarks.has(`${prefix} ${state}`);
	return newMarks.size > 0;
}

/** The beginning of a condition's marks: a hash of IDs, which cannot be confused with another one. */
export const markPrefix = (...parts: string[]): string =>
	createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
