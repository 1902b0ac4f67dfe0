import type { Deliveries } from '../deliveries/deliveries';
import type { ErrorType } from '../errors/errorTypes';
import type { EventBuilder } from '../events/eventBuilder';
import type { EventContext, VehicleEvent } from '../events/types';
import type { Fleet } from '../fleet/fleet';
import type {
	Connection,
	Reachability,
	Subscription,
	User,
	Vehicle,
	VehicleChange,
	Webhook,
} from '../fleet/types';
import { isGranted } from '../signals/readSignal';

/** Error code of a vehicle that is not online. */
const offlineCodes: Record<Exclude<Reachability, 'online'>, string> = {
	asleep: 'ASLEEP',
	unreachable: 'UNREACHABLE',
	signedOut: 'AUTHENTICATION_FAILED',
};

const errorTypeOf = (code: string): ErrorType =>
	code === 'AUTHENTICATION_FAILED' ? 'CONNECTED_SERVICES_ACCOUNT' : 'VEHICLE_STATE';

/** Null for a vehicle that is online. */
const errorCodeOf = (reachability: Reachability): string | null =>
	reachability === 'online' ? null : offlineCodes[reachability];

interface Target {
	webhook: Webhook;
	vehicle: Vehicle;
	user: User;
}

interface ErrorEventOptions {
	webhook: EventContext['webhook'];
	user?: User;
	mode?: EventContext['mode'];
}

type PublishListener = (webhook: Webhook, event: VehicleEvent) => void;

/**
 * Sends an event to each subscribed webhook when something changes in the fleet. Webhooks that are
 * disabled or not verified get none.
 */
export class EventPublisher {
	private readonly listeners = new Set<PublishListener>();

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

	/** Calls the listener before each event is sent. Returns the function that removes it. */
	onPublish(listener: PublishListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/**
	 * Builds the events of a change for a webhook that a developer is testing. They have the mode
	 * TEST, like the test payloads of the dashboard, and do not depend on what was sent before.
	 */
	buildTestEvents(change: VehicleChange, webhook: EventContext['webhook']): VehicleEvent[] {
		const { vehicle, reachability } = change;
		const options = { webhook, mode: 'TEST' } as const;
		const [connection] = this.fleet.connectionsOf(vehicle);
		const triggers = changedTriggers(webhook, change, connection);
		return [
			...this.errorEvents(
				vehicle,
				options,
				errorCodeOf(reachability.from),
				errorCodeOf(reachability.to),
			),
			...(triggers.length > 0 ? [this.events.vehicleState(vehicle, { ...options, triggers })] : []),
		];
	}

	private publishChange(change: VehicleChange): void {
		for (const subscription of this.fleet.subscriptions) {
			if (subscription.vehicleId === change.vehicle.id) this.publishChangeTo(subscription, change);
		}
	}

	private publishChangeTo(subscription: Subscription, change: VehicleChange): void {
		const target = this.targetOf(subscription);
		if (target === null) return;
		this.publishErrors(subscription, target);
		if (subscription.isFirstDeliveryPending) {
			this.publishFirstDelivery(subscription);
			return;
		}
		const { webhook, vehicle, user } = target;
		const connection = this.fleet.connectionsOf(vehicle).find(({ userId }) => userId === user.id);
		const triggers = changedTriggers(webhook, change, connection);
		if (triggers.length > 0)
			this.send(webhook, this.events.vehicleState(vehicle, { webhook, user, triggers }));
	}

	/**
	 * Sends ERROR once when a vehicle goes offline, and RESOLVED once when it is online again.
	 * See docs/contributing/smartcar-api.md#vehicle-errors.
	 */
	private publishErrors(subscription: Subscription, { webhook, vehicle, user }: Target): void {
		const code = errorCodeOf(vehicle.reachability);
		const events = this.errorEvents(vehicle, { webhook, user }, subscription.openErrorCode, code);
		for (const event of events) this.send(webhook, event);
		subscription.openErrorCode = code;
	}

	/** RESOLVED for the former error and ERROR for the new one. A code is null without an error. */
	private errorEvents(
		vehicle: Vehicle,
		{ webhook, user, mode }: ErrorEventOptions,
		formerCode: string | null,
		newCode: string | null,
	): VehicleEvent[] {
		if (formerCode === newCode) return [];
		const signals = webhook.data;
		const options = { webhook, user, mode };
		const events: VehicleEvent[] = [];
		if (formerCode !== null) {
			const type = errorTypeOf(formerCode);
			const resolved = { ...options, signals, type, code: formerCode };
			events.push(this.events.resolvedVehicleError(vehicle, resolved));
		}
		if (newCode !== null) {
			const errors = [{ type: errorTypeOf(newCode), code: newCode, signals }];
			events.push(this.events.vehicleError(vehicle, { ...options, errors }));
		}
		return events;
	}

	/** Null when the webhook gets no events. */
	private targetOf(subscription: Subscription): Target | null {
		const webhook = this.fleet.webhook(subscription.webhookId);
		const vehicle = this.fleet.vehicle(subscription.vehicleId);
		const user = this.fleet.user(subscription.userId);
		if (webhook === undefined || vehicle === undefined || user === undefined) return null;
		return webhook.isVerified && webhook.isEnabled ? { webhook, vehicle, user } : null;
	}

	private send(webhook: Webhook, event: VehicleEvent): void {
		for (const listener of this.listeners) listener(webhook, event);
		const errorUri = event.eventType === 'VEHICLE_ERROR' ? webhook.errorCallbackUri : null;
		void this.deliveries.deliver(event, { callbackUri: errorUri ?? webhook.callbackUri });
	}
}

/** The triggers of a webhook that have changed, without signals that the owner has not granted. */
function changedTriggers(
	{ triggers }: EventContext['webhook'],
	{ changedSignals }: VehicleChange,
	connection: Connection | undefined,
): string[] {
	const permissions = connection?.permissions ?? [];
	return triggers.filter((code) => changedSignals.includes(code) && isGranted(code, permissions));
}
