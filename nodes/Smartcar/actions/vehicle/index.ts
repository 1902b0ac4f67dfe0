import type { INodeProperties } from 'n8n-workflow';
import * as batch from './batch.operation';
import * as getBatteryCapacity from './getBatteryCapacity.operation';
import * as getMany from './getMany.operation';
import * as getTirePressure from './getTirePressure.operation';

export const operations = { batch, getBatteryCapacity, getMany, getTirePressure };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['vehicle'] } },
		options: [
			{
				name: 'Batch',
				value: 'batch',
				action: 'Read multiple vehicle data points',
				description: 'Read several data points of a vehicle with one request',
			},
			{
				name: 'Get Battery Capacity',
				value: 'getBatteryCapacity',
				action: 'Get battery capacity',
				description:
					'Retrieve the nominal capacity of the battery in kWh, or a URL where the owner can choose it',
			},
			{
				name: 'Get Many',
				value: 'getMany',
				action: 'Get many vehicles',
				description: 'Retrieve the IDs of many connected vehicles',
			},
			{
				name: 'Get Tire Pressure',
				value: 'getTirePressure',
				action: 'Get tire pressure',
				description: 'Retrieve the pressure of the four tires',
			},
		],
		default: 'getMany',
	},
	...batch.description,
	...getBatteryCapacity.description,
	...getMany.description,
	...getTirePressure.description,
];
