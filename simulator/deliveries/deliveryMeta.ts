import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';

/** A Unix time below this is in seconds, any other in milliseconds. */
const MIN_TIME_IN_MS = 1e11;

/**
 * Returns the event as one attempt delivers it: with a new `deliveryId`, a new `deliveredAt` (in
 * the format of the former one, or in milliseconds) and, if there was a `deliveryTime`, a new one
 * in milliseconds. An event without `meta.deliveryId`, such as one of version 2.0, is returned
 * unchanged. See docs/contributing/smartcar-api.md#deliveries.
 */
export function withNewDeliveryMeta(event: JsonObject): JsonObject {
	const { meta } = event;
	if (!isJsonObject(meta) || meta.deliveryId === undefined) return event;
	const deliveryId = randomUUID();
	const now = Date.now();
	const deliveryTime = meta.deliveryTime === undefined ? {} : { deliveryTime: now };
	const deliveredAt = timeInFormatOf(meta.deliveredAt, now);
	return { ...event, meta: { ...meta, deliveryId, deliveredAt, ...deliveryTime } };
}

function timeInFormatOf(example: JsonValue | undefined, now: number): JsonValue {
	if (typeof example === 'string') return new Date(now).toISOString();
	return typeof example === 'number' && example < MIN_TIME_IN_MS ? Math.floor(now / 1000) : now;
}
