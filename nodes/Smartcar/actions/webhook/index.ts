import type { INodeProperties } from 'n8n-workflow';
import * as getMany from './getMany.operation';

export const operations = { getMany };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['webhook'] } },
		options: [
			{
				name: 'Get Many',
				value: 'getMany',
				action: 'Get many webhooks',
				description: 'List many webhooks of the application',
			},
		],
		default: 'getMany',
	},
	...getMany.description,
];
