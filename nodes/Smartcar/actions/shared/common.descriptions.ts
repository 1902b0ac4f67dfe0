import type { INodeProperties } from 'n8n-workflow';
import { userLocator } from './locators';
import {
	DEFAULT_CONCURRENCY,
	DEFAULT_RETRY_WAIT_S,
	MAX_CONCURRENCY,
	MAX_RETRY_WAIT_S,
} from './options';

export const listFields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

/** Says where a v2.0 operation is chosen what takes its place (service: dates). `replacement` begins a sentence. */
export function endOfV2Notice(replacement: string): INodeProperties {
	return {
		displayName: `This operation uses the v2.0 API, which Smartcar ends on December 1, 2026. ${replacement}`,
		name: 'endOfV2Notice',
		type: 'notice',
		default: '',
	};
}

export const userOption: INodeProperties = userLocator.option(
	'The user on whose behalf to ask. Needed where several users share a vehicle.',
);

export const unitSystemOption: INodeProperties = {
	displayName: 'Unit System',
	name: 'unitSystem',
	type: 'options',
	options: [
		{ name: 'Imperial', value: 'imperial', description: 'Psi, miles and gallons' },
		{ name: 'Metric', value: 'metric', description: 'Kilopascals, kilometers and liters' },
	],
	default: 'metric',
	description: 'The units to ask for; the answer says which ones it is in',
};

export const addHeadersOption: INodeProperties = {
	displayName: 'Add Response Headers',
	name: 'addResponseHeaders',
	type: 'boolean',
	default: false,
	description:
		'Whether to add when the vehicle recorded the data, when it was fetched, its units and the request ID, as far as the answer says so',
};

const callOptions: INodeProperties[] = [
	{
		displayName: 'Concurrent Requests',
		name: 'concurrentRequests',
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
		default: DEFAULT_CONCURRENCY,
		description: 'How many input items to work on at once. Results keep the order of the input.',
	},
	{
		displayName: 'Max Retry Wait',
		name: 'maxRetryWait',
		type: 'number',
		typeOptions: { minValue: 0, maxValue: MAX_RETRY_WAIT_S },
		default: DEFAULT_RETRY_WAIT_S,
		description:
			'How many seconds an item may wait altogether before requests are sent again that Smartcar turned down as too many or could not serve. With 0 they are not sent again.',
	},
];

/** The Options collection of an operation: its own options and those that every operation has, by name. */
export function optionsField(...own: INodeProperties[]): INodeProperties {
	const options = [...own, ...callOptions].sort((a, b) =>
		a.displayName.localeCompare(b.displayName),
	);
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}
