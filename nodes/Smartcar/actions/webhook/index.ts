import type { INodeProperties } from 'n8n-workflow';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = { get, getMany };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['webhook'] } },
	options: [
		{
			name: 'Get',
			value: 'get',
			action: 'Get webhook',
			description: 'Retrieve one webhook of the application',
		},
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many webhooks',
			description: 'Retrieve many webhooks of the application',
		},
	],
	default: 'getMany',
};
