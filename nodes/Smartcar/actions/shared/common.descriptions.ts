import type { INodeProperties } from 'n8n-workflow';
import type { ChoiceField } from './inputItem';
import { userLocator } from './locators';

export const DEFAULT_CONCURRENCY = 3;

export const MAX_CONCURRENCY = 10;

export const returnAllField: INodeProperties = {
	displayName: 'Return All',
	name: 'returnAll',
	type: 'boolean',
	default: false,
	description: 'Whether to return all results or only up to a given limit',
};

export const limitField: INodeProperties = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
	displayOptions: { show: { returnAll: [false] } },
};

export const listFields = [returnAllField, limitField];

export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { hide: { '@tool': [true] } },
};

export const toolOutputField: ChoiceField<'raw' | 'selected' | 'simplified'> = {
	displayName: 'Output',
	name: 'toolOutput',
	type: 'options',
	options: [
		{ name: 'Raw', value: 'raw', description: 'The whole response from Smartcar' },
		{
			name: 'Selected Fields',
			value: 'selected',
			description: 'Only the fields that you name, from the simplified response',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most used fields, in a flat structure',
		},
	],
	default: 'simplified',
	description: 'How much of the response the agent gets',
	displayOptions: { show: { '@tool': [true] } },
};

export const toolFieldsField: INodeProperties = {
	displayName: 'Fields',
	name: 'toolFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. vehicleId, value, unit',
	description: 'Comma-separated list of the fields that the agent gets',
	displayOptions: { show: { '@tool': [true], toolOutput: ['selected'] } },
};

/** Simplify in a workflow, Output in an AI agent's tool. */
export const simplifyFields = [simplifyField, toolOutputField, toolFieldsField];

export const userOption: INodeProperties = userLocator.option(
	'The user who connected the vehicle. If not set, the node uses a user who has granted the required permission. If it does not know which permission is required, it uses the user who has granted the most.',
);

/** User, for an operation with API Version. */
export const versionedUserOption: INodeProperties = {
	...userOption,
	description:
		'The user who connected the vehicle. If not set, Version 3 uses one who has granted the permission. With Version 2.0, set it only if several users share the vehicle.',
};

export const unitSystemOption: ChoiceField<'imperial' | 'metric'> = {
	displayName: 'Unit System',
	name: 'unitSystem',
	type: 'options',
	options: [
		{ name: 'Imperial', value: 'imperial', description: 'Psi, miles and gallons' },
		{ name: 'Metric', value: 'metric', description: 'Kilopascals, kilometers and liters' },
	],
	default: 'metric',
	description:
		'The units of the output. With Version 3, Get Tire Pressure converts only the simplified output. Version 2.0 may return other units, so the simplified output names them.',
};

export const addHeadersOption: INodeProperties = {
	displayName: 'Add Response Headers',
	name: 'addResponseHeaders',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the age of the data, the time it was fetched, its unit system and the request ID, if the response has them',
};

export const concurrentRequestsOption: INodeProperties = {
	displayName: 'Concurrent Requests',
	name: 'concurrentRequests',
	type: 'number',
	noDataExpression: true,
	typeOptions: { minValue: 1, maxValue: MAX_CONCURRENCY },
	default: DEFAULT_CONCURRENCY,
	description:
		'How many input items to process at the same time, at most 10. For Get State with All Connected, how many vehicles. The output keeps the order of the input.',
};

/**
 * Commands keep their order, which matters for two commands to one vehicle. The option has its own
 * name. Otherwise, a node that is changed from a read to a command would keep the number set for the
 * read.
 */
export const concurrentCommandsOption: INodeProperties = {
	...concurrentRequestsOption,
	name: 'concurrentCommands',
	default: 1,
	description:
		'How many input items to process at the same time, at most 10. With more than one, two commands for the same vehicle can arrive in any order. The output keeps the order of the input.',
};

export const maxRetryWaitOption: INodeProperties = {
	displayName: 'Max Retry Wait (Seconds)',
	name: 'maxRetryWait',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: 3600 },
	default: 60,
	description:
		'Longest total wait for the retries of one input item, at most 3,600. 0 turns retries off.',
};

/** The Options collection with just these options, sorted by name. */
export function optionsCollection(...options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** The Options collection of an operation that sends requests. */
export const optionsField = (...ownOptions: INodeProperties[]): INodeProperties =>
	optionsCollection(...ownOptions, concurrentRequestsOption, maxRetryWaitOption);

/** The same for commands and charge schedules, which go one at a time by default. */
export const commandOptionsField = (...ownOptions: INodeProperties[]): INodeProperties =>
	optionsCollection(...ownOptions, concurrentCommandsOption, maxRetryWaitOption);
