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

/** The vehicles that somebody has connected, live and simulated ones. */
export function connectedVehicles({ fleet }: Simulator): Vehicle[] {
	return fleet.vehicles.filter(({ id }) =>
		fleet.connections.some(({ vehicleId }) => vehicleId === id),
	);
}

/** Makes the next request for the signals of this vehicle fail with a PERMISSION error. */
export function failNextSignalsRequest({ faults }: Simulator, { id }: Vehicle): void {
	const route = { path: new RegExp(`/vehicles/${id}/signals$`) };
	faults.plan(route, { kind: 'error', type: 'PERMISSION', code: null });
}

/** Runs a function while no user of these vehicles has granted the permission. */
export async function withoutPermission<Result>(
	{ fleet }: Simulator,
	vehicles: Vehicle[],
	permission: string,
	run: () => Promise<Result>,
): Promise<Result> {
	const connections = vehicles.flatMap((vehicle) => fleet.connectionsOf(vehicle));
	const granted = connections.map(({ permissions }) => permissions);
	for (const connection of connections)
		connection.permissions = connection.permissions.filter((name) => name !== permission);
	try {
		return await run();
	} finally {
		connections.forEach((connection, index) => {
			connection.permissions = granted[index] ?? [];
		});
	}
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
