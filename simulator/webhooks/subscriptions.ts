import { ServiceError } from '../errors/serviceError';
import type { Fleet } from '../fleet/fleet';
import type { Subscription, Webhook } from '../fleet/types';

/** How long the service takes to make a subscription that was asked for, ms of real time. */
const CREATION_MS = 1_000;

type Listener = (subscription: Subscription) => void;

interface Wanted {
	webhookId: string;
	userId: string;
	vehicleId: string;
}

/** Ties vehicles and users to webhooks (service: management API). */
export class Subscriptions {
	private readonly pending = new Map<string, NodeJS.Timeout>();
	private readonly listeners = new Set<Listener>();

	constructor(
		private readonly fleet: Fleet,
		private readonly timeScale: number,
	) {
		fleet.onConnection(({ userId, vehicleId }) => {
			for (const webhook of fleet.webhooks) {
				if (webhook.autoSubscribe) this.add({ webhookId: webhook.id, userId, vehicleId });
			}
		});
	}

	/** Tells of each new subscription. */
	onCreated(listener: Listener): void {
		this.listeners.add(listener);
	}

	/**
	 * Asks for a subscription, which exists a moment later.
	 * @throws ServiceError 404 for an unknown webhook, vehicle or user, 403 for a user who is not connected to the
	 * vehicle, 409 when it exists or is being made
	 */
	request(wanted: Wanted): void {
		const { webhookId, userId, vehicleId } = wanted;
		if (this.fleet.webhook(webhookId) === undefined) throw notFound('webhook', webhookId);
		if (this.fleet.vehicle(vehicleId) === undefined) throw notFound('vehicle', vehicleId);
		if (this.fleet.user(userId) === undefined) throw notFound('user', userId);
		if (
			!this.fleet.connections.some(
				(entry) => entry.userId === userId && entry.vehicleId === vehicleId,
			)
		) {
			throw new ServiceError('AUTHENTICATION', 'FORBIDDEN', {
				status: 403,
				description: 'The user is not connected to the vehicle.',
			});
		}
		const key = keyOf(wanted);
		if (this.pending.has(key) || this.find(wanted) !== undefined) {
			throw new ServiceError('VALIDATION', 'CONFLICT', {
				status: 409,
				description: 'The vehicle is already subscribed to the webhook.',
			});
		}
		const timer = setTimeout(() => {
			this.pending.delete(key);
			this.add(wanted);
		}, CREATION_MS * this.timeScale);
		this.pending.set(key, timer);
	}

	/** Subscribes every connection to a webhook, as `autoSubscribe` does. */
	addAll(webhook: Webhook): void {
		const known = new Set(this.fleet.subscriptions.map(keyOf));
		for (const { userId, vehicleId } of this.fleet.connections) {
			const wanted = { webhookId: webhook.id, userId, vehicleId };
			if (!known.has(keyOf(wanted))) this.create(wanted);
		}
	}

	/** Makes a subscription at once; one that exists is returned as it is. */
	add(wanted: Wanted): Subscription {
		const known = this.find(wanted);
		return known ?? this.create(wanted);
	}

	/**
	 * Ends a subscription.
	 * @throws ServiceError 404 when there is none
	 */
	remove(id: string): void {
		const index = this.fleet.subscriptions.findIndex((entry) => entry.id === id);
		if (index < 0) throw notFound('subscription', id);
		this.fleet.subscriptions.splice(index, 1);
	}

	/** Forgets what is still to be made. */
	close(): void {
		for (const timer of this.pending.values()) clearTimeout(timer);
		this.pending.clear();
	}

	private create(wanted: Wanted): Subscription {
		const now = Date.now();
		const subscription = {
			id: this.fleet.ids.subscription.uuid(),
			...wanted,
			createdAt: now,
			updatedAt: now,
			isInitialDeliveryPending: true,
			openError: null,
		};
		this.fleet.subscriptions.push(subscription);
		const vehicle = this.fleet.vehicle(wanted.vehicleId);
		if (vehicle !== undefined) vehicle.everSubscribed = true;
		for (const listener of this.listeners) listener(subscription);
		return subscription;
	}

	private find(wanted: Wanted): Subscription | undefined {
		const key = keyOf(wanted);
		return this.fleet.subscriptions.find((entry) => keyOf(entry) === key);
	}
}

/** 404 of a resource of the v3 APIs. */
export function notFound(resource: string, id: string): ServiceError {
	return new ServiceError('RESOURCE_NOT_FOUND', 'NOT_FOUND', {
		description: `There is no ${resource} ${id}.`,
	});
}

function keyOf({ webhookId, userId, vehicleId }: Wanted): string {
	return `${webhookId}/${userId}/${vehicleId}`;
}
