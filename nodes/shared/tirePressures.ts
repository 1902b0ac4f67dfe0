import type { IDataObject } from 'n8n-workflow';

export interface TirePressures {
	frontLeft: number | null;
	frontRight: number | null;
	backLeft: number | null;
	backRight: number | null;
}

export const KPA_PER_PSI = 6.894757;

/** No car tire has 10 kPa and drives, and none holds 10 bar. */
const MAX_BAR = 10;

/** No car tire holds 100 psi, and 100 kPa is almost flat. */
const MAX_PSI = 100;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * How many kPa one unit is. Smartcar sends wrong units, such as "bar" for 258, so the largest value
 * decides. See docs/contributing/smartcar-api.md#tire-pressure.
 */
function kpaPerUnit(values: number[], unit: unknown): number {
	const largest = Math.max(0, ...values);
	if (largest < MAX_BAR) return 100;
	const isPsi = typeof unit === 'string' && /psi|pounds/i.test(unit);
	return isPsi && largest < MAX_PSI ? KPA_PER_PSI : 1;
}

/** The tire at a row (0 is the front) and a column (0 is the left). Smartcar sends them in any order. */
function pressureAt(values: unknown[], row: number, column: number): number | null {
	for (const value of values) {
		if (typeof value !== 'object' || value === null) continue;
		const pressure: unknown = Reflect.get(value, 'tirePressure');
		const isHere = Reflect.get(value, 'row') === row && Reflect.get(value, 'column') === column;
		if (isHere && typeof pressure === 'number') return pressure;
	}
	return null;
}

/** The pressures of the signal wheel-tires in kPa. A missing one is null. */
export function tirePressuresOf(body: IDataObject | null | undefined): TirePressures {
	const values: unknown[] = Array.isArray(body?.values) ? body.values : [];
	const raw = {
		frontLeft: pressureAt(values, 0, 0),
		frontRight: pressureAt(values, 0, 1),
		backLeft: pressureAt(values, 1, 0),
		backRight: pressureAt(values, 1, 1),
	};
	const factor = kpaPerUnit(
		Object.values(raw).filter((value) => value !== null),
		body?.unit,
	);
	return mapPressures(raw, (value) => (factor === 1 ? value : round(value * factor, 1)));
}

/** Pressures in psi. */
export function toPsi(pressures: TirePressures): TirePressures {
	return mapPressures(pressures, (value) => round(value / KPA_PER_PSI, 2));
}

function mapPressures(
	{ frontLeft, frontRight, backLeft, backRight }: TirePressures,
	convert: (value: number) => number,
): TirePressures {
	const converted = (value: number | null) => (value === null ? null : convert(value));
	return {
		frontLeft: converted(frontLeft),
		frontRight: converted(frontRight),
		backLeft: converted(backLeft),
		backRight: converted(backRight),
	};
}
