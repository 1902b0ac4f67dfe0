import type { Simulator, Vehicle } from '../../simulator/simulator';
import type { JsonObject } from '../../simulator/json';

/** A webhook URL where no server listens. */
export const UNREACHABLE_URI = 'http://127.0.0.1:9';

/** Subscribes every vehicle to a webhook. Smartcar returns signals for subscribed vehicles only. */
export function subscribeFleet(
	{ webhooks }: Simulator,
	{ name = 'all', callbackUri = UNREACHABLE_URI } = {},
): void {
	webhooks.create({ name, callbackUri, autoSubscribe: true });
}

/** The vehicles with the mode `live`. Smartcar lists only their connections by default. */
export function liveVehicles({ fleet }: Simulator): Vehicle[] {
	return fleet.vehicles.filter(({ mode }) => mode === 'live');
}

/** Makes the next request for the signals of this vehicle fail with a PERMISSION error. */
export function failNextSignalsRequest({ faults }: Simulator, { id }: Vehicle): void {
	const route = { path: new RegExp(`/vehicles/${id}/signals$`) };
	faults.plan(route, { kind: 'error', type: 'PERMISSION', code: null });
}

/** The first vehicle of the fleet. */
export function firstVehicle({ fleet }: Simulator): Vehicle {
	const [vehicle] = fleet.vehicles;
	if (!vehicle) throw new Error('The fleet is empty');
	return vehicle;
}

/** Creates an event with a new ID. */
export function newEvent(
	{ events }: Simulator,
	options?: Parameters<Simulator['events']['vehicleStates']>[1],
): JsonObject {
	const [event] = events.vehicleStates(1, options);
	if (!event) throw new Error('The simulator created no event');
	return event;
}
