import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../shared/operation';
import * as setChargeLimit from './setChargeLimit.operation';
import * as setDestination from './setDestination.operation';
import { simpleCommands } from './simpleCommands';

export const operations: Record<string, Operation> = {
	...simpleCommands,
	setChargeLimit,
	setDestination,
};

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['command'] } },
	options: [
		{
			name: 'Close Charge Port',
			value: 'closeChargePort',
			action: 'Close charge port',
			description: 'Close the charge port of a vehicle',
		},
		{
			name: 'Lock',
			value: 'lock',
			action: 'Lock vehicle',
			description: 'Lock the doors of a vehicle',
		},
		{
			name: 'Open Charge Port',
			value: 'openChargePort',
			action: 'Open charge port',
			description: 'Open the charge port of a vehicle',
		},
		{
			name: 'Set Charge Limit',
			value: 'setChargeLimit',
			action: 'Set charge limit',
			description: 'Set the battery level at which charging stops',
		},
		{
			name: 'Set Destination',
			value: 'setDestination',
			action: 'Set destination',
			description: 'Send a destination to the navigation system of a vehicle',
		},
		{
			name: 'Start Charging',
			value: 'startCharging',
			action: 'Start charging',
			description: 'Start charging a vehicle that is plugged in',
		},
		{
			name: 'Stop Charging',
			value: 'stopCharging',
			action: 'Stop charging',
			description: 'Stop charging a vehicle',
		},
		{
			name: 'Unlock',
			value: 'unlock',
			action: 'Unlock vehicle',
			description: 'Unlock the doors of a vehicle',
		},
	],
	// It fails without a location, so a workflow whose operation is missing commands no vehicle.
	default: 'setDestination',
};
