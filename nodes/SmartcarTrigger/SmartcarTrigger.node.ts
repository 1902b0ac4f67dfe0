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
import { forgetStates } from './judgment/judgeDelivery';
import { startNewBatches } from './eventBatcher';
import { execute } from './execute';
import { forgetOrder } from './outOfOrder';
import { properties } from './properties';
import { hints } from './properties/hints';
import { checkRegistration } from './registration';
import { webhook } from './webhook';
import { webhookFields } from './webhookFields';

/**
 * Forgets what this process keeps for the former version of the trigger, unless somebody only
 * listens in the editor.
 */
function forgetFormerVersion(this: IHookFunctions): void {
	// `active`, not the mode, which is the same when somebody stops listening and when a workflow is
	// unpublished: see docs/contributing/n8n-facts.md#publishing.
	if (!this.getWorkflow().active) return;
	forgetOrder.call(this);
	forgetStates.call(this);
	startNewBatches.call(this);
}

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
		properties,
	};

	webhookMethods = {
		default: {
			// Smartcar has no API to create, change or delete a webhook. People do that in its dashboard.
			/** @throws NodeOperationError that keeps the workflow from being published */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				checkTrigger.call(this);
				forgetFormerVersion.call(this);
				await checkRegistration.call(this);
				return true;
			},
			async create(): Promise<boolean> {
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				forgetFormerVersion.call(this);
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
