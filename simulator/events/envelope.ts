import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../json';
import type { EventShape, EventSubject } from './types';

/** `data.vehicle` of a shape. */
export function vehicleOf({ vehicle, mode }: EventSubject, shape: EventShape): JsonObject {
	const { id, make, model, year, powertrainType } = vehicle;
	if (shape === 'spec' || shape === 'oldest') return { id, make, model, year };
	return { id, make, model, year, mode: mode === 'TEST' ? 'test' : vehicle.mode, powertrainType };
}

/** `data.user` of a shape. */
export function userOf({ user }: EventSubject, shape: EventShape): JsonObject {
	return shape === 'newest' ? { id: user.id, externalId: user.externalId } : { id: user.id };
}

/** `meta` of a shape; `deliveryId` and `deliveredAt` are those of a first attempt. */
export function metaOf(
	subject: EventSubject,
	shape: EventShape,
	more: JsonObject = {},
): JsonObject {
	const { webhook, at, mode } = subject;
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
		...more,
	};
}
