import type { INodeProperties } from 'n8n-workflow';
import * as create from './create.operation';
import * as remove from './delete.operation';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = { create, delete: remove, get, getMany };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['subscription'] } },
	options: [
		{
			name: 'Create',
			value: 'create',
			action: 'Create subscription',
			description: 'Subscribe a vehicle to a webhook. An existing subscription stays unchanged.',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete subscription',
			description: 'End the subscription of a vehicle to a webhook',
		},
		{
			name: 'Get',
			value: 'get',
			action: 'Get subscription',
			description: 'Retrieve one subscription of a vehicle to a webhook',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many subscriptions',
			description: 'Retrieve many subscriptions of vehicles to webhooks',
		},
	],
	default: 'getMany',
};
