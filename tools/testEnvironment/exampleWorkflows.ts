import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { WorkflowToImport } from '../n8n/cli';

const EXAMPLES = path.resolve(__dirname, '..', '..', 'examples');

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
	})
	.passthrough();

const fieldsSchema = z.object({
	assignments: z.object({ assignments: z.array(z.object({ name: z.string() }).passthrough()) }),
});

export type Workflow = z.infer<typeof workflowSchema> & WorkflowToImport;

/** Starts when a tire pressure changes; its trigger is the one that the simulated service delivers to. */
export const ALERT = 'low-tire-pressure-alert.json';

/** Starts when a vehicle cannot be read, or can be read again; for the error callback URI of the same webhook. */
export const ERRORS = 'vehicle-error-alert.json';

/** Starts on a schedule, and reads the fleet. */
export const SYNC = 'fleet-sync-into-data-table.json';

/** The same into a database of the user's own. */
export const POSTGRES_SYNC = 'fleet-sync-into-postgresql.json';

/** Starts on a schedule; gives one report on all batteries. */
export const BATTERIES = 'battery-health-report.json';

/** Starts in the editor's chat. */
export const AGENT = 'ask-an-agent-about-your-cars.json';

/** Starts on a schedule, and makes the subscriptions that are missing. */
export const SUBSCRIBE = 'subscribe-every-vehicle.json';

/** The names of all example workflows. */
export async function listExamples(): Promise<string[]> {
	return (await readdir(EXAMPLES)).filter((name) => name.endsWith('.json')).sort();
}

/** A workflow as exported by the editor, from any file. */
export async function readWorkflow(file: string): Promise<Workflow> {
	return workflowSchema.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** An example workflow as a user would import it. */
export async function readExample(name: string): Promise<Workflow> {
	return await readWorkflow(path.join(EXAMPLES, name));
}

function nodeOfType(workflow: Workflow, type: string) {
	const node = workflow.nodes.find((candidate) => candidate.type === type);
	if (node === undefined)
		throw new Error(`The workflow '${workflow.name}' has no node of the type ${type}`);
	return node;
}

/** The address part of the workflow's Smartcar Trigger. */
export function webhookIdOf(workflow: Workflow): string {
	const { webhookId } = nodeOfType(workflow, 'n8n-nodes-smartcar.smartcarTrigger');
	if (webhookId === undefined)
		throw new Error(`The trigger of '${workflow.name}' has no webhook ID`);
	return webhookId;
}

/** The workflow with another value in a field of one of its Edit Fields nodes, as the sticky note asks for it. */
export function withField(
	workflow: Workflow,
	nodeName: string,
	fieldName: string,
	value: string,
): Workflow {
	const node = workflow.nodes.find(({ name }) => name === nodeName);
	const { assignments } = fieldsSchema.parse(node?.parameters).assignments;
	if (!assignments.some(({ name }) => name === fieldName))
		throw new Error(`'${nodeName}' has no field '${fieldName}'`);
	const changed = assignments.map((field) =>
		field.name === fieldName ? { ...field, value } : field,
	);
	const parameters = { ...node?.parameters, assignments: { assignments: changed } };
	return {
		...workflow,
		nodes: workflow.nodes.map((one) => (one === node ? { ...one, parameters } : one)),
	};
}

/** The workflow on another schedule, for those who do not want to wait until night. */
export function everySeconds(workflow: Workflow, seconds: number): Workflow {
	const schedule = nodeOfType(workflow, 'n8n-nodes-base.scheduleTrigger');
	const often = {
		...schedule,
		parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] } },
	};
	return { ...workflow, nodes: workflow.nodes.map((node) => (node === schedule ? often : node)) };
}
