import { webhookDescriptionFields, type INodeParameters } from 'n8n-workflow';

/**
 * When n8n replies to an accepted event, and with what. `responseData` is empty for `onReceived`, so
 * that n8n sends the reply of `webhook()`. It is `noData` for `lastNode`, so that the workflow's data
 * is not sent to Smartcar.
 */
const expressions = {
	responseMode: '={{ $parameter["acknowledge"] === "lastNode" ? "lastNode" : "onReceived" }}',
	responseData: '={{ $parameter["acknowledge"] === "lastNode" ? "noData" : "" }}',
};

const waitsForWorkflow = ({ acknowledge }: INodeParameters) => acknowledge === 'lastNode';

/** The same values without n8n's expression engine, which costs four to five times the throughput. */
const withResolvers = () =>
	webhookDescriptionFields({
		responseMode: {
			template: expressions.responseMode,
			resolve: (parameters) => (waitsForWorkflow(parameters) ? 'lastNode' : 'onReceived'),
		},
		responseData: {
			template: expressions.responseData,
			resolve: (parameters) => (waitsForWorkflow(parameters) ? 'noData' : ''),
		},
	});

/**
 * Fields of the webhook's description. n8n has resolvers since 2.35. Older versions evaluate the
 * expressions. See docs/contributing/n8n-facts.md#expressions-are-slow.
 */
export const webhookFields: typeof expressions =
	typeof webhookDescriptionFields === 'function' ? withResolvers() : expressions;
