import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import type { AcceptedEvent } from '../event/types';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { StoreDeduplicator } from './storeDeduplicator';
import { warnOfEvictedEvents } from './warnOfEvictedEvents';

/** By trigger. */
const deduplicators = new Map<string, StoreDeduplicator>();

function deduplicatorFor(trigger: string): StoreDeduplicator {
	const existing = deduplicators.get(trigger);
	if (existing) return existing;
	const created = new StoreDeduplicator({ sleep, callLimit: sleep });
	deduplicators.set(trigger, created);
	return created;
}

/**
 * Finds the events that no execution of this trigger has had before, and records them in n8n's
 * deduplication store. The option *Events Remembered Across Restarts* limits how many the store keeps,
 * since each call rewrites all of them.
 *
 * All events count as new in a test run, and when somebody retries an execution. They also do if
 * Smartcar is answered when the workflow finishes: then Smartcar sends an event again, although it is
 * recorded, because the workflow has failed.
 * @returns for each of `events` whether it is new
 */
export async function deduplicateExecution(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	{ options }: TriggerParameters,
): Promise<boolean[]> {
	if (this.getMode() !== 'webhook' || options.acknowledge === 'lastNode')
		return events.map(() => true);

	const newIds = await deduplicatorFor(triggerKey(this)).recordNew({
		ids: events.map(({ event }) => event.eventId),
		record: async (ids) => {
			const result = await this.helpers.checkProcessedAndRecord(ids, 'node', {
				mode: 'entries',
				maxEntries: options.rememberedEvents,
			});
			return result.new.map(String);
		},
		maxEntries: options.rememberedEvents,
		isShared: events.some(({ isFromElsewhere }) => isFromElsewhere === true),
		onFailure: (cause) =>
			this.logger.warn(
				"Smartcar Trigger could not use n8n's deduplication store, so a duplicate may run again",
				{ cause: String(cause) },
			),
	});
	warnOfEvictedEvents.call(this, newIds.length, options.rememberedEvents);
	const remaining = new Set(newIds);
	// Deleted, so that of two copies in one execution only the first one is new.
	return events.map(({ event }) => remaining.delete(event.eventId));
}
