import { earlierOf } from '../../shared/earlierOf';
import { getOrCreate } from '../../shared/getOrCreate';
import { gridCells } from '../../shared/grid';
import { isAbsent } from '../../shared/isAbsent';
import { isObject } from '../../shared/isObject';
import type { Signal, SmartcarEvent } from '../event/types';
import { problemWithFields } from '../event/unreadableField';
import type { Condition } from './condition';
import { readPlaces, valueIn, type Value } from './readPlaces';
import { stateOf } from './stateOf';

/** The value that an event has for a condition, at one place of the vehicle. */
export interface Observation {
	condition: Condition;
	/** The tire, door or window. Empty for a signal of the whole vehicle. */
	place: string;
	/** In the metric unit. For an area, the meters to its center. */
	value: Value;
	/** Whether the value may be in another unit. The state is the same in each possible unit. */
	isUnitUncertain: boolean;
	/**
	 * The state of the condition after this value:
	 * - For *Changes*, the digest of the value. For a signal that is always true or false, the value.
	 * - For *Every*, how many times the distance was traveled.
	 * - Otherwise `fired`, or `armed` if the condition can fire again. Undefined between the limit
	 *   and *Reset At*, where the condition stays in its former state.
	 */
	state: string | undefined;
	/** ISO 8601. When the manufacturer updated the signal. */
	oemUpdatedAt?: string;
	/** `oemUpdatedAt`, but no later than Smartcar's reading, because a car's clock can be ahead. */
	orderedBy?: string;
}

/** Called for a value that a condition cannot be compared with. */
export type OnUnusable = (condition: Condition, reason: string) => void;

function observeSignal(
	{ body = {}, oemUpdatedAt, retrievedAt, ingestedAt }: Signal,
	condition: Condition,
	onUnusable: OnUnusable,
): Observation[] {
	const readAt = retrievedAt ?? ingestedAt ?? new Date().toISOString();
	const orderedBy = oemUpdatedAt && earlierOf(oemUpdatedAt, readAt);
	return readPlaces(body, condition).flatMap((reading) => {
		if ('problem' in reading) {
			onUnusable(condition, reading.problem);
			return [];
		}
		const { place, value, alternatives = [] } = reading;
		const state = stateOf(value, condition);
		// An uncertain unit does not matter if the condition has the same state in each unit.
		if (alternatives.some((other) => stateOf(other, condition) !== state)) {
			onUnusable(condition, `the unit of ${place === '' ? 'the value' : place} is uncertain`);
			return [];
		}
		const isUnitUncertain = alternatives.some((other) => other !== value);
		return [{ condition, place, value, isUnitUncertain, state, oemUpdatedAt, orderedBy }];
	});
}

/** The signals that could be read, by code. An event can have several with the same code. */
function readableSignals(signals: Signal[]): Map<string, Signal[]> {
	const byCode = new Map<string, Signal[]>();
	for (const signal of signals) {
		if (signal.error || !isObject(signal.body)) continue;
		getOrCreate(byCode, signal.code, (): Signal[] => []).push(signal);
	}
	return byCode;
}

function hasValue({ body = {} }: Signal, { signal }: Condition): boolean {
	const { kind, field } = signal;
	if (kind === 'location') return !isAbsent(body.latitude);
	if (kind === 'tires' || kind === 'grid')
		return gridCells(body).some(({ cell }) => !isAbsent(cell[field]));
	return !isAbsent(valueIn(body, signal));
}

/**
 * Of several signals with the same code, the first one that has a value. One in the field itself
 * comes before one that is found elsewhere, such as an active charge limit before the general one.
 */
const withValue = (signals: Signal[], condition: Condition): Signal | undefined => {
	const [first, ...others] = signals;
	if (others.length === 0) return first;
	return (
		signals.find(({ body }) => !isAbsent(body?.[condition.signal.field])) ??
		signals.find((signal) => hasValue(signal, condition)) ??
		first
	);
};

/** What an event has for the conditions: its signals, and what of it could not be read. */
export type ReadSignals = Pick<SmartcarEvent, 'signals' | 'notUnderstood'>;

/** The fields without which the value of a signal cannot be found. */
const SIGNAL_FIELDS = ['code', 'name', 'group', 'body'].map((name) => `data.signals.*.${name}`);

/**
 * The reason if the value of a signal may be in a part of the event that could not be read. A
 * signal with an error has no value anyway.
 */
function unreadableReason(event: ReadSignals, { signal: { code } }: Condition): string | undefined {
	const hasError = event.signals.some((signal) => signal.code === code && signal.error);
	const problem = hasError ? undefined : problemWithFields(event, SIGNAL_FIELDS);
	return problem && `a part of the event could not be read (${problem})`;
}

/**
 * Finds the values that an event has for the conditions. Leaves out signals that could not be read,
 * values of another type than the condition expects, and values whose unit is uncertain.
 */
export function observe(
	event: ReadSignals,
	conditions: Condition[],
	onUnusable: OnUnusable,
): Observation[] {
	const byCode = readableSignals(event.signals);
	return conditions.flatMap((condition) => {
		const signal = withValue(byCode.get(condition.signal.code) ?? [], condition);
		if (signal !== undefined) return observeSignal(signal, condition, onUnusable);
		const reason = unreadableReason(event, condition);
		if (reason !== undefined) onUnusable(condition, reason);
		return [];
	});
}
