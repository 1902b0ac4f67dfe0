import type { Random } from '../../../simulator/random';
import type { JsonObject } from '../../../simulator/json';

/** One of the times that an event is sent. */
export interface Planned {
	event: JsonObject;
	eventId: string;
	/** Which of its copies, from 0. */
	copy: number;
}

/** Each event 1 to `maxCopies` times, all in random order. */
export function planCopies(
	events: readonly JsonObject[],
	maxCopies: number,
	random: Random,
): Planned[] {
	const planned = events.flatMap((event) => {
		const copies = random.integer(1, maxCopies);
		return Array.from({ length: copies }, (_, copy) => ({
			event,
			eventId: String(event.eventId),
			copy,
		}));
	});
	return random.shuffled(planned);
}
