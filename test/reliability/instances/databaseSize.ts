import { z } from 'zod';
import type { Database } from '../../../tools/n8n/database/database';
import type { N8nMode } from '../../../tools/testEnvironment/loadTestN8n';

const tableSizeSchema = z.object({
	table: z.string(),
	/** With its indexes, and with the space of deleted rows. */
	bytes: z.number(),
	/** Former versions of rows, and deleted ones, that PostgreSQL has not vacuumed yet. Null for SQLite, which keeps none. */
	deadRows: z.number().nullable(),
});

export type TableSize = z.infer<typeof tableSizeSchema>;

const TABLES_SQL = {
	regular: `SELECT coalesce(tbl_name, dbstat.name) AS "table", sum(pgsize) AS bytes, NULL AS "deadRows"
		FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
		WHERE aggregate = TRUE GROUP BY 1`,
	// Large values have a table of their own, which PostgreSQL calls TOAST. Each of their rows is a part of a value.
	queue: `SELECT relname AS "table", pg_total_relation_size(oid) AS bytes,
			pg_stat_get_dead_tuples(oid) + pg_stat_get_dead_tuples(reltoastrelid) AS "deadRows"
		FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
};

const STORE_SQL = {
	regular: 'SELECT sum(length(value)) AS bytes FROM processed_data',
	queue: 'SELECT sum(pg_column_size(value)) AS bytes FROM processed_data',
};

const bytesSchema = z.object({ bytes: z.number().nullable() });

export interface DatabaseSize {
	/** The largest table first. Without the database's log. */
	tables: TableSize[];
	/** Bytes of the current rows of n8n's deduplication store. */
	storeBytes: number;
}

export const STORE_TABLE = 'processed_data';

/** Measures n8n's database. */
export async function readDatabaseSize(database: Database, mode: N8nMode): Promise<DatabaseSize> {
	const tables: TableSize[] = [];
	await database.query(TABLES_SQL[mode], (row) => tables.push(tableSizeSchema.parse(row)));
	let storeBytes = 0;
	await database.query(STORE_SQL[mode], (row) => {
		storeBytes = bytesSchema.parse(row).bytes ?? 0;
	});
	return { tables: tables.sort((a, b) => b.bytes - a.bytes), storeBytes };
}
