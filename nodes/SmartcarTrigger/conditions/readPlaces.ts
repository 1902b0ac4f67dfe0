import type { IDataObject } from 'n8n-workflow';
import { gridCells, MAX_CELLS } from '../../shared/grid';
import { isAbsent } from '../../shared/isAbsent';
import { readTires } from '../../shared/tirePressures';
import { toFiniteNumber, toNumber } from '../../shared/toNumber';
import { signalToMetric, toMetric } from '../../shared/units';
import { valueAt } from '../valueAt';
import { distanceBetween, type Position } from './area';
import { canBeNegative, isArea, type Condition } from './condition';
import type { ConditionSignal } from './conditionSignals';

export type Value = number | string | boolean;

/** A value that can be used. */
interface Reading {
	value: Value;
	/** If the unit is uncertain, the value in the other possible units. */
	alternatives?: Value[];
}

/** Why a value cannot be used. */
interface Problem {
	problem: string;
}

type PlaceReading = { place: string } & (Reading | Problem);

/** The field of a signal that holds its value. */
export const valueIn = (body: IDataObject, { read, field }: ConditionSignal): unknown =>
	read === undefined ? valueAt(body, field.split('.')) : read(body);

function describeType(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (isAbsent(value)) return 'nothing';
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
		case 'boolean':
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
		if (isAbsent(value)) return [];
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
		problems.push('expected a row and a column of its own for each of the values');
	if (place === undefined || places.length === 0 || places.includes(place)) return problems;
	// The condition is for a vehicle with two rows and this one has more, or the other way around.
	const isOtherLayout =
		places.some((name) => name.startsWith('row')) || /^row[01]Column[01]$/.test(place);
	if (isOtherLayout) problems.push(`expected ${place}, but the event has ${places.join(', ')}`);
	return problems;
}

/** The values of a signal at the places that the condition is for. */
export function readPlaces(body: IDataObject, condition: Condition): PlaceReading[] {
	const { kind, field } = condition.signal;
	if (kind !== 'tires' && kind !== 'grid') {
		const reading = readSingle(body, condition);
		return reading === undefined ? [] : [{ place: '', ...reading }];
	}
	// A car that does not know its tires or doors can send null.
	if (body.values === null) return [];
	if (!Array.isArray(body.values))
		return [{ place: '', ...unusable('a list of values', body.values) }];
	const readings = kind === 'tires' ? readTirePlaces(body) : readGrid(body, field);
	return [
		...readings.filter(({ place }) => (condition.place ?? place) === place),
		...placeProblems(body, body.values, condition).map((problem) => ({ place: '', problem })),
	];
}
