import { randomInt, randomUUID } from 'node:crypto';
import type { ErrorType } from '../errors/errorTypes';
import type { Fleet } from '../fleet/fleet';
import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';
import { signalCatalog } from '../signals/signalCatalog';
import type { FailedSignals } from './signalItems';
import type { EventShape, EventContext, ServiceEvent, StateShape } from './types';
import { type ErrorEntry, vehicleErrorEvent } from './vehicleError';
import { type StateContent, vehicleStateEvent } from './vehicleState';
import { abbreviatedStateEvent, version3StateEvent } from './vehicleStateVariants';
import { verifyEvent, type VerifyShape } from './verifyEvent';

interface CommonOptions<Shape> {
	/** Default `current`. */
	shape?: Shape;
	/** The webhook in the event. Default: the first of the fleet, or else a made-up one. */
	webhook?: EventContext['webhook'];
	/** Default: the vehicle's first owner. */
	user?: User;
	mode?: 'LIVE' | 'TEST';
	/** Default: a new ID. */
	eventId?: string;
	/** When the event was generated, Unix ms. Default: now. */
	at?: number;
}

interface StateOptions extends CommonOptions<StateShape> {
	/**
	 * Codes of the signals that changed. Default: the first of the webhook's triggers that is a
	 * signal of the vehicle.
	 */
	triggers?: string[];
	/** Codes of the signals in the event. Default: those of the webhook. */
	signals?: string[];
	/** Signals with an error. */
	failed?: FailedSignals;
	/**
	 * Sequence number. Default: the current time, but never less than in the event before. Null
	 * leaves it out.
	 */
	sequence?: number | null;
}

interface ErrorOptions extends CommonOptions<EventShape> {
	errors?: Array<{ type: ErrorType; code: string | null; signals?: string[] }>;
}

interface ResolvedOptions extends CommonOptions<EventShape> {
	type?: ErrorType;
	code?: string | null;
	signals?: string[];
}

/** Codes of the triggers of a webhook by default. */
export const defaultTriggers = [
	'wheel-tires',
	'tractionbattery-stateofcharge',
	'charge-ischarging',
	'closure-islocked',
];
/** Codes of the signals in the events of a webhook by default. */
export const defaultData = [
	...defaultTriggers,
	'odometer-traveleddistance',
	'location-preciselocation',
	'charge-wattage',
];

/**
 * Builds events about vehicles of the fleet, in every shape. IDs of events do not depend on the
 * seed: an n8n that runs longer than the simulator remembers old IDs and would drop new events as
 * duplicates.
 */
export class EventBuilder {
	private lastSequence = 0;

	constructor(private readonly fleet: Fleet) {}

	/**
	 * VEHICLE_STATE after signals changed.
	 * @throws RangeError for an unknown signal, or a user who is not connected to the vehicle
	 */
	vehicleState(vehicle: Vehicle, options: StateOptions = {}): ServiceEvent {
		return this.stateEvent(
			vehicle,
			options,
			options.triggers ?? this.defaultTriggersOf(vehicle, options.webhook),
		);
	}

	/**
	 * VEHICLE_STATE with the trigger FIRST_DELIVERY, as after a subscription.
	 * See docs/contributing/smartcar-api.md#first-delivery.
	 */
	firstDelivery(vehicle: Vehicle, options: Omit<StateOptions, 'triggers'> = {}): ServiceEvent {
		return this.stateEvent(vehicle, options, null);
	}

	/** VEHICLE_ERROR with active errors. Default: the vehicle is unreachable. */
	vehicleError(vehicle: Vehicle, options: ErrorOptions = {}): ServiceEvent {
		const errors = options.errors ?? [{ type: 'VEHICLE_STATE', code: 'UNREACHABLE' }];
		return this.errorEvent(
			vehicle,
			options,
			errors.map(({ type, code, signals }) => ({
				type,
				code,
				state: 'ERROR',
				signals: signals ?? (type === 'PERMISSION' ? [] : ['location-preciselocation']),
			})),
		);
	}

	/** VEHICLE_ERROR that resolves an error. */
	resolvedVehicleError(vehicle: Vehicle, options: ResolvedOptions = {}): ServiceEvent {
		const {
			type = 'VEHICLE_STATE',
			code = 'UNREACHABLE',
			signals = ['location-preciselocation'],
		} = options;
		return this.errorEvent(vehicle, options, [{ type, code, state: 'RESOLVED', signals }]);
	}

	/** VERIFY with a challenge. */
	verify(webhook: Webhook, challenge: string, shape?: VerifyShape): JsonObject {
		return verifyEvent(webhook, challenge, shape);
	}

	/** An event of version 2.0. */
	legacyEvent(
		vehicle: Vehicle,
		eventType: 'CHARGING_STARTED' | 'CHARGING_STOPPED' | 'CHARGING_COMPLETED',
		webhook?: Webhook,
	): JsonObject {
		return {
			version: '2.0',
			webhookId: webhook?.id ?? this.defaultWebhook().id,
			eventName: 'eventBased',
			mode: vehicle.mode,
			payload: {
				eventId: randomUUID(),
				vehicleId: vehicle.id,
				eventType,
				eventTime: new Date().toISOString(),
			},
		};
	}

	/** Builds `count` VEHICLE_STATE events with different IDs, about all vehicles in turn. */
	vehicleStates(count: number, options: Omit<StateOptions, 'eventId'> = {}): ServiceEvent[] {
		const { vehicles } = this.fleet;
		return Array.from({ length: count }, (_, index) => {
			const vehicle = vehicles[index % vehicles.length];
			if (vehicle === undefined) throw new RangeError('the fleet is empty');
			return this.vehicleState(vehicle, options);
		});
	}

	private stateEvent(
		vehicle: Vehicle,
		options: StateOptions,
		triggers: string[] | null,
	): ServiceEvent {
		const shape = options.shape ?? 'current';
		const webhook = options.webhook ?? this.defaultWebhook();
		const eventId =
			options.eventId ?? (shape === 'early' ? String(randomInt(1e9, 1e10)) : randomUUID());
		const sequence = options.sequence === undefined ? this.nextSequence() : options.sequence;
		const context = this.buildContext(vehicle, { ...options, eventId }, sequence);
		const content: StateContent = {
			triggers,
			signals: options.signals ?? webhook.data,
			failed: options.failed ?? {},
		};
		if (shape === 'early') return version3StateEvent(context, content);
		if (shape === 'abbreviated') return abbreviatedStateEvent(context, content);
		return vehicleStateEvent(context, content, shape);
	}

	private errorEvent(
		vehicle: Vehicle,
		options: CommonOptions<EventShape>,
		entries: ErrorEntry[],
	): ServiceEvent {
		return vehicleErrorEvent(
			this.buildContext(vehicle, options, null),
			entries,
			options.shape ?? 'current',
		);
	}

	private buildContext(
		vehicle: Vehicle,
		options: CommonOptions<unknown>,
		sequence: number | null,
	): EventContext {
		const connections = this.fleet.connectionsOf(vehicle);
		const connection =
			options.user === undefined
				? connections[0]
				: connections.find(({ userId }) => userId === options.user?.id);
		const user = connection && this.fleet.user(connection.userId);
		if (user === undefined || connection === undefined) {
			throw new RangeError(`that user is not connected to vehicle ${vehicle.id}`);
		}
		return {
			vehicle,
			user,
			permissions: connection.permissions,
			webhook: options.webhook ?? this.defaultWebhook(),
			eventId: options.eventId ?? randomUUID(),
			at: options.at ?? Date.now(),
			mode: options.mode ?? 'LIVE',
			sequence,
		};
	}

	private defaultTriggersOf(
		vehicle: Vehicle,
		webhook: EventContext['webhook'] | undefined,
	): string[] {
		const triggers = webhook?.triggers ?? defaultTriggers;
		return triggers.filter((code) => signalCatalog.get(code)?.read(vehicle) != null).slice(0, 1);
	}

	/** The webhook in events that were built without one. */
	private defaultWebhook(): EventContext['webhook'] {
		const [webhook] = this.fleet.webhooks;
		return (
			webhook ?? {
				id: 'a0000000-0000-4000-8000-000000000001',
				name: 'n8n',
				triggers: defaultTriggers,
				data: defaultData,
			}
		);
	}

	private nextSequence(): number {
		this.lastSequence = Math.max(this.lastSequence, Date.now());
		return this.lastSequence;
	}
}
