import { randomUUID } from 'node:crypto';
import {
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';
import { Answer } from './delivery/reply';
import type { HandedOver, SmartcarEvent } from './event/types';
import { isObject } from './event/fields';
import { parse } from './event/parser';

/** This process, from its start to its end. */
const PROCESS = randomUUID();

/**
 * Whether n8n executes in this process what it receives in it, which is its regular mode; known once it has. It marks an
 * execution there, in its database, before it begins it, and begins none that is marked: not after a restart either.
 */
let inPlace = false;

const handedOver = z.object({
	// An object; looked at below, since for each `z.custom` call V8 keeps what it was given until its next full collection.
	delivered: z.unknown(),
	receivedBy: z.string().optional(),
	inPlace: z.boolean().optional(),
	flags: z.object({
		outOfOrder: z.boolean().optional(),
		changedErrors: z.array(z.number()).optional(),
	}),
});

/**
 * Where an item has the event as it was read, for an execution in this process, which need not read it again. A symbol,
 * since nothing stores it. Not a WeakMap: where executions are elsewhere, as always in queue mode, what it knows outlives
 * V8's collections of young garbage.
 */
const READ = Symbol('event');

type Item = IDataObject & { [READ]?: SmartcarEvent };

/**
 * What `webhook()` leaves for `execute()`: the event as it was delivered. The execution may run in another process, or
 * after a restart, so the event crosses in the one form that cannot lose anything.
 */
export function handOver({ event, flags }: HandedOver): INodeExecutionData {
	const json: Item = {
		delivered: event.raw,
		receivedBy: PROCESS,
		inPlace,
		flags: { ...flags },
		[READ]: event,
	};
	return { json };
}

/** No longer kept then: n8n keeps the item as long as the execution lasts. */
function takeRead(json: Item): SmartcarEvent | undefined {
	const event = json[READ];
	json[READ] = undefined;
	return event;
}

/** An event on the other side. */
export interface TakenOver extends HandedOver {
	/** Whether another process may have begun this very execution before, as queues do it when a worker died. */
	mayHaveBegun: boolean;
}

/** The event behind an item that `handOver` made. */
export function takeOver(
	this: Pick<IExecuteFunctions, 'getMode' | 'getNode'>,
	{ json }: INodeExecutionData,
	itemIndex: number,
): TakenOver {
	const item = handedOver.safeParse(json);
	if (item.success && isObject(item.data.delivered)) {
		const { delivered, flags, ...from } = item.data;
		const event = takeRead(json) ?? parse(delivered);
		const receivedHere = from.receivedBy === PROCESS;
		// In queue mode the main process executes what it receives as well, but only for the editor.
		if (receivedHere && this.getMode() === 'webhook') inPlace = true;
		if (!(event instanceof Answer))
			return { event, flags, mayHaveBegun: !receivedHere && !from.inPlace };
	}
	throw new NodeOperationError(this.getNode(), 'The trigger was started without an event', {
		description: 'Listen for a test event, or publish the workflow and let Smartcar send one',
		itemIndex,
	});
}
