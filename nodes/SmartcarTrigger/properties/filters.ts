import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { otherSignalsField } from '../../shared/otherSignalsField';
import { SIGNAL_OPTIONS } from '../../shared/signalNames';

const forSignals = { show: { '/events': ['VEHICLE_STATE', 'CONDITION_MET'] } };
const forErrors = { show: { '/events': ['VEHICLE_ERROR'] } };

/** Filters for Vehicle State and Condition Met. */
const signalFilters: INodeProperties[] = [
	{
		displayName: 'Signals',
		name: 'signalCodes',
		type: 'multiOptions',
		options: [
			...SIGNAL_OPTIONS,
			{
				name: 'Other',
				value: 'other',
				description: 'Signals that are not in this list. Add the filter Other Signals for them.',
			},
		],
		default: [],
		description:
			'Only Vehicle State events in which one of these signals has changed. If Signal Match is set to Is in the Event, the signal only has to be present. Conditions are also checked only for these events. Other kinds of events are not affected.',
		displayOptions: forSignals,
	},
	{
		...otherSignalsField,
		displayOptions: { show: { ...forSignals.show, signalCodes: ['other'] } },
	},
	{
		displayName: 'Signal Match',
		name: 'signalMatch',
		type: 'options',
		options: [
			{
				name: 'Has Changed',
				value: 'changed',
				description: 'One of the signals triggered the event',
			},
			{
				name: 'Is in the Event',
				value: 'present',
				description: 'One of the signals is in the event, whether it changed or not',
			},
		],
		default: 'changed',
		description:
			'When a signal counts as a match. In a first delivery, all signals count as changed.',
		displayOptions: forSignals,
	},
	{
		displayName: 'First Deliveries',
		name: 'firstDeliveries',
		type: 'options',
		options: [
			{
				name: 'Skip First Deliveries',
				value: 'skip',
				description: 'Ignore the event that Smartcar sends when a vehicle is subscribed',
			},
			{
				name: 'Only First Deliveries',
				value: 'only',
				description:
					'Ignore every other Vehicle State event, for example to welcome the owner of a new car',
			},
		],
		default: 'skip',
		description: 'What to do with the event that Smartcar sends when a vehicle is subscribed',
		displayOptions: forSignals,
	},
];

const errorCodes: INodePropertyOptions[] = [
	{ name: 'Account Issue', value: 'ACCOUNT_ISSUE' },
	{ name: 'Asleep', value: 'ASLEEP' },
	{ name: 'Authentication Failed', value: 'AUTHENTICATION_FAILED' },
	{ name: 'Make Not Compatible', value: 'MAKE_NOT_COMPATIBLE' },
	{ name: 'Permission', value: 'PERMISSION' },
	{ name: 'Remote Access Disabled', value: 'REMOTE_ACCESS_DISABLED' },
	{ name: 'Smartcar Not Capable', value: 'SMARTCAR_NOT_CAPABLE' },
	{ name: 'Subscription', value: 'SUBSCRIPTION' },
	{ name: 'Unreachable', value: 'UNREACHABLE' },
	{ name: 'Vehicle Not Capable', value: 'VEHICLE_NOT_CAPABLE' },
	{ name: 'Virtual Key Required', value: 'VIRTUAL_KEY_REQUIRED' },
];

/** Filters for Vehicle Error. */
const errorFilters: INodeProperties[] = [
	{
		displayName: 'Error Types',
		name: 'errorTypes',
		type: 'multiOptions',
		options: [
			{ name: 'Compatibility', value: 'COMPATIBILITY' },
			{ name: 'Connected Services Account', value: 'CONNECTED_SERVICES_ACCOUNT' },
			{ name: 'Permission', value: 'PERMISSION' },
			{ name: 'Vehicle State', value: 'VEHICLE_STATE' },
		],
		default: [],
		description:
			'Only Vehicle Error events of one of these types. Other kinds of events are not affected.',
		displayOptions: forErrors,
	},
	{
		displayName: 'Error Codes',
		name: 'errorCodes',
		type: 'multiOptions',
		options: [
			...errorCodes,
			{
				name: 'Other',
				value: 'other',
				description: 'Codes that are not in this list. Add the filter Other Error Codes for them.',
			},
		],
		default: [],
		description:
			'Only Vehicle Error events with one of these codes. Other kinds of events are not affected.',
		displayOptions: forErrors,
	},
	{
		displayName: 'Other Error Codes',
		name: 'otherErrorCodes',
		type: 'string',
		default: '',
		placeholder: 'e.g. CHARGE_FAULT',
		description: 'Comma-separated list of the codes that are not listed under Error Codes',
		displayOptions: { show: { ...forErrors.show, errorCodes: ['other'] } },
	},
	{
		displayName: 'Error States',
		name: 'errorStates',
		type: 'multiOptions',
		options: [
			{ name: 'Error', value: 'ERROR', description: 'The vehicle cannot be read' },
			{ name: 'Resolved', value: 'RESOLVED', description: 'The vehicle can be read again' },
		],
		default: [],
		description:
			'Only Vehicle Error events in one of these states. Other kinds of events are not affected.',
		displayOptions: forErrors,
	},
];

/** Filters for events of all types. */
const eventFilters: INodeProperties[] = [
	{
		displayName: 'Vehicle IDs',
		name: 'vehicleIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 36ab27d0-fd9d-4455-823a-ce30af709ffc',
		description:
			'Comma-separated list of vehicle IDs. Only events from these vehicles match. An event about several vehicles matches if one of them is in the list.',
	},
	{
		displayName: 'Makes',
		name: 'makes',
		type: 'string',
		default: '',
		placeholder: 'e.g. TESLA, FORD',
		description:
			'Only events from vehicles of these makes. Comma-separated list. Case, spaces, hyphens and underscores do not matter.',
	},
	{
		displayName: 'Vehicle Modes',
		name: 'vehicleModes',
		type: 'multiOptions',
		options: [
			{ name: 'Live', value: 'live', description: 'Real vehicles' },
			{
				name: 'Simulated',
				value: 'simulated',
				description: 'Vehicles that Smartcar simulates',
			},
			{
				name: 'Test',
				value: 'test',
				description:
					'Test vehicles with made-up data, and test payloads from the Smartcar dashboard',
			},
		],
		default: [],
		description: 'Only events from vehicles that are connected in one of these modes',
	},
	{
		displayName: 'Event Modes',
		name: 'modes',
		type: 'multiOptions',
		options: [
			{
				name: 'Live',
				value: 'LIVE',
				description: 'Events from vehicles, including simulated ones',
			},
			{ name: 'Test', value: 'TEST', description: 'Test payloads from the Smartcar dashboard' },
		],
		default: [],
		description:
			'Only live events, or only test payloads from the Smartcar dashboard. Events from simulated vehicles are live: to exclude them, use Vehicle Modes.',
	},
	{
		displayName: 'Webhook IDs',
		name: 'webhookIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 6b1f0c52-0d3a-4d3f-9a44-5f6f7a1e2c90',
		description:
			'Only events from these webhooks, if several webhooks deliver to this URL. Comma-separated list of IDs, with or without the prefix wh_.',
	},
];

export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add filter',
	default: {},
	description:
		'Only events that match all of these filters start the workflow. Others are acknowledged and ignored. An event without the field that a filter checks does not match. If the field is there but cannot be read, the event matches, so that no event is lost.',
	options: [...signalFilters, ...errorFilters, ...eventFilters],
};
