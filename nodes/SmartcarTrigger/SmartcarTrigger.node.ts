import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { emit } from './execute';
import { filters } from './properties/filters';
import { hints } from './properties/hints';
import { options } from './properties/options';
import { receive } from './webhook';
import { checkRegistration } from './registration';
import { responseFields } from './webhookFields';

export class SmartcarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Smartcar Trigger',
		name: 'smartcarTrigger',
		icon: { light: 'file:../../icons/smartcar.svg', dark: 'file:../../icons/smartcar.dark.svg' },
		group: ['trigger'],
		// Not 1: for that version n8n evaluates an expression, and builds a V8 isolate for it, on every request.
		version: 1.1,
		subtitle:
			'={{ $parameter["events"].map((event) => event.toLowerCase().replace("_", " ")).join(", ") }}',
		description: 'Starts the workflow when a connected car changes or can no longer be read',
		eventTriggerDescription: 'Waiting for Smartcar to send an event to the test URL',
		activationMessage:
			'Smartcar can now send events to the production URL of this trigger. Put it into the callback URI of your webhook in the Smartcar dashboard, if it is not there yet.',
		defaults: {
			name: 'Smartcar Trigger',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'smartcarWebhookApi',
				required: true,
			},
			{
				name: 'smartcarApplicationApi',
				required: true,
				displayOptions: { show: { checkRegistration: [true] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				...responseFields,
			},
		],
		hints,
		triggerPanel: {
			header: 'Pull in events from Smartcar',
			executionsHelp: {
				inactive:
					"<b>While building</b>, click 'Execute step', put the test URL into the callback URI of a webhook in the Smartcar dashboard and send a test payload from there. The test URL answers only while the editor listens.<br /><br /><b>Once you're happy with your workflow</b>, publish it and put the production URL into the dashboard instead. Smartcar then verifies the address, this trigger answers, and from then on the workflow runs for each event.",
				active:
					"<b>Smartcar sends its events to the production URL</b>, and the workflow runs for each of them. The executions are in the <a data-key='executions'>executions list</a>.<br /><br /><b>While building</b>, click 'Execute step' and send a test payload to the test URL.",
			},
			activationHint:
				'Once you’ve finished building your workflow, publish it and put the production URL into the callback URI of your webhook in the Smartcar dashboard.',
		},
		properties: [
			{
				displayName:
					'Open <b>Webhook URLs</b> above and put the <b>production URL</b> into the callback URI of a webhook in the <a href="https://dashboard.smartcar.com" target="_blank">Smartcar dashboard</a>. Smartcar checks the address at once: publish the workflow first. The test URL answers only while you listen for a test event.',
				name: 'setupNotice',
				type: 'notice',
				default: '',
			},
			// Before the rest, since n8n puts the credentials in front of the first parameter that one of them depends on.
			{
				displayName: 'Check Registration',
				name: 'checkRegistration',
				type: 'boolean',
				noDataExpression: true,
				default: false,
				description:
					'Whether to look up, when the workflow is published and when n8n starts, that a webhook of the application delivers to this trigger. The result is in the log of n8n. Needs a Smartcar Application credential.',
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				noDataExpression: true,
				options: [
					{
						name: 'Vehicle Error',
						value: 'VEHICLE_ERROR',
						description: 'A vehicle cannot be read, or can be read again',
					},
					{
						name: 'Vehicle State',
						value: 'VEHICLE_STATE',
						description: 'A signal of a vehicle has changed, or a vehicle was subscribed',
					},
					{
						name: 'Any Other Event',
						value: 'OTHER',
						description: 'Event types that this node does not know, as they were delivered',
					},
				],
				default: ['VEHICLE_ERROR', 'VEHICLE_STATE'],
				description:
					'The events to start the workflow for; all others are acknowledged and dropped',
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
			},
			{
				displayName: 'One Item Per',
				name: 'itemPer',
				type: 'options',
				options: [
					{
						name: 'Event',
						value: 'event',
						description: 'One item with all signals or errors of the event',
					},
					{
						name: 'Signal or Error',
						value: 'entry',
						description:
							'One item for each signal of a vehicle state, or each error of a vehicle error',
					},
				],
				default: 'event',
				description:
					'How many items an event becomes. With filters, only the signals or errors that they let pass.',
				displayOptions: { show: { simplify: [true] } },
			},
			{
				displayName: 'Acknowledge',
				name: 'acknowledge',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'When Stored',
						value: 'onReceived',
						description: 'As soon as n8n has stored the execution. For workflows of any length.',
					},
					{
						name: 'When the Workflow Finishes',
						value: 'lastNode',
						description:
							'Once the workflow has succeeded; if it fails, Smartcar sends the event again. Only for workflows that take less than 15 seconds.',
					},
				],
				default: 'onReceived',
				description: 'When to tell Smartcar that the event has arrived',
			},
			{
				displayName:
					'Anybody who knows the URL can now start this workflow with an event of their own making. Use this only to find out why signatures do not match.',
				name: 'signatureNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { '/options.verifySignature': [false] } },
			},
			filters,
			options,
		],
	};

	webhookMethods = {
		default: {
			// The service has no call that creates, changes or deletes a webhook: people enter the address in its dashboard.
			async checkExists(this: IHookFunctions): Promise<boolean> {
				await checkRegistration.call(this);
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive.call(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await emit.call(this);
	}
}
