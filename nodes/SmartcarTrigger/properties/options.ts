import type { INodeProperties } from 'n8n-workflow';

export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [
		{
			displayName: 'Acknowledge',
			name: 'acknowledge',
			type: 'options',
			noDataExpression: true,
			options: [
				{
					name: 'When Stored',
					value: 'onReceived',
					description: 'Once n8n has stored the execution. For workflows of any length.',
				},
				{
					name: 'When the Workflow Finishes',
					value: 'lastNode',
					description:
						'Once the workflow has succeeded. If it fails, Smartcar sends the event again. Only for workflows that take less than 15 seconds and never wait, not even in a sub-workflow.',
				},
			],
			default: 'onReceived',
			description: 'When to tell Smartcar that the event has arrived',
		},
		{
			displayName: 'Check Registration',
			name: 'checkRegistration',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether to check, when n8n sets up the trigger, that a webhook of the application delivers to it. To check again, unpublish the workflow and publish it. The result is in the n8n log. Needs a Smartcar Application API credential.',
		},
		{
			displayName: 'Combine Events',
			name: 'combineEvents',
			type: 'boolean',
			default: false,
			description:
				'Whether to let events that arrive at nearly the same time share an execution, up to 50 of them. Under load n8n then handles several times as many events. An event that arrives alone does not wait. If the execution fails or n8n is killed, all its events are affected.',
			displayOptions: { hide: { '/options.acknowledge': ['lastNode'] } },
		},
		{
			displayName: 'Events Remembered Across Restarts',
			name: 'rememberedEvents',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 100_000 },
			default: 5_000,
			description:
				"How many of the latest events to keep in n8n's database, to recognize duplicates after a restart and in queue mode. The default is enough for 25 events a second. For more than 10,000, turn on Combine Events, too.",
			displayOptions: { hide: { '/options.acknowledge': ['lastNode'] } },
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
				'What to do with an event if a later one of the same vehicle has already arrived. Conditions ignore such events in any case. n8n forgets the order when it restarts and, outside of queue mode, when it sets up the trigger anew, such as after a change of it.',
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
