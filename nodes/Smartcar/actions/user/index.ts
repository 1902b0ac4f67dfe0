import type { INodeProperties } from 'n8n-workflow';
import * as remove from './delete.operation';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = { delete: remove, get, getMany };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['user'] } },
	options: [
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete user and disconnect their vehicles',
			description: 'Remove a user and disconnect all of their vehicles',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get user',
			description: 'Retrieve a user and their connected vehicles',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many users',
			description: 'Retrieve many users who have connected a vehicle',
		},
	],
	default: 'get',
};
