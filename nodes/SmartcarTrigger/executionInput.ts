import {
	jsonParse,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
} from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../shared/isObject';
import { operationError } from '../shared/operationError';
import { parseEvent } from './event/parser';
import { flagsSchema, type AcceptedEvent } from './event/types';

/** The item of an event, as n8n stores it: see `toItem`. */
const eventItemSchema = z.object({
	delivered: z.string(),
	eventId: z.string(),
	flags: flagsSchema,
});

/** The item of a test run for a delivery that was rejected. See `testRun.ts`. */
const rejectionItemSchema = z.object({
	rejected: z.object({ message: z.string(), description: z.string().optional() }),
});

/**
 * The key of the parsed event in an item. n8n does not store symbols, so only an execution in the
 * process that received the event finds it. Any other execution parses the event again, and marks
 * it as `isFromOtherProcess`. A WeakMap would slow down V8's garbage collection.
 */
const ACCEPTED = Symbol('accepted event');

type ItemJson = IDataObject & { [ACCEPTED]?: AcceptedEvent };

/**
 * The item that `webhook()` leaves for `execute()`, which can run in another process, or after a
 * restart. So the item holds the event as it was delivered. It is text, because n8n stores an
 * object value by value, which takes five times as long. See
 * docs/contributing/n8n-facts.md#webhook-to-execute.
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

/** What the JSON of an item says about a rejected delivery. Undefined for any other item. */
export const rejectionOf = (json: IDataObject) =>
	rejectionItemSchema.safeParse(json).data?.rejected;

/**
 * The event in an item of `toItem`.
 * @throws NodeOperationError if the item is that of a rejected delivery, or holds no event at all
 */
export function fromItem(
	this: Pick<IExecuteFunctions, 'getNode'>,
	{ json }: INodeExecutionData,
	itemIndex: number,
): AcceptedEvent {
	const accepted = takeAccepted(json);
	if (accepted) return accepted;
	const item = eventItemSchema.safeParse(json);
	if (item.success) {
		const { delivered, eventId, flags } = item.data;
		const body = jsonParse<unknown>(delivered, { fallbackValue: null });
		if (isObject(body))
			return { event: parseEvent(body, eventId), flags, isFromOtherProcess: true };
	}
	const rejection = rejectionOf(json);
	if (rejection) {
		const { message, description } = rejection;
		throw operationError(this.getNode(), message, { description, itemIndex });
	}
	throw operationError(this.getNode(), 'The trigger was started without an event', {
		description: 'Listen for a test event, or publish the workflow and let Smartcar send one',
		itemIndex,
	});
}
