import type { JsonObject } from '../../../simulator/json';
import type { Random } from '../../../simulator/random';

/** A copy of an event, to be sent until n8n acknowledges it with 2xx. */
export interface PlannedDelivery {
	event: JsonObject;
	eventId: string;
	/** 0 for the event itself, 1 for its first copy. */
	copy: number;
}

/** Plans each event once, in the given order. */
export function planOnce(events: readonly JsonObject[], copy = 0): PlannedDelivery[] {
	return events.map((event) => ({ event, eventId: String(event.eventId), copy }));
}

/** Plans each event 1 to `maxCopies` times, all in random order. */
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
