import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { WorkflowToImport } from '../n8n/cli';

const nodeSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		type: z.string(),
		parameters: z.record(z.unknown()),
		webhookId: z.string().optional(),
	})
	.passthrough();

const workflowSchema = z
	.object({
		id: z.string(),
		name: z.string(),
		nodes: z.array(nodeSchema),
		connections: z.record(z.unknown()),
		pinData: z.record(z.unknown()).optional(),
	})
	.passthrough();

const fieldsSchema = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

export type Workflow = z.infer<typeof workflowSchema> & WorkflowToImport;

/** A node as a workflow stores it, without its ID and position. */
export interface WorkflowNode {
	name: string;
	type: string;
	typeVersion: number;
	parameters: Record<string, unknown>;
	webhookId?: string;
	credentials?: Record<string, { id: string; name: string }>;
	onError?: 'continueRegularOutput';
}

/** A workflow with the nodes in a row: each node gets the first output of the node before it. */
export function chainOfNodes(
	id: string,
	nodes: WorkflowNode[],
	settings: Record<string, unknown> = {},
): Workflow {
	const connections = nodes
		.slice(1)
		.map(({ name }, index) => [
			nodes[index]?.name ?? '',
			{ main: [[{ node: name, type: 'main', index: 0 }]] },
		]);
	return {
		id,
		name: id,
		nodes: nodes.map((node, index) => ({
			...node,
			id: `${id}-${index}`,
			position: [index * 220, 0],
		})),
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1', ...settings },
	};
}

/** @throws ZodError if the value is not a workflow with an ID */
export const parseWorkflow = (value: unknown): Workflow => workflowSchema.parse(value);

/** Reads a workflow that was exported by the editor. */
export async function readWorkflow(file: string): Promise<Workflow> {
	return parseWorkflow(JSON.parse(await readFile(file, 'utf8')));
}

function nodeOfType(workflow: Workflow, type: string) {
	const node = workflow.nodes.find((candidate) => candidate.type === type);
	if (node === undefined) throw new Error(`The workflow '${workflow.name}' has no ${type} node`);
	return node;
}

/**
 * The webhook ID of the workflow's trigger, which is part of its webhook URLs.
 * @param nodeName for a workflow with several triggers
 */
export function webhookIdOf(workflow: Workflow, nodeName?: string): string {
	const nodes = workflow.nodes.filter(({ name }) => nodeName === undefined || name === nodeName);
	const [webhookId] = nodes.flatMap((node) => node.webhookId ?? []);
	if (webhookId === undefined) throw new Error(`'${workflow.name}' has no node with a webhook ID`);
	return webhookId;
}

/** A copy of the workflow with other parameters for one of its nodes. */
function withParameters(
	workflow: Workflow,
	node: Workflow['nodes'][number],
	parameters: Record<string, unknown>,
): Workflow {
	return {
		...workflow,
		nodes: workflow.nodes.map((candidate) =>
			candidate === node ? { ...candidate, parameters } : candidate,
		),
	};
}

/** A copy of the workflow with another value for one field of an Edit Fields node. */
export function withEditedField(
	workflow: Workflow,
	nodeName: string,
	fieldName: string,
	value: string,
): Workflow {
	const node = workflow.nodes.find(({ name }) => name === nodeName);
	if (node === undefined) throw new Error(`'${workflow.name}' has no node '${nodeName}'`);
	const { assignments } = fieldsSchema.parse(node.parameters).assignments;
	if (!assignments.some(({ name }) => name === fieldName))
		throw new Error(`'${nodeName}' has no field '${fieldName}'`);
	const changed = assignments.map((field) =>
		field.name === fieldName ? { ...field, value } : field,
	);
	return withParameters(workflow, node, {
		...node.parameters,
		assignments: { assignments: changed },
	});
}

/** A copy of the workflow whose Wait node waits this many seconds. */
export function withWait(workflow: Workflow, seconds: number): Workflow {
	const wait = nodeOfType(workflow, 'n8n-nodes-base.wait');
	const parameters = { resume: 'timeInterval', amount: seconds, unit: 'seconds' };
	return withParameters(workflow, wait, parameters);
}

/** A copy of the workflow whose Loop Over Items node takes `batchSize` items at a time. */
export function withBatchSize(workflow: Workflow, batchSize: number): Workflow {
	const loop = nodeOfType(workflow, 'n8n-nodes-base.splitInBatches');
	return withParameters(workflow, loop, { ...loop.parameters, batchSize });
}

/** A copy of the workflow whose schedule starts it every `seconds` seconds. */
export function withScheduleInterval(workflow: Workflow, seconds: number): Workflow {
	const schedule = nodeOfType(workflow, 'n8n-nodes-base.scheduleTrigger');
	const interval = [{ field: 'seconds', secondsInterval: seconds }];
	return withParameters(workflow, schedule, { rule: { interval } });
}
