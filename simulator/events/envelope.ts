import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json';
import type { EventContext } from './types';

/** `data.vehicle` of an event. */
export function eventVehicle({ vehicle, mode }: EventContext): JsonObject {
	const { id, make, model, year, powertrainType } = vehicle;
	return { id, make, model, year, mode: mode === 'TEST' ? 'test' : vehicle.mode, powertrainType };
}

/** `data.user` of an event, with an external ID if the user has one. */
export function eventUser({ user }: EventContext): JsonObject {
	const { id, externalId } = user;
	return externalId === null ? { id } : { id, externalId };
}

/** `meta` of an event. Each attempt to deliver it replaces `deliveryId` and `deliveredAt`. */
export function eventMeta(
	{ webhook, mode }: EventContext,
	extraFields: JsonObject = {},
): JsonObject {
	return {
		version: '4.0',
		deliveryId: randomUUID(),
		deliveredAt: Date.now(),
		webhookId: webhook.id,
		webhookName: webhook.name,
		mode,
		...extraFields,
	};
}
