import type { SmartcarEvent } from '../event/event';

/** What a user may ask for; `OTHER` is every type that is neither of the two. */
export type EventChoice = 'VEHICLE_STATE' | 'VEHICLE_ERROR' | 'OTHER';

export interface Selection {
	events: EventChoice[];
}

const isNamed = (eventType: string): eventType is 'VEHICLE_STATE' | 'VEHICLE_ERROR' =>
	eventType === 'VEHICLE_STATE' || eventType === 'VEHICLE_ERROR';

/** Why the user does not want an event, or undefined for a wanted one. */
export function select({ eventType }: SmartcarEvent, { events }: Selection): string | undefined {
	const choice = isNamed(eventType) ? eventType : 'OTHER';
	if (events.includes(choice)) return undefined;
	return `The trigger does not listen for ${choice === 'OTHER' ? 'other' : choice} events`;
}
