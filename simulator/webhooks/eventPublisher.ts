import type { Deliveries } from '../deliveries/deliveries';
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

/** Error code of a car that cannot be asked. */
const offlineCodes: Record<Exclude<Reachability, 'online'>, string> = {
	asleep: 'ASLEEP',
	unreachable: 'UNREACHABLE',
};

interface Receiver {
	webhook: Webhook;
	vehicle: Vehicle;
	user: User;
}

/** Turns what happens in the fleet into events for the webhooks that are verified and enabled. */
export class Notifier {
	constructor(
		private readonly fleet: Fleet,
		private readonly events: EventBuilder,
		private readonly deliveries: Deliveries,
	) {
		fleet.onChange((change) => this.notify(change));
	}

	/** Sends the first delivery of a subscription, if it is due and the car can be asked (spec: VEHICLE_STATE). */
	sendInitial(subscription: Subscription): void {
		const receiver = this.receiverOf(subscription);
		if (receiver === null || !subscription.isInitialDeliveryPending) return;
		const { webhook, vehicle, user } = receiver;
		if (vehicle.reachability !== 'online') return;
		subscription.isInitialDeliveryPending = false;
		this.send(webhook, this.events.firstDelivery(vehicle, { webhook, user }));
	}

	private notify(change: VehicleChange): void {
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.vehicleId !== change.vehicle.id) continue;
			this.notifyOf(change, subscription);
		}
	}

	private notifyOf(change: VehicleChange, subscription: Subscription): void {
		const receiver = this.receiverOf(subscription);
		if (receiver === null) return;
		const { webhook, vehicle, user } = receiver;
		this.sendErrors(subscription, { webhook, vehicle, user });
		if (subscription.isInitialDeliveryPending) {
			this.sendInitial(subscription);
			return;
		}
		const triggers = webhook.triggers.filter((code) => change.changedSignals.includes(code));
		if (triggers.length > 0)
			this.send(webhook, this.events.vehicleState(vehicle, { webhook, user, triggers }));
	}

	/** ERROR when a car can no longer be asked, RESOLVED when it can again; each once (spec: VEHICLE_ERROR). */
	private sendErrors(subscription: Subscription, { webhook, vehicle, user }: Receiver): void {
		const { reachability } = vehicle;
		const { openError } = subscription;
		const code = reachability === 'online' ? null : offlineCodes[reachability];
		if (code === openError) return;
		const signals = webhook.data;
		if (openError !== null) {
			this.send(
				webhook,
				this.events.resolved(vehicle, { webhook, user, signals, code: openError }),
			);
		}
		if (code !== null) {
			const errors = [{ type: 'VEHICLE_STATE' as const, code, signals }];
			this.send(webhook, this.events.vehicleError(vehicle, { webhook, user, errors }));
		}
		subscription.openError = code;
	}

	private receiverOf(subscription: Subscription): Receiver | null {
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
