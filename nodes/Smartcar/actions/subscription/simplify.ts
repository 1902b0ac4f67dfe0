import type { IDataObject } from 'n8n-workflow';
import { simplifyVehicleSummary } from '../shared/vehicleSummary';
import type { Subscription } from './schema';
import type { SubscriptionIds } from './findSubscription';

/** A subscription as a flat object. Missing values are null. */
export function simplifySubscription({
	id,
	attributes,
	relationships,
	meta,
}: Subscription): IDataObject {
	return {
		...simplifyVehicleSummary(attributes.vehicle),
		createdAt: meta?.createdAt ?? null,
		updatedAt: meta?.updatedAt ?? null,
		vehicleId: relationships.vehicle.data.id,
		userId: relationships.user.data.id,
		webhookId: relationships.webhook.data.id,
		id,
	};
}

/**
 * The same fields of a subscription that the node did not find, usually because Smartcar is still
 * creating it.
 */
export function pendingSubscription({
	vehicleId,
	userId,
	webhookId,
}: SubscriptionIds): IDataObject {
	return {
		...simplifyVehicleSummary(undefined),
		createdAt: null,
		updatedAt: null,
		vehicleId,
		userId,
		webhookId,
		id: null,
	};
}
