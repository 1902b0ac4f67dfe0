import type { INodeProperties } from 'n8n-workflow';

/** A notice that is shown for each of several combinations of parameters. */
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

/** The same for an AI agent's tool only. */
const noticesInTool = (
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
	noticesInTool('toolNotice', displayName, ...combinations);

/** The text for an operation that needs an ID, which the agent has to look up with another tool. */
const needsId = (resource: string, operation: string): string =>
	`This operation needs the ID of a ${resource}. Give the agent a second Smartcar tool with the operation <b>${operation}</b>, so that it can look up the ID.`;

const toolNotices = [
	...toolNotice(
		needsId('vehicle', 'Vehicle: Get Many'),
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
	...toolNotice(needsId('connection', 'Connection: Get Many'), {
		resource: ['connection'],
		operation: ['delete', 'get'],
	}),
	...toolNotice(
		needsId('subscription', 'Subscription: Get Many'),
		{ resource: ['subscription'], operation: ['get'] },
		{ resource: ['subscription'], operation: ['delete'], deleteBy: ['subscription'] },
	),
	...toolNotice(
		needsId('user', 'User: Get Many'),
		{ resource: ['user'], operation: ['delete'] },
		{ resource: ['user'], operation: ['get'], apiVersion: ['v3'] },
	),
	...toolNotice(needsId('webhook', 'Webhook: Get Many'), {
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
	'To be asked before each call, select <b>Add human review step</b> on the connection of this tool, which needs version 3 of the AI Agent node.';

const toolRiskNotices = [
	...noticesInTool(
		'toolRiskNotice',
		`With this tool the agent acts on a real car. ${REVIEW}`,
		{ resource: ['command'] },
		{ resource: ['chargeSchedule'] },
	),
	...noticesInTool(
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
	'OAuth2 works only with version 2.0 of the API, which is available until December 1, 2026. Choose a Smartcar Application API credential.',
	{
		...withOAuth2,
		apiVersion: ['v3'],
		resource: ['vehicle'],
		operation: ['batch', 'getBatteryCapacity', 'getMany', 'getTirePressure'],
	},
	{ ...withOAuth2, apiVersion: ['v3'], resource: ['user'], operation: ['get'] },
);

const connectLinkNotice = notices(
	'connectLinkNotice',
	'Links to Smartcar Connect need an application ID, which an access token does not have. For this operation, choose a Smartcar Application API credential.',
	{
		authentication: ['accessTokenApi'],
		resource: ['connection'],
		operation: ['createConnectLink', 'createReconnectLink'],
	},
);

/** What a user has to know about the chosen operation. Each is shown only where it applies. */
export const operationNotices: INodeProperties[] = [
	...toolNotices,
	...toolRiskNotices,
	...oAuth2Notices,
	...oAuth2VersionNotice,
	...connectLinkNotice,
];
