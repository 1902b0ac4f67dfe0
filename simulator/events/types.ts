import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/** A webhook event of version 3.0 or 4.0. */
export interface ServiceEvent extends JsonObject {
	eventId: string;
	eventType: string;
}

/**
 * The shapes in which the service has sent or documented events. test/fixtures/events has an
 * example of each.
 * - `current`: delivered in 2026; `triggers` next to `data`, `retrievedAt` in `meta`
 * - `newest`: test event of the dashboard in September 2026; IDs with a prefix, `externalId`
 * - `spec`: in Smartcar's specification and API reference; `data.triggers`, `fetchedAt` in `meta`
 * - `oldest`: delivered in September 2025; texts in place of signal objects
 *
 * See docs/contributing/smartcar-api.md#events.
 */
export type EventShape = 'current' | 'newest' | 'spec' | 'oldest';

/**
 * Shapes of VEHICLE_STATE: also `early` (version 3.0) and `abbreviated` (a short example in the
 * documentation).
 */
export type StateShape = EventShape | 'early' | 'abbreviated';

/** The vehicle of an event, the webhook that gets it, and its metadata. */
export interface EventContext {
	vehicle: Vehicle;
	user: User;
	permissions: readonly string[];
	webhook: Pick<Webhook, 'id' | 'name' | 'triggers' | 'data'>;
	eventId: string;
	/** When the event was generated, Unix ms. */
	at: number;
	mode: 'LIVE' | 'TEST';
	/** Null for an event without one. */
	sequence: number | null;
}
