import { z } from 'zod';
import { ApiError } from '../errors/apiError';
import {
	type ChargeSchedule,
	type ScheduleType,
	type Vehicle,
	type Weekday,
	weekdays,
} from '../fleet/types';
import type { JsonObject } from '../json';
import { parseAttributes, coordinates } from './parseAttributes';

/** A charge schedule with a valid body. */
interface ParsedSchedule {
	/** Attributes of the request, which the execution repeats. */
	parameters: JsonObject;
	schedule: Omit<ChargeSchedule, 'id'>;
}

type ScheduleKind = Lowercase<ScheduleType>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time as HH:mm');
const startAndStop = { startTime: time, stopTime: time };
const windowSchema = z.object(startAndStop).strict();
type TimeWindow = z.output<typeof windowSchema>;

const location = z.object(coordinates).strict();
const dailySchema = z.object({ location, ...startAndStop }).strict();
// The documentation does not show the bodies of weekly and workweek schedules. These are assumed.
// See docs/contributing/smartcar-api.md#charge-schedules.
const dayNames = weekdays.map((day) => day.toLowerCase());
const weeklySchema = z
	.object({
		location,
		days: z
			.record(
				z
					.string()
					.refine((name) => dayNames.includes(name.toLowerCase()), 'must be the name of a weekday'),
				windowSchema,
			)
			.refine((days) => Object.keys(days).length > 0, 'must name a weekday'),
	})
	.strict();
const workweekSchema = z
	.object({ location, weekdays: windowSchema.optional(), weekends: windowSchema.optional() })
	.strict()
	.refine((schedule) => schedule.weekdays ?? schedule.weekends, 'must have weekdays or weekends');

/**
 * Parses the body of a new charge schedule.
 * @throws ApiError 400 VALIDATION that names the invalid fields
 */
export function parseSchedule(kind: ScheduleKind, body: unknown): ParsedSchedule {
	switch (kind) {
		case 'daily': {
			const attributes = parseAttributes(dailySchema, body);
			return toParsedSchedule('DAILY', attributes, [scheduleWindow(attributes, weekdays)]);
		}
		case 'weekly': {
			const attributes = parseAttributes(weeklySchema, body);
			const windows = weekdays.flatMap((day) =>
				Object.entries(attributes.days)
					.filter(([name]) => name.toUpperCase() === day)
					.map(([, dayWindow]) => scheduleWindow(dayWindow, [day])),
			);
			return toParsedSchedule('WEEKLY', attributes, windows);
		}
		case 'workweek': {
			const attributes = parseAttributes(workweekSchema, body);
			const windows = [
				...(attributes.weekdays === undefined
					? []
					: [scheduleWindow(attributes.weekdays, weekdays.slice(0, 5))]),
				...(attributes.weekends === undefined
					? []
					: [scheduleWindow(attributes.weekends, weekdays.slice(5))]),
			];
			return toParsedSchedule('WORKWEEK', attributes, windows);
		}
	}
}

/**
 * Requires a vehicle that supports charge schedules: a Tesla supports all kinds, a Volvo daily
 * ones. See docs/contributing/smartcar-api.md#charge-schedules.
 * @param kind null to require support of at least one kind
 * @throws ApiError 501 COMPATIBILITY/VEHICLE_NOT_CAPABLE
 */
export function requireScheduleSupport(
	{ make, battery }: Vehicle,
	kind: ScheduleKind | null,
): void {
	const isSupported = make === 'TESLA' || (make === 'VOLVO' && (kind === null || kind === 'daily'));
	if (battery === null || !isSupported) throw new ApiError('COMPATIBILITY', 'VEHICLE_NOT_CAPABLE');
}

function toParsedSchedule(
	type: ScheduleType,
	attributes: JsonObject & { location: ChargeSchedule['location'] },
	windows: ChargeSchedule['windows'],
): ParsedSchedule {
	return {
		parameters: { ...attributes },
		schedule: { type, location: { ...attributes.location }, windows },
	};
}

function scheduleWindow(
	{ startTime, stopTime }: TimeWindow,
	days: readonly Weekday[],
): ChargeSchedule['windows'][number] {
	return { start: startTime, end: stopTime, days: [...days] };
}
