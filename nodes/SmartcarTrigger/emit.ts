import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { takeOver } from './handOver';
import { recordNew } from './stages/record';
import { simplify } from './stages/shape';

/**
 * The second half of a delivery's way, inside the execution: what n8n's deduplication store knows already is dropped,
 * and the execution ends there; the rest becomes the trigger's items.
 */
export async function emit(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const events = this.getInputData().map((item, index) => takeOver(this.getNode(), item, index));
	const ids = events.map(({ eventId }) => eventId);

	// Someone who tests, or runs a failed execution again, wants to see the event.
	const fresh = new Set(this.getMode() === 'webhook' ? await recordNew.call(this, ids) : ids);

	const shape = this.getNodeParameter('simplify', 0) === true ? simplify : ({ raw }: { raw: object }) => ({ ...raw });
	return [
		events.flatMap((event, item) =>
			fresh.has(event.eventId) ? [{ json: shape(event), pairedItem: { item } }] : [],
		),
	];
}
