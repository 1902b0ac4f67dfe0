import type { JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';

/** One copy of an event that is to be delivered. */
export interface PlannedDelivery {
	event: JsonObject;
	eventId: string;
	/** Number of the copy, from 0. */
	copy: number;
}

/** Each event once, in the given order. */
export function planOnce(events: readonly JsonObject[], copy = 0): PlannedDelivery[] {
	return events.map((event) => ({ event, eventId: String(event.eventId), copy }));
}

/** Each event 1 to `maxCopies` times, in random order. */
export function planCopies(
	events: readonly JsonObject[],
	maxCopies: number,
	random: Random,
): PlannedDelivery[] {
	const deliveries = events.flatMap((event) =>
		Array.from({ length: random.integer(1, maxCopies) }, (_, copy) => planOnce([event], copy)),
	);
	return random.shuffled(deliveries.flat());
}
