import type { IExecuteFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../shared/getOrCreate';
import { isEmittedAnyway } from '../event/judgedBy';
import type { AcceptedEvent } from '../event/types';
import { isRetriedOnFailure } from '../isRetriedOnFailure';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { StoreDeduplicator } from './storeDeduplicator';
import { warnOfEvictedEvents } from './warnOfEvictedEvents';
import { warnOfStoreFailure } from '../log';

/** By trigger. */
const deduplicators = new Map<string, StoreDeduplicator>();

const deduplicatorFor = (trigger: string) =>
	getOrCreate(deduplicators, trigger, () => new StoreDeduplicator());

/** Those events of an execution that are no duplicates. */
interface NewEvents {
	/** In queue mode another process can have found one of them new at the same moment. */
	newEvents: ReadonlySet<AcceptedEvent>;
	/**
	 * `newEvents` without those that another process gets. It can take a few seconds, and never
	 * rejects. Still has the events that the workflow gets only if they fire: there the marks in
	 * n8n's store let only one process fire.
	 */
	confirmed: Promise<ReadonlySet<AcceptedEvent>>;
}

/**
 * Finds the events that no execution of this trigger has had before, and records them in n8n's
 * deduplication store. The option *Events Remembered Across Restarts* limits how many the store
 * keeps, since each call rewrites all of them.
 *
 * All events count as new in a test run, and when somebody retries an execution. They also do if
 * Smartcar is answered when the workflow finishes: then Smartcar sends an event again, although it
 * is recorded, because the workflow has failed.
 */
export async function deduplicateExecution(
	this: IExecuteFunctions,
	events: AcceptedEvent[],
	parameters: TriggerParameters,
): Promise<NewEvents> {
	if (this.getMode() !== 'webhook' || isRetriedOnFailure(parameters)) {
		const newEvents = new Set(events);
		return { newEvents, confirmed: Promise.resolve(newEvents) };
	}
	const { rememberedEvents } = parameters.options;
	const toConfirm = events.filter(({ event }) => isEmittedAnyway(event, parameters));
	const { newIds, confirmed } = await deduplicatorFor(triggerKey(this)).recordNew({
		ids: events.map(({ event }) => event.eventId),
		idsToConfirm: new Set(toConfirm.map(({ event }) => event.eventId)),
		record: async (ids) => {
			const result = await this.helpers.checkProcessedAndRecord(ids, 'node', {
				mode: 'entries',
				maxEntries: rememberedEvents,
			});
			return result.new.map(String);
		},
		maxEntries: rememberedEvents,
		isShared: events.some(({ isFromOtherProcess }) => isFromOtherProcess === true),
		onFailure: (cause) => warnOfStoreFailure.call(this, 'a duplicate may run again', cause),
	});
	warnOfEvictedEvents.call(this, newIds.length, rememberedEvents);
	return {
		newEvents: firstWithIds(events, newIds),
		confirmed: confirmed.then((ids) => firstWithIds(events, ids)),
	};
}

/** The events with these IDs. Of duplicates in one execution, only the first. */
function firstWithIds(events: AcceptedEvent[], ids: string[]): Set<AcceptedEvent> {
	const remaining = new Set(ids);
	return new Set(events.filter(({ event }) => remaining.delete(event.eventId)));
}
