import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { gridCells, readTires } from '../../shared/tirePressures';
import { findUnit, metricUnit, toMetric } from '../../shared/units';
import { isObject, number } from '../event/fields';
import { INVALID } from '../event/fieldType';
import type { Signal, SmartcarEvent } from '../event/types';
import { distanceBetween } from './area';
import { toFlag, type Condition, type Rule } from './condition';

export type Value = number | string | boolean;

/** What an event says about a condition, at one place of the vehicle. */
export interface Observation {
	condition: Condition;
	/** The tire, door or window. Empty for a signal of the whole vehicle. */
	place: string;
	/** In the metric unit. For an area, the meters to its center. */
	value: Value;
	/**
	 * The state that the value brings about, or undefined if it leaves the state as it is:
	 * - `fired` or `armed`. Between the limit and *Reset At* it stays.
	 * - For *Changes*, the digest of the value.
	 * - For *Every*, how many times the distance was traveled.
	 */
	state: string | undefined;
	/** ISO 8601. When the manufacturer updated the signal. */
	updatedAt?: string;
}

/** Called for a value that a condition cannot be compared with. */
export type OnUnusable = (condition: Condition, reason: string) => void;

/** A value at a place, and what else it can be if its unit stays open. */
interface Reading {
	place: string;
	value: Value;
	alternatives?: Value[];
}

/** Thrown for a value of another type than the condition expects. */
class UnusableValue extends Error {}

function fieldOf(body: IDataObject, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(parent, key) =>
				typeof parent === 'object' && parent !== null ? Reflect.get(parent, key) : undefined,
			body,
		);
}

function describe(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (value === null) return 'nothing';
	return value === undefined ? 'nothing' : typeof value === 'object' ? 'an object' : typeof value;
}

function unusable(expected: string, value: unknown): never {
	throw new UnusableValue(`expected ${expected}, but the event has ${describe(value)}`);
}

/**
 * A number in the metric unit. Smartcar's values are metric, so a label counts only if it names
 * another unit of the same quantity. See docs/contributing/smartcar-api.md#signals.
 */
function readNumber(body: IDataObject, value: unknown, { signal }: Condition): number {
	const read = number.read(value);
	if (read === INVALID || !Number.isFinite(read)) return unusable('a number', value);
	const { quantity } = signal;
	if (quantity === undefined) return read;
	const label = typeof body.unit === 'string' ? body.unit : '';
	const labeled = findUnit(label, quantity);
	// Early events had a fuel level of 0.64 without a unit. With one, percentages are 0 to 100.
	if (quantity === 'percent' && label === '' && read > 0 && read < 1) return read * 100;
	return toMetric(read, labeled ?? metricUnit(quantity));
}

function readFlag(value: unknown): boolean {
	return typeof value === 'boolean' ? value : unusable('true or false', value);
}

/** A value that only the event tells. Lists and objects are compared as a whole. */
function readAny(body: IDataObject, value: unknown, condition: Condition): Value {
	if (condition.rule.when === 'below' || condition.rule.when === 'above')
		return readNumber(body, value, condition);
	if (condition.rule.when === 'every') return readNumber(body, value, condition);
	if (typeof value === 'object') return JSON.stringify(value);
	return typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
		? value
		: unusable('a value', value);
}

function readWhole(body: IDataObject, condition: Condition): Value | undefined {
	const { signal, rule } = condition;
	if (rule.when === 'enters' || rule.when === 'leaves') {
		const latitude = number.read(body.latitude);
		const longitude = number.read(body.longitude);
		if (latitude === INVALID || longitude === INVALID)
			return unusable('latitude and longitude', body.latitude);
		return distanceBetween({ latitude, longitude }, rule.center);
	}
	const value = fieldOf(body, signal.field);
	// A car that does not know a value can send null.
	if (value === null) return undefined;
	switch (signal.kind) {
		case 'number':
			return readNumber(body, value, condition);
		case 'flag':
			return readFlag(value);
		case 'text':
			return typeof value === 'string' ? value : unusable('text', value);
		default:
			return readAny(body, value, condition);
	}
}

function readTirePlaces(body: IDataObject): Reading[] {
	const { readings, units } = readTires(body);
	const [likely, ...others] = units;
	return readings.map(({ place, value }) => ({
		place,
		value: toMetric(value, likely),
		alternatives: others.map((unit) => toMetric(value, unit)),
	}));
}

function readGrid(body: IDataObject, field: string): Reading[] {
	return gridCells(body).flatMap(({ place, cell }) => {
		const value: unknown = Reflect.get(cell, field);
		return value === null ? [] : [{ place, value: readFlag(value) }];
	});
}

function readPlaces(body: IDataObject, condition: Condition): Reading[] {
	const { kind, field } = condition.signal;
	if (kind !== 'tires' && kind !== 'grid') {
		const value = readWhole(body, condition);
		return value === undefined ? [] : [{ place: '', value }];
	}
	if (!Array.isArray(body.values)) return unusable('a list of values', body.values);
	const readings = kind === 'tires' ? readTirePlaces(body) : readGrid(body, field);
	return readings.filter(({ place }) => (condition.place ?? place) === place);
}

const digest = (value: Value) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

function isEqual(value: Value, target: Value): boolean {
	if (typeof value === 'boolean') return value === toFlag(target);
	if (typeof value === 'number')
		return value === (typeof target === 'string' ? Number(target) : target);
	return value.trim().toLowerCase() === String(target).toLowerCase();
}

const side = (isMet: boolean, isReset: boolean) => {
	if (isMet) return 'fired';
	return isReset ? 'armed' : undefined;
};

/** The state that a value brings about. @see Observation.state */
function stateOf(value: Value, rule: Rule): string | undefined {
	switch (rule.when) {
		case 'becomes':
			return isEqual(value, rule.value) ? 'fired' : 'armed';
		case 'changes':
			return typeof value === 'boolean' ? String(value) : digest(value);
		case 'every':
			return String(Math.floor(Number(value) / rule.distance));
		case 'below':
			return side(Number(value) < rule.limit, Number(value) >= rule.resetAt);
		case 'above':
			return side(Number(value) > rule.limit, Number(value) <= rule.resetAt);
		case 'enters':
			return side(Number(value) < rule.radius, Number(value) >= rule.resetAt);
		case 'leaves':
			return side(Number(value) > rule.radius, Number(value) <= rule.resetAt);
	}
}

function observeSignal(
	{ body = {}, oemUpdatedAt }: Signal,
	condition: Condition,
	onUnusable: OnUnusable,
): Observation[] {
	const states = (reading: Reading) =>
		[reading.value, ...(reading.alternatives ?? [])].map((value) => stateOf(value, condition.rule));
	return readPlaces(body, condition).flatMap((reading) => {
		const [state, ...others] = states(reading);
		if (others.some((other) => other !== state)) {
			onUnusable(condition, `the unit of ${reading.place} stays open`);
			return [];
		}
		const { place, value } = reading;
		return [{ condition, place, value, state, updatedAt: oemUpdatedAt }];
	});
}

/**
 * What an event says about the conditions. A signal that could not be read says nothing, and neither
 * does a value of another type than the condition expects, or in a unit that stays open.
 */
export function observe(
	{ signals }: Pick<SmartcarEvent, 'signals'>,
	conditions: Condition[],
	onUnusable: OnUnusable,
): Observation[] {
	return conditions.flatMap((condition) =>
		signals
			.filter(
				({ code, error, body }) =>
					!error && isObject(body) && code.toLowerCase() === condition.signal.code,
			)
			// A code can come more than once. The first one counts.
			.slice(0, 1)
			.flatMap((signal) => {
				try {
					return observeSignal(signal, condition, onUnusable);
				} catch (cause) {
					onUnusable(condition, cause instanceof Error ? cause.message : String(cause));
					return [];
				}
			}),
	);
}
