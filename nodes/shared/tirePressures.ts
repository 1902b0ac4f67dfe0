import type { IDataObject } from 'n8n-workflow';
import { findUnit, fromMetric, requireUnit, round, unitsOf, type Unit } from './units';

export interface TirePressures {
	frontLeft: number | null;
	frontRight: number | null;
	backLeft: number | null;
	backRight: number | null;
}

/** One entry in `values` of a signal about tires, doors or windows. */
export interface GridCell {
	/** `frontLeft` and so on. `row2Column0`, counted from 0, if the vehicle has more rows or columns. */
	place: string;
	cell: object;
}

export interface TireReadings {
	/** By place, in the unit that the vehicle sent. */
	readings: Array<{ place: string; value: number }>;
	/**
	 * The units that the readings can be in, the most likely first. It is ambiguous if neither the size
	 * of the values nor the label decides.
	 */
	units: [Unit, ...Unit[]];
}

/**
 * The highest tire pressure of a usual passenger car, in kPa. The range is so small that a number is in
 * it in one unit at most: 30 can only be psi.
 */
const USUAL = { min: 120, max: 550 };

/** The highest tire pressure of any vehicle on the road, in kPa. */
const POSSIBLE = { min: 100, max: 1_000 };

/** No tire has a higher pressure in psi, and none in bar. So a larger number can only be kPa. */
const MAX_PSI = 150;

const PRESSURE_UNITS = unitsOf('pressure');

const KILOPASCAL = requireUnit('kPa', 'pressure');

const PSI = requireUnit('psi', 'pressure');

const isIn = (value: number, { min, max }: { min: number; max: number }) =>
	value >= min && value <= max;

/** The entry of a list that has exactly one. */
const onlyEntry = <Entry>(entries: Entry[]): Entry | undefined =>
	entries.length === 1 ? entries[0] : undefined;

/**
 * The units that pressures can be in, the most likely first. Smartcar sends wrong labels, such as "bar"
 * for 258, so the size of the highest pressure decides first. If the size allows several units, the
 * label decides, if it is one of them. See docs/contributing/smartcar-api.md#tire-pressure.
 */
function possibleUnits(values: number[], label: unknown): [Unit, ...Unit[]] {
	const highest = Math.max(0, ...values);
	// Zero is the same in each unit.
	if (highest === 0 || highest > MAX_PSI) return [KILOPASCAL];

	const within = (range: { min: number; max: number }) =>
		PRESSURE_UNITS.filter(({ factor }) => isIn(highest * factor, range));
	const labeled = typeof label === 'string' ? findUnit(label, 'pressure') : undefined;
	const usual = onlyEntry(within(USUAL));
	const possible = within(POSSIBLE);
	const isLabelPossible = labeled !== undefined && possible.includes(labeled);
	// A single value can be the pressure of a flat tire, so it decides only together with the label.
	if (usual !== undefined && usual === labeled) return [usual];
	if (usual !== undefined && values.length > 1 && !isLabelPossible) return [usual];
	if (isLabelPossible && possible.length === 1) return [labeled];

	const candidates = new Set([
		...(usual ? [usual] : []),
		...(isLabelPossible ? [labeled] : []),
		...possible,
		...(labeled ? [labeled] : []),
		...PRESSURE_UNITS,
	]);
	const [first = KILOPASCAL, ...others] = [...candidates].filter(
		({ factor }) => highest * factor <= POSSIBLE.max,
	);
	return [first, ...others];
}

const ROWS = ['front', 'back'];
const COLUMNS = ['Left', 'Right'];

function placeName(row: number, column: number): string {
	const [rowName, columnName] = [ROWS[row], COLUMNS[column]];
	return rowName !== undefined && columnName !== undefined
		? `${rowName}${columnName}`
		: `row${row}Column${column}`;
}

/** The entries of a signal that have a row and a column. Smartcar sends them in any order. */
export function gridCells(body: IDataObject | null | undefined): GridCell[] {
	const values: unknown[] = Array.isArray(body?.values) ? body.values : [];
	return values.flatMap((cell) => {
		if (typeof cell !== 'object' || cell === null) return [];
		const row: unknown = Reflect.get(cell, 'row');
		const column: unknown = Reflect.get(cell, 'column');
		if (!Number.isInteger(row) || !Number.isInteger(column)) return [];
		return { place: placeName(Number(row), Number(column)), cell };
	});
}

/** The pressures of the signal wheel-tires, and the unit that they are in. */
export function readTires(body: IDataObject | null | undefined): TireReadings {
	const readings = gridCells(body).flatMap(({ place, cell }) => {
		const value: unknown = Reflect.get(cell, 'tirePressure');
		return typeof value === 'number' && Number.isFinite(value) ? { place, value } : [];
	});
	const units = possibleUnits(
		readings.map(({ value }) => value),
		body?.unit,
	);
	return { readings, units };
}

/** A pressure in kPa. One that was sent in kPa stays as it is. */
export const toKilopascals = (value: number, { factor }: Unit): number =>
	factor === 1 ? value : round(value * factor, 1);

/** The pressures of the signal wheel-tires in kPa. A missing one is null. */
export function tirePressuresOf(body: IDataObject | null | undefined): TirePressures {
	const { readings, units } = readTires(body);
	const at = (place: string) => {
		const reading = readings.find((candidate) => candidate.place === place);
		return reading === undefined ? null : toKilopascals(reading.value, units[0]);
	};
	return {
		frontLeft: at('frontLeft'),
		frontRight: at('frontRight'),
		backLeft: at('backLeft'),
		backRight: at('backRight'),
	};
}

/** Pressures in psi. */
export function toPsi({
	frontLeft,
	frontRight,
	backLeft,
	backRight,
}: TirePressures): TirePressures {
	const converted = (value: number | null) =>
		value === null ? null : round(fromMetric(value, PSI), 2);
	return {
		frontLeft: converted(frontLeft),
		frontRight: converted(frontRight),
		backLeft: converted(backLeft),
		backRight: converted(backRight),
	};
}
