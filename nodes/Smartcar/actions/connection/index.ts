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

export const operationField: INodeProperties = {
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
				'Build a link for the owner of a vehicle that Smartcar can no longer read. The owner opens it to reconnect the vehicle. Sends no request.',
		},
		{
			name: 'Delete',
			value: 'delete',
			action: 'Delete connection of a vehicle',
			description:
				'End the access that a user has granted to a vehicle. Other users of the vehicle stay connected.',
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
			description: 'Retrieve many connections between vehicles and users',
		},
	],
	default: 'getMany',
};
