import { signalCatalogue } from '../../simulator/signals/catalogue';
import type { SignedRequest } from '../../simulator/deliveries/signedRequests';
import type { Simulator } from '../../simulator/simulator';
import type { Vehicle } from '../../simulator/fleet/model';

const SIGNALS = 30;

/** Codes of 30 signals that all of these vehicles have, those with the shortest readings. */
function signalsOf(vehicles: readonly Vehicle[]): string[] {
	const readings = (code: string) =>
		vehicles.map((vehicle) => signalCatalogue.get(code)?.read(vehicle) ?? null);
	const length = (code: string) =>
		Math.max(...readings(code).map((reading) => JSON.stringify(reading).length));
	return [...signalCatalogue.keys()]
		.filter((code) => readings(code).every((reading) => reading !== null))
		.sort((a, b) => length(a) - length(b))
		.slice(0, SIGNALS);
}

/** Signed vehicle states of about 7 KB, as the service sends them for 30 signals; no two have the same event ID. */
export function newEvents(
	{ fleet, events, signedRequests }: Simulator,
	count: number,
): SignedRequest[] {
	return signedRequests(events.many(count, { signals: signalsOf(fleet.vehicles) }));
}

/** So many requests made of these, in turn. */
export function repeated(requests: readonly SignedRequest[], count: number): SignedRequest[] {
	return Array.from({ length: count }, (_, index) => requests[index % requests.length]).filter(
		(request) => request !== undefined,
	);
}
