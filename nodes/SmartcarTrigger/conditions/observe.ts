import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { getOrCreate } from '../../shared/getOrCreate';
import { gridCells, MAX_CELLS } from '../../shared/grid';
import { isObject } from '../../shared/isObject';
import { earlierOf } from '../../shared/earlierOf';
import { readTires } from '../../shared/tirePressures';
import { toFiniteNumber, toNumber } from '../../shared/toNumber';
import { round, signalToMetric, toMetric } from '../../shared/units';
import type { Signal, SmartcarEvent } from '../event/types';
import { problemWithFields } from '../event/unreadableField';
import { distanceBetween, type Position } from './area';
import { canBeNegative, isArea, normalizeText, type Condition } from './condition';
import { parseJson } from '../../shared/parseJson';
import type { ConditionSignal } from './signals';
import { toFlag } from './toFlag';

export type Value = number | string | boolean;

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

/** A value that can be used. */
interface Reading {
	value: Value;
	/** If the unit is ambiguous, the value in the other possible units. */
	alternatives?: Value[];
}

/** Why a value cannot be used. */
interface Problem {
	problem: string;
}

type PlaceReading = { place: string } & (Reading | Problem);

function fieldOf(body: IDataObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(parent, key) =>
				typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
			body,
		);
}

const valueIn = (body: IDataObject, { read, field }: ConditionSignal): unknown =>
	read === undefined ? fieldOf(body, field) : read(body);

function describeType(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (value === null || value === undefined) return 'nothing';
	if (typeof value === 'boolean') return String(value);
	if (typeof value === 'object') return 'an object';
	if (typeof value !== 'number') return 'text';
	return Number.isFinite(value) ? 'a number' : 'a number that is too large';
}

const unusable = (expected: string, value: unknown): Problem => ({
	problem: `expected ${expected}, but the event has ${describeType(value)}`,
});

/** Some cars report a little more than 100. 127 and 255 stand for a missing value. */
const MAX_PERCENT = 110;

/** No car has driven farther. 24 or 32 bits that are all set stand for a missing value. */
const MAX_ODOMETER_KM = 5_000_000;

/** A number in the metric unit. */
function readNumber(body: IDataObject, value: unknown, { signal }: Condition): Reading | Problem {
	const parsed = toFiniteNumber(value);
	if (parsed === undefined) return unusable('a number', value);
	const { quantity } = signal;
	if (quantity === undefined) return { value: toMetric(parsed) };
	// Zero marks a missing value.
	if (parsed === 0 && signal.kind === 'counter')
		return { problem: 'the event has an odometer of 0' };
	if (parsed < 0 && !canBeNegative(signal))
		return { problem: 'the event has an impossible negative value' };
	// Without a unit, 1 is either 1% or, as a fraction, a full tank.
	if (parsed >= 1 && parsed <= MAX_PERCENT / 100 && quantity === 'percent' && !body.unit)
		return { value: toMetric(parsed), alternatives: [toMetric(parsed * 100)] };
	const metric = signalToMetric(parsed, body.unit, quantity);
	if (signal.kind === 'counter' && metric > MAX_ODOMETER_KM)
		return { problem: `the event has the impossible odometer ${Math.round(metric)} km` };
	return quantity === 'percent' && metric > MAX_PERCENT
		? { problem: `the event has the impossible percentage ${metric}` }
		: { value: metric };
}

/** A value whose type is not known beforehand. Lists and objects are compared as JSON text. */
function readAny(body: IDataObject, value: unknown, condition: Condition): Reading | Problem {
	const { when } = condition.rule;
	if (when === 'below' || when === 'above' || when === 'every')
		return readNumber(body, value, condition);
	if (typeof value === 'object') return { value: JSON.stringify(value) };
	if (typeof value === 'number') return { value: toMetric(value) };
	return typeof value === 'string' || typeof value === 'boolean'
		? { value }
		: unusable('a value', value);
}

/** The distance of a vehicle from the center of an area, or undefined if its position is null. */
function readDistance(body: IDataObject, center: Position): Reading | Problem | undefined {
	if (body.latitude === null || body.longitude === null) return undefined;
	const latitude = toNumber(body.latitude);
	const longitude = toNumber(body.longitude);
	if (latitude === undefined || longitude === undefined)
		return unusable(
			'latitude and longitude',
			latitude === undefined ? body.latitude : body.longitude,
		);
	// Zeros mark a missing position: that place is in the ocean.
	const isZero = latitude === 0 && longitude === 0;
	if (isZero || Math.abs(latitude) > 90 || Math.abs(longitude) > 180)
		// Not the position itself, which may be the real one in another order.
		return { problem: 'the event has an impossible position' };
	return { value: distanceBetween({ latitude, longitude }, center) };
}

/** The value of a signal that has one value for the vehicle, or undefined if it is null. */
function readSingle(body: IDataObject, condition: Condition): Reading | Problem | undefined {
	const { signal, rule } = condition;
	if (isArea(rule)) return readDistance(body, rule.center);
	const value = valueIn(body, signal);
	// A car that does not know a value can send null.
	if (value === null) return undefined;
	switch (signal.kind) {
		case 'number':
		case 'counter':
			return readNumber(body, value, condition);
		case 'flag':
			return typeof value === 'boolean' ? { value } : unusable('true or false', value);
		case 'text':
			return typeof value === 'string' ? { value } : unusable('text', value);
		default:
			return readAny(body, value, condition);
	}
}

function readTirePlaces(body: IDataObject): PlaceReading[] {
	const { readings, units, unusable: unusableTires } = readTires(body);
	const [mostLikely, ...otherUnits] = units;
	return [
		...readings.map(({ place, value }) => ({
			place,
			value: toMetric(value, mostLikely),
			alternatives: otherUnits.map((unit) => toMetric(value, unit)),
		})),
		...unusableTires.map(({ place, value }) => {
			const pressure = toNumber(value);
			return pressure === undefined
				? { place, ...unusable(`a number for ${place}`, value) }
				: { place, problem: `the event has the impossible pressure ${pressure} for ${place}` };
		}),
	];
}

function readGrid(body: IDataObject, field: string): PlaceReading[] {
	return gridCells(body).flatMap<PlaceReading>(({ place, cell }) => {
		const value = cell[field];
		// A car can send null, or only some fields of a door.
		if (value === null || value === undefined) return [];
		if (typeof value === 'boolean') return [{ place, value }];
		return [{ place, ...unusable(`true or false for ${place}`, value) }];
	});
}

/** Why an event may lack the value for the place of a condition, although the vehicle has one. */
function placeProblems(body: IDataObject, values: unknown[], { place }: Condition): string[] {
	if (values.length > MAX_CELLS) return [`expected at most ${MAX_CELLS} values`];
	const places = gridCells(body).map((cell) => cell.place);
	const problems: string[] = [];
	if (places.length < values.length)
		problems.push('expected a row and a column for each of the values');
	// The condition is for a vehicle with two rows, and this vehicle has another layout.
	const isOtherLayout = places.some((name) => name.startsWith('row'));
	if (place !== undefined && isOtherLayout && !places.includes(place))
		problems.push(`expected ${place}, but the event has ${places.join(', ')}`);
	return problems;
}

/** The values of a signal at the places that the condition is for. */
function readPlaces(body: IDataObject, condition: Condition): PlaceReading[] {
	const { kind, field } = condition.signal;
	if (kind !== 'tires' && kind !== 'grid') {
		const reading = readSingle(body, condition);
		return reading === undefined ? [] : [{ place: '', ...reading }];
	}
	if (!Array.isArray(body.values))
		return [{ place: '', ...unusable('a list of values', body.values) }];
	const readings = kind === 'tires' ? readTirePlaces(body) : readGrid(body, field);
	return [
		...readings.filter(({ place }) => (condition.place ?? place) === place),
		...placeProblems(body, body.values, condition).map((problem) => ({ place: '', problem })),
	];
}

const sortKeys = (_key: string, value: unknown) =>
	isObject(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/**
 * The JSON text of a list or an object, with its entries in a fixed order, because Smartcar does
 * not promise one. Any other text is returned as it is.
 */
function withSortedEntries(text: string): string {
	const parsed = parseJson(text);
	if (isObject(parsed)) return JSON.stringify(parsed, sortKeys);
	if (!Array.isArray(parsed)) return text;
	const entries = parsed.map((entry: unknown) => JSON.stringify(entry, sortKeys));
	return `[${entries.sort().join()}]`;
}

const digest = (value: Value) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function isEqual(value: Value, target: Value): boolean {
	if (typeof value === 'boolean') return value === toFlag(target);
	if (typeof value === 'number')
		return value === (typeof target === 'string' ? Number(target) : target);
	const compared = (text: string) => normalizeText(withSortedEntries(text));
	return compared(value) === compared(String(target));
}

/** Undefined between the limit and *Reset At*. */
const limitState = (isBeyondLimit: boolean, isReset: boolean) => {
	if (isBeyondLimit) return 'fired';
	return isReset ? 'armed' : undefined;
};

/**
 * How many times a value has passed a distance. Rounded, because 112.65408 / 16.09344 (70 and 10
 * miles in km) gives a little less than 7.
 */
export const multiplesIn = (value: number, distance: number): number =>
	Math.floor(round(value / distance, 9));

/** The state of a condition after a value: see `Observation.state`. */
export function stateOf(value: Value, { rule, signal }: Condition): string | undefined {
	switch (rule.when) {
		case 'becomes':
			return isEqual(value, rule.value) ? 'fired' : 'armed';
		case 'changes':
			// Not if the kind is `any`, since the next value can be text.
			if (typeof value === 'boolean' && signal.kind !== 'any') return String(value);
			if (typeof value !== 'string') return digest(value);
			return digest(signal.kind === 'text' ? normalizeText(value) : withSortedEntries(value));
		case 'every':
			return String(multiplesIn(Number(value), rule.distance));
		case 'below':
			return limitState(Number(value) < rule.limit, Number(value) >= rule.resetAt);
		case 'above':
			return limitState(Number(value) > rule.limit, Number(value) <= rule.resetAt);
		case 'enters':
			return limitState(Number(value) < rule.radius, Number(value) >= rule.resetAt);
		case 'leaves':
			return limitState(Number(value) > rule.radius, Number(value) <= rule.resetAt);
	}
}

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
		// An ambiguous unit does not matter if the condition has the same state in each unit.
		if (alternatives.some((other) => stateOf(other, condition) !== state)) {
			onUnusable(condition, `the unit of ${place === '' ? 'the value' : place} is ambiguous`);
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
	const isPresent = (value: unknown) => value !== null && value !== undefined;
	if (kind === 'location') return isPresent(body.latitude);
	if (kind === 'tires' || kind === 'grid')
		return gridCells(body).some(({ cell }) => isPresent(cell[field]));
	return isPresent(valueIn(body, signal));
}

/** Of several signals with the same code, the first one that has a value. */
const withValue = (signals: Signal[], condition: Condition): Signal | undefined =>
	(signals.length > 1 ? signals.find((signal) => hasValue(signal, condition)) : undefined) ??
	signals[0];

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
 * values of another type than the condition expects, and values whose unit is ambiguous.
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
