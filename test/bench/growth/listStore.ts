import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { DeduplicationStore } from '../delivery/nodeContexts';

const valueSchema = z.object({ mode: z.literal('entries'), data: z.array(z.string()) });

const hash = (entry: unknown) => createHash('md5').update(String(entry)).digest('base64');

/** A table like n8n's, with a row for each context. */
interface StoreTable {
	/** The value of the row, or undefined if there is none. */
	read: (context: string) => Promise<string | undefined>;
	write: (context: string, value: string) => Promise<void>;
}

/**
 * Does what n8n's deduplication store does: reads a row, changes its list, and writes the row.
 * See docs/contributing/n8n-facts.md#deduplication-store.
 */
export function createListStore(table: StoreTable): DeduplicationStore {
	const read = async (context: string): Promise<string[]> => {
		const value = await table.read(context);
		return value === undefined ? [] : valueSchema.parse(JSON.parse(value)).data;
	};
	const write = async (context: string, data: string[]) =>
		await table.write(context, JSON.stringify({ mode: 'entries', data }));

	return {
		async checkProcessedAndRecord(entries, context, { maxEntries = Infinity }) {
			const data = await read(context);
			const known = new Set(data);
			const newEntries = entries.filter((entry) => !known.has(hash(entry)));
			const added = new Set(newEntries);
			data.push(...newEntries.map(hash));
			data.splice(0, data.length - maxEntries);
			await write(context, data);
			return { new: newEntries, processed: entries.filter((entry) => !added.has(entry)) };
		},
		async removeProcessed(entries, context) {
			const data = await read(context);
			for (const entry of entries.map(hash)) {
				const index = data.indexOf(entry);
				if (index >= 0) data.splice(index, 1);
			}
			await write(context, data);
		},
	};
}
