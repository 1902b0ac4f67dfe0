import { changeSqlite } from '../../../tools/n8n/database/sqlite';
import type { Installation } from '../../../tools/n8n/install';
import type { Workflow } from '../../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';

/**
 * Entries by node type. The trigger cuts them to what it keeps with its first call; Remove Duplicates keeps 10,000 and
 * then fails, so it gets as many as leave it room.
 */
const ENTRIES = new Map([
	['n8n-nodes-smartcar.smartcarTrigger', 50_000],
	['n8n-nodes-base.removeDuplicates', 5_000],
]);

/** n8n keeps a list of hashes for each node; 24 characters are as long as one of them. */
const rowFor = (workflowId: string, nodeId: string, entries: number) => `
	INSERT INTO processed_data (workflowId, context, createdAt, updatedAt, value)
	WITH RECURSIVE entry(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entry WHERE n < ${entries})
	SELECT '${workflowId}', 'n:${nodeId}', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000',
		json_object('mode', 'entries', 'data', json_group_array(hex(randomblob(12)))) FROM entry;`;

/** Makes n8n's deduplication store as full as it is where events have come in for a while: its calls cost more then. */
export async function fillHistory(
	{ home }: TestEnvironment,
	installation: Installation,
	workflows: Workflow[],
): Promise<void> {
	const statements = workflows.flatMap(({ id, nodes }) =>
		nodes.flatMap((node) => {
			const entries = ENTRIES.get(node.type);
			return entries === undefined ? [] : [rowFor(id, node.id, entries)];
		}),
	);
	await changeSqlite(installation, home, statements.join(''));
}
