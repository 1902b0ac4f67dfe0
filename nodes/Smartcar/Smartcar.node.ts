import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { router } from './actions/router';
import * as chargeSchedule from './actions/chargeSchedule';
import * as command from './actions/command';
import * as compatibleVehicle from './actions/compatibleVehicle';
import * as connection from './actions/connection';
import { keepCollections } from './actions/shared/keepCollections';
import * as signal from './actions/signal';
import * as subscription from './actions/subscription';
import * as user from './actions/user';
import * as vehicle from './actions/vehicle';
import * as webhook from './actions/webhook';
import { searchChargeSchedules } from './methods/searchChargeSchedules';
import { searchConnections } from './methods/searchConnections';
import { searchSignals } from './methods/searchSignals';
import { searchSubscriptions } from './methods/searchSubscriptions';
import { searchUsers } from './methods/searchUsers';
import { searchVehicles } from './methods/searchVehicles';
import { searchWebhooks } from './methods/searchWebhooks';

/** A notice that is shown for several combinations of parameters. */
const notices = (
	name: string,
	displayName: string,
	...combinations: Array<Record<string, Array<string | boolean>>>
): INodeProperties[] =>
	combinations.map((show) => ({
		displayName,
		name,
		type: 'notice',
		default: '',
		displayOptions: { show },
	}));

const noticesOfTool = (
	name: string,
	displayName: string,
	...combinations: Array<Record<string, string[]>>
): INodeProperties[] =>
	notices(
		name,
		displayName,
		...combinations.map((combination) => ({ '@tool': [true], ...combination })),
	);

const toolNotice = (displayName: string, ...combinations: Array<Record<string, string[]>>) =>
	noticesOfTool('toolNotice', displayName, ...combinations);

/** What an agent needs beside the operation, which only works with IDs. */
const secondTool = (id: string, operation: string): string =>
	`This operation needs the ID of a ${id}. Give the agent a second Smartcar tool with the operation <b>${operation}</b>, so that it can look up the ID.`;

const toolNotices = [
	...toolNotice(
		secondTool('vehicle', 'Vehicle: Get Many'),
		{ resource: ['command'] },
		{ resource: ['signal'], operation: ['getMany'] },
		{ resource: ['chargeSchedule'], operation: ['create'] },
		{ resource: ['connection'], operation: ['createReconnectLink'] },
		{
			resource: ['vehicle'],
			operation: ['batch', 'get', 'getBatteryCapacity', 'getTirePressure'],
		},
		{ resource: ['vehicle'], operation: ['getState'], vehicles: ['one'] },
	),
	...toolNotice(
		'This operation needs the ID of a vehicle and the code of a signal. Give the agent more Smartcar tools, with the operations <b>Vehicle: Get Many</b> and <b>Signal: Get Many</b>, so that it can look them up, or choose the signal yourself.',
		{ resource: ['signal'], operation: ['get'] },
	),
	...toolNotice(secondTool('connection', 'Connection: Get Many'), {
		resource: ['connection'],
		operation: ['delete', 'get'],
	}),
	...toolNotice(
		secondTool('subscription', 'Subscription: Get Many'),
		{ resource: ['subscription'], operation: ['get'] },
		{ resource: ['subscription'], operation: ['delete'], deleteBy: ['subscription'] },
	),
	...toolNotice(
		secondTool('user', 'User: Get Many'),
		{ resource: ['user'], operation: ['delete'] },
		{ resource: ['user'], operation: ['get'], apiVersion: ['v3'] },
	),
	...toolNotice(secondTool('webhook', 'Webhook: Get Many'), {
		resource: ['webhook'],
		operation: ['get'],
	}),
	...toolNotice(
		'This operation needs the IDs of a vehicle and of a webhook. Give the agent two more Smartcar tools, so that it can look them up: <b>Vehicle: Get Many</b> and <b>Webhook: Get Many</b>.',
		{ resource: ['subscription'], operation: ['create'] },
		{ resource: ['subscription'], operation: ['delete'], deleteBy: ['vehicleAndWebhook'] },
	),
	...toolNotice(
		'This operation needs the IDs of a vehicle and of a schedule. Give the agent two more Smartcar tools: <b>Vehicle: Get Many</b>, and <b>Signal: Get</b> with the signal Charge Timers, which has the IDs of the schedules at a location.',
		{ resource: ['chargeSchedule'], operation: ['delete'] },
	),
];

const REVIEW =
	'To be asked before each call, select <b>Add human review step</b> on its connection, which needs version 3 of the AI Agent node.';

const toolRiskNotices = [
	...noticesOfTool(
		'toolRiskNotice',
		`With this tool the agent acts on a real car. ${REVIEW}`,
		{ resource: ['command'] },
		{ resource: ['chargeSchedule'] },
	),
	...noticesOfTool(
		'toolRiskNotice',
		`With this tool the agent can disconnect a car, which only its owner can connect again. ${REVIEW}`,
		{ resource: ['connection', 'user'], operation: ['delete'] },
	),
];

const withOAuth2 = { authentication: ['oAuth2Api'] };

const oAuth2Notices = notices(
	'oAuth2Notice',
	'OAuth2 works only for Vehicle: Batch, Get Battery Capacity, Get Many and Get Tire Pressure, and for User: Get, until December 1, 2026. For this operation, choose a Smartcar Application API credential.',
	{
		...withOAuth2,
		resource: ['chargeSchedule', 'command', 'connection', 'signal', 'subscription', 'webhook'],
	},
	{ ...withOAuth2, resource: ['vehicle'], operation: ['get', 'getState'] },
	{ ...withOAuth2, resource: ['user'], operation: ['delete', 'getMany'] },
);

/** n8n keeps Version 3 if OAuth2 is chosen later. */
const oAuth2VersionNotice = notices(
	'oAuth2VersionNotice',
	"OAuth2 works only with version 2.0 of the API. Set 'API Version' to it, or choose a Smartcar Application API credential.",
	{
		...withOAuth2,
		apiVersion: ['v3'],
		resource: ['vehicle'],
		operation: ['batch', 'getBatteryCapacity', 'getMany', 'getTirePressure'],
	},
	{ ...withOAuth2, apiVersion: ['v3'], resource: ['user'], operation: ['get'] },
);

const fieldsOfResources = [
	...chargeSchedule.description,
	...command.description,
	...compatibleVehicle.description,
	...connection.description,
	...signal.description,
	...subscription.description,
	...user.description,
	...vehicle.description,
	...webhook.description,
];

const isOperation = ({ name }: INodeProperties) => name === 'operation';

/** Notices about an operation come right after it. */
const operationFields = fieldsOfResources.filter(isOperation);
const otherFields = fieldsOfResources.filter((field) => !isOperation(field));

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
			'Read the battery, tires, location and more of connected cars, lock them, control charging, and manage webhook subscriptions',
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
			...operationFields,
			...toolNotices,
			...toolRiskNotices,
			...oAuth2Notices,
			...oAuth2VersionNotice,
			...otherFields,
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
