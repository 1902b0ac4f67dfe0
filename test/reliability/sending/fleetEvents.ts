import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';
import type { SignedRequest, Simulator } from '../../../simulator/simulator';
import { newEventsAbout, randomIds } from '../../bench/signedEvents';

/** An event before its body is built and signed, so that a waiting event takes little memory. */
export interface FleetEvent {
	eventId: string;
	type: 'state' | 'error';
	/** Index of the vehicle. */
	vehicle: number;
	/** When it was generated, Unix ms. Also the sequence of a vehicle state. */
	at: number;
	/** Whether the front left tire of a vehicle state is low. */
	hasLowTire: boolean;
}

/** The condition that the odometer of some of the simulator's vehicles meets. */
export const ODOMETER_LIMIT_KM = 85_000;
/** The condition that a low tire meets. */
export const TIRE_LIMIT_KPA = 150;
const LOW_TIRE_KPA = 120;

const ODOMETER = 'odometer-traveleddistance';
const TIRES = 'wheel-tires';

/** The share of events that are vehicle errors. */
const ERROR_SHARE = 0.01;

/**
 * Number of vehicles, the first of the fleet, that send more often than the others, and whose front
 * left tires become low and recover.
 */
export const CHANGING_VEHICLES = 200;

/** The share of events that are about these vehicles. */
const CHANGING_VEHICLES_SHARE = 0.05;

/**
 * A tire changes only when all events of its vehicle were acknowledged this long ago. Otherwise a
 * retry could arrive after a later event, and the alerts would depend on the order.
 */
const SETTLED_AFTER_MS = 10_000;

const objectField = (object: JsonObject, field: string): JsonObject => {
	const value = object[field];
	return isJsonObject(value) ? value : {};
};

const withVehicleId = (data: JsonObject, id: string): JsonObject => ({
	...data,
	vehicle: { ...objectField(data, 'vehicle'), id },
});

const isFrontLeft = ({ row, column }: JsonObject) => row === 0 && column === 0;

/** `data` of an event, with a low front left tire. */
function withLowTire(data: JsonObject): JsonObject {
	const signals = Array.isArray(data.signals) ? data.signals.filter(isJsonObject) : [];
	return {
		...data,
		signals: signals.map((signal) => {
			if (signal.code !== TIRES) return signal;
			const body = objectField(signal, 'body');
			const tires = Array.isArray(body.values) ? body.values.filter(isJsonObject) : [];
			const values = tires.map((tire) =>
				isFrontLeft(tire) ? { ...tire, tirePressure: LOW_TIRE_KPA } : tire,
			);
			return { ...signal, body: { ...body, values } };
		}),
	};
}

/** An alert that the workflow has to report once, at whichever of these events n8n gets first. */
export interface ExpectedAlert {
	vehicleId: string;
	/** Identifies the condition, because vehicles meet only one condition of each signal. */
	signal: string;
	/** The vehicle's events from when it meets the condition until it has recovered. */
	eventIds: string[];
}

/**
 * Creates events about many vehicles. The values of an event come from a vehicle of the simulator:
 * vehicle 0 of the fleet has those of the simulator's vehicle 0, and so on, from the start again
 * when there are fewer. Only the tires of CHANGING_VEHICLES change.
 */
export class FleetEvents {
	private readonly vehicleIds: string[];

	private readonly templates: JsonObject[];

	private readonly errorTemplates: JsonObject[];

	private errorCount = 0;

	/** The next vehicle that has had no event yet. After the last one, vehicles are random. */
	private nextNewVehicle = CHANGING_VEHICLES;

	/** By vehicle: its last vehicle state. Only for CHANGING_VEHICLES. */
	private readonly lastStates = new Map<number, FleetEvent>();

	/**
	 * By vehicle: how many of its events n8n has not acknowledged, and when it acknowledged the last
	 * one.
	 */
	private readonly unacknowledged = new Map<number, { count: number; settledAt: number }>();

	constructor(
		private readonly simulator: Simulator,
		vehicles: number,
		private readonly random: Random,
		/** Factor for SETTLED_AFTER_MS. */
		private readonly timeScale: number,
	) {
		this.vehicleIds = randomIds(vehicles);
		const { fleet, events } = simulator;
		this.templates = newEventsAbout(
			simulator,
			fleet.vehicles.map(({ id }) => id),
		);
		this.errorTemplates = fleet.vehicles.map((vehicle) => events.vehicleError(vehicle));
	}

	/**
	 * A new event about a random vehicle. At first each vehicle has one in turn, so that n8n soon
	 * knows all of them.
	 */
	next(): FleetEvent {
		if (this.random.chance(ERROR_SHARE)) return this.nextError();
		if (this.random.chance(CHANGING_VEHICLES_SHARE))
			return this.nextOfChangingVehicle(this.random.integer(0, CHANGING_VEHICLES - 1));
		const vehicle =
			this.nextNewVehicle < this.vehicleIds.length
				? this.nextNewVehicle++
				: this.random.integer(CHANGING_VEHICLES, this.vehicleIds.length - 1);
		return this.createEvent('state', vehicle, false);
	}

	/** Must be called once for each event that n8n has answered 2xx. */
	acknowledge({ vehicle }: FleetEvent): void {
		const entry = this.unacknowledged.get(vehicle);
		if (entry === undefined) return;
		entry.count -= 1;
		entry.settledAt = Date.now();
	}

	/**
	 * The alerts that the workflow has to report: one of each odometer above the limit, and one of a
	 * tire each time that it becomes low.
	 * @param events all events in the order in which they were created
	 */
	expectedAlerts(events: Iterable<FleetEvent>): ExpectedAlert[] {
		const alerts: ExpectedAlert[] = [];
		const currentAlerts = new Map<string, ExpectedAlert>();
		const observe = ({ eventId, vehicle }: FleetEvent, signal: string, meetsCondition: boolean) => {
			const key = `${vehicle} ${signal}`;
			if (!meetsCondition) {
				currentAlerts.delete(key);
				return;
			}
			const alert = currentAlerts.get(key);
			if (alert !== undefined) {
				alert.eventIds.push(eventId);
				return;
			}
			const vehicleId = this.vehicleIds[vehicle] ?? '';
			const newAlert = { vehicleId, signal, eventIds: [eventId] };
			currentAlerts.set(key, newAlert);
			alerts.push(newAlert);
		};
		for (const event of events) {
			if (event.type === 'error') continue;
			observe(event, ODOMETER, this.odometerKm(event) > ODOMETER_LIMIT_KM);
			observe(event, TIRES, event.hasLowTire);
		}
		return alerts;
	}

	/** The request that delivers the event. */
	toRequest({ type, eventId, vehicle, at, hasLowTire }: FleetEvent): SignedRequest {
		const templates = type === 'error' ? this.errorTemplates : this.templates;
		const template = templates[vehicle % templates.length] ?? {};
		const data = withVehicleId(objectField(template, 'data'), this.vehicleIds[vehicle] ?? '');
		const meta = { ...objectField(template, 'meta'), deliveredAt: Date.now() };
		const body = {
			...template,
			eventId,
			data: hasLowTire ? withLowTire(data) : data,
			meta: type === 'error' ? meta : { ...meta, sequence: at },
		};
		const [request] = this.simulator.createSignedRequests([body]);
		if (request === undefined) throw new Error('The simulator signed no request');
		return request;
	}

	/**
	 * An error of another vehicle each time, from the last one backward, because the trigger emits an
	 * error only when it starts or ends.
	 */
	private nextError(): FleetEvent {
		this.errorCount += 1;
		return this.createEvent('error', this.vehicleIds.length - this.errorCount, false);
	}

	/** The front left tire changes with each event, unless earlier events have not settled. */
	private nextOfChangingVehicle(vehicle: number): FleetEvent {
		const last = this.lastStates.get(vehicle);
		const { count, settledAt } = this.unacknowledged.get(vehicle) ?? { count: 0, settledAt: 0 };
		const isSettled = count === 0 && Date.now() - settledAt >= SETTLED_AFTER_MS * this.timeScale;
		const wasLow = last?.hasLowTire ?? false;
		const event = this.createEvent('state', vehicle, isSettled ? !wasLow : wasLow);
		this.lastStates.set(vehicle, event);
		this.unacknowledged.set(vehicle, { count: count + 1, settledAt });
		return event;
	}

	private createEvent(type: FleetEvent['type'], vehicle: number, hasLowTire: boolean): FleetEvent {
		return { eventId: randomUUID(), type, vehicle, at: Date.now(), hasLowTire };
	}

	/** The odometer of the vehicle, which does not change. */
	private odometerKm({ vehicle }: FleetEvent): number {
		const { vehicles } = this.simulator.fleet;
		return vehicles[vehicle % vehicles.length]?.odometerKm ?? NaN;
	}
}
