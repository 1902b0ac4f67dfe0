import type { INodePropertyOptions } from 'n8n-workflow';

export type ConnectMode = 'live' | 'simulated' | 'test';

/** The vehicles that an owner can connect in Smartcar Connect, as the options of a field. */
export const connectModeOptions: Array<INodePropertyOptions & { value: ConnectMode }> = [
	{ name: 'Live', value: 'live', description: 'Real vehicles' },
	{ name: 'Simulated', value: 'simulated', description: 'Vehicles that Smartcar simulates' },
	{
		name: 'Test (Older)',
		value: 'test',
		description:
			"Test vehicles with made-up data. Smartcar's newest documentation no longer lists this mode.",
	},
];
