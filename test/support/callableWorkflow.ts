import {
	type Workflow,
	chainOfNodes,
	type WorkflowNode,
} from '../../tools/testEnvironment/workflow';

/**
 * A workflow that starts when its webhook is called with `{ items: [...] }`, runs the nodes with
 * one item for each entry, and responds with the items of the last node. With it, tests and
 * benchmarks decide when a run starts, and get what it returns.
 */
export function callableWorkflow(
	id: string,
	nodes: WorkflowNode[],
	settings: Record<string, unknown> = {},
): Workflow {
	const webhook: WorkflowNode = {
		name: 'Call',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: id,
		parameters: {
			httpMethod: 'POST',
			path: id,
			responseMode: 'lastNode',
			responseData: 'allEntries',
			options: {},
		},
	};
	const splitItems: WorkflowNode = {
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	return chainOfNodes(id, [webhook, splitItems, ...nodes], settings);
}

/** Calls a {@link callableWorkflow} with the items, and returns n8n's response. */
export async function callWorkflow(
	baseUrl: string,
	{ id }: Workflow,
	items: object[],
	timeoutMs = 60_000,
): Promise<{ status: number; body: unknown }> {
	const response = await fetch(`${baseUrl}/webhook/${id}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ items }),
		signal: AbortSignal.timeout(timeoutMs),
	});
	const text = await response.text();
	const body: unknown = text === '' ? undefined : JSON.parse(text);
	return { status: response.status, body };
}
