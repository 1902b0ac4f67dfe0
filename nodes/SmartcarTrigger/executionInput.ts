import {
	jsonParse,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../shared/isObject';
import { parseEvent } from './event/parser';
import { flagsSchema, type AcceptedEvent } from './event/types';

const itemSchema = z.object({
	delivered: z.string(),
	eventId: z.string(),
	flags: flagsSchema,
});

/** The item of a test run for a delivery that was rejected. See `testRun.ts`. */
const rejectedSchema = z.object({
	rejected: z.object({ message: z.string(), description: z.string().optional() }),
});

/**
 * Holds the event that this process has received. Without it, the execution knows that another
 * process has received the event (`isFromOtherProcess`), and parses the event again. n8n does not
 * store symbols. A WeakMap would slow down V8's garbage collection.
 */
const ACCEPTED = Symbol('accepted event');

type ItemJson = IDataObject & { [ACCEPTED]?: AcceptedEvent };

/**
 * The item that `webhook()` leaves for `execute()`: the event as it was delivered. The execution
 * can run in another process, or after a restart. As text, because n8n stores an object value by
 * value, which takes five times as long. See docs/contributing/n8n-facts.md#webhook-to-execute.
 */
export function toItem(accepted: AcceptedEvent): INodeExecutionData {
	const { event, flags } = accepted;
	const json: ItemJson = {
		eventId: event.eventId,
		delivered: JSON.stringify(event.raw),
		flags,
		[ACCEPTED]: accepted,
	};
	return { json };
}

/** Removes the event from the item, since n8n keeps the item until the execution ends. */
function takeAccepted(json: ItemJson): AcceptedEvent | undefined {
	const accepted = json[ACCEPTED];
	json[ACCEPTED] = undefined;
	return accepted;
}

/**
 * The event in an item of `toItem`.
 * @throws NodeOperationError if the delivery was rejected, or if the item is another one
 */
export function fromItem(
	this: Pick<IExecuteFunctions, 'getNode'>,
	{ json }: INodeExecutionData,
	itemIndex: number,
): AcceptedEvent {
	const accepted = takeAccepted(json);
	if (accepted) return accepted;
	const item = itemSchema.safeParse(json);
	if (item.success) {
		const { delivered, eventId, flags } = item.data;
		const body = jsonParse<unknown>(delivered, { fallbackValue: null });
		if (isObject(body))
			return { event: parseEvent(body, eventId), flags, isFromOtherProcess: true };
	}
	const rejection = rejectedSchema.safeParse(json);
	if (rejection.success) {
		const { message, description } = rejection.data.rejected;
		throw new NodeOperationError(this.getNode(), message, { description, itemIndex });
	}
	throw new NodeOperationError(this.getNode(), 'The trigger was started without an event', {
		description: 'Listen for a test event, or publish the workflow and let Smartcar send one',
		itemIndex,
	});
}
