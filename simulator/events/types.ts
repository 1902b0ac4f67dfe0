import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/** A VEHICLE_STATE or VEHICLE_ERROR event of version 4.0. */
export interface VehicleEvent extends JsonObject {
	eventId: string;
	eventType: string;
}

/** What an event is built from. */
export interface EventContext {
	vehicle: Vehicle;
	user: User;
	/** What the user has granted. */
	permissions: readonly string[];
	webhook: Pick<Webhook, 'id' | 'name' | 'triggers' | 'data'>;
	/** TEST as in the dashboard's test payloads. */
	mode: 'LIVE' | 'TEST';
}
