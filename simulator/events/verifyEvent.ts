import { randomUUID } from 'node:crypto';
import type { Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/**
 * Builds a VERIFY event. See docs/contributing/smartcar-api.md#verification.
 * @param legacy whether to build the VERIFY event of version 2.0
 */
export function verifyEvent(
	webhook: Pick<Webhook, 'id' | 'name'>,
	challenge: string,
	legacy = false,
): JsonObject {
	if (legacy) {
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
			deliveredAt: new Date().toISOString(),
		},
	};
}
