import { randomUUID } from 'node:crypto';
import { NodeOperationError, type IDataObject, type INode, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import { Answer } from './answer';
import type { HandedOver, SmartcarEvent } from './event/event';
import { isObject } from './event/fields';
import { parse } from './stages/parse';

/** This process, from its start to its end. */
const PROCESS = randomUUID();

const handedOver = z.object({
	// An object; looked at below, since for each `z.custom` call V8 keeps what it was given until its next full collection.
	delivered: z.unknown(),
	receivedBy: z.string().optional(),
	flags: z.object({ outOfOrder: z.boolean().optional(), changedErrors: z.array(z.number()).optional() }),
});

/** Events by how they were delivered: an execution in this process, as a rule, gets the very object and need not read it again. */
const atHand = new WeakMap<IDataObject, SmartcarEvent>();

/**
 * What `webhook()` leaves for `execute()`: the event as it was delivered. The execution may run in another process, or
 * after a restart, so the event crosses in the one form that cannot lose anything.
 */
export function handOver({ event, flags }: HandedOver): INodeExecutionData {
	atHand.set(event.raw, event);
	return { json: { delivered: event.raw, receivedBy: PROCESS, flags: { ...flags } } };
}

/** The event that this process has read; no longer kept then, since young garbage that a WeakMap knows outlives its time. */
function takeFromHand(delivered: IDataObject): SmartcarEvent | undefined {
	const event = atHand.get(delivered);
	atHand.delete(delivered);
	return event;
}

/** An event on the other side. */
export interface TakenOver extends HandedOver {
	/** Whether it was received by this process, since it was started. */
	receivedHere: boolean;
}

/** The event behind an item that `handOver` made. */
export function takeOver(node: INode, { json }: INodeExecutionData, itemIndex: number): TakenOver {
	const item = handedOver.safeParse(json);
	if (item.success && isObject(item.data.delivered)) {
		const { delivered, receivedBy, flags } = item.data;
		const event = takeFromHand(delivered) ?? parse(delivered);
		if (!(event instanceof Answer)) return { event, flags, receivedHere: receivedBy === PROCESS };
	}
	throw new NodeOperationError(node, 'The trigger was started without an event', {
		description: 'Listen for a test event, or publish the workflow and let Smartcar send one',
		itemIndex,
	});
}
