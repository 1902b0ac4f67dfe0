import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { invalidParameterError } from '../shared/invalidParameterError';
import { toText } from '../shared/parameters';

const scheduleTypeField: INodeProperties = {
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
	description: 'Tesla supports all three, Volvo only Daily, other makes none',
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
	required: true,
	default: '',
	placeholder: `e.g. ${example}`,
	description,
	displayOptions: { show: { scheduleType: ['daily'] } },
});

const jsonField = (
	displayName: string,
	name: string,
	type: string,
	example: object,
): INodeProperties => ({
	displayName,
	name,
	type: 'json',
	required: true,
	default: JSON.stringify(example, null, 2),
	description: 'Sent to Smartcar unchanged. Smartcar does not document the format.',
	displayOptions: { show: { scheduleType: [type] } },
});

const exampleTimes = { startTime: '22:00', stopTime: '06:00' };

/** See docs/contributing/smartcar-api.md#charge-schedules. */
export const scheduleFields: INodeProperties[] = [
	scheduleTypeField,
	timeField('Start Time', 'startTime', 'When charging starts, as HH:mm', '22:00'),
	timeField('Stop Time', 'stopTime', 'When charging stops, as HH:mm', '06:00'),
	jsonField('Days (JSON)', 'days', 'weekly', { monday: exampleTimes }),
	jsonField('Weekdays (JSON)', 'weekdays', 'workweek', exampleTimes),
	jsonField('Weekends (JSON)', 'weekends', 'workweek', exampleTimes),
];

function readTime(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	label: string,
): string {
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	const time = typeof value === 'string' ? value.trim() : '';
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	const expected = 'a time as HH:mm, from 00:00 to 23:59';
	throw invalidParameterError(context, itemIndex, label, expected, value);
}

function parseJson(value: unknown): unknown {
	const text = toText(value);
	if (text === undefined) return value;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readJson(
	context: IExecuteFunctions,
	itemIndex: number,
	name: string,
	label: string,
): IDataObject {
	const value: unknown = context.getNodeParameter(name, itemIndex, '');
	const parsed = parseJson(value);
	const entries =
		typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
			? Object.entries(parsed)
			: [];
	if (entries.length > 0) return Object.fromEntries(entries);
	const expected = 'a JSON object such as {"startTime": "22:00", "stopTime": "06:00"}';
	throw invalidParameterError(context, itemIndex, label, expected, value);
}

/** Reads the type of a schedule, which is a part of the path, and its times for the body. */
export function readSchedule(
	context: IExecuteFunctions,
	itemIndex: number,
): { type: string; times: IDataObject } {
	const type: unknown = context.getNodeParameter('scheduleType', itemIndex, 'daily');
	if (type === 'daily') {
		const startTime = readTime(context, itemIndex, 'startTime', 'Start Time');
		const stopTime = readTime(context, itemIndex, 'stopTime', 'Stop Time');
		return { type, times: { startTime, stopTime } };
	}
	if (type === 'weekly') {
		const days = readJson(context, itemIndex, 'days', 'Days (JSON)');
		return { type, times: { days } };
	}
	if (type === 'workweek') {
		const weekdays = readJson(context, itemIndex, 'weekdays', 'Weekdays (JSON)');
		const weekends = readJson(context, itemIndex, 'weekends', 'Weekends (JSON)');
		return { type, times: { weekdays, weekends } };
	}
	const expected = 'daily, weekly or workweek';
	throw invalidParameterError(context, itemIndex, 'Schedule Type', expected, type);
}
