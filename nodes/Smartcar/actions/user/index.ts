import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';

export const operations = { get };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['user'] } },
		options: [
			{
				name: 'Get',
				value: 'get',
				action: 'Get user',
				description: 'Retrieve the ID of the user of the access token',
			},
		],
		default: 'get',
	},
	...get.description,
];
