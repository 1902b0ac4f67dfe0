import type { INodeProperties } from 'n8n-workflow';
import * as getMany from './getMany.operation';

export const operations = { getMany };

export const operationField: INodeProperties = {
	displayName: 'Operation',
	name: 'operation',
	type: 'options',
	noDataExpression: true,
	displayOptions: { show: { resource: ['compatibleVehicle'] } },
	options: [
		{
			name: 'Get Many',
			value: 'getMany',
			action: 'Get many compatible vehicles',
			description:
				'Retrieve many vehicle models with the signals and commands that Smartcar supports for them',
		},
	],
	default: 'getMany',
};
