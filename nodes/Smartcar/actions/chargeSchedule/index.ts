import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as remove from './delete.operation';

export const operations = { create, delete: remove };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['chargeSchedule'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create charge schedule',
			description: 'Create a schedule for charging a vehicle at a location',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete charge schedule',
			description: 'Delete a charge schedule from a vehicle',
		},
	],
	default: 'create',
};
