import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';
import type { SignedRequest, Simulator } from '../../../simulator/simulator';
import { newEventsAbout, newVehicleIds } from '../../bench/signedEvents';

/** An event before it is built and signed. So an event that has to wait takes little memory. */
export interface FleetEvent {
	eventId: string;
	/** Index of the vehicle. */
	vehicle: number;
	/** When it was generated, Unix ms. Also its sequence. */
	at: number;
}

const objectField = (object: JsonObject, field: string): JsonObject => {
	const value = object[field];
	return isJsonObject(value) ? value : {};
};

/**
 * Creates events about many vehicles. The values of an event come from a vehicle of the simulator: vehicle 0 of the fleet
 * has those of the simulator's vehicle 0, and so on, from the start again when there are fewer.
 */
export class FleetEvents {
	private readonly vehicleIds: string[];

	private readonly templates: JsonObject[];

	constructor(
		private readonly simulator: Simulator,
		vehicles: number,
		private readonly random: Random,
	) {
		this.vehicleIds = newVehicleIds(vehicles);
		this.templates = newEventsAbout(
			simulator,
			simulator.fleet.vehicles.map(({ id }) => id),
		);
	}

	/** A new event about a random vehicle. */
	next(): FleetEvent {
		const vehicle = this.random.integer(0, this.vehicleIds.length - 1);
		return { eventId: randomUUID(), vehicle, at: Date.now() };
	}

	vehicleId({ vehicle }: FleetEvent): string {
		return this.vehicleIds[vehicle] ?? '';
	}

	/** The odometer of the vehicle, which does not change. */
	odometerKm({ vehicle }: FleetEvent): number {
		const { vehicles } = this.simulator.fleet;
		return vehicles[vehicle % vehicles.length]?.odometerKm ?? NaN;
	}

	/** The request that delivers the event. */
	toRequest(event: FleetEvent): SignedRequest {
		const template = this.templates[event.vehicle % this.templates.length] ?? {};
		const data = objectField(template, 'data');
		const body = {
			...template,
			eventId: event.eventId,
			data: {
				...data,
				vehicle: { ...objectField(data, 'vehicle'), id: this.vehicleId(event) },
			},
			meta: { ...objectField(template, 'meta'), sequence: event.at, deliveredAt: Date.now() },
		};
		const [request] = this.simulator.createSignedRequests([body]);
		if (request === undefined) throw new Error('The simulator signed no request');
		return request;
	}
}
