import { NodeConnectionTypes } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { router } from './actions/router';
import * as subscription from './actions/subscription';
import * as user from './actions/user';
import * as vehicle from './actions/vehicle';
import * as webhook from './actions/webhook';
import { searchSubscriptions } from './methods/searchSubscriptions';
import { searchVehicles } from './methods/searchVehicles';

export class Smartcar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Smartcar',
		name: 'smartcar',
		icon: { light: 'file:../../icons/smartcar.svg', dark: 'file:../../icons/smartcar.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Read data of connected vehicles and look after webhooks and their subscriptions',
		defaults: { name: 'Smartcar' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'smartcarApplicationApi',
				required: true,
				displayOptions: { show: { authentication: ['applicationApi'] } },
			},
			{
				name: 'smartcarOAuth2Api',
				required: true,
				displayOptions: { show: { authentication: ['oAuth2Api'] } },
			},
			{
				name: 'smartcarAccessTokenApi',
				required: true,
				displayOptions: { show: { authentication: ['accessTokenApi'] } },
			},
		],
		properties: [
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				options: [
					{
						name: 'Application',
						value: 'applicationApi',
						description: 'Client ID and client secret, for all connected vehicles; the token renews itself',
					},
					{
						name: 'OAuth2',
						value: 'oAuth2Api',
						description: 'One owner grants access to a vehicle in the browser; the token renews itself',
					},
					{
						name: 'Access Token',
						value: 'accessTokenApi',
						description: 'A token from elsewhere, of an application or of one vehicle',
					},
				],
				default: 'applicationApi',
			},
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'Subscription', value: 'subscription' },
					{ name: 'User', value: 'user' },
					{ name: 'Vehicle', value: 'vehicle' },
					{ name: 'Webhook', value: 'webhook' },
				],
				default: 'vehicle',
			},
			...subscription.description,
			...user.description,
			...vehicle.description,
			...webhook.description,
		],
	};

	methods = { listSearch: { searchSubscriptions, searchVehicles } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}
}
