import type { IExecuteFunctions, IHookFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { escapeHtml } from '../shared/escapeHtml';
import { operationError } from '../shared/operationError';
import { addHint } from './executionHint';
import { logHourly, type LogContext } from './logHourly';
import { waitsForWorkflow } from './webhookFields';

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

type WorkflowContext = Pick<IHookFunctions, 'getNode' | 'getChildNodes'>;

/**
 * With *When the Workflow Finishes*, finds a node that makes the workflow wait. n8n answers 200 as
 * soon as an execution waits, so Smartcar would not send the event again if the workflow fails
 * afterward. Sub-workflows are not searched. See
 * docs/contributing/n8n-facts.md#waiting-executions.
 */
function findWaitingNode(this: WorkflowContext): string | undefined {
	const node = this.getNode();
	// As saved: this option cannot have an expression, and evaluating the others can fail.
	if (!waitsForWorkflow(node.parameters)) return undefined;
	return this.getChildNodes(node.name, { includeNodeParameters: true }).find(makesWorkflowWait)
		?.name;
}

/** @throws NodeOperationError that names a node that makes the workflow wait */
export function checkWaitingNodes(this: WorkflowContext): void {
	const waiting = findWaitingNode.call(this);
	if (waiting === undefined) return;
	throw operationError(
		this.getNode(),
		`The node '${waiting}' makes the workflow wait, so events cannot be acknowledged when the workflow finishes`,
		{
			description:
				"n8n tells Smartcar that the event has arrived as soon as the workflow waits. Remove the node, or set Acknowledge to 'When Stored'.",
		},
	);
}

/**
 * Warns of a node that waits, by a hint in each execution and once an hour in the log: n8n does not
 * ask the trigger when such a node is added to a published workflow. See
 * docs/contributing/n8n-facts.md#publishing.
 */
export function warnOfWaitingNode(
	this: WorkflowContext & LogContext & Pick<IExecuteFunctions, 'addExecutionHints'>,
): void {
	const waiting = findWaitingNode.call(this);
	if (waiting === undefined) return;
	const message = `The node '${waiting}' makes the workflow wait. n8n then tells Smartcar that the event has arrived, so the event is lost if the workflow fails afterward. Set Acknowledge to 'When Stored', or remove the node.`;
	addHint.call(this, escapeHtml(message));
	logHourly.call(this, 'error', 'waiting node', `can lose events: ${message}`);
}
