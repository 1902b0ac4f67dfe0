import type { Workflow } from './exampleWorkflows';

export interface Step {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	onError?: 'continueRegularOutput';
}

/**
 * A workflow that runs when its address is called, and answers with the items of its last step: for tests and
 * benchmarks, which have to know when a run begins and what came of it. Each of `items` in the call's body is an item.
 */
export function callableWorkflow(
	id: string,
	steps: Step[],
	settings: Record<string, unknown> = {},
): Workflow {
	const webhook: Step & { webhookId: string } = {
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
	const split: Step = {
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'body.items', options: {} },
	};
	const chain = [webhook, split, ...steps];
	return {
		id,
		name: id,
		nodes: chain.map((step, index) => ({
			...step,
			id: `${id}-${index}`,
			position: [index * 220, 0],
		})),
		connections: Object.fromEntries(
			chain
				.slice(1)
				.map(({ name }, index) => [
					chain[index]?.name ?? '',
					{ main: [[{ node: name, type: 'main', index: 0 }]] },
				]),
		),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** Calls the workflow of {@link callableWorkflow} and waits for its answer. */
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
