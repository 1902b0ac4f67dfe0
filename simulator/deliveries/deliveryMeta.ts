import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';

/** Unix times below this are seconds, above it milliseconds. */
const SECONDS_LIMIT = 1e11;

/**
 * Returns the event of one delivery attempt: `deliveryId` and `deliveredAt` are new, everything
 * else is the same. Times keep the format they have in the event. An event without `meta` (version
 * 2.0) is returned unchanged. See docs/contributing/smartcar-api.md#deliveries.
 */
export function withNewDeliveryMeta(event: JsonObject): JsonObject {
	const { meta } = event;
	if (!isJsonObject(meta) || meta.deliveryId === undefined) return event;
	const deliveryId = randomUUID();
	const now = Date.now();
	const deliveryTime = meta.deliveryTime === undefined ? {} : { deliveryTime: now };
	const deliveredAt = formatLike(meta.deliveredAt, now);
	return { ...event, meta: { ...meta, deliveryId, deliveredAt, ...deliveryTime } };
}

function formatLike(example: JsonValue | undefined, now: number): JsonValue {
	if (typeof example === 'string') return new Date(now).toISOString();
	return typeof example === 'number' && example < SECONDS_LIMIT ? Math.floor(now / 1000) : now;
}
