import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

/** Names a signal. Only `code` identifies it: `name` and `group` can be missing or wrong. */
export interface SignalReference {
	code: string;
	name?: string;
	group?: string;
}

/** Why Smartcar sent an event: a signal changed, or a vehicle was subscribed. */
export interface Trigger extends Partial<SignalReference> {
	/** `SIGNAL_UPDATED`, `FIRST_DELIVERY`, or a type that Smartcar may add. */
	type: string;
}

/** Why a signal could not be read. */
interface SignalError {
	type?: string;
	code?: string;
	title?: string;
	detail?: string;
	resolution?: string;
}

export interface Signal extends SignalReference {
	/** Undefined if none was sent. If `error` is set, this is an earlier reading. */
	body?: IDataObject;
	error?: SignalError;
	/** ISO 8601. When the manufacturer last updated the signal. */
	oemUpdatedAt?: string;
	/** ISO 8601. When Smartcar read the signal (`fetchedAt` or `retrievedAt` in the request). */
	retrievedAt?: string;
	/** ISO 8601. When Smartcar stored the signal. Some, such as the VIN, have only this time. */
	ingestedAt?: string;
}

export interface VehicleError {
	type?: string;
	code?: string;
	/**
	 * In upper case: `ERROR`, `RESOLVED`, or a state that Smartcar may add. Undefined counts as
	 * `ERROR`.
	 */
	state?: string;
	description?: string;
	suggestedUserMessage?: string;
	resolution?: string;
	/** Where the owner can follow the resolution, such as a page for reconnecting the vehicle. */
	resolutionUrl?: string;
	docUrl?: string;
	statusCode?: number;
	requestId?: string;
	signals: SignalReference[];
}

export interface Vehicle {
	id?: string;
	make?: string;
	model?: string;
	year?: number;
	/** `live`, `simulated` or `test`. */
	mode?: string;
	powertrainType?: string;
}

/**
 * An event in one form for all versions of Smartcar's webhooks.
 * See docs/contributing/smartcar-api.md#events.
 */
export interface SmartcarEvent {
	eventId: string;
	/** `VEHICLE_STATE`, `VEHICLE_ERROR`, or a type that Smartcar may add. Empty if there is none. */
	eventType: string;
	vehicle: Vehicle;
	/** The IDs in the list of vehicles that some version 2.0 events have instead of one vehicle. */
	listedVehicleIds: string[];
	user: { id?: string; externalId?: string };
	triggers: Trigger[];
	signals: Signal[];
	errors: VehicleError[];
	/** Counts the events of a vehicle. */
	sequence?: number;
	/** `LIVE` or `TEST`. */
	mode?: string;
	webhookId?: string;
	webhookName?: string;
	deliveryId?: string;
	/** ISO 8601. */
	deliveredAt?: string;
	/** `path: reason` for each field that was left out because it could not be read. */
	notUnderstood: string[];
	/** The event as it was delivered. */
	raw: IDataObject;
}

const checkSchema = z.object({
	/** The ID of the condition or the error. */
	conditionId: z.string(),
	/** The tire, door or window, or the signal of an error. Empty for the whole vehicle. */
	place: z.string(),
	/** The state before the event. Undefined if only n8n's store knows it. */
	knownState: z.string().optional(),
	previousValue: z.union([z.string(), z.number(), z.boolean()]).optional(),
	/**
	 * A later event was judged first. This one fires only if it is the retry of an event whose
	 * workflow failed, or if n8n's store cannot tell. Only with *When the Workflow Finishes*.
	 */
	isLate: z.boolean().optional(),
	/** A failed event that this one replaces if it fires. */
	replacedEventId: z.string().optional(),
});

/** The schema of `EventFlags`, which an execution reads from its item. */
export const flagsSchema = z.object({
	/** A later event of the vehicle arrived before this one. */
	outOfOrder: z.boolean().optional(),
	/** The conditions and errors that the execution has to decide on. Undefined for all of them. */
	checks: z.array(checkSchema).optional(),
	/** In a test run: why this event would not start the published workflow. */
	leftOut: z.string().optional(),
	/** In a test run: the trigger has answered a verification of the test URL before. */
	verified: z.boolean().optional(),
});

/**
 * A condition that an event may have met, or an error that may have changed, and what the process
 * that received the event knows of it.
 */
export type ConditionCheck = z.infer<typeof checkSchema>;

/** What `webhook()` found out by comparing an event with earlier ones of its vehicle. */
export type EventFlags = z.infer<typeof flagsSchema>;

/** An event that starts an execution. */
export interface AcceptedEvent {
	event: SmartcarEvent;
	flags: EventFlags;
	/**
	 * In an execution: another process has received the event, as in queue mode, or this one before a
	 * restart. So other processes may use n8n's store at the same moment, and this one can compare the
	 * event only with those that it has judged.
	 */
	isFromOtherProcess?: boolean;
}
