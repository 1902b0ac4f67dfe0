import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { EventRecord } from './storeDeduplicator';
import { identityOf } from '../triggerKey';

/** One for each trigger in this process: n8n makes one instance of a node's class, whatever the number of workflows. */
const records = new Map<string, EventRecord>();

function recordOf(trigger: string): EventRecord {
	const existing = records.get(trigger);
	if (existing) return existing;
	const created = new EventRecord(sleep);
	records.set(trigger, created);
	return created;
}

/** An event of an execution that may have begun before takes that many entries. */
const ENTRIES_WITH_CLAIM = 3;

interface Recorded {
	/** Event IDs. */
	ids: string[];
	/** Whether another process may have begun this very execution before. */
	mayHaveBegun: boolean;
	/** How many events n8n's store is to keep. */
	remembered: number;
}

/**
 * Those of the events that neither n8n's deduplication store nor this process has seen in an execution before. The store
 * keeps the latest `remembered` of them: memory covers what arrives while n8n runs, so it is for what is sent again
 * around a restart or to another process. Each call rewrites its list.
 */
export async function recordNew(
	this: IExecuteFunctions,
	{ ids, mayHaveBegun, remembered }: Recorded,
): Promise<string[]> {
	return await recordOf(identityOf(this)).recordNew({
		ids,
		execution: this.getExecutionId(),
		mayHaveBegun,
		store: async (entries) => {
			const result = await this.helpers.checkProcessedAndRecord(entries, 'node', {
				mode: 'entries',
				maxEntries: mayHaveBegun ? ENTRIES_WITH_CLAIM * remembered : remembered,
			});
			return { new: result.new.map(String) };
		},
		onFailure: (cause) =>
			this.logger.warn(
				'Smartcar Trigger could not ask n8n which events it has seen; a copy may run again',
				{
					cause: String(cause),
				},
			),
	});
}
