import type { Workflow } from '../../../tools/testEnvironment/workflow';
import type { LoadTestN8n, N8nMode } from '../../support/loadTestN8n';

/** More than the Smartcar Trigger keeps by default. Its first execution deletes the excess. */
const TRIGGER_ENTRIES = 50_000;

/** The number of entries for each node, by node type. */
const entriesByNodeType = (triggerEntries: number) =>
	new Map([
		['n8n-nodes-smartcar.smartcarTrigger', triggerEntries],
		// Remove Duplicates fails with more than 10,000, which the benchmark must not reach either.
		['n8n-nodes-base.removeDuplicates', 5_000],
	]);

/** SQL that stores a list of random hashes for a node, as n8n does. A hash has 24 characters. */
const INSERT_ENTRIES = {
	regular: (workflowId: string, nodeId: string, entries: number) => `
		INSERT INTO processed_data (workflowId, context, createdAt, updatedAt, value)
		WITH RECURSIVE entry(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entry WHERE n < ${entries})
		SELECT '${workflowId}', 'n:${nodeId}', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000',
			json_object('mode', 'entries', 'data', json_group_array(hex(randomblob(12)))) FROM entry;`,
	queue: (workflowId: string, nodeId: string, entries: number) => `
		INSERT INTO processed_data ("workflowId", context, "createdAt", "updatedAt", value)
		SELECT '${workflowId}', 'n:${nodeId}', now(), now(),
			json_build_object('mode', 'entries', 'data', json_agg(left(md5(random()::text), 24)))::text
			FROM generate_series(1, ${entries});`,
};

/**
 * Fills n8n's table of processed items, as if it had received many events. A longer list takes n8n
 * more time.
 */
export async function fillDeduplicationHistory(
	{ database }: Pick<LoadTestN8n, 'database'>,
	mode: N8nMode,
	workflows: Workflow[],
	triggerEntries = TRIGGER_ENTRIES,
): Promise<void> {
	const entriesByType = entriesByNodeType(triggerEntries);
	const statements = workflows.flatMap(({ id, nodes }) =>
		nodes.flatMap((node) => {
			const entries = entriesByType.get(node.type);
			return entries === undefined ? [] : [INSERT_ENTRIES[mode](id, node.id, entries)];
		}),
	);
	await database.execute(statements.join(''));
}
