import type { User, Vehicle, Webhook } from '../fleet/types';
import type { JsonObject } from '../json';

/** A webhook event of version 3.0 or 4.0, as it goes over the wire. */
export interface ServiceEvent extends JsonObject {
	eventId: string;
	eventType: string;
}

/**
 * Shapes in which the service has delivered events (service: examples E4 to E15).
 * - `current`: as really delivered in 2026, triggers beside `data`, `retrievedAt` (E4, E8)
 * - `newest`: dashboard test payload of September 2026, prefixed ids, `externalId` (E5, E13)
 * - `spec`: the specification and the reference page, `data.triggers`, `fetchedAt` (E6, E7, E12, E15)
 * - `oldest`: captured in September 2025, text in place of signals (E9, E14)
 */
export type EventShape = 'current' | 'newest' | 'spec' | 'oldest';

/** Shapes of VEHICLE_STATE only: `early` is version 3.0 (E10), `abbreviated` an illustration in the docs (E11). */
export type StateShape = EventShape | 'early' | 'abbreviated';

/** What an event is about and whom it goes to. */
export interface EventSubject {
	vehicle: Vehicle;
	user: User;
	permissions: readonly string[];
	webhook: Pick<Webhook, 'id' | 'name' | 'triggers' | 'data'>;
	eventId: string;
	/** Unix ms of its generation. */
	at: number;
	mode: 'LIVE' | 'TEST';
	/** null = the event carries none. */
	sequence: number | null;
}
