import { z } from 'zod';
import type { Database } from '../../../tools/n8n/database/database';
import type { N8nMode } from '../../../tools/testEnvironment/loadTestN8n';

const SIZE_SQL = {
	regular: 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()',
	queue: 'SELECT pg_database_size(current_database()) AS bytes',
};

const rowSchema = z.object({ bytes: z.number() });

/** The size of n8n's database, without its log. */
export async function databaseBytes(database: Database, mode: N8nMode): Promise<number> {
	let size = 0;
	await database.query(SIZE_SQL[mode], (row) => (size = rowSchema.parse(row).bytes));
	return size;
}
