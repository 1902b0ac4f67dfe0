import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = { get, getMany };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['subscription'] } },
		options: [
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
				description: 'List many subscriptions of vehicles to webhooks',
			},
		],
		default: 'getMany',
	},
	...get.description,
	...getMany.description,
];
