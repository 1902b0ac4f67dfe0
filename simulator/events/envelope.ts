import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json';
import type { EventShape, EventContext } from './types';

/** `data.vehicle` of an event. */
export function eventVehicle({ vehicle, mode }: EventContext, shape: EventShape): JsonObject {
	const { id, make, model, year, powertrainType } = vehicle;
	if (shape === 'spec' || shape === 'oldest') return { id, make, model, year };
	return { id, make, model, year, mode: mode === 'TEST' ? 'test' : vehicle.mode, powertrainType };
}

/** `data.user` of an event. The shape `current` has an external ID if the user has one. */
export function eventUser({ user }: EventContext, shape: EventShape): JsonObject {
	const { id, externalId } = user;
	const hasExternalId = shape === 'newest' || (shape === 'current' && externalId !== null);
	return hasExternalId ? { id, externalId } : { id };
}

/** `meta` of an event, with `deliveryId` and `deliveredAt` of the first attempt. */
export function eventMeta(
	context: EventContext,
	shape: EventShape,
	extraFields: JsonObject = {},
): JsonObject {
	const { webhook, at, mode } = context;
	const deliveryId = randomUUID();
	if (shape === 'oldest') return { deliveryId, deliveredAt: at, deliveryTime: at };
	const prefix = shape === 'newest' ? 'wh_' : '';
	return {
		version: '4.0',
		...(shape === 'newest' ? { applicationId: `app_${webhook.id}` } : {}),
		deliveryId,
		deliveredAt: at,
		webhookId: `${prefix}${webhook.id}`,
		webhookName: webhook.name,
		mode,
		...extraFields,
	};
}
