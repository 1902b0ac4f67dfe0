import type { IDataObject } from 'n8n-workflow';
import type { Subscription } from './schema';
import type { SubscriptionIds } from './findSubscription';

/** A subscription as a flat object. Missing values are null. */
export function simplifySubscription({
	id,
	attributes,
	relationships,
	meta,
}: Subscription): IDataObject {
	const { make, model, year, mode, powertrainType } = attributes.vehicle;
	return {
		make: make ?? null,
		model: model ?? null,
		year: year ?? null,
		mode: mode ?? null,
		powertrainType: powertrainType ?? null,
		createdAt: meta?.createdAt ?? null,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user.data.id,
		webhookId: relationships.webhook.data.id,
		id,
	};
}

/** A subscription that Smartcar is still creating, with the same fields. */
export function pendingSubscription({
	vehicleId,
	userId,
	webhookId,
}: SubscriptionIds): IDataObject {
	return {
		make: null,
		model: null,
		year: null,
		mode: null,
		powertrainType: null,
		createdAt: null,
		vehicleId,
		userId,
		webhookId,
		id: null,
	};
}
