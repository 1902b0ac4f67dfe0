import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { takeOver } from './handOver';
import { executionSettings, type Settings } from './settings';
import { recordNew } from './stages/record';
import { shape } from './stages/shape';

/**
 * Whether each event is one that no execution has had before. Someone who tests, or runs an execution again, gets them
 * all; so does a trigger that acknowledges when the workflow has finished: there the copy of an event that was recorded
 * can be the retry of a run that failed.
 */
async function areNew(this: IExecuteFunctions, eventIds: string[], { acknowledge }: Settings): Promise<boolean[]> {
	if (this.getMode() !== 'webhook' || acknowledge === 'lastNode') return eventIds.map(() => true);
	const fresh = new Set(await recordNew.call(this, eventIds));
	return eventIds.map((eventId) => fresh.delete(eventId));
}

/**
 * The second half of a delivery's way, inside the execution: what n8n's deduplication store knows already is dropped,
 * and the execution ends there; the rest becomes the trigger's items.
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const settings = executionSettings.call(this);
	// n8n copies the node each time that it is asked for.
	const node = this.getNode();
	const taken = this.getInputData().map((item, index) => takeOver(node, item, index));
	const isNew = await areNew.call(this, taken.map(({ event }) => event.eventId), settings);
	return [
		taken.flatMap((one, item) =>
			isNew[item] ? shape(one, settings).map((json) => ({ json, pairedItem: { item } })) : [],
		),
	];
}
