import { NodeOperationError, type IHookFunctions, type NodeTypeAndVersion } from 'n8n-workflow';
import { isObject } from '../shared/isObject';

/** Operations of n8n's nodes that wait for a person or for another service. */
const WAITING_OPERATIONS = ['sendAndWait', 'dispatchAndWait'];

/** Smartcar waits this long for a response. See docs/contributing/smartcar-api.md#deliveries. */
const RESPONSE_LIMIT_SECONDS = 15;

/** Whether a Wait node waits for less time than Smartcar waits for its response. */
const isShortPause = ({ resume, unit, amount }: NonNullable<NodeTypeAndVersion['parameters']>) =>
	(resume ?? 'timeInterval') === 'timeInterval' &&
	unit === 'seconds' &&
	Number(amount) < RESPONSE_LIMIT_SECONDS;

/** Whether an execution waits at a node for longer than Smartcar waits for its response. */
function makesWorkflowWait({ type, disabled, parameters = {} }: NodeTypeAndVersion): boolean {
	if (disabled) return false;
	if (type === 'n8n-nodes-base.wait') return !isShortPause(parameters);
	return (
		type === 'n8n-nodes-base.form' || WAITING_OPERATIONS.includes(String(parameters.operation))
	);
}

/**
 * Prevents publishing a workflow that is acknowledged when it finishes, but has a node that makes
 * it wait. n8n answers 200 as soon as an execution waits, so Smartcar would not send the event
 * again if the workflow fails afterwards. Sub-workflows are not checked. See
 * docs/contributing/n8n-facts.md#waiting-executions.
 */
export function checkWaitingNodes(this: Pick<IHookFunctions, 'getNode' | 'getChildNodes'>): void {
	const node = this.getNode();
	// As it is saved, since it cannot have an expression, and another option can have one that fails.
	const options: unknown = node.parameters.options;
	if (!isObject(options) || options.acknowledge !== 'lastNode') return;
	const waiting = this.getChildNodes(node.name, { includeNodeParameters: true }).find(
		makesWorkflowWait,
	);
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
