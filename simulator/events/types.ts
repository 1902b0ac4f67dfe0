import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/** A webhook event of version 4.0. */
export interface ServiceEvent extends JsonObject {
	eventId: string;
	eventType: string;
}

/** The vehicle of an event and the webhook that gets it. */
export interface EventContext {
	vehicle: Vehicle;
	user: User;
	permissions: readonly string[];
	webhook: Pick<Webhook, 'id' | 'name' | 'triggers' | 'data'>;
	mode: 'LIVE' | 'TEST';
}
