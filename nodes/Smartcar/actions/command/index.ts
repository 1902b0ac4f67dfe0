import type { INodeProperties } from 'n8n-workflow';
import * as closeChargePort from './closeChargePort.operation';
import * as lock from './lock.operation';
import * as openChargePort from './openChargePort.operation';
import * as setChargeLimit from './setChargeLimit.operation';
import * as setDestination from './setDestination.operation';
import * as startCharging from './startCharging.operation';
import * as stopCharging from './stopCharging.operation';
import * as unlock from './unlock.operation';

export const operations = {
	closeChargePort,
	lock,
	openChargePort,
	setChargeLimit,
	setDestination,
	startCharging,
	stopCharging,
	unlock,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['command'] } },
		options: [
			{
				name: 'Close Charge Port',
				value: 'closeChargePort',
				action: 'Close the charge port of a vehicle',
			},
			{
				name: 'Lock',
				value: 'lock',
				action: 'Lock a vehicle',
			},
			{
				name: 'Open Charge Port',
				value: 'openChargePort',
				action: 'Open the charge port of a vehicle',
			},
			{
				name: 'Set Charge Limit',
				value: 'setChargeLimit',
				action: 'Set the charge limit of a vehicle',
				description: 'Set up to how many percent the battery is charged',
			},
			{
				name: 'Set Destination',
				value: 'setDestination',
				action: 'Set the destination of a vehicle',
				description: 'Send a place to the navigation system',
			},
			{
				name: 'Start Charging',
				value: 'startCharging',
				action: 'Start charging a vehicle',
			},
			{
				name: 'Stop Charging',
				value: 'stopCharging',
				action: 'Stop charging a vehicle',
			},
			{
				name: 'Unlock',
				value: 'unlock',
				action: 'Unlock a vehicle',
			},
		],
		default: 'startCharging',
	},
	...closeChargePort.description,
	...lock.description,
	...openChargePort.description,
	...setChargeLimit.description,
	...setDestination.description,
	...startCharging.description,
	...stopCharging.description,
	...unlock.description,
];
