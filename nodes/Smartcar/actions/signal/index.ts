import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = { get, getMany };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['signal'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get one signal of a vehicle',
			description: 'Retrieve one signal of a vehicle, such as its state of charge',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many signals of a vehicle',
			description: 'Retrieve many signals of a vehicle with their latest known values',
		},
	],
	default: 'getMany',
};
