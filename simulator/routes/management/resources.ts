import type { Fleet } from '../../fleet/fleet';
import type { Subscription, Vehicle, Webhook } from '../../fleet/types';
import type { JsonObject } from '../../json';
import type { Hosts } from '../../server/hosts';
import { signalDefinition } from '../../signals/signalCatalog';

/** A webhook as the management API returns it. */
export function webhookResource(webhook: Webhook, hosts: Hosts): JsonObject {
	return {
		id: webhook.id,
		type: 'webhook',
		attributes: {
			name: webhook.name,
			callbackUri: webhook.callbackUri,
			errorCallbackUri: webhook.errorCallbackUri,
			isEnabled: webhook.isEnabled,
			triggers: webhook.triggers.map(signalReference),
			data: webhook.data.map(signalReference),
			autoSubscribe: webhook.autoSubscribe,
		},
		links: { self: `${hosts.managementUrl}/webhooks/${webhook.id}` },
		meta: { createdAt: new Date(webhook.createdAt).toISOString() },
	};
}

/** A subscription as the management API returns it. */
export function subscriptionResource(
	subscription: Subscription,
	vehicle: Vehicle,
	hosts: Hosts,
): JsonObject {
	const { id, webhookId, userId, vehicleId, createdAt, updatedAt } = subscription;
	return {
		type: 'subscription',
		id,
		attributes: { vehicle: vehicleSummary(vehicle) },
		meta: {
			createdAt: new Date(createdAt).toISOString(),
			updatedAt: new Date(updatedAt).toISOString(),
		},
		links: { self: `${hosts.managementUrl}/subscriptions/${id}` },
		relationships: {
			webhook: toOne('webhook', webhookId, `${hosts.managementUrl}/webhooks/${webhookId}`),
			user: toOne('user', userId, `${hosts.signalsUrl}/users/${userId}`),
			vehicle: toOne('vehicle', vehicleId, `${hosts.signalsUrl}/vehicles/${vehicleId}`),
		},
	};
}

/**
 * The vehicle of a subscription.
 * @throws Error when there is none, which cannot happen: disconnecting a vehicle deletes its
 * subscriptions
 */
export function vehicleOfSubscription(fleet: Fleet, { id, vehicleId }: Subscription): Vehicle {
	const vehicle = fleet.vehicle(vehicleId);
	if (vehicle === undefined) throw new Error(`subscription ${id} has no vehicle`);
	return vehicle;
}

/** The vehicle attributes in every v3 resource. */
export function vehicleSummary({ make, model, year, mode, powertrainType }: Vehicle): JsonObject {
	return { make, model, year, mode, powertrainType };
}

function toOne(type: string, id: string, related: string): JsonObject {
	return { data: { type, id }, links: { related } };
}

function signalReference(signalCode: string): JsonObject {
	const { group, name, code } = signalDefinition(signalCode);
	return { group, name, code };
}
