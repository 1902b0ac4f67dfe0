import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { z } from 'zod';
import type { DeduplicationStore } from '../delivery/nodeContexts';

/** The part of node:sqlite that is used here. The Node.js that builds this package may be too old for it. */
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
const valueSchema = z.object({ mode: z.literal('entries'), data: z.array(z.string()) });

const hash = (entry: unknown) => createHash('md5').update(String(entry)).digest('base64');

/**
 * Does what n8n's deduplication store does, with a table like n8n's in SQLite: reads a row, changes its list, and writes the
 * row. See docs/contributing/n8n-facts.md#deduplication-store.
 */
export function createSqliteStore(file: string): DeduplicationStore {
	const { DatabaseSync }: SqliteModule = createRequire(__filename)('node:sqlite');
	const database = new DatabaseSync(file);
	database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
		CREATE TABLE processed_data (context TEXT PRIMARY KEY, value TEXT NOT NULL)`);
	const select = database.prepare('SELECT value FROM processed_data WHERE context = ?');
	const replace = database.prepare('REPLACE INTO processed_data (context, value) VALUES (?, ?)');

	const read = (context: string): string[] => {
		const row = rowSchema.parse(select.get(context));
		return row ? valueSchema.parse(JSON.parse(row.value)).data : [];
	};
	const write = (context: string, data: string[]) =>
		replace.run(context, JSON.stringify({ mode: 'entries', data }));

	return {
		async checkProcessedAndRecord(entries, context, { maxEntries = Infinity }) {
			const data = read(context);
			const known = new Set(data);
			const newEntries = entries.filter((entry) => !known.has(hash(entry)));
			data.push(...newEntries.map(hash));
			data.splice(0, data.length - maxEntries);
			write(context, data);
			return { new: newEntries, processed: entries.filter((entry) => !newEntries.includes(entry)) };
		},
		async removeProcessed(entries, context) {
			const data = read(context);
			for (const entry of entries.map(hash)) {
				const index = data.indexOf(entry);
				if (index >= 0) data.splice(index, 1);
			}
			write(context, data);
		},
	};
}
