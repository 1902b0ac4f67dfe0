import { createHash } from 'node:crypto';
import { isAbsent } from '../../shared/isAbsent';
import { isObject } from '../../shared/isObject';
import { identifier, INVALID } from '../event/fields';
import { reject } from '../webhookReply';
import type { Delivery } from './readDelivery';

const EVENT_ID = /"eventId"\s*:\s*(-?\d+)/g;

/** A number beyond 2^53 as it is in the text, because `JSON.parse` rounds it. */
function exactId(id: unknown, bytes: Buffer): unknown {
	if (typeof id !== 'number' || Number.isSafeInteger(id)) return id;
	const found = [...bytes.toString('utf8').matchAll(EVENT_ID)];
	return found.find(([, digits]) => Number(digits) === id)?.[1] ?? id;
}

/**
 * The ID of an event. The `dynamic` and `schedule` events of version 2.0 have none, so theirs is
 * the hash of their bytes. See docs/contributing/smartcar-api.md#events.
 * @throws WebhookReply 400 if there is none: without it no duplicate can be recognized
 */
export function readEventId({ bytes, body }: Pick<Delivery, 'bytes' | 'body'>): string {
	const payload = isObject(body.payload) ? body.payload : {};
	const id = body.eventId ?? payload.eventId;
	const isV2 = typeof body.eventName === 'string';
	if (isV2 && isAbsent(id)) return createHash('sha256').update(bytes).digest('hex');
	const text = identifier.read(exactId(id, bytes));
	if (text === INVALID) throw reject(400, 'event_id_missing', "The event has no 'eventId'");
	return text;
}
