import type { IDataObject } from 'n8n-workflow';
import { chargeLimitsIn, currentLimitIn } from '../../../shared/chargeLimit';
import { gridCells } from '../../../shared/grid';
import { isAbsent } from '../../../shared/isAbsent';
import { toFiniteNumber } from '../../../shared/toNumber';
import { fromMetric, requireUnit, round, signalToMetric, type Unit } from '../../../shared/units';

// These functions turn values of v3 signals into the form and the units of v2.0.

const MILE = requireUnit('mi', 'distance');

const GALLON = requireUnit('gal', 'volume');

export const numberOrNull = (value: unknown): number | null => toFiniteNumber(value) ?? null;

/** A percentage as a fraction from 0 to 1. */
export const toFraction = ({ value, unit }: IDataObject = {}): number | null => {
	const number = numberOrNull(value);
	return number === null ? null : round(signalToMetric(number, unit, 'percent') / 100, 4);
};

/**
 * The charge limit in the bodies of the signal `charge-chargelimits`, which can come more than
 * once: the active limit, or else the one that applies everywhere, or else the only one.
 */
export function chargeLimitOf(bodies: IDataObject[]): unknown {
	const activeLimit = bodies.map((body) => body.activeLimit).find((limit) => !isAbsent(limit));
	const values = bodies.flatMap(chargeLimitsIn);
	const only = values.length === 1 ? values[0] : undefined;
	return currentLimitIn({ activeLimit, values }) ?? only?.limit;
}

/** The value of a signal in the imperial unit, or in the metric one of the same quantity. */
function toUnitSystem(
	{ value, unit }: IDataObject = {},
	imperialUnit: Unit,
	isImperial: boolean,
): number | null {
	const number = numberOrNull(value);
	if (number === null) return null;
	const metric = signalToMetric(number, unit, imperialUnit.quantity);
	return isImperial ? round(fromMetric(metric, imperialUnit), 2) : metric;
}

/** A distance in kilometers or miles. */
export const toDistance = (body: IDataObject | undefined, isImperial: boolean): number | null =>
	toUnitSystem(body, MILE, isImperial);

/** A volume in liters or gallons. */
export const toVolume = (body: IDataObject | undefined, isImperial: boolean): number | null =>
	toUnitSystem(body, GALLON, isImperial);

const openStatus = (isOpen: unknown): string => {
	if (typeof isOpen !== 'boolean') return 'UNKNOWN';
	return isOpen ? 'OPEN' : 'CLOSED';
};

/** A list with the status of a part. */
export const partStatuses = (type: string, isOpen: unknown): IDataObject[] => [
	{ type, status: openStatus(isOpen) },
];

/**
 * The status of each door or window. Those without a row or a column are left out. Null if that
 * leaves none of them, or the body has no list.
 */
export function placeStatuses(body: IDataObject): IDataObject[] | null {
	const cells = gridCells(body);
	const isKnown = Array.isArray(body.values) && (cells.length > 0 || body.values.length === 0);
	return isKnown
		? cells.map(({ place, cell }) => ({ type: place, status: openStatus(cell.isOpen) }))
		: null;
}

/**
 * The name of a signal as the ID of a system in v2.0: `EVHVBattery` becomes `SYSTEM_EV_HV_BATTERY`.
 */
export function toSystemId(signalName: string): string {
	if (signalName === 'TirePressureMonitoring') return 'SYSTEM_TPMS';
	const words = signalName
		.replace(/^EV(?=[A-Z])/, 'EV_')
		.replace(/HV(?=[A-Z])/, 'HV_')
		.replace(/([a-z])(?=[A-Z])/g, '$1_');
	return `SYSTEM_${words.toUpperCase()}`;
}
