import { z } from 'zod';
import { ServiceError } from '../errors/serviceError';
import {
	type ChargeSchedule,
	type ScheduleType,
	type Vehicle,
	type Weekday,
	weekdays,
} from '../fleet/types';
import type { JsonObject } from '../json';
import { attributesOf, coordinates } from './parseAttributes';

/** A schedule that was understood. */
export interface ReadySchedule {
	/** What was asked, as the execution repeats it. */
	parameters: JsonObject;
	schedule: Omit<ChargeSchedule, 'id'>;
}

export type ScheduleKind = Lowercase<ScheduleType>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:mm');
const times = { startTime: time, stopTime: time };
const window = z.object(times).strict();
type Window = z.output<typeof window>;

const location = z.object(coordinates).strict();
const daily = z.object({ location, ...times }).strict();
// The inner shapes of the other two are not documented; these are the presumed ones (service: section 13).
const dayNames = weekdays.map((day) => day.toLowerCase());
const weekly = z
	.object({
		location,
		days: z
			.record(
				z
					.string()
					.refine((name) => dayNames.includes(name.toLowerCase()), 'must be the name of a weekday'),
				window,
			)
			.refine((days) => Object.keys(days).length > 0, 'must name a weekday'),
	})
	.strict();
const workweek = z
	.object({ location, weekdays: window.optional(), weekends: window.optional() })
	.strict()
	.refine((schedule) => schedule.weekdays ?? schedule.weekends, 'must have weekdays or weekends');

/**
 * Reads the body of a new schedule (service: charge schedules).
 * @throws ServiceError 400 VALIDATION
 */
export function readSchedule(kind: ScheduleKind, body: unknown): ReadySchedule {
	switch (kind) {
		case 'daily': {
			const attributes = attributesOf(daily, body);
			return ready('DAILY', attributes, [windowOn(attributes, weekdays)]);
		}
		case 'weekly': {
			const attributes = attributesOf(weekly, body);
			const windows = weekdays.flatMap((day) =>
				Object.entries(attributes.days)
					.filter(([name]) => name.toUpperCase() === day)
					.map(([, wanted]) => windowOn(wanted, [day])),
			);
			return ready('WEEKLY', attributes, windows);
		}
		case 'workweek': {
			const attributes = attributesOf(workweek, body);
			const windows = [
				...(attributes.weekdays === undefined
					? []
					: [windowOn(attributes.weekdays, weekdays.slice(0, 5))]),
				...(attributes.weekends === undefined
					? []
					: [windowOn(attributes.weekends, weekdays.slice(5))]),
			];
			return ready('WORKWEEK', attributes, windows);
		}
	}
}

/**
 * Demands a car that has such schedules: Tesla all, Volvo the daily one (service: charge schedules).
 * @param kind null for what concerns schedules of any kind
 * @throws ServiceError 501 COMPATIBILITY/VEHICLE_NOT_CAPABLE
 */
export function requireSchedules({ make, battery }: Vehicle, kind: ScheduleKind | null): void {
	const isCapable = make === 'TESLA' || (make === 'VOLVO' && (kind === null || kind === 'daily'));
	if (battery === null || !isCapable)
		throw new ServiceError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
}

function ready(
	type: ScheduleType,
	attributes: JsonObject & { location: ChargeSchedule['location'] },
	windows: ChargeSchedule['windows'],
): ReadySchedule {
	return {
		parameters: { ...attributes },
		schedule: { type, location: { ...attributes.location }, windows },
	};
}

function windowOn(
	{ startTime, stopTime }: Window,
	days: readonly Weekday[],
): ChargeSchedule['windows'][number] {
	return { start: startTime, end: stopTime, days: [...days] };
}
