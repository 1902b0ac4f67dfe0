import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from './isAbsent';
import { isObject } from './isObject';
import { gridCells } from './grid';
import { toFiniteNumber } from './toNumber';
import { findUnit, fromMetric, requireUnit, round, unitsOf, type Unit } from './units';

interface TirePressures {
	frontLeft: number | null;
	frontRight: number | null;
	backLeft: number | null;
	backRight: number | null;
}

/** The most likely one first. Several if the unit is uncertain. */
type PossibleUnits = [Unit, ...Unit[]];

interface TireReadings {
	/** By place, in the unit that the vehicle sent. */
	readings: Array<{ place: string; value: number }>;
	/** The units that the readings can be in. */
	units: PossibleUnits;
	/** What was sent for a tire instead of a possible pressure. A tire with null is left out. */
	unusable: Array<{ place: string; value: unknown }>;
}

/**
 * The usual tire pressures of a passenger car, in kPa. The range is so narrow that a number is in
 * it in one unit at most: 30 only in psi, 2.4 only in bar.
 */
const USUAL_KPA = { min: 120, max: 550 };

/**
 * The range of the highest tire pressure of a vehicle, in kPa, from a small car to a truck. Its
 * other tires can have less, because they can be flat.
 */
const POSSIBLE_KPA = { min: 100, max: 1_000 };

/**
 * The highest pressure in kPa that is believed of a tire if most tires of the vehicle have usual
 * pressures. A higher number may stand for a tire that the car cannot read.
 */
const MAX_BESIDE_USUAL_KPA = 630;

/**
 * What cars send for a tire that they cannot read: 699.9, which a car has sent, and 16 bits that are
 * all set, in any scale.
 */
const MISSING = new Set([699.9, 65.535, 655.35, 6_553.5, 65_535]);

/**
 * Numbers that can be a pressure in one unit, or stand for a missing value in another one: 255 is a
 * byte whose bits are all set, 25.5 a tenth of it, and 127 a byte without the first bit.
 */
const PERHAPS_MISSING = new Set([25.5, 127, 255]);

/**
 * A number above this is neither psi nor bar, since no tire has such a pressure. It is kPa, or
 * stands for a missing value.
 */
const MAX_PSI = 150;

const PRESSURE_UNITS = unitsOf('pressure');

const KILOPASCAL = requireUnit('kPa', 'pressure');

const PSI = requireUnit('psi', 'pressure');

const isIn = (value: number, { min, max }: { min: number; max: number }) =>
	value >= min && value <= max;

/** The same units in the same order, each of them once. */
const distinct = ([first, ...others]: PossibleUnits): PossibleUnits => [
	first,
	...new Set(others.filter((unit) => unit !== first)),
];

/**
 * Whether a unit is more likely than the one that the highest number suggests. That number may
 * stand for a missing value, such as 255 among pressures in psi.
 */
function isMoreLikely(values: number[], unit: Unit, suggested: Unit): boolean {
	const usualCount = ({ factor }: Unit) =>
		values.filter((value) => isIn(value * factor, USUAL_KPA) && !PERHAPS_MISSING.has(value)).length;
	// A single value that is usual in the other unit can be the pressure of a flat tire, unless the
	// highest number may be no pressure at all.
	const flatCount = PERHAPS_MISSING.has(Math.max(...values)) ? 0 : 1;
	return usualCount(unit) > Math.max(flatCount, usualCount(suggested));
}

/**
 * The units that pressures can be in, by the size of the highest one. Smartcar sends wrong labels,
 * such as "bar" for 258, so the label does not decide alone. It confirms a unit that the size
 * suggests. If the size allows several units and none is confirmed, the unit is uncertain: the
 * result has them all. See docs/contributing/smartcar-api.md#tire-pressure.
 */
function unitsByHighest(values: number[], label: unknown): PossibleUnits {
	const highest = Math.max(0, ...values);
	const labeled = typeof label === 'string' ? findUnit(label, 'pressure') : undefined;
	// Zero is the same in each unit.
	if (highest === 0) return [KILOPASCAL];

	const within = (range: { min: number; max: number }) =>
		PRESSURE_UNITS.filter(({ factor }) => isIn(highest * factor, range));
	// Above `MAX_PSI` it can only be kPa. Otherwise the unit in which the number is usual, which is
	// one at most: see `USUAL_KPA`.
	const [usual] = highest > MAX_PSI ? [KILOPASCAL] : within(USUAL_KPA);
	if (usual !== undefined && usual !== labeled) {
		// A number that may stand for a missing value says nothing about the unit. So any other unit
		// may be more likely, not only that of the label.
		const rivals = [labeled, ...(PERHAPS_MISSING.has(highest) ? PRESSURE_UNITS : [])];
		const rival = rivals.find((unit) => unit !== undefined && isMoreLikely(values, unit, usual));
		if (rival !== undefined) return [rival, usual];
	}
	if (highest > MAX_PSI) return [KILOPASCAL];

	const possible = within(POSSIBLE_KPA);
	const isLabelPossible = labeled !== undefined && possible.includes(labeled);
	if (usual !== undefined && usual === labeled) return [usual];
	// A single value can be the pressure of a flat tire, so it decides only together with the label.
	if (usual !== undefined && values.length > 1 && !isLabelPossible) return [usual];
	if (isLabelPossible && possible.length === 1) return [labeled];

	const candidates = [
		...(usual ? [usual] : []),
		...(isLabelPossible ? [labeled] : []),
		...possible,
		...(labeled ? [labeled] : []),
		...PRESSURE_UNITS,
	];
	const [first = KILOPASCAL, ...others] = candidates.filter(
		({ factor }) => highest * factor <= POSSIBLE_KPA.max,
	);
	return distinct([first, ...others]);
}

const isUsual = (value: number) =>
	PRESSURE_UNITS.some(({ factor }) => isIn(value * factor, USUAL_KPA));

/**
 * Compares pressures with those of a passenger car, in any unit. A number that is higher than each
 * usual one is too high. If none is usual, all are too high.
 */
function compareWithUsual(values: number[]) {
	const usual = values.filter(isUsual);
	const highestUsual = Math.max(...usual);
	const notTooHigh = values.filter((value) => value <= highestUsual);
	const tooHighCount = values.length - notTooHigh.length;
	return { usualCount: usual.length, notTooHigh, tooHighCount };
}

/**
 * The units that pressures can be in. A car can send a high number for a tire that it cannot
 * read. So numbers that are too high do not decide, unless there are more of them than usual ones,
 * as in a truck. If there are as many, the unit is uncertain.
 */
function possibleUnits(values: number[], label: unknown): PossibleUnits {
	const { usualCount, notTooHigh, tooHighCount } = compareWithUsual(values);
	if (usualCount < tooHighCount) return unitsByHighest(values, label);
	const units = unitsByHighest(notTooHigh, label);
	if (usualCount > tooHighCount) return units;
	return distinct([...units, ...unitsByHighest(values, label)]);
}

/** The pressures of the signal wheel-tires, and the unit that they are in. */
export function readTires(body: IDataObject | null | undefined): TireReadings {
	const tires = gridCells(body).flatMap(({ place, cell }) => {
		const value = cell.tirePressure;
		return isAbsent(value) ? [] : [{ place, value, pressure: toFiniteNumber(value) ?? NaN }];
	});
	const pressures = tires.flatMap(({ pressure }) =>
		pressure >= 0 && !MISSING.has(pressure) ? pressure : [],
	);
	const units = possibleUnits(pressures, body?.unit);
	const { usualCount, tooHighCount } = compareWithUsual(pressures);
	const max = usualCount > tooHighCount ? MAX_BESIDE_USUAL_KPA : POSSIBLE_KPA.max;
	const isPossible = ({ pressure }: { pressure: number }) =>
		!MISSING.has(pressure) && isIn(pressure * units[0].factor, { min: 0, max });
	return {
		readings: tires.filter(isPossible).map(({ place, pressure }) => ({ place, value: pressure })),
		units,
		unusable: tires
			.filter((tire) => !isPossible(tire))
			.map(({ place, value }) => ({ place, value })),
	};
}

/** Whether a vehicle has said that it has no pressure of any tire. */
export const hasNoTirePressures = ({ values }: IDataObject): boolean =>
	values === null ||
	(Array.isArray(values) &&
		values.every((cell: unknown) => isObject(cell) && cell.tirePressure === null));

/** Whether the pressures of the signal wheel-tires can be in several units. */
export const isTireUnitUncertain = (body: IDataObject | null | undefined): boolean =>
	readTires(body).units.length > 1;

/** A pressure in kPa. One that was sent in kPa stays as it is. */
export const toKilopascals = (value: number, { factor }: Unit): number =>
	factor === 1 ? value : round(value * factor, 1);

/**
 * The body of a signal. That of wheel-tires also gets `tires`, the pressures in kPa by place, and
 * `unitUncertain` if they can be in several units.
 */
export function withTirePressures(
	code: string,
	body: IDataObject | undefined,
): IDataObject | undefined {
	if (body === undefined || code.toLowerCase() !== 'wheel-tires') return body;
	const { readings, units } = readTires(body);
	if (readings.length === 0) return body;
	const tires = Object.fromEntries(
		readings.map(({ place, value }) => [place, toKilopascals(value, units[0])]),
	);
	return { tires, ...(units.length > 1 && { unitUncertain: true }), ...body };
}

/** A pressure in psi. One that was sent in psi stays as it is. */
const toPsi = (value: number, unit: Unit): number =>
	unit === PSI ? value : round(fromMetric(value * unit.factor, PSI), 2);

/** The pressures of the signal wheel-tires, in kPa or in psi. A missing one is null. */
export function tirePressuresOf(
	body: IDataObject | null | undefined,
	{ isImperial = false }: { isImperial?: boolean } = {},
): TirePressures {
	const { readings, units } = readTires(body);
	const convert = isImperial ? toPsi : toKilopascals;
	const at = (place: string) => {
		const reading = readings.find((candidate) => candidate.place === place);
		return reading === undefined ? null : convert(reading.value, units[0]);
	};
	return {
		frontLeft: at('frontLeft'),
		frontRight: at('frontRight'),
		backLeft: at('backLeft'),
		backRight: at('backRight'),
	};
}
