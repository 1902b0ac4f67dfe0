import type { Deliveries } from '../deliveries/deliveries';
import type { ErrorType } from '../errors/errorTypes';
import type { EventBuilder } from '../events/eventBuilder';
import type { Fleet } from '../fleet/fleet';
import type {
	Reachability,
	Subscription,
	User,
	Vehicle,
	VehicleChange,
	Webhook,
} from '../fleet/types';
import type { JsonObject } from '../json';

/** Error code of a vehicle that is not online. */
const offlineCodes: Record<Exclude<Reachability, 'online'>, string> = {
	asleep: 'ASLEEP',
	unreachable: 'UNREACHABLE',
	signedOut: 'AUTHENTICATION_FAILED',
};

const typeOf = (code: string): ErrorType =>
	code === 'AUTHENTICATION_FAILED' ? 'CONNECTED_SERVICES_ACCOUNT' : 'VEHICLE_STATE';

interface Target {
	webhook: Webhook;
	vehicle: Vehicle;
	user: User;
}

/**
 * Sends an event to each subscribed webhook when something changes in the fleet. Webhooks that are disabled or
 * not verified get none.
 */
export class EventPublisher {
	constructor(
		private readonly fleet: Fleet,
		private readonly events: EventBuilder,
		private readonly deliveries: Deliveries,
	) {
		fleet.onChange((change) => this.publishChange(change));
	}

	/**
	 * Sends the first delivery of a subscription if it is still due and the vehicle is online.
	 * See docs/contributing/smartcar-api.md#first-delivery.
	 */
	publishFirstDelivery(subscription: Subscription): void {
		const target = this.targetOf(subscription);
		if (target === null || !subscription.isFirstDeliveryPending) return;
		const { webhook, vehicle, user } = target;
		if (vehicle.reachability !== 'online') return;
		subscription.isFirstDeliveryPending = false;
		this.send(webhook, this.events.firstDelivery(vehicle, { webhook, user }));
	}

	private publishChange(change: VehicleChange): void {
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.vehicleId === change.vehicle.id)
				this.publishChangeTo(subscription, change.changedSignals);
		}
	}

	private publishChangeTo(subscription: Subscription, changedSignals: string[]): void {
		const target = this.targetOf(subscription);
		if (target === null) return;
		this.publishErrors(subscription, target);
		if (subscription.isFirstDeliveryPending) {
			this.publishFirstDelivery(subscription);
			return;
		}
		const { webhook, vehicle, user } = target;
		const triggers = webhook.triggers.filter((code) => changedSignals.includes(code));
		if (triggers.length > 0)
			this.send(webhook, this.events.vehicleState(vehicle, { webhook, user, triggers }));
	}

	/**
	 * Sends ERROR once when a vehicle goes offline, and RESOLVED once when it is online again.
	 * See docs/contributing/smartcar-api.md#vehicle-errors.
	 */
	private publishErrors(subscription: Subscription, { webhook, vehicle, user }: Target): void {
		const { reachability } = vehicle;
		const { openErrorCode } = subscription;
		const code = reachability === 'online' ? null : offlineCodes[reachability];
		if (code === openErrorCode) return;
		const signals = webhook.data;
		if (openErrorCode !== null) {
			this.send(
				webhook,
				this.events.resolvedVehicleError(vehicle, {
					webhook,
					user,
					signals,
					type: typeOf(openErrorCode),
					code: openErrorCode,
				}),
			);
		}
		if (code !== null) {
			const errors = [{ type: typeOf(code), code, signals }];
			this.send(webhook, this.events.vehicleError(vehicle, { webhook, user, errors }));
		}
		subscription.openErrorCode = code;
	}

	/** Null when the webhook gets no events. */
	private targetOf(subscription: Subscription): Target | null {
		const webhook = this.fleet.webhook(subscription.webhookId);
		const vehicle = this.fleet.vehicle(subscription.vehicleId);
		const user = this.fleet.user(subscription.userId);
		if (webhook === undefined || vehicle === undefined || user === undefined) return null;
		return webhook.isVerified && webhook.isEnabled ? { webhook, vehicle, user } : null;
	}

	private send(webhook: Webhook, event: JsonObject): void {
		void this.deliveries.deliver(event, { webhookId: webhook.id });
	}
}
