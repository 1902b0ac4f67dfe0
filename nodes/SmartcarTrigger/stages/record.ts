import type { IExecuteFunctions } from 'n8n-workflow';
import { EventRecord } from '../deduplication/record';

/**
 * How much n8n's store remembers for a trigger: two entries an event. Memory covers what arrives while n8n runs; the
 * store is for what is sent again around a restart or to another process, which is minutes of deliveries. Each call
 * rewrites the list.
 */
const MAX_ENTRIES = 4000;

/** One for each trigger in this process: n8n makes one instance of a node's class, whatever the number of workflows. */
const records = new Map<string, EventRecord>();

function recordOf(trigger: string): EventRecord {
	const existing = records.get(trigger);
	if (existing) return existing;
	const created = new EventRecord();
	records.set(trigger, created);
	return created;
}

/** Those of the events that neither n8n's deduplication store nor this process has seen in an execution before. */
export async function recordNew(this: IExecuteFunctions, ids: string[]): Promise<string[]> {
	return await recordOf(JSON.stringify([this.getWorkflow().id, this.getNode().id])).recordNew({
		ids,
		execution: this.getExecutionId(),
		store: async (entries) => {
			const result = await this.helpers.checkProcessedAndRecord(entries, 'node', {
				mode: 'entries',
				maxEntries: MAX_ENTRIES,
			});
			return { new: result.new.map(String) };
		},
		onFailure: (cause) =>
			this.logger.warn('Smartcar Trigger could not ask n8n which events it has seen; a copy may run again', {
				cause: String(cause),
			}),
	});
}
