import { NodeOperationError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';
import { Answer } from './answer';
import type { SmartcarEvent } from './event/event';
import { object } from './event/fields';
import { parse } from './stages/parse';

/**
 * What `webhook()` leaves for `execute()`: the event as it was delivered. The execution may run in another process, or
 * after a restart, so the event crosses in the one form that cannot lose anything.
 */
export const handOver = ({ raw }: SmartcarEvent): INodeExecutionData => ({ json: { delivered: raw } });

/** The event behind an item that `handOver` made. */
export function takeOver(node: INode, { json }: { json: IDataObject }, itemIndex: number): SmartcarEvent {
	const delivered = object.safeParse(json.delivered);
	const event = delivered.success ? parse(delivered.data) : undefined;
	if (event && !(event instanceof Answer)) return event;
	throw new NodeOperationError(node, 'The trigger was started without an event', {
		description: 'Listen for a test event, or publish the workflow and let Smartcar send one',
		itemIndex,
	});
}
