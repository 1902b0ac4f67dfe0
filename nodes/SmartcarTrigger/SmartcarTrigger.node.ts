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
import { checkTrigger } from './checkTrigger';
import { forgetConditions } from './conditions/judgeDelivery';
import { execute } from './execute';
import { conditions } from './properties/conditions';
import { filters } from './properties/filters';
import { forgetOrder } from './outOfOrder';
import { hints } from './properties/hints';
import { options } from './properties/options';
import { checkRegistration } from './registration';
import { webhook } from './webhook';
import { webhookFields } from './webhookFields';

/**
 * Forgets what this process knows about the vehicles, unless somebody only listens in the editor.
 */
function forgetVehicles(this: IHookFunctions): void {
	// `active`, not the mode: n8n calls `delete()` in the same mode when somebody stops listening.
	if (!this.getWorkflow().active) return;
	forgetOrder.call(this);
	forgetConditions.call(this);
}

/**
 * The choices of *Events* for which the event itself becomes an item. *Condition Met* has items of
 * its own.
 */
const EVENTS_WITH_ITEM = ['VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER'];

export class SmartcarTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Smartcar Trigger',
		name: 'smartcarTrigger',
		icon: { light: 'file:../../icons/smartcar.svg', dark: 'file:../../icons/smartcar.dark.svg' },
		group: ['trigger'],
		// For version 1 n8n evaluates an expression, in a new V8 isolate, on every request.
		version: 1.1,
		subtitle:
			'={{ $parameter["events"].map((event) => event.toLowerCase().replace("_", " ")).join(", ") }}',
		description:
			'Starts the workflow when data from a connected car changes or can no longer be read',
		eventTriggerDescription: 'Waiting for Smartcar to send an event to the test URL',
		activationMessage:
			'Smartcar can now send events to the production URL of this trigger. If you have not done so yet, enter it as the callback URI of your webhook in the Smartcar dashboard, verify the webhook, and subscribe your vehicles to it.',
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
				displayOptions: { show: { '/options.checkRegistration': [true] } },
			},
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				...webhookFields,
			},
		],
		hints,
		triggerPanel: {
			header: 'Pull in events from Smartcar',
			executionsHelp: {
				inactive:
					"<b>While building</b>, create a second webhook in the Smartcar dashboard, just for testing, with the test URL as its callback URI. Click 'Execute step', verify the webhook in the dashboard, and send a test payload from there. The editor keeps listening after the verification until the payload arrives. The test URL answers only while the editor listens.<br /><br /><b>Once you're happy with your workflow</b>, publish it and enter the production URL as the callback URI of the webhook that your vehicles are subscribed to. Once Smartcar has verified that URL, the workflow runs for each event that its settings select.",
				active:
					"<b>Smartcar sends its events to the production URL</b>, and the workflow runs for each one that its settings select. You can find them in the <a data-key='executions'>executions list</a>.<br /><br /><b>While building</b>, use a second webhook with the test URL as its callback URI: click 'Execute step', then send a test payload from the Smartcar dashboard.",
			},
			activationHint:
				'Once you’ve finished building your workflow, publish it, enter the production URL as the callback URI of your webhook in the Smartcar dashboard, verify the webhook, and subscribe your vehicles to it.',
		},
		properties: [
			{
				displayName:
					'Fill in the fields below and publish the workflow. Then open <b>Webhook URLs</b> above, and enter the <b>production URL</b> as the callback URI of a webhook in the <a href="https://dashboard.smartcar.com" target="_blank">Smartcar dashboard</a>. Verify the webhook there, and subscribe your vehicles to it. The <b>test URL</b> is for a second webhook, and answers only while you listen for a test event.',
				name: 'setupNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				required: true,
				noDataExpression: true,
				options: [
					{
						name: 'Condition Met',
						value: 'CONDITION_MET',
						description:
							'A value has crossed a limit or changed, or a vehicle has entered or left an area',
					},
					{
						name: 'Vehicle Error',
						value: 'VEHICLE_ERROR',
						description: 'A vehicle cannot be read, or can be read again',
					},
					{
						name: 'Vehicle State',
						value: 'VEHICLE_STATE',
						description:
							'A signal of a vehicle has changed, or a vehicle was subscribed to the webhook',
					},
					{
						name: 'Any Other Event',
						value: 'OTHER',
						description:
							'An event of any other type, or vehicle data of a webhook of version 2.0. With Simplify, the field raw contains the whole event.',
					},
				],
				default: ['VEHICLE_ERROR', 'VEHICLE_STATE'],
				description:
					'Which events start the workflow. Others are acknowledged and ignored. If you remove an event, the conditions, filters and settings that belong to it are removed, too.',
			},
			conditions,
			{
				displayName:
					'The next node can send the field <b>message</b> as it is. It contains a text such as: 2021 Tesla Model 3: front left tire is at 178 kPa (25.8 psi), below 200 kPa',
				name: 'messageNotice',
				type: 'notice',
				default: '',
				displayOptions: { show: { events: ['CONDITION_MET'] } },
			},
			{
				displayName: 'Only When an Error Starts or Ends',
				name: 'onlyOnChange',
				type: 'boolean',
				default: true,
				description:
					'Whether to start the workflow only when a vehicle error starts or ends, not each time Smartcar repeats it. An error that Smartcar keeps reporting starts the workflow again every other day.',
				displayOptions: { show: { events: ['VEHICLE_ERROR'] } },
			},
			{
				displayName: 'Simplify',
				name: 'simplify',
				type: 'boolean',
				default: true,
				description:
					'Whether to return a simplified version of the response instead of the raw data',
				displayOptions: { show: { events: EVENTS_WITH_ITEM } },
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
							'One item for each signal of a Vehicle State event, or for each error of a Vehicle Error event',
					},
				],
				default: 'event',
				description:
					'How many items to return for an event. With Signal or Error, only those that match the filters get an item.',
				displayOptions: { show: { events: EVENTS_WITH_ITEM, simplify: [true] } },
			},
			{
				displayName:
					'Anyone who knows the URL can now start this workflow with a forged event. Turn off Verify Signature only to find out why signatures do not match.',
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
			// Smartcar has no API to create, change or delete a webhook. People do that in its dashboard.
			/** @throws NodeOperationError that keeps the workflow from being published */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				checkTrigger.call(this);
				forgetVehicles.call(this);
				await checkRegistration.call(this);
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				forgetVehicles.call(this);
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await webhook.call(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute.call(this);
	}
}
