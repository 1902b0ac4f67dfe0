import { updateDisplayOptions } from 'n8n-workflow';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../../shared/isObject';
import { parseJson } from '../../../shared/parseJson';
import type { ChoiceField, InputItem } from '../shared/inputItem';
import { readChoice } from '../shared/parameters';

const scheduleTypeField: ChoiceField<'daily' | 'weekly' | 'workweek'> = {
	displayName: 'Schedule Type',
	name: 'scheduleType',
	type: 'options',
	options: [
		{ name: 'Daily', value: 'daily', description: 'The same times every day' },
		{
			name: 'Weekly',
			value: 'weekly',
			description: 'Different times for each day of the week',
		},
		{
			name: 'Workweek',
			value: 'workweek',
			description: 'Different times for weekdays and weekends',
		},
	],
	default: 'daily',
	description:
		'Tesla supports all three. Volvo supports only Daily. No other make supports schedules.',
};

const timeField = (
	displayName: string,
	name: string,
	description: string,
	example: string,
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	placeholder: `e.g. ${example}`,
	description,
});

const startField = timeField('Start Time', 'startTime', 'When charging starts, as HH:mm', '22:00');

const stopField = timeField('Stop Time', 'stopTime', 'When charging stops, as HH:mm', '06:00');

const specifyTimesField: ChoiceField<'fields' | 'json'> = {
	displayName: 'Specify Times',
	name: 'specifyTimes',
	type: 'options',
	description:
		'Smartcar does not document the format of these times. After you create a schedule, check it in the car.',
	options: [
		{ name: 'Using Fields Below', value: 'fields' },
		{
			name: 'Using JSON',
			value: 'json',
			description: 'For times that the fields cannot express',
		},
	],
	default: 'fields',
	displayOptions: { show: { scheduleType: ['weekly', 'workweek'] } },
};

const DAYS = [
	'monday',
	'tuesday',
	'wednesday',
	'thursday',
	'friday',
	'saturday',
	'sunday',
] as const;

const titleCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const dayTimesField: INodeProperties = {
	displayName: 'Days',
	name: 'dayTimes',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add day',
	default: {},
	description: 'The days that get a schedule. Add each day only once.',
	options: [
		{
			displayName: 'Day',
			name: 'values',
			values: [
				{
					displayName: 'Day',
					name: 'day',
					type: 'options',
					options: DAYS.map((day) => ({ name: titleCase(day), value: day })),
					required: true,
					// No day, so that n8n does not send one that the user has not chosen.
					default: '',
				},
				{ ...startField, required: true },
				{ ...stopField, required: true },
			],
		},
	],
	displayOptions: { show: { scheduleType: ['weekly'], specifyTimes: ['fields'] } },
};

const WEEKDAY_DESCRIPTION = 'From Monday to Friday, as HH:mm';

const WEEKEND_DESCRIPTION =
	'On Saturday and Sunday, as HH:mm. If both weekend times are empty, weekends get no schedule.';

const weekdayStartField = timeField(
	'Weekday Start Time',
	'weekdayStartTime',
	WEEKDAY_DESCRIPTION,
	'22:00',
);

const weekdayStopField = timeField(
	'Weekday Stop Time',
	'weekdayStopTime',
	WEEKDAY_DESCRIPTION,
	'06:00',
);

const weekendStartField = timeField(
	'Weekend Start Time',
	'weekendStartTime',
	WEEKEND_DESCRIPTION,
	'23:00',
);

const weekendStopField = timeField(
	'Weekend Stop Time',
	'weekendStopTime',
	WEEKEND_DESCRIPTION,
	'08:00',
);

const jsonField = (
	displayName: string,
	name: string,
	scheduleType: string,
	example: object,
): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	required: true,
	// Not the example: n8n would send it to the vehicle if a workflow leaves the parameter out.
	default: '',
	description: `Sent to Smartcar unchanged, such as ${JSON.stringify(example)}. Smartcar does not document the format.`,
	displayOptions: { show: { scheduleType: [scheduleType], specifyTimes: ['json'] } },
});

const exampleTimes = { startTime: '22:00', stopTime: '06:00' };

const exampleDays = { monday: exampleTimes };

const daysJsonField = jsonField('Days (JSON)', 'days', 'weekly', exampleDays);

const weekdaysJsonField = jsonField('Weekdays (JSON)', 'weekdays', 'workweek', exampleTimes);

const weekendsJson = jsonField('Weekends (JSON)', 'weekends', 'workweek', exampleTimes);

const weekendsJsonField: INodeProperties = {
	...weekendsJson,
	required: false,
	description: `${weekendsJson.description} If it is empty, weekends get no schedule.`,
};

/** See docs/contributing/smartcar-api.md#charge-schedules. */
export const scheduleFields: INodeProperties[] = [
	scheduleTypeField,
	...updateDisplayOptions({ show: { scheduleType: ['daily'] } }, [
		{ ...startField, required: true },
		{ ...stopField, required: true },
	]),
	specifyTimesField,
	dayTimesField,
	...updateDisplayOptions({ show: { scheduleType: ['workweek'], specifyTimes: ['fields'] } }, [
		{ ...weekdayStartField, required: true },
		{ ...weekdayStopField, required: true },
		weekendStartField,
		weekendStopField,
	]),
	daysJsonField,
	weekdaysJsonField,
	weekendsJsonField,
];

const toTime = (value: unknown): string | undefined => {
	const time = typeof value === 'string' ? value.trim() : '';
	return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) ? time : undefined;
};

const EXPECTED_TIME = 'a time as HH:mm, from 00:00 to 23:59';

function readTime(item: InputItem, field: INodeProperties): string {
	const value = item.read(field);
	const time = toTime(value);
	if (time !== undefined) return time;
	throw item.invalidParameterError(field, EXPECTED_TIME, value);
}

function readTimes(item: InputItem, start: INodeProperties, stop: INodeProperties): IDataObject {
	return { startTime: readTime(item, start), stopTime: readTime(item, stop) };
}

function isEmpty(item: InputItem, field: INodeProperties): boolean {
	const value = item.read(field);
	return typeof value === 'string' && value.trim() === '';
}

/** The value of the field Days. */
const dayTimesSchema = z.object({
	values: z
		.array(
			z.object({
				day: z
					.string()
					.transform((day) => day.trim().toLowerCase())
					.pipe(z.enum(DAYS)),
				startTime: z.string().transform(toTime),
				stopTime: z.string().transform(toTime),
			}),
		)
		.min(1),
});

function readDays(item: InputItem): IDataObject {
	const value = item.read(dayTimesField);
	const parsed = dayTimesSchema.safeParse(value);
	const days = parsed.data?.values ?? [];
	const isComplete = days.every(({ startTime, stopTime }) => startTime && stopTime);
	const isUnique = new Set(days.map(({ day }) => day)).size === days.length;
	if (days.length > 0 && isComplete && isUnique)
		return Object.fromEntries(days.map(({ day, ...times }) => [day, times]));
	const expected =
		'a list of at least one day from monday to sunday, each only once, with a start and a stop time as HH:mm';
	throw item.invalidParameterError(dayTimesField, expected, value);
}

/** Reads the times of a workweek. Leaves weekends out if both of their times are empty. */
function readWorkweekFields(item: InputItem): IDataObject {
	const weekdays = readTimes(item, weekdayStartField, weekdayStopField);
	const hasNoWeekends = [weekendStartField, weekendStopField].every((field) =>
		isEmpty(item, field),
	);
	if (hasNoWeekends) return { weekdays };
	const weekends = readTimes(item, weekendStartField, weekendStopField);
	return { weekdays, weekends };
}

function readJson(item: InputItem, field: INodeProperties, example: IDataObject): IDataObject {
	const value = item.read(field);
	const parsed = typeof value === 'string' ? parseJson(value.trim()) : value;
	if (isObject(parsed) && Object.keys(parsed).length > 0) return parsed;
	const expected = `a JSON object such as ${JSON.stringify(example)}`;
	throw item.invalidParameterError(field, expected, value);
}

/** Reads the times of a workweek. Leaves weekends out if their JSON is empty. */
function readWorkweekJson(item: InputItem): IDataObject {
	const weekdays = readJson(item, weekdaysJsonField, exampleTimes);
	if (isEmpty(item, weekendsJsonField)) return { weekdays };
	const weekends = readJson(item, weekendsJsonField, exampleTimes);
	return { weekdays, weekends };
}

/** Reads the type of a schedule, which the path of the request contains, and its times. */
export function readSchedule(item: InputItem): { type: string; times: IDataObject } {
	const type = readChoice(item, scheduleTypeField);
	if (type === 'daily') return { type, times: readTimes(item, startField, stopField) };
	const isJson = readChoice(item, specifyTimesField) === 'json';
	if (type === 'weekly') {
		const days = isJson ? readJson(item, daysJsonField, exampleDays) : readDays(item);
		return { type, times: { days } };
	}
	return { type, times: isJson ? readWorkweekJson(item) : readWorkweekFields(item) };
}
