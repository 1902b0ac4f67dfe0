import { fromParameter, webhookDescriptionFields } from 'n8n-workflow';
import { isRetriedOnFailure } from './isRetriedOnFailure';

/**
 * When n8n replies to an accepted event, and with what. `responseData` is empty for `onReceived`,
 * so that n8n sends the reply of `webhook()`. It is `noData` for `lastNode`, so that the workflow's
 * data is not sent to Smartcar. n8n calls the resolvers instead of evaluating these expressions,
 * unless a parameter of the node holds an expression. See
 * docs/contributing/n8n-facts.md#expressions-are-slow.
 */
export const webhookFields = webhookDescriptionFields({
	responseMode: fromParameter(['options', 'acknowledge'], 'onReceived'),
	responseData: {
		template: '={{ $parameter["options"]["acknowledge"] === "lastNode" ? "noData" : "" }}',
		resolve: (parameters) => (isRetriedOnFailure(parameters) ? 'noData' : ''),
	},
});
