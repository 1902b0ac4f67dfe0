import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject } from '../../simulator/json';
import {
	signalCatalog,
	type SignedRequest,
	type Simulator,
	type Vehicle,
} from '../../simulator/simulator';

const SIGNALS_PER_EVENT = 30;

/** The codes of the signals with the shortest JSON, among those that all vehicles have. */
function shortestSignals(vehicles: readonly Vehicle[]): string[] {
	const readings = (code: string) =>
		vehicles.map((vehicle) => signalCatalog.get(code)?.read(vehicle) ?? null);
	const maxLength = (code: string) =>
		Math.max(...readings(code).map((reading) => JSON.stringify(reading).length));
	return [...signalCatalog.keys()]
		.filter((code) => readings(code).every((reading) => reading !== null))
		.sort((a, b) => maxLength(a) - maxLength(b))
		.slice(0, SIGNALS_PER_EVENT);
}

/** Signed requests with VEHICLE_STATE events of about 7 KB. Each event has its own ID. */
export function newSignedEvents(
	{ fleet, events, createSignedRequests }: Simulator,
	count: number,
): SignedRequest[] {
	return createSignedRequests(
		events.vehicleStates(count, { signals: shortestSignals(fleet.vehicles) }),
	);
}

/** The signals that the conditions of the benchmark use. All vehicles have them. */
const CONDITION_SIGNALS = ['wheel-tires', 'odometer-traveleddistance', 'location-preciselocation'];

export const randomIds = (count: number): string[] =>
	Array.from({ length: count }, () => randomUUID());

export function withVehicleId(event: JsonObject, id: string): JsonObject {
	const { data } = event;
	if (!isJsonObject(data) || !isJsonObject(data.vehicle))
		throw new Error('An event has no vehicle');
	return { ...event, data: { ...data, vehicle: { ...data.vehicle, id } } };
}

/**
 * Events of about 7 KB, one for each of the vehicles. They have the signals that the conditions of
 * the benchmark use.
 */
export function newEventsAbout(
	{ fleet, events }: Simulator,
	vehicleIds: readonly string[],
): JsonObject[] {
	const otherSignals = shortestSignals(fleet.vehicles).filter(
		(code) => !CONDITION_SIGNALS.includes(code),
	);
	const signals = [...otherSignals.slice(CONDITION_SIGNALS.length), ...CONDITION_SIGNALS];
	return events
		.vehicleStates(vehicleIds.length, { signals })
		.map((event, index) => withVehicleId(event, vehicleIds[index] ?? ''));
}

/** Signed requests with the events of {@link newEventsAbout}. */
export const newSignedEventsAbout = (
	simulator: Simulator,
	vehicleIds: readonly string[],
): SignedRequest[] => simulator.createSignedRequests(newEventsAbout(simulator, vehicleIds));
