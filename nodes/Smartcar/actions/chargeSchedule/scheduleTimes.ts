import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { badParameter, readableText } from '../shared/parameters';

const scheduleTypeField: INodeProperties = {
	displayName: 'Schedule Type',
	name: 'scheduleType',
	type: 'options',
	options: [
		{ name: 'Daily', value: 'daily', description: 'The same hours every day' },
		{
			name: 'Weekly',
			value: 'weekly',
			description: 'Hours of their own for single days of the week',
		},
		{
			name: 'Workweek',
			value: 'workweek',
			description: 'Hours for weekdays and hours for weekends',
		},
	],
	default: 'daily',
	description: 'Tesla takes all three, Volvo only daily ones, other makes none',
};

const clockField = (
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
	description: 'Sent to Smartcar as it is: its form is not documented',
	displayOptions: { show: { scheduleType: [type] } },
});

const window = { startTime: '22:00', stopTime: '06:00' };

/** When to charge: typed where the form is documented, JSON where it is not (service: charge schedules). */
export const scheduleFields: INodeProperties[] = [
	scheduleTypeField,
	clockField('Start Time', 'startTime', 'When charging starts, as HH:mm', '22:00'),
	clockField('Stop Time', 'stopTime', 'When charging stops, as HH:mm', '06:00'),
	jsonField('Days (JSON)', 'days', 'weekly', { monday: window }),
	jsonField('Weekdays (JSON)', 'weekdays', 'workweek', window),
	jsonField('Weekends (JSON)', 'weekends', 'workweek', window),
];

function readClock(context: IExecuteFunctions, item: number, name: string, label: string): string {
	const value: unknown = context.getNodeParameter(name, item, '');
	const time = typeof value === 'string' ? value.trim() : '';
	if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time;
	throw badParameter(context, item, label, 'a time as HH:mm, from 00:00 to 23:59', value);
}

function parseJson(value: unknown): unknown {
	const text = readableText(value);
	if (text === undefined) return value;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readJson(
	context: IExecuteFunctions,
	item: number,
	name: string,
	label: string,
): IDataObject {
	const value: unknown = context.getNodeParameter(name, item, '');
	const parsed = parseJson(value);
	if (
		typeof parsed === 'object' &&
		parsed !== null &&
		!Array.isArray(parsed) &&
		Object.keys(parsed).length > 0
	) {
		return Object.fromEntries(Object.entries(parsed));
	}
	throw badParameter(
		context,
		item,
		label,
		'a JSON object such as {"startTime": "22:00", "stopTime": "06:00"}',
		value,
	);
}

/** The type of a schedule, which is part of its path, and the hours that its body tells beside the location. */
export function readSchedule(
	context: IExecuteFunctions,
	item: number,
): { type: string; hours: IDataObject } {
	const type: unknown = context.getNodeParameter('scheduleType', item, 'daily');
	if (type === 'daily') {
		const startTime = readClock(context, item, 'startTime', 'Start Time');
		return {
			type,
			hours: { startTime, stopTime: readClock(context, item, 'stopTime', 'Stop Time') },
		};
	}
	if (type === 'weekly')
		return { type, hours: { days: readJson(context, item, 'days', 'Days (JSON)') } };
	if (type === 'workweek') {
		const weekdays = readJson(context, item, 'weekdays', 'Weekdays (JSON)');
		return {
			type,
			hours: { weekdays, weekends: readJson(context, item, 'weekends', 'Weekends (JSON)') },
		};
	}
	throw badParameter(context, item, 'Schedule Type', 'daily, weekly or workweek', type);
}
