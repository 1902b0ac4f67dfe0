import type { IDataObject } from 'n8n-workflow';
import { findUnit, round, unitsOf, type Unit } from './units';

export interface TirePressures {
	frontLeft: number | null;
	frontRight: number | null;
	backLeft: number | null;
	backRight: number | null;
}

/** One cell of a signal about tires, doors or windows. */
export interface GridCell {
	/** `frontLeft`, or `row2Column0` for one that has no such name. Rows and columns count from 0. */
	place: string;
	cell: object;
}

export interface TireReadings {
	/** By place, in the unit that the vehicle sent. */
	readings: Array<{ place: string; value: number }>;
	/**
	 * The units that the readings can be in, the most likely first. More than one if neither the size
	 * nor the label tells.
	 */
	units: [Unit, ...Unit[]];
}

/** What the fullest tire of a passenger car on the road holds, in kPa. No two units share it. */
const USUAL = { min: 120, max: 550 };

/** What the fullest tire of any vehicle on the road holds, in kPa. */
const POSSIBLE = { min: 100, max: 1_000 };

/** A larger number can only be kPa: no tire holds 150 psi or 150 bar. */
const ONLY_KPA = 150;

const PRESSURE_UNITS = unitsOf('pressure');

const isIn = (value: number, { min, max }: { min: number; max: number }) =>
	value >= min && value <= max;

const sole = <Entry>(entries: Entry[]): Entry | undefined =>
	entries.length === 1 ? entries[0] : undefined;

/**
 * The units that pressures can be in. Smartcar sends wrong labels, such as "bar" for 258, so the
 * size of the highest pressure decides first. A label decides where the size leaves it open and the
 * label is possible. See docs/contributing/smartcar-api.md#tire-pressure.
 */
function possibleUnits(values: number[], label: unknown): [Unit, ...Unit[]] {
	const [kilopascal = unitOrThrow('kPa')] = PRESSURE_UNITS;
	const highest = Math.max(0, ...values);
	// Zero is zero in each unit.
	if (highest === 0 || highest > ONLY_KPA) return [kilopascal];

	const within = (range: { min: number; max: number }) =>
		PRESSURE_UNITS.filter(({ factor }) => isIn(highest * factor, range));
	const labeled = typeof label === 'string' ? findUnit(label, 'pressure') : undefined;
	const usual = sole(within(USUAL));
	const possible = within(POSSIBLE);
	const isLabelPossible = labeled !== undefined && possible.includes(labeled);
	// A single pressure can be that of a flat tire, so there the label has to agree.
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
	const [first = kilopascal, ...others] = [...candidates].filter(
		({ factor }) => highest * factor <= POSSIBLE.max,
	);
	return [first, ...others];
}

function unitOrThrow(name: string): Unit {
	const unit = findUnit(name, 'pressure');
	if (unit === undefined) throw new TypeError(`There is no unit ${name}`);
	return unit;
}

const ROWS = ['front', 'back'];
const COLUMNS = ['Left', 'Right'];

function placeName(row: number, column: number): string {
	const [rowName, columnName] = [ROWS[row], COLUMNS[column]];
	return rowName !== undefined && columnName !== undefined
		? `${rowName}${columnName}`
		: `row${row}Column${column}`;
}

/** The cells of a grid that say where they are. Smartcar sends them in any order. */
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
	const { factor } = unitOrThrow('psi');
	const converted = (value: number | null) => (value === null ? null : round(value / factor, 2));
	return {
		frontLeft: converted(frontLeft),
		frontRight: converted(frontRight),
		backLeft: converted(backLeft),
		backRight: converted(backRight),
	};
}
