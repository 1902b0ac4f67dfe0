import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { WorkflowToImport } from '../n8n/cli';

const EXAMPLES = path.resolve(__dirname, '..', '..', 'examples');

const nodeSchema = z
	.object({ name: z.string(), type: z.string(), parameters: z.record(z.unknown()), webhookId: z.string().optional() })
	.passthrough();

const workflowSchema = z
	.object({ id: z.string(), name: z.string(), nodes: z.array(nodeSchema), connections: z.record(z.unknown()) })
	.passthrough();

export type Workflow = z.infer<typeof workflowSchema> & WorkflowToImport;

/** Starts on an event; its trigger is the one that the simulated service delivers to. */
export const ALERT = 'low-tire-pressure-or-error-alert.json';

/** Starts on a schedule, and reads the fleet. */
export const SYNC = 'fleet-sync-into-data-table.json';

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
	if (node === undefined) throw new Error(`The workflow '${workflow.name}' has no node of the type ${type}`);
	return node;
}

/** The address part of the workflow's Smartcar Trigger. */
export function webhookIdOf(workflow: Workflow): string {
	const { webhookId } = nodeOfType(workflow, 'n8n-nodes-smartcar.smartcarTrigger');
	if (webhookId === undefined) throw new Error(`The trigger of '${workflow.name}' has no webhook ID`);
	return webhookId;
}

/** The workflow on another schedule, for those who do not want to wait until night. */
export function everySeconds(workflow: Workflow, seconds: number): Workflow {
	const schedule = nodeOfType(workflow, 'n8n-nodes-base.scheduleTrigger');
	const often = { ...schedule, parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: seconds }] } } };
	return { ...workflow, nodes: workflow.nodes.map((node) => (node === schedule ? often : node)) };
}
