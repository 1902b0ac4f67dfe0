import { NodeOperationError, type IHookFunctions, type NodeTypeAndVersion } from 'n8n-workflow';
import type { TriggerParameters } from './parameters';

/** Operations of n8n's nodes that wait for a person or for another service. */
const WAITING_OPERATIONS = ['sendAndWait', 'dispatchAndWait'];

/** Smartcar waits this long for a response. See docs/contributing/smartcar-api.md#deliveries. */
const RESPONSE_LIMIT_SECONDS = 15;

/** Whether a Wait node holds the execution for less time than Smartcar waits for its response. */
const isShortPause = ({ resume, unit, amount }: NonNullable<NodeTypeAndVersion['parameters']>) =>
	(resume ?? 'timeInterval') === 'timeInterval' &&
	unit === 'seconds' &&
	Number(amount) < RESPONSE_LIMIT_SECONDS;

function waits({ type, disabled, parameters = {} }: NodeTypeAndVersion): boolean {
	if (disabled) return false;
	if (type === 'n8n-nodes-base.wait') return !isShortPause(parameters);
	return (
		type === 'n8n-nodes-base.form' || WAITING_OPERATIONS.includes(String(parameters.operation))
	);
}

/**
 * Refuses to publish a workflow that is to be acknowledged when it finishes, and that has a node
 * which makes it wait: n8n answers 200 as soon as an execution waits, so Smartcar would not send the
 * event again if the workflow fails afterwards. What a sub-workflow does cannot be known here.
 * See docs/contributing/n8n-facts.md#waiting-executions.
 */
export function checkWaitingNodes(
	this: Pick<IHookFunctions, 'getNode' | 'getChildNodes'>,
	{ options }: Pick<TriggerParameters, 'options'>,
): void {
	if (options.acknowledge !== 'lastNode') return;
	const node = this.getNode();
	const waiting = this.getChildNodes(node.name, { includeNodeParameters: true }).find(waits);
	if (!waiting) return;
	throw new NodeOperationError(
		node,
		`The node '${waiting.name}' makes the workflow wait, so it cannot be acknowledged when it finishes`,
		{
			description:
				"n8n tells Smartcar that the event has arrived as soon as the workflow waits. Remove the node, or set Acknowledge to 'When Stored'.",
		},
	);
}
