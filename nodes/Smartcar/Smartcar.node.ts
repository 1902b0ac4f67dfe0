import { NodeConnectionTypes, updateDisplayOptions } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { resources } from './actions/resources';
import { router } from './actions/router';
import { keepCollections } from './actions/shared/keepCollections';
import { searchChargeSchedules } from './methods/searchChargeSchedules';
import { searchConnections } from './methods/searchConnections';
import { searchSignals } from './methods/searchSignals';
import { searchSubscriptions } from './methods/searchSubscriptions';
import { searchUsers } from './methods/searchUsers';
import { searchVehicles } from './methods/searchVehicles';
import { searchWebhooks } from './methods/searchWebhooks';
import { operationNotices } from './notices';

/** The parameters of all operations, each shown for its operation only. */
const parametersOfOperations = Object.entries(resources).flatMap(([resource, { operations }]) =>
	Object.entries(operations).flatMap(([operation, { properties }]) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
	),
);

export class Smartcar implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Smartcar',
		name: 'smartcar',
		icon: { light: 'file:../../icons/smartcar.svg', dark: 'file:../../icons/smartcar.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle:
			'={{ ($parameter["operation"] + ": " + $parameter["resource"]).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) }}',
		description:
			'Read battery level, tire pressure, location and more from connected cars, lock and unlock them, control charging, and manage webhook subscriptions',
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
		properties: keepCollections([
			{
				displayName: 'Authentication',
				name: 'authentication',
				type: 'options',
				options: [
					{
						name: 'Application',
						value: 'applicationApi',
						description: 'For all connected vehicles, with a client ID and a client secret',
					},
					{
						name: 'OAuth2 (v2.0)',
						value: 'oAuth2Api',
						description:
							'For the vehicles of one owner, who grants access in the browser. Only for the v2.0 API, which is available until December 1, 2026.',
					},
					{
						name: 'Access Token',
						value: 'accessTokenApi',
						description:
							'An access token that you already have, for an application or, until December 1, 2026, for one vehicle. n8n does not renew it.',
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
					{ name: 'Charge Schedule', value: 'chargeSchedule' },
					{ name: 'Command', value: 'command' },
					{ name: 'Compatible Vehicle', value: 'compatibleVehicle' },
					{ name: 'Connection', value: 'connection' },
					{ name: 'Signal', value: 'signal' },
					{ name: 'Subscription', value: 'subscription' },
					{ name: 'User', value: 'user' },
					{ name: 'Vehicle', value: 'vehicle' },
					{ name: 'Webhook', value: 'webhook' },
				],
				default: 'signal',
			},
			...Object.values(resources).map(({ operationField }) => operationField),
			...operationNotices,
			...parametersOfOperations,
		]),
	};

	methods = {
		listSearch: {
			searchChargeSchedules,
			searchConnections,
			searchSignals,
			searchSubscriptions,
			searchUsers,
			searchVehicles,
			searchWebhooks,
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}
}
