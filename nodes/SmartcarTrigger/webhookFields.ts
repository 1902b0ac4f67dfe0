import { webhookDescriptionFields, type INodeParameters } from 'n8n-workflow';

const finishesFirst = ({ acknowledge }: INodeParameters) => acknowledge === 'lastNode';

/**
 * Whether the trigger's `execute()` has to send the answer itself. An n8n that knows no resolvers for the fields below
 * (1.x) answers `onReceived` before it stores the execution, so that an answered event could still be lost; as
 * `responseNode` it waits for what the execution sends, which is stored by then.
 */
export const answersFromExecution = typeof webhookDescriptionFields !== 'function';

const whenStored = answersFromExecution ? 'responseNode' : 'onReceived';

/** When n8n answers the sender, and with what, as expressions: what the editor and older versions of n8n go by. */
const expressions = {
	responseMode: `={{ $parameter["acknowledge"] === "lastNode" ? "lastNode" : "${whenStored}" }}`,
	// Empty, so that n8n sends the answer that the trigger gives it; the data of a workflow is nobody else's business.
	responseData: '={{ $parameter["acknowledge"] === "lastNode" ? "noData" : "" }}',
};

/**
 * The same with resolvers, so that a recent n8n does not start its expression engine for every request: that costs four
 * to five times the throughput.
 */
export const responseFields: typeof expressions = answersFromExecution
	? expressions
	: {
			...expressions,
			...webhookDescriptionFields({
				responseMode: {
					template: expressions.responseMode,
					resolve: (parameters) => (finishesFirst(parameters) ? 'lastNode' : 'onReceived'),
				},
				responseData: {
					template: expressions.responseData,
					resolve: (parameters) => (finishesFirst(parameters) ? 'noData' : ''),
				},
			}),
		};
