import { z } from 'zod';
import type { Database } from '../../../tools/n8n/database/database';
import type { N8nMode } from '../../support/loadTestN8n';

const tableSizeSchema = z.object({
	table: z.string(),
	/** With its indexes, and with the space of deleted rows. */
	bytes: z.number(),
	/**
	 * Updated and deleted rows whose space PostgreSQL has not freed yet (vacuum). Null for SQLite,
	 * which has none.
	 */
	deadRows: z.number().nullable(),
});

export type TableSize = z.infer<typeof tableSizeSchema>;

const TABLES_SQL = {
	regular: `SELECT coalesce(tbl_name, dbstat.name) AS "table", sum(pgsize) AS bytes, NULL AS "deadRows"
		FROM dbstat LEFT JOIN sqlite_schema ON sqlite_schema.name = dbstat.name
		WHERE aggregate = TRUE GROUP BY 1`,
	// PostgreSQL splits a large value into several rows of a separate table (TOAST). The dead ones
	// among them count, too.
	queue: `SELECT relname AS "table", pg_total_relation_size(oid) AS bytes,
			pg_stat_get_dead_tuples(oid) + pg_stat_get_dead_tuples(reltoastrelid) AS "deadRows"
		FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
};

const STORE_SQL = {
	regular: 'SELECT sum(length(value)) AS bytes FROM processed_data',
	queue: 'SELECT sum(pg_column_size(value)) AS bytes FROM processed_data',
};

/** SQLite overwrites its log, and does not count what it has written. */
const WRITTEN_LOG_SQL = {
	regular: 'SELECT NULL AS bytes',
	queue: `SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS bytes`,
};

const bytesSchema = z.object({ bytes: z.number().nullable() });

export interface DatabaseSize {
	/** The largest table first. Without the database's log. */
	tables: TableSize[];
	/** Bytes of the current rows of n8n's deduplication store. */
	storeBytes: number;
	/** What PostgreSQL has ever written to its log, or null for SQLite. */
	writtenLogBytes: number | null;
}

export const STORE_TABLE = 'processed_data';

async function queryBytes(database: Database, sql: string): Promise<number | null> {
	let bytes: number | null = null;
	await database.query(sql, (row) => {
		bytes = bytesSchema.parse(row).bytes;
	});
	return bytes;
}

/** Measures n8n's database. */
export async function readDatabaseSize(database: Database, mode: N8nMode): Promise<DatabaseSize> {
	const tables: TableSize[] = [];
	await database.query(TABLES_SQL[mode], (row) => tables.push(tableSizeSchema.parse(row)));
	return {
		tables: tables.sort((a, b) => b.bytes - a.bytes),
		storeBytes: (await queryBytes(database, STORE_SQL[mode])) ?? 0,
		writtenLogBytes: await queryBytes(database, WRITTEN_LOG_SQL[mode]),
	};
}
