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
				'Whether to check that a webhook of your Smartcar application delivers to this trigger. n8n checks when it sets up the trigger and writes the result to its log. To check again, unpublish and republish the workflow. Requires a Smartcar Application API credential.',
		},
		{
			displayName: 'Combine Events',
			name: 'combineEvents',
			type: 'boolean',
			default: false,
			description:
				'Whether to let up to 50 events that arrive at nearly the same time share one execution. Under load, n8n then handles several times as many events. An event that arrives alone does not wait. If the execution fails or n8n stops unexpectedly, all events in it are affected.',
			displayOptions: { hide: { '/options.acknowledge': ['lastNode'] } },
		},
		{
			displayName: 'Events Remembered Across Restarts',
			name: 'rememberedEvents',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 100_000 },
			default: 5_000,
			description:
				"How many of the latest events to keep in n8n's database, to recognize duplicates after a restart and in queue mode. At most 100,000. The default is enough for 25 events a second, in queue mode for 8. If you enter more than 10,000, also turn on Combine Events.",
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
				'What to do with an event if a later event from the same vehicle has already arrived. A condition ignores an event that is older than one it has checked. With Drop, a condition can also miss a signal that the later event does not have. n8n forgets the order when it restarts and, outside queue mode, whenever it sets up the trigger again, for example after you change it.',
		},
		{
			displayName: 'Verify Signature',
			name: 'verifySignature',
			type: 'boolean',
			default: true,
			description:
				'Whether to accept only events that are signed with the Application Management Token of the credential',
		},
	],
};
