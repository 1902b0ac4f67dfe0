import { fromMetric, round, unitOfOtherSystem, withUnitName, type Unit } from '../../shared/units';

/**
 * Enough for any number that a user enters or a car sends, and one less than metric values have.
 * So the rounding error of a conversion disappears: 40 °F are 4.444444444 °C, and converted back
 * 39.999999999 °F.
 */
export const EXACT_DECIMALS = 8;

export function decimalsOf(unit: Unit | undefined): number {
	if (unit === undefined) return EXACT_DECIMALS;
	return ['bar', 'h', 'kW', 'kWh'].includes(unit.name) ? 2 : 1;
}

export const inUnit = (
	value: number,
	unit: Unit | undefined,
	decimals = decimalsOf(unit),
): number => round(unit === undefined ? value : fromMetric(value, unit), decimals);

/**
 * As many decimals as a value needs so that it does not look equal to the one it is compared with.
 * 38 psi and 262 kPa differ only in the fourth decimal. All of them if the two are equal.
 */
export function decimalsToTellApart(
	value: number,
	other: number,
	roundTo: (value: number, decimals: number) => number,
	fewest: number,
): number {
	let decimals = fewest;
	while (decimals < EXACT_DECIMALS && roundTo(value, decimals) === roundTo(other, decimals))
		decimals++;
	return decimals;
}

/** The host's locale must not change a message. Adding 0 turns -0 into 0. */
export const numberText = (value: number): string =>
	(value + 0).toLocaleString('en-US', {
		useGrouping: Math.abs(value) >= 10_000,
		maximumFractionDigits: EXACT_DECIMALS,
	});

function withUnit(value: number, unit: Unit | undefined, decimals?: number): string {
	const text = numberText(inUnit(value, unit, decimals));
	if (unit === undefined) return text;
	return withUnitName(text, unit.name);
}

/** A number of the form, as the user has entered it. */
export const exactText = (value: number, unit: Unit | undefined): string =>
	withUnit(value, unit, EXACT_DECIMALS);

/** A value in the unit of the condition and in the other common unit: `178 kPa (25.8 psi)`. */
export function inBothSystems(value: number, unit: Unit | undefined, decimals?: number): string {
	const other = unit && unitOfOtherSystem(unit);
	const text = withUnit(value, unit, decimals);
	return other === undefined ? text : `${text} (${withUnit(value, other)})`;
}

const METERS_PER_FOOT = 0.3048;
const METERS_PER_MILE = 1_609.344;

/** Whether a distance is shown in meters. A longer one is shown in kilometers. */
export const isShownInMeters = (meters: number) => Math.round(meters) < 1_000;

/** Meters or kilometers, as the distance is shown. */
export const roundMeters = (value: number, decimals: number) =>
	round(isShownInMeters(value) ? value : value / 1_000, decimals);

export const fewestMetersDecimals = (value: number) => (isShownInMeters(value) ? 0 : 1);

export const metersText = (value: number, decimals: number) =>
	`${numberText(roundMeters(value, decimals))} ${isShownInMeters(value) ? 'm' : 'km'}`;

/** A distance in both unit systems: `2.4 km (1.5 mi)`, `500 m (1640 ft)`. */
export function metersInBothSystems(value: number, decimals: number): string {
	const other = isShownInMeters(value)
		? `${numberText(round(value / METERS_PER_FOOT, 0))} ft`
		: `${numberText(round(value / METERS_PER_MILE, 1))} mi`;
	return `${metersText(value, decimals)} (${other})`;
}
