import type { IDataObject } from 'n8n-workflow';
import type { Subscription } from './schema';
import type { Subscribed } from './findSubscription';

/** A subscription as a flat object: what it ties together, then the vehicle. What the answer leaves out is null. */
export function simplifySubscription({
	id,
	attributes,
	relationships,
	meta,
}: Subscription): IDataObject {
	const { make, model, year, mode, powertrainType } = attributes.vehicle;
	return {
		id,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user.data.id,
		webhookId: relationships.webhook.data.id,
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		powertrainType: powertrainType ?? null,
		createdAt: meta?.createdAt ?? null,
	};
}

/** A subscription that the service is still creating: what it will tie together, and nothing else yet. */
export function pendingSubscription({ vehicleId, userId, webhookId }: Subscribed): IDataObject {
	return {
		id: null,
		vehicleId,
		userId,
		webhookId,
		make: null,
		model: null,
		year: null,
		mode: null,
		powertrainType: null,
		createdAt: null,
	};
}
