import { randomUUID } from 'node:crypto';
import type { Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/**
 * `current`: times in ISO format; `integerTime`: times in Unix ms; `legacy`: version 2.0.
 * See docs/contributing/smartcar-api.md#verification.
 */
export type VerifyShape = 'current' | 'integerTime' | 'legacy';

/** Builds a VERIFY event. */
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
