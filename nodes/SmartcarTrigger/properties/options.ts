import type { INodeProperties } from 'n8n-workflow';

/** How deliveries are handled beyond what is asked for (design: 4.2 Combining, 4.3 State). */
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
				'Whether events that arrive while another one is being stored share the next execution, as several items. Nothing waits without load; under load n8n handles several times as many events.',
		},
		{
			displayName: 'Events Remembered Across Restarts',
			name: 'rememberedEvents',
			type: 'number',
			typeOptions: { minValue: 100, maxValue: 100_000 },
			default: 1_000,
			description:
				"How many of the latest events are kept in n8n's database, so that a copy that is sent after a restart, or to another process, starts nothing. Each execution takes longer with more of them; combine events if you need many. Copies that the process itself has seen are recognised without.",
			displayOptions: { show: { '/acknowledge': ['onReceived'] } },
		},
		{
			displayName: 'Only on Change',
			name: 'onlyOnChange',
			type: 'boolean',
			default: false,
			description:
				'Whether to pass on an error of a vehicle only when its state changes: once when it occurs and once when it is resolved. Remembered until n8n restarts.',
		},
		{
			displayName: 'Out-of-Order Events',
			name: 'outOfOrder',
			type: 'options',
			options: [
				{ name: 'Drop', value: 'drop', description: 'Acknowledge and drop them' },
				{ name: 'Emit', value: 'emit', description: 'Treat them like all others' },
				{ name: 'Flag', value: 'flag', description: 'Emit them with outOfOrder set to true' },
			],
			default: 'emit',
			description:
				'What to do with an event that was generated before one of the same vehicle that has already arrived. Remembered until n8n restarts.',
		},
		{
			displayName: 'Verify Signature',
			name: 'verifySignature',
			type: 'boolean',
			default: true,
			description:
				'Whether to accept only events that Smartcar has signed with the application management token',
		},
	],
};
