import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/** A webhook trigger without any checks. It shows how much time n8n itself takes. */
export class BareTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Bare Trigger',
		name: 'bareTrigger',
		group: ['trigger'],
		// The same version as the Smartcar Trigger. See docs/contributing/n8n-facts.md#trigger-version.
		version: 1.1,
		description: 'Starts the workflow with the body of each request',
		defaults: { name: 'Bare Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode: 'onReceived',
				responseData: '',
			},
		],
		properties: [
			{
				displayName: 'Start Workflow',
				name: 'startWorkflow',
				type: 'boolean',
				default: true,
				description: 'Whether to start an execution, or only respond',
			},
		],
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const webhookResponse = { status: 'accepted' };
		if (!this.getNodeParameter('startWorkflow', true)) return { webhookResponse };
		return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())], webhookResponse };
	}
}
