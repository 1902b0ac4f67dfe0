import { z } from 'zod';
import type { N8nRest } from '../../tools/n8n/rest';
import type { Workflow } from '../../tools/testEnvironment/exampleWorkflows';

const DATA_TABLE = 'n8n-nodes-base.dataTable';

const creationSchema = z.object({
	tableName: z.string(),
	columns: z.object({ column: z.array(z.object({ name: z.string(), type: z.string() })) }),
});

const madeSchema = z.object({ data: z.object({ id: z.string() }).passthrough() });

/**
 * What a user of n8n 1.x does, whose data table node makes no tables: makes one, chooses it in the step that writes rows,
 * and lets the step that was to make it do nothing.
 */
export async function makeTableByHand(rest: N8nRest, workflow: Workflow): Promise<void> {
	const maker = workflow.nodes.find(
		({ type, parameters }) => type === DATA_TABLE && parameters.operation === 'create',
	);
	if (maker === undefined) throw new Error(`No step of '${workflow.name}' makes a data table`);
	const { tableName: name, columns } = creationSchema.parse(maker.parameters);
	const project = madeSchema.parse(await rest.get('/rest/projects/personal')).data.id;
	const made = await rest.send('POST', `/rest/projects/${project}/data-tables`, {
		name,
		columns: columns.column,
	});
	const dataTableId = { __rl: true, mode: 'id', value: madeSchema.parse(made).data.id };
	const nodes = workflow.nodes.map((node) => {
		if (node === maker)
			return { ...node, type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
		return node.type === DATA_TABLE
			? { ...node, parameters: { ...node.parameters, dataTableId } }
			: node;
	});
	await rest.send('PATCH', `/rest/workflows/${workflow.id}`, {
		nodes,
		connections: workflow.connections,
	});
}
