import {
	signalCatalog,
	type SignedRequest,
	type Simulator,
	type Vehicle,
} from '../../simulator/simulator';

const SIGNALS = 30;

/** Codes of the 30 signals with the shortest readings among those that all vehicles have. */
function shortestSignals(vehicles: readonly Vehicle[]): string[] {
	const readings = (code: string) =>
		vehicles.map((vehicle) => signalCatalog.get(code)?.read(vehicle) ?? null);
	const length = (code: string) =>
		Math.max(...readings(code).map((reading) => JSON.stringify(reading).length));
	return [...signalCatalog.keys()]
		.filter((code) => readings(code).every((reading) => reading !== null))
		.sort((a, b) => length(a) - length(b))
		.slice(0, SIGNALS);
}

/** Signed VEHICLE_STATE events of about 7 KB with 30 signals, each with its own event ID. */
export function newSignedEvents(
	{ fleet, events, signedRequests }: Simulator,
	count: number,
): SignedRequest[] {
	return signedRequests(events.many(count, { signals: shortestSignals(fleet.vehicles) }));
}

/** Repeats the requests in turn until there are `count`. */
export function repeatRequests(requests: readonly SignedRequest[], count: number): SignedRequest[] {
	return Array.from({ length: count }, (_, index) => requests[index % requests.length]).filter(
		(request) => request !== undefined,
	);
}
