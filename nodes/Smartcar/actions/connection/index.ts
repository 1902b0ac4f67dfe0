import type { INodeProperties } from 'n8n-workflow';
import * as createConnectLink from './createConnectLink.operation';
import * as createReconnectLink from './createReconnectLink.operation';
import * as remove from './delete.operation';
import * as get from './get.operation';
import * as getMany from './getMany.operation';

export const operations = {
	createConnectLink,
	createReconnectLink,
	delete: remove,
	get,
	getMany,
};

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['connection'] } },
		options: [
			{
				name: 'Create Connect Link',
				value: 'createConnectLink',
				action: 'Create connect link',
				description: 'Build a link that an owner opens to connect a vehicle. Sends no request.',
			},
			{
				name: 'Create Reconnect Link',
				value: 'createReconnectLink',
				action: 'Create reconnect link',
				description:
					'Build a link that an owner opens to reconnect a vehicle that Smartcar can no longer read. Sends no request.',
			},
			{
				name: 'Delete',
				value: 'delete',
				action: 'Delete connection of a vehicle',
				description: 'Disconnect a vehicle. The application can no longer access it.',
			},
			{
				name: 'Get',
				value: 'get',
				action: 'Get connection',
				description: 'Retrieve the connection between a vehicle and a user',
			},
			{
				name: 'Get Many',
				value: 'getMany',
				action: 'Get many connections',
				description: 'Retrieve many connected vehicles with their users and permissions',
			},
		],
		default: 'getMany',
	},
	...Object.values(operations).flatMap((operation) => operation.description),
];
