import type { INodeProperties } from 'n8n-workflow';

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Combine Events',
			name: 'combineEvents',
			type: 'boolean',
			default: false,
			description:
				'Whether events that arrive while n8n stores an execution share the next one, as up to 50 items. Under load n8n then handles several times as many events. Without load nothing waits. If the execution fails or n8n is killed, that concerns all its events.',
			displayOptions: { show: { '/acknowledge': ['onReceived'] } },
		},
		{
			displayName: 'Events Remembered Across Restarts',
			name: 'rememberedEvents',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 100_000 },
			default: 5_000,
			description:
				"How many of the latest events to keep in n8n's database, to recognize duplicates after a restart and in queue mode. The default is enough for 25 events a second, for the three minutes in which Smartcar retries. Turn on Combine Events if you need more, since executions rewrite the whole list. Duplicates that the same process receives are recognized without the database.",
			displayOptions: { show: { '/acknowledge': ['onReceived'] } },
		},
		{
			displayName: 'Only on Change',
			name: 'onlyOnChange',
			type: 'boolean',
			default: false,
			description:
				'Whether to start the workflow for an error of a vehicle only when its state changes: once when it occurs, and once when it is resolved. An error that stays starts it again after a day, after a restart of n8n, and when the workflow is published.',
		},
		{
			displayName: 'Out-of-Order Events',
			name: 'outOfOrder',
			type: 'options',
			options: [
				{ name: 'Drop', value: 'drop', description: 'Acknowledge and drop them' },
				{ name: 'Emit', value: 'emit', description: 'Treat them like other events' },
				{ name: 'Flag', value: 'flag', description: 'Emit them with outOfOrder set to true' },
			],
			default: 'emit',
			description:
				'What to do with an event if a later one of the same vehicle has already arrived. Kept in memory until n8n restarts.',
		},
		{
			displayName: 'Verify Signature',
			name: 'verifySignature',
			type: 'boolean',
			default: true,
			description:
				'Whether to accept only events that are signed with the application management token',
		},
	],
};
