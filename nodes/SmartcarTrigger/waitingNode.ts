import type { IExecuteFunctions, IHookFunctions, NodeTypeAndVersion } from 'n8n-workflow';
import { escapeHtml } from '../shared/escapeHtml';
import { operationError } from '../shared/operationError';
import { addHint } from './executionHint';
import { isRetriedOnFailure } from './isRetriedOnFailure';
import { logHourly, type LogContext } from './log';

/** Operations of n8n's nodes that wait for a person or for another service. */
const WAITING_OPERATIONS = ['sendAndWait', 'dispatchAndWait'];

/** Smartcar waits this long for a response. See docs/contributing/smartcar-api.md#deliveries. */
const RESPONSE_LIMIT_SECONDS = 15;

/**
 * For less than this a Wait node holds the execution, so n8n does not respond before it has
 * finished. See docs/contributing/n8n-facts.md#waiting-executions.
 */
const MIN_SUSPENSION_SECONDS = 65;

/** The units of a Wait node. */
const SECONDS_BY_UNIT = new Map([
	['seconds', 1],
	['minutes', 60],
	['hours', 60 * 60],
	['days', 24 * 60 * 60],
]);

/** How long a Wait node waits. Infinity if that is not known before it waits. */
function pauseSeconds({
	resume = 'timeInterval',
	amount,
	unit,
}: NonNullable<NodeTypeAndVersion['parameters']>): number {
	const seconds = Number(amount) * (SECONDS_BY_UNIT.get(String(unit)) ?? NaN);
	// NaN if the amount or the unit is an expression.
	return resume !== 'timeInterval' || Number.isNaN(seconds) ? Infinity : seconds;
}

/** How long an execution waits at a node. Infinity if it waits for a person or another service. */
function waitSeconds({ type, disabled, parameters = {} }: NodeTypeAndVersion): number {
	if (disabled) return 0;
	if (type === 'n8n-nodes-base.wait') return pauseSeconds(parameters);
	const waits =
		type === 'n8n-nodes-base.form' || WAITING_OPERATIONS.includes(String(parameters.operation));
	return waits ? Infinity : 0;
}

/** A node at which an execution waits for longer than Smartcar waits for its response. */
interface WaitingNode {
	name: string;
	/**
	 * Whether n8n answers 200 as soon as an execution waits, so that Smartcar does not send the event
	 * again if the workflow fails afterward. Otherwise the response only comes too late.
	 */
	isSuspending: boolean;
}

type WorkflowContext = Pick<IHookFunctions, 'getNode' | 'getChildNodes'>;

/**
 * With *When the Workflow Finishes*, finds a node that makes the workflow wait, first of all one
 * for which n8n answers too soon. Sub-workflows are not searched.
 */
function findWaitingNode(this: WorkflowContext): WaitingNode | undefined {
	const node = this.getNode();
	// As saved: this option cannot have an expression, and evaluating the others can fail.
	if (!isRetriedOnFailure(node.parameters)) return undefined;
	const waiting = this.getChildNodes(node.name, { includeNodeParameters: true })
		.map((child) => ({ name: child.name, seconds: waitSeconds(child) }))
		.filter(({ seconds }) => seconds >= RESPONSE_LIMIT_SECONDS)
		.map(({ name, seconds }) => ({ name, isSuspending: seconds >= MIN_SUSPENSION_SECONDS }));
	return waiting.find(({ isSuspending }) => isSuspending) ?? waiting[0];
}

const describeWait = ({ name, isSuspending }: WaitingNode): string =>
	isSuspending
		? `The node '${name}' makes the workflow wait`
		: `The node '${name}' waits for longer than Smartcar waits for a response, which is ${RESPONSE_LIMIT_SECONDS} seconds`;

/** @throws NodeOperationError that names a node that makes the workflow wait */
export function checkWaitingNodes(this: WorkflowContext): void {
	const waiting = findWaitingNode.call(this);
	if (waiting === undefined) return;
	const description = waiting.isSuspending
		? 'n8n tells Smartcar that the event has arrived as soon as the workflow waits.'
		: `Smartcar would send each event again. A wait of less than ${RESPONSE_LIMIT_SECONDS} seconds is fine.`;
	// The message says what to do, since n8n 2.41 shows only that.
	throw operationError(
		this.getNode(),
		`${describeWait(waiting)}, so events cannot be acknowledged when the workflow finishes. Set Acknowledge to 'When Stored', or remove the node`,
		{ description },
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
	const consequence = waiting.isSuspending
		? 'n8n then tells Smartcar that the event has arrived, so the event is lost if the workflow fails afterward'
		: 'Smartcar then sends the event again';
	const message = `${describeWait(waiting)}. ${consequence}. Set Acknowledge to 'When Stored', or remove the node.`;
	addHint.call(this, escapeHtml(message));
	const problem = waiting.isSuspending ? 'can lose events' : 'acknowledges events too late';
	logHourly.call(this, 'error', 'waiting node', `${problem}: ${message}`);
}
