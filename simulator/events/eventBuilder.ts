import type { ErrorType } from '../errors/errorTypes';
import type { Fleet } from '../fleet/fleet';
import type { User, Vehicle } from '../fleet/types';
import { signalCatalog } from '../signals/signalCatalog';
import type { FailedSignals } from './signalItems';
import type { EventContext, VehicleEvent } from './types';
import { type ErrorEntry, vehicleErrorEvent } from './vehicleError';
import { vehicleStateEvent } from './vehicleState';

interface CommonOptions {
	/** The webhook in the event. Default: the first of the fleet, or else a made-up one. */
	webhook?: EventContext['webhook'];
	/** Default: the vehicle's first owner. */
	user?: User;
	mode?: 'LIVE' | 'TEST';
}

interface VehicleStateOptions extends CommonOptions {
	/**
	 * Codes of the signals that changed. Default: the first of the webhook's triggers that the
	 * vehicle has.
	 */
	triggers?: string[];
	/** Codes of the signals in the event. Default: those of the webhook. */
	signals?: string[];
	/** Signals with an error. */
	failed?: FailedSignals;
}

interface VehicleErrorOptions extends CommonOptions {
	errors?: Array<{ type: ErrorType; code: string | null; signals?: string[] }>;
}

interface ResolvedVehicleErrorOptions extends CommonOptions {
	type?: ErrorType;
	code?: string | null;
	signals?: string[];
}

/** Codes of the signals that trigger events of a webhook by default. */
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
 * Builds events about vehicles of the fleet, as the service delivers them in 2026. IDs of events do
 * not depend on the seed: an n8n that runs longer than the simulator remembers old IDs and would
 * drop new events as duplicates.
 */
export class EventBuilder {
	private lastSequence = 0;

	constructor(private readonly fleet: Fleet) {}

	/**
	 * VEHICLE_STATE after signals changed.
	 * @throws RangeError for an unknown signal, or a user who is not connected to the vehicle
	 */
	vehicleState(vehicle: Vehicle, options: VehicleStateOptions = {}): VehicleEvent {
		return this.stateEvent(
			vehicle,
			options,
			options.triggers ?? this.defaultTriggersOf(vehicle, options.webhook),
		);
	}

	/**
	 * VEHICLE_STATE with the trigger FIRST_DELIVERY, as when a vehicle was subscribed.
	 * See docs/contributing/smartcar-api.md#first-delivery.
	 */
	firstDelivery(
		vehicle: Vehicle,
		options: Omit<VehicleStateOptions, 'triggers'> = {},
	): VehicleEvent {
		return this.stateEvent(vehicle, options, null);
	}

	/** VEHICLE_ERROR with active errors. Default: the vehicle is unreachable. */
	vehicleError(vehicle: Vehicle, options: VehicleErrorOptions = {}): VehicleEvent {
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
	resolvedVehicleError(vehicle: Vehicle, options: ResolvedVehicleErrorOptions = {}): VehicleEvent {
		const {
			type = 'VEHICLE_STATE',
			code = 'UNREACHABLE',
			signals = ['location-preciselocation'],
		} = options;
		return this.errorEvent(vehicle, options, [{ type, code, state: 'RESOLVED', signals }]);
	}

	/** Builds `count` VEHICLE_STATE events with different IDs, about all vehicles in turn. */
	vehicleStates(count: number, options: VehicleStateOptions = {}): VehicleEvent[] {
		const { vehicles } = this.fleet;
		return Array.from({ length: count }, (_, index) => {
			const vehicle = vehicles[index % vehicles.length];
			if (vehicle === undefined) throw new RangeError('the fleet is empty');
			return this.vehicleState(vehicle, options);
		});
	}

	private stateEvent(
		vehicle: Vehicle,
		options: VehicleStateOptions,
		triggers: string[] | null,
	): VehicleEvent {
		const context = this.buildContext(vehicle, options);
		return vehicleStateEvent(context, {
			triggers,
			signals: options.signals ?? context.webhook.data,
			failed: options.failed ?? {},
			sequence: this.nextSequence(),
		});
	}

	private errorEvent(
		vehicle: Vehicle,
		options: CommonOptions,
		entries: ErrorEntry[],
	): VehicleEvent {
		return vehicleErrorEvent(this.buildContext(vehicle, options), entries);
	}

	private buildContext(vehicle: Vehicle, options: CommonOptions): EventContext {
		const connections = this.fleet.connectionsOf(vehicle);
		const connection =
			options.user === undefined
				? connections[0]
				: connections.find(({ userId }) => userId === options.user?.id);
		const user = connection && this.fleet.user(connection.userId);
		if (user === undefined || connection === undefined) {
			const missing = options.user === undefined ? 'any user' : `user ${options.user.id}`;
			throw new RangeError(`vehicle ${vehicle.id} is not connected to ${missing}`);
		}
		return {
			vehicle,
			user,
			permissions: connection.permissions,
			webhook: options.webhook ?? this.defaultWebhook(),
			mode: options.mode ?? 'LIVE',
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

	/** The current time, but never less than in the event before. */
	private nextSequence(): number {
		this.lastSequence = Math.max(this.lastSequence, Date.now());
		return this.lastSequence;
	}
}
