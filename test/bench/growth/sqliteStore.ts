import { createRequire } from 'node:module';
import { z } from 'zod';
import type { DeduplicationStore } from '../delivery/nodeContexts';
import { createListStore } from './listStore';

/**
 * The part of node:sqlite that is used here. The Node.js that builds this package may be too old
 * for it.
 */
interface SqliteModule {
	DatabaseSync: new (file: string) => {
		exec(sql: string): void;
		prepare(sql: string): {
			get(...values: string[]): unknown;
			run(...values: string[]): unknown;
		};
	};
}

const rowSchema = z.object({ value: z.string() }).optional();

/** Does what n8n's deduplication store does, with a table like n8n's in SQLite. */
export function createSqliteStore(file: string): DeduplicationStore {
	const { DatabaseSync }: SqliteModule = createRequire(__filename)('node:sqlite');
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
		CREATE TABLE processed_data (context TEXT PRIMARY KEY, value TEXT NOT NULL)`);
	const select = database.prepare('SELECT value FROM processed_data WHERE context = ?');
	const replace = database.prepare('REPLACE INTO processed_data (context, value) VALUES (?, ?)');
	return createListStore({
		read: async (context) => rowSchema.parse(select.get(context))?.value,
		write: async (context, value) => {
			replace.run(context, value);
		},
	});
}
