import { z } from 'zod';
import type { Database } from '../../../tools/n8n/database/database';
import type { N8nMode } from '../../../tools/testEnvironment/loadTestN8n';

/** Bytes. */
export interface DatabaseSize {
	/** Without the database's log. */
	total: number;
	/** The table of n8n's deduplication store. Null for SQLite, which cannot tell. */
	deduplicationStore: number | null;
}

const SIZE_SQL = {
	regular: `SELECT page_count * page_size AS total, NULL AS "deduplicationStore"
		FROM pragma_page_count(), pragma_page_size()`,
	queue: `SELECT pg_database_size(current_database()) AS total,
		pg_total_relation_size('processed_data') AS "deduplicationStore"`,
};

const sizeSchema = z.object({ total: z.number(), deduplicationStore: z.number().nullable() });

/** Measures n8n's database. */
export async function readDatabaseSize(database: Database, mode: N8nMode): Promise<DatabaseSize> {
	const rows: DatabaseSize[] = [];
	await database.query(SIZE_SQL[mode], (row) => rows.push(sizeSchema.parse(row)));
	const [size] = rows;
	if (size === undefined) throw new Error('The database did not tell its size');
	return size;
}
