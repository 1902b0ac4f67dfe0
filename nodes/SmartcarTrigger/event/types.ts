import type { IDataObject } from 'n8n-workflow';

/** What a signal is known by; `code` is its identity, `name` and `group` can be missing or wrong (service: 6.1, rule 3). */
export interface SignalReference {
	code: string;
	name?: string;
	group?: string;
}

/** Why an event was sent: a signal that changed, or the first delivery after a vehicle was subscribed. */
export interface Trigger extends Partial<SignalReference> {
	/** `SIGNAL_UPDATED`, `FIRST_DELIVERY`, or what the service may add. */
	type: string;
}

export interface Signal extends SignalReference {
	/** Undefined where none was sent. Stale, left from before, where `error` is set. */
	body?: IDataObject;
	error?: { type?: string; code?: string };
	/** ISO 8601. When the manufacturer last updated the signal. */
	oemUpdatedAt?: string;
	/** ISO 8601. When the service retrieved it (`fetchedAt` or `retrievedAt` on the wire). */
	retrievedAt?: string;
}

export interface VehicleError {
	type?: string;
	code?: string;
	/** `ERROR` or `RESOLVED`. */
	state?: string;
	description?: string;
	suggestedUserMessage?: string;
	resolution?: string;
	docUrl?: string;
	signals: SignalReference[];
}

export interface Vehicle {
	id?: string;
	make?: string;
	model?: string;
	year?: number;
	mode?: string;
	powertrainType?: string;
}

/** One event in the one form that all shapes of all versions are brought into (service: 6.1 Normalisation rules). */
export interface SmartcarEvent {
	eventId: string;
	/** `VEHICLE_STATE`, `VEHICLE_ERROR`, or what the service may add; empty where the event names none. */
	eventType: string;
	vehicle: Vehicle;
	user: { id?: string; externalId?: string };
	triggers: Trigger[];
	signals: Signal[];
	errors: VehicleError[];
	sequence?: number;
	/** `LIVE` or `TEST`. */
	mode?: string;
	webhookId?: string;
	webhookName?: string;
	deliveryId?: string;
	/** ISO 8601. */
	deliveredAt?: string;
	/** What was there but could not be read, as `path: reason`; the rest of the event is complete without it. */
	notUnderstood: string[];
	/** The event as it was delivered. */
	raw: IDataObject;
}

/** What an event is to be told apart by that was found out before the execution. */
export interface Flags {
	/** A later event of the vehicle came before. */
	outOfOrder?: boolean;
	/** Places in `errors` of those that are news; all are without it. */
	changedErrors?: number[];
}

export interface HandedOver {
	event: SmartcarEvent;
	flags: Flags;
}
