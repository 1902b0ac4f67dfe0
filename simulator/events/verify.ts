import { randomUUID } from 'node:crypto';
import type { Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/** `current`: ISO time (E1); `integerTime`: Unix ms and a UUID as challenge (E2); `legacy`: version 2.0 (E3). */
export type VerifyShape = 'current' | 'integerTime' | 'legacy';

/** A VERIFY event for a webhook. */
export function verifyEvent(
	webhook: Pick<Webhook, 'id' | 'name'>,
	challenge: string,
	shape: VerifyShape = 'current',
): JsonObject {
	if (shape === 'legacy') {
		return { version: '2.0', webhookId: webhook.id, eventName: 'verify', payload: { challenge } };
	}
	return {
		eventId: randomUUID(),
		eventType: 'VERIFY',
		data: { challenge },
		meta: {
			version: '4.0',
			webhookId: webhook.id,
			webhookName: webhook.name,
			deliveryId: randomUUID(),
			deliveredAt: shape === 'current' ? new Date().toISOString() : Date.now(),
		},
	};
}
