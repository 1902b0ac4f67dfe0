import type { IDataObject } from 'n8n-workflow';
import type { Signal } from '../signal/schema';
import { hasCode, isFailed, isReadable, readingTime } from '../signal/simplify';
import { earlierOf } from '../../../shared/earlierOf';
import { toIsoTime } from '../../../shared/toIsoTime';
import { toFiniteNumber } from '../../../shared/toNumber';
import { readTires, tirePressuresOf, toKilopascals } from '../../../shared/tirePressures';
import { signalToMetric, type Quantity } from '../../../shared/units';
import { notReadableCodes } from './notReadable';

type Body = IDataObject | undefined;

interface Summary {
	make?: string | null;
	model?: string | null;
	year?: number | string | null;
	mode?: string | null;
}

const numberIn = (body: Body, field = 'value'): number | null =>
	toFiniteNumber(body?.[field]) ?? null;

/** The value in the metric unit of its quantity. */
const metricIn = (body: Body, quantity: Quantity): number | null => {
	const value = numberIn(body);
	return value === null ? null : signalToMetric(value, body?.unit, quantity);
};

const flagIn = (body: Body): boolean | null => {
	const value = body?.value;
	return typeof value === 'boolean' ? value : null;
};

const timeOf = (time: string | number | null | undefined): string | undefined =>
	time ? toIsoTime(time) : undefined;

/**
 * When the vehicle sent a value, but not after Smartcar has read it: the clock of a car can be
 * ahead.
 */
function reportTime(signal: Signal): string | undefined {
	const readAt = timeOf(readingTime(signal));
	const updatedAt = timeOf(signal.meta?.oemUpdatedAt);
	const latest = readAt ?? timeOf(signal.meta?.ingestedAt) ?? new Date().toISOString();
	return updatedAt === undefined ? readAt : earlierOf(updatedAt, latest);
}

/** The codes of the signals of a row. */
const SIGNALS = {
	stateOfCharge: 'tractionbattery-stateofcharge',
	range: 'tractionbattery-range',
	odometer: 'odometer-traveleddistance',
	location: 'location-preciselocation',
	tires: 'wheel-tires',
	isCharging: 'charge-ischarging',
	isPluggedIn: 'charge-ischargingcableconnected',
	isLocked: 'closure-islocked',
	fuelLevel: 'internalcombustionengine-fuellevel',
	fuelRange: 'internalcombustionengine-range',
	lowVoltageBattery: 'lowvoltagebattery-stateofcharge',
	isOnline: 'connectivitystatus-isonline',
} as const;

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

/** The state of a vehicle as one row with fixed columns. Unknown values are null. */
export function toStateRow(
	signals: Signal[],
	summary: Summary | undefined,
	{ vehicleId, userId }: { vehicleId: string; userId: string },
): IDataObject {
	const signalOf = (code: string): Signal | undefined => {
		const copies = signals.filter((signal) => hasCode(signal, code));
		return copies.find(isReadable) ?? copies[0];
	};
	const rowSignals = Object.values(SIGNALS).flatMap((code) => signalOf(code) ?? []);
	const readable = rowSignals.filter((signal) => !isFailed(signal));
	const body = (code: string): Body => {
		const signal = signalOf(code);
		return signal && isReadable(signal) ? (signal.attributes.body ?? undefined) : undefined;
	};
	const times = readable.flatMap((signal) => reportTime(signal) ?? []);
	const tires = tirePressuresOf(body(SIGNALS.tires));
	const { readings, units } = readTires(body(SIGNALS.tires));
	const pressures = readings.map(({ value }) => toKilopascals(value, units[0]));
	return {
		make: summary?.make ?? null,
		model: summary?.model ?? null,
		year: summary?.year ?? null,
		stateOfCharge: metricIn(body(SIGNALS.stateOfCharge), 'percent'),
		rangeKm: metricIn(body(SIGNALS.range), 'distance'),
		odometerKm: metricIn(body(SIGNALS.odometer), 'distance'),
		latitude: numberIn(body(SIGNALS.location), 'latitude'),
		longitude: numberIn(body(SIGNALS.location), 'longitude'),
		tireFrontLeftKpa: tires.frontLeft,
		tireFrontRightKpa: tires.frontRight,
		tireBackLeftKpa: tires.backLeft,
		tireBackRightKpa: tires.backRight,
		lowestTireKpa: pressures.length > 0 ? Math.min(...pressures) : null,
		isCharging: flagIn(body(SIGNALS.isCharging)),
		isPluggedIn: flagIn(body(SIGNALS.isPluggedIn)),
		isLocked: flagIn(body(SIGNALS.isLocked)),
		fuelPercent: metricIn(body(SIGNALS.fuelLevel), 'percent'),
		fuelRangeKm: metricIn(body(SIGNALS.fuelRange), 'distance'),
		lowVoltageBatteryPercent: metricIn(body(SIGNALS.lowVoltageBattery), 'percent'),
		isOnline: flagIn(body(SIGNALS.isOnline)),
		// Text, because a cell of a table cannot hold a list.
		notReadable: notReadableCodes(rowSignals),
		reportedAt: times.sort().at(-1) ?? null,
		mode: summary?.mode ?? null,
		userId,
		vehicleId,
	};
}
