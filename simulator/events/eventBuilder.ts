import { randomInt, randomUUID } from 'node:crypto';
import type { Fleet } from '../fleet/fleet';
import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';
import { signalCatalogue } from '../signals/signalCatalog';
import type { ErrorType } from '../errors/errorTypes';
import { abbreviatedStateEvent, earlyStateEvent } from './vehicleStateVariants';
import type { EventShape, EventSubject, ServiceEvent, StateShape } from './types';
import type { FailedSignals } from './signalItems';
import { type ErrorEntry, vehicleErrorEvent } from './vehicleError';
import { type StateContent, vehicleStateEvent } from './vehicleState';
import { verifyEvent, type VerifyShape } from './verify';

interface CommonOptions<Shape> {
	/** Default `current`. */
	shape?: Shape;
	/** Whom the event names as receiver; its signals and triggers are the defaults. */
	webhook?: Webhook;
	/** Default: the vehicle's first owner. */
	user?: User;
	mode?: 'LIVE' | 'TEST';
	/** Default: a new one. */
	eventId?: string;
	/** Unix ms of its generation, default now. */
	at?: number;
}

export interface StateOptions extends CommonOptions<StateShape> {
	/** Codes of the signals that changed; default: the first trigger of the webhook that the vehicle has. */
	triggers?: string[];
	/** Codes of the signals in the event; default: those of the webhook. */
	signals?: string[];
	failed?: FailedSignals;
	/** Default: never lower than the last event's; null leaves it out. */
	sequence?: number | null;
}

export interface ErrorOptions extends CommonOptions<EventShape> {
	errors?: Array<{ type: ErrorType; code: string | null; signals?: string[] }>;
}

export interface ResolvedOptions extends CommonOptions<EventShape> {
	type?: ErrorType;
	code?: string | null;
	signals?: string[];
}

/** Signals of a webhook for which nothing else was asked. */
export const defaultTriggers = [
	'wheel-tires',
	'tractionbattery-stateofcharge',
	'charge-ischarging',
	'closure-islocked',
];
export const defaultData = [
	...defaultTriggers,
	'odometer-traveleddistance',
	'location-preciselocation',
	'charge-wattage',
];

/**
 * Makes events of every shape of the reference from vehicles of the fleet. Ids of events are random, not drawn
 * from the seed: the service never gives an id twice, and a receiver that outlives the simulator remembers them.
 */
export class EventBuilder {
	private lastSequence = 0;

	constructor(private readonly fleet: Fleet) {}

	/** VEHICLE_STATE because signals changed. */
	vehicleState(vehicle: Vehicle, options: StateOptions = {}): ServiceEvent {
		return this.state(
			vehicle,
			options,
			options.triggers ?? this.likelyTriggers(vehicle, options.webhook),
		);
	}

	/** VEHICLE_STATE with the trigger FIRST_DELIVERY, as after a subscription (E7, E8). */
	firstDelivery(vehicle: Vehicle, options: Omit<StateOptions, 'triggers'> = {}): ServiceEvent {
		return this.state(vehicle, options, null);
	}

	/** VEHICLE_ERROR with active errors; default: the vehicle cannot be reached (E12 to E14). */
	vehicleError(vehicle: Vehicle, options: ErrorOptions = {}): ServiceEvent {
		const errors = options.errors ?? [{ type: 'VEHICLE_STATE', code: 'UNREACHABLE' }];
		return this.errors(
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

	/** VEHICLE_ERROR that ends an error (E15). */
	resolved(vehicle: Vehicle, options: ResolvedOptions = {}): ServiceEvent {
		const {
			type = 'VEHICLE_STATE',
			code = 'UNREACHABLE',
			signals = ['location-preciselocation'],
		} = options;
		return this.errors(vehicle, options, [{ type, code, state: 'RESOLVED', signals }]);
	}

	/** VERIFY (E1 to E3). */
	verify(webhook: Webhook, challenge: string, shape?: VerifyShape): JsonObject {
		return verifyEvent(webhook, challenge, shape);
	}

	/** An event of version 2.0 (E16). */
	legacy(
		vehicle: Vehicle,
		eventType: 'CHARGING_STARTED' | 'CHARGING_STOPPED' | 'CHARGING_COMPLETED',
		webhook?: Webhook,
	): JsonObject {
		return {
			version: '2.0',
			webhookId: webhook?.id ?? this.nameless().id,
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

	/** Distinct VEHICLE_STATE events, the vehicles in turn: for load. */
	many(count: number, options: Omit<StateOptions, 'eventId'> = {}): ServiceEvent[] {
		const { vehicles } = this.fleet;
		return Array.from({ length: count }, (_, index) => {
			const vehicle = vehicles[index % vehicles.length];
			if (vehicle === undefined) throw new RangeError('the fleet is empty');
			return this.vehicleState(vehicle, options);
		});
	}

	private state(vehicle: Vehicle, options: StateOptions, triggers: string[] | null): ServiceEvent {
		const shape = options.shape ?? 'current';
		const webhook = options.webhook ?? this.nameless();
		const eventId =
			options.eventId ?? (shape === 'early' ? String(randomInt(1e9, 1e10)) : randomUUID());
		const sequence = options.sequence === undefined ? this.nextSequence() : options.sequence;
		const subject = this.subject(vehicle, { ...options, eventId }, sequence);
		const content: StateContent = {
			triggers,
			signals: options.signals ?? webhook.data,
			failed: options.failed ?? {},
		};
		if (shape === 'early') return earlyStateEvent(subject, content);
		if (shape === 'abbreviated') return abbreviatedStateEvent(subject, content);
		return vehicleStateEvent(subject, content, shape);
	}

	private errors(
		vehicle: Vehicle,
		options: CommonOptions<EventShape>,
		entries: ErrorEntry[],
	): ServiceEvent {
		return vehicleErrorEvent(
			this.subject(vehicle, options, null),
			entries,
			options.shape ?? 'current',
		);
	}

	private subject(
		vehicle: Vehicle,
		options: CommonOptions<unknown>,
		sequence: number | null,
	): EventSubject {
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
			webhook: options.webhook ?? this.nameless(),
			eventId: options.eventId ?? randomUUID(),
			at: options.at ?? Date.now(),
			mode: options.mode ?? 'LIVE',
			sequence,
		};
	}

	private likelyTriggers(vehicle: Vehicle, webhook: Webhook | undefined): string[] {
		const wanted = webhook?.triggers ?? defaultTriggers;
		return wanted.filter((code) => signalCatalogue.get(code)?.read(vehicle) != null).slice(0, 1);
	}

	/** The receiver of events that no webhook of the fleet was named for. */
	private nameless(): Pick<Webhook, 'id' | 'name' | 'triggers' | 'data'> {
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
