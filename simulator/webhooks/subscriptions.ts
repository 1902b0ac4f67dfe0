import { ApiError, forbiddenError, notFoundError } from '../errors/apiError';
import type { Fleet } from '../fleet/fleet';
import type { Subscription, Webhook } from '../fleet/types';

/** How long the service takes to create a requested subscription, in ms of real time. */
const CREATION_MS = 1_000;

type Listener = (subscription: Subscription) => void;

/** What identifies a subscription: there is at most one per webhook, user and vehicle. */
type SubscriptionKey = Pick<Subscription, 'webhookId' | 'userId' | 'vehicleId'>;

/**
 * Creates and deletes the subscriptions of vehicles to webhooks.
 * See docs/contributing/smartcar-api.md#webhooks-and-subscriptions.
 */
export class Subscriptions {
	/** By key, the timers of requested subscriptions. */
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

	/** Calls the listener with each new subscription. */
	onCreated(listener: Listener): void {
		this.listeners.add(listener);
	}

	/**
	 * Requests a subscription, as the API does. It is created about a second (scaled) later.
	 * @throws ApiError 404 for an unknown webhook, vehicle or user, 403 for a user who is not
	 * connected to the vehicle, 409 when the subscription exists or was already requested
	 */
	request(key: SubscriptionKey): void {
		const { webhookId, userId, vehicleId } = key;
		if (this.fleet.webhook(webhookId) === undefined) throw notFoundError('webhook', webhookId);
		if (this.fleet.vehicle(vehicleId) === undefined) throw notFoundError('vehicle', vehicleId);
		if (this.fleet.user(userId) === undefined) throw notFoundError('user', userId);
		if (!this.isConnected(key)) throw forbiddenError('The user is not connected to the vehicle.');
		const pendingKey = keyText(key);
		if (this.pending.has(pendingKey) || this.find(key) !== undefined) {
			throw new ApiError('VALIDATION', 'CONFLICT', {
				status: 409,
				description: 'The vehicle is already subscribed to the webhook.',
			});
		}
		const timer = setTimeout(() => {
			this.pending.delete(pendingKey);
			if (this.isConnected(key)) this.add(key);
		}, CREATION_MS * this.timeScale);
		this.pending.set(pendingKey, timer);
	}

	/** Subscribes every connection to a webhook, as `autoSubscribe` does. */
	addAll(webhook: Webhook): void {
		const existing = new Set(this.fleet.subscriptions.map(keyText));
		for (const { userId, vehicleId } of this.fleet.connections) {
			const key = { webhookId: webhook.id, userId, vehicleId };
			if (!existing.has(keyText(key))) this.create(key);
		}
	}

	/** Creates a subscription at once, or returns the one that exists. */
	add(key: SubscriptionKey): Subscription {
		return this.find(key) ?? this.create(key);
	}

	/**
	 * Deletes a subscription.
	 * @throws ApiError 404 when there is none
	 */
	remove(id: string): void {
		const index = this.fleet.subscriptions.findIndex((entry) => entry.id === id);
		if (index < 0) throw notFoundError('subscription', id);
		this.fleet.subscriptions.splice(index, 1);
	}

	/** Cancels the requested subscriptions that do not exist yet. */
	close(): void {
		for (const timer of this.pending.values()) clearTimeout(timer);
		this.pending.clear();
	}

	private create(key: SubscriptionKey): Subscription {
		const now = Date.now();
		const subscription = {
			id: this.fleet.ids.subscription.uuid(),
			...key,
			createdAt: now,
			updatedAt: now,
			isFirstDeliveryPending: true,
			openErrorCode: null,
		};
		this.fleet.subscriptions.push(subscription);
		const vehicle = this.fleet.vehicle(key.vehicleId);
		if (vehicle !== undefined) vehicle.everSubscribed = true;
		for (const listener of this.listeners) listener(subscription);
		return subscription;
	}

	private isConnected({ userId, vehicleId }: SubscriptionKey): boolean {
		return this.fleet.connections.some(
			(entry) => entry.userId === userId && entry.vehicleId === vehicleId,
		);
	}

	private find(key: SubscriptionKey): Subscription | undefined {
		const text = keyText(key);
		return this.fleet.subscriptions.find((entry) => keyText(entry) === text);
	}
}

function keyText({ webhookId, userId, vehicleId }: SubscriptionKey): string {
	return `${webhookId}/${userId}/${vehicleId}`;
}
