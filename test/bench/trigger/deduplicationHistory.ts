import { changeSqlite } from '../../../tools/n8n/database/sqlite';
import type { Installation } from '../../../tools/n8n/install';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../../tools/testEnvironment/workflow';

/**
 * Entries by node type. The trigger reduces them to its own limit with its first call. Remove Duplicates keeps at most
 * 10,000 and fails beyond that, so it gets fewer.
 */
const ENTRIES = new Map([
	['n8n-nodes-smartcar.smartcarTrigger', 50_000],
	['n8n-nodes-base.removeDuplicates', 5_000],
]);

/** n8n stores a list of hashes for each node. 24 characters are as long as one of them. */
const insertEntries = (workflowId: string, nodeId: string, entries: number) => `
	INSERT INTO processed_data (workflowId, context, createdAt, updatedAt, value)
	WITH RECURSIVE entry(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM entry WHERE n < ${entries})
	SELECT '${workflowId}', 'n:${nodeId}', '2026-01-01 00:00:00.000', '2026-01-01 00:00:00.000',
		json_object('mode', 'entries', 'data', json_group_array(hex(randomblob(12)))) FROM entry;`;

/** Fills n8n's deduplication store as after many events, because its calls take longer then. */
export async function fillDeduplicationHistory(
	{ home }: TestEnvironment,
	installation: Installation,
	workflows: Workflow[],
): Promise<void> {
	const statements = workflows.flatMap(({ id, nodes }) =>
		nodes.flatMap((node) => {
			const entries = ENTRIES.get(node.type);
			return entries === undefined ? [] : [insertEntries(id, node.id, entries)];
		}),
	);
	await changeSqlite(installation, home, statements.join(''));
}
