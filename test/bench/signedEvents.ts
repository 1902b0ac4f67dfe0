import {
	signalCatalog,
	type SignedRequest,
	type Simulator,
	type Vehicle,
} from '../../simulator/simulator';

const SIGNALS_PER_EVENT = 30;

/** The codes of the signals with the shortest JSON, from those that all vehicles have. */
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

/** Repeats the list of requests until it has `count` entries. */
export function repeatRequests(requests: readonly SignedRequest[], count: number): SignedRequest[] {
	return Array.from({ length: count }, (_, index) => requests[index % requests.length]).filter(
		(request) => request !== undefined,
	);
}
