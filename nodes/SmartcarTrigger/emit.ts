import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { SmartcarEvent } from './event/event';
import { takeOver } from './handOver';
import { recordNew } from './stages/record';
import { simplify } from './stages/shape';

const asDelivered = ({ raw }: SmartcarEvent): IDataObject => ({ ...raw });

/** Whether each event is one that no execution has had before. Someone who tests, or runs an execution again, gets them all. */
async function areNew(this: IExecuteFunctions, events: SmartcarEvent[]): Promise<boolean[]> {
	if (this.getMode() !== 'webhook') return events.map(() => true);
	const fresh = new Set(await recordNew.call(this, events.map(({ eventId }) => eventId)));
	return events.map(({ eventId }) => fresh.delete(eventId));
}

/**
 * The second half of a delivery's way, inside the execution: what n8n's deduplication store knows already is dropped,
 * and the execution ends there; the rest becomes the trigger's items.
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const events = this.getInputData().map((item, index) => takeOver(this.getNode(), item, index));
	const isNew = await areNew.call(this, events);
	const shape = this.getNodeParameter('simplify', 0) === true ? simplify : asDelivered;
	return [events.flatMap((event, item) => (isNew[item] ? [{ json: shape(event), pairedItem: { item } }] : []))];
}
