import type { IDataObject } from 'n8n-workflow';
import type { SimplifiedSummary } from '../shared/vehicleSummary';
import type { Signal } from '../signal/schema';
import { hasCode, isFailed, isReadable, readingTime } from '../signal/simplify';
import { earlierOf } from '../../../shared/earlierOf';
import { toIsoTime } from '../../../shared/toIsoTime';
import { toFiniteNumber } from '../../../shared/toNumber';
import {
	hasNoTirePressures,
	readTires,
	tirePressuresOf,
	toKilopascals,
} from '../../../shared/tirePressures';
import { signalToMetric, type Quantity } from '../../../shared/units';
import { isFailedThoughSupported } from './notReadable';

/** Returns the value of a column from the body of a signal. Null if its format is not known. */
type ReadColumn = (body: IDataObject) => number | boolean | null;

const numberIn =
	(field: string): ReadColumn =>
	(body) =>
		toFiniteNumber(body[field]) ?? null;

/** The value in the metric unit of its quantity. */
const metric =
	(quantity: Quantity): ReadColumn =>
	({ value, unit }) => {
		const number = toFiniteNumber(value);
		return number === undefined ? null : signalToMetric(number, unit, quantity);
	};

const boolean: ReadColumn = ({ value }) => (typeof value === 'boolean' ? value : null);

const tire =
	(place: keyof ReturnType<typeof tirePressuresOf>): ReadColumn =>
	(body) =>
		tirePressuresOf(body)[place];

const lowestTire: ReadColumn = (body) => {
	const { readings, units } = readTires(body);
	const pressures = readings.map(({ value }) => toKilopascals(value, units[0]));
	return pressures.length > 0 ? Math.min(...pressures) : null;
};

interface RowSignal {
	code: string;
	/** The columns that the signal fills, by name. */
	columns: Record<string, ReadColumn>;
	/** Whether the vehicle has sent that it has no value. By default, whether `value` is null. */
	isNull?: (body: IDataObject) => boolean;
	/** Whether the vehicle itself has sent the value. By default it has. */
	isFromVehicle?: (body: IDataObject) => boolean;
}

const ROW_SIGNALS: RowSignal[] = [
	{ code: 'tractionbattery-stateofcharge', columns: { stateOfCharge: metric('percent') } },
	{ code: 'tractionbattery-range', columns: { rangeKm: metric('distance') } },
	{ code: 'odometer-traveleddistance', columns: { odometerKm: metric('distance') } },
	{
		code: 'location-preciselocation',
		columns: { latitude: numberIn('latitude'), longitude: numberIn('longitude') },
		isNull: ({ latitude, longitude }) => latitude === null && longitude === null,
	},
	{
		code: 'wheel-tires',
		columns: {
			tireFrontLeftKpa: tire('frontLeft'),
			tireFrontRightKpa: tire('frontRight'),
			tireBackLeftKpa: tire('backLeft'),
			tireBackRightKpa: tire('backRight'),
			lowestTireKpa: lowestTire,
		},
		isNull: hasNoTirePressures,
	},
	{ code: 'charge-ischarging', columns: { isCharging: boolean } },
	{ code: 'charge-ischargingcableconnected', columns: { isPluggedIn: boolean } },
	{ code: 'closure-islocked', columns: { isLocked: boolean } },
	{ code: 'internalcombustionengine-fuellevel', columns: { fuelPercent: metric('percent') } },
	{ code: 'internalcombustionengine-range', columns: { fuelRangeKm: metric('distance') } },
	{
		code: 'lowvoltagebattery-stateofcharge',
		columns: { lowVoltageBatteryPercent: metric('percent') },
	},
	{
		code: 'connectivitystatus-isonline',
		columns: { isOnline: boolean },
		// A vehicle that is offline cannot send that it is. The automaker finds it out.
		isFromVehicle: ({ value }) => value !== false,
	},
];

/** Whether a signal fills columns of the row. */
export const isRowSignal = (signal: Signal): boolean =>
	ROW_SIGNALS.some(({ code }) => hasCode(signal, code));

/** Whether a signal has a value, but none of the columns that it fills. */
function hasUnknownFormat(
	{ columns, isNull = ({ value }) => value === null }: RowSignal,
	body: IDataObject,
): boolean {
	return !isNull(body) && Object.values(columns).every((readColumn) => readColumn(body) === null);
}

/** Whether a signal of the row was read, but its format is not known. */
export function isUnknownRowSignal(signal: Signal): boolean {
	const rowSignal = ROW_SIGNALS.find(({ code }) => hasCode(signal, code));
	if (rowSignal === undefined || !isReadable(signal)) return false;
	return hasUnknownFormat(rowSignal, signal.attributes.body ?? {});
}

const timeOf = (time: string | number | null | undefined): string | undefined =>
	time ? toIsoTime(time) : undefined;

/**
 * When the vehicle sent a value, if the automaker says so. The clock of a car can be ahead, so it
 * is at most the time at which Smartcar read the value.
 */
function updateTime(signal: Signal): string | undefined {
	const updatedAt = timeOf(signal.meta?.oemUpdatedAt);
	const latest =
		timeOf(readingTime(signal)) ?? timeOf(signal.meta?.ingestedAt) ?? new Date().toISOString();
	return updatedAt && earlierOf(updatedAt, latest);
}

/** Undefined if no time is known. */
const latestOf = (times: Array<string | undefined>): string | undefined =>
	times
		.filter((time) => time !== undefined)
		.sort()
		.at(-1);

/**
 * When the vehicle sent the latest of these values. When Smartcar read them counts only if the
 * automaker gives no time for any: that can be long after the car sent them.
 */
const reportTime = (signals: Signal[]): string | undefined =>
	latestOf(signals.map(updateTime)) ??
	latestOf(signals.map((signal) => timeOf(readingTime(signal))));

/** The permissions that the signals of a row need. */
export const STATE_PERMISSIONS = [
	'read_battery',
	'read_charge',
	'read_extended_vehicle_info',
	'read_fuel',
	'read_location',
	'read_odometer',
	'read_security',
	'read_tires',
];

/**
 * Reads one of `ROW_SIGNALS` from the signals of a vehicle. One that is missing is not readable if
 * the list of signals is not complete.
 */
function readSignal(signals: Signal[], isComplete: boolean, rowSignal: RowSignal) {
	const { code, columns, isFromVehicle = () => true } = rowSignal;
	const copies = signals.filter((signal) => hasCode(signal, code));
	const signal = copies.find(isReadable) ?? copies[0];
	const body = signal && isReadable(signal) ? signal.attributes.body : undefined;
	const values = Object.entries(columns).map(
		([name, readColumn]) => [name, body ? readColumn(body) : null] as const,
	);
	const isUnknown = body && hasUnknownFormat(rowSignal, body);
	return {
		code,
		values,
		isNotReadable: signal ? isUnknown || isFailedThoughSupported(signal) : !isComplete,
		sent: signal && !isFailed(signal) && (!body || isFromVehicle(body)) ? [signal] : [],
	};
}

/**
 * The state of a vehicle as one row with fixed columns. Unknown values are null.
 * @param isComplete whether these are all signals that Smartcar has of the vehicle
 */
export function toStateRow(
	signals: Signal[],
	{ make, model, year, mode }: SimplifiedSummary,
	{ vehicleId, userId, isComplete }: { vehicleId: string; userId: string; isComplete: boolean },
): IDataObject {
	const readings = ROW_SIGNALS.map((rowSignal) => readSignal(signals, isComplete, rowSignal));
	const notReadable = readings.filter(({ isNotReadable }) => isNotReadable).map(({ code }) => code);
	return {
		make,
		model,
		year,
		...Object.fromEntries(readings.flatMap(({ values }) => values)),
		// Text, because a cell of a table cannot hold a list.
		notReadable: notReadable.join(', '),
		reportedAt: reportTime(readings.flatMap(({ sent }) => sent)) ?? null,
		mode,
		userId,
		vehicleId,
	};
}
