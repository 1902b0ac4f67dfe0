import type { IExecuteFunctions } from 'n8n-workflow';
import type { MarkRow } from './markStore';

/**
 * How many entries n8n's store keeps for a workflow. It drops the oldest beyond that. See `Marks`.
 */
const MAX_ENTRIES = 100_000;

/** The row of the workflow in n8n's deduplication store. @param isShared see `MarkRow` */
export function markRow(this: IExecuteFunctions, isShared: boolean): MarkRow {
	const options = { mode: 'entries' as const, maxEntries: MAX_ENTRIES };
	return {
		isShared,
		record: async (entries) => {
			const result = await this.helpers.checkProcessedAndRecord(entries, 'workflow', options);
			return result.new.map(String);
		},
		remove: async (entries) => await this.helpers.removeProcessed(entries, 'workflow', options),
	};
}
