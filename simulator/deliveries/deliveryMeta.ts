import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '../json';

/**
 * The event of one attempt: `deliveryId` and `deliveredAt` are new, all else stays (service: transport). Times
 * keep the form they have in the event; an event without `meta` (version 2.0) is sent as it is.
 */
export function stampAttempt(event: JsonObject): { event: JsonObject; deliveryId: string | null } {
	const { meta } = event;
	if (!isJsonObject(meta) || meta.deliveryId === undefined) return { event, deliveryId: null };
	const deliveryId = randomUUID();
	const now = Date.now();
	const deliveryTime = meta.deliveryTime === undefined ? {} : { deliveryTime: now };
	const stamped = {
		...meta,
		deliveryId,
		deliveredAt: inFormOf(meta.deliveredAt, now),
		...deliveryTime,
	};
	return { event: { ...event, meta: stamped }, deliveryId };
}

function inFormOf(example: JsonValue | undefined, now: number): JsonValue {
	if (typeof example === 'string') return new Date(now).toISOString();
	return typeof example === 'number' && example < 1e11 ? Math.floor(now / 1000) : now;
}
