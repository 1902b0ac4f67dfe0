import type { IDataObject } from 'n8n-workflow';
import { refuse, type Answer } from '../answer';
import { readVehicleError } from '../event/errors';
import type { SmartcarEvent } from '../event/event';
import { identifier, number, object, text } from '../event/fields';
import { once } from '../event/once';
import { readSignal, readTrigger, toSignalList } from '../event/signals';
import { time } from '../event/times';
import { Understanding } from '../event/understand';

const vehicleFields = {
	id: identifier,
	make: text,
	model: text,
	year: number,
	mode: text,
	powertrainType: text,
};

const userFields = { id: identifier, externalId: text };

const metaFields = {
	sequence: number,
	mode: text,
	webhookId: identifier,
	webhookName: text,
	deliveryId: identifier,
	deliveredAt: time,
};

/**
 * Brings a genuine delivery of any known shape into one form; what it cannot read is listed in `notUnderstood` and
 * still in `raw`, so that an event of a shape nobody has seen is passed on rather than dropped.
 *
 * Signals and errors are read when they are first asked for: a copy is turned away without.
 *
 * Refuses with 400 only what has no event ID, by which alone a copy can be told from a new event.
 */
export function parse(body: IDataObject): SmartcarEvent | Answer {
	const read = new Understanding();
	const data = read.part(object, body.data, 'data') ?? {};
	// Version 2.0 has a `payload` where later versions have `data`, and the webhook's ID beside it (service: E16).
	const payload = read.part(object, body.payload, 'payload') ?? {};

	const eventId = read.part(identifier, body.eventId ?? payload.eventId, 'eventId');
	if (eventId === undefined) return refuse(400, 'event_id_missing', "The event has no 'eventId'");

	const vehicle = read.fields(vehicleFields, data.vehicle, 'data.vehicle');
	const meta = read.fields(metaFields, body.meta, 'meta');
	const entries = once(() => ({
		signals: read.list(toSignalList(data.signals), 'data.signals', readSignal),
		errors: read.list(data.errors, 'data.errors', readVehicleError),
	}));
	return {
		eventId,
		eventType: read.part(text, body.eventType ?? body.eventName, 'eventType') ?? '',
		vehicle: { ...vehicle, id: vehicle.id ?? read.part(identifier, body.vehicleId ?? payload.vehicleId, 'vehicleId') },
		user: read.fields(userFields, data.user, 'data.user'),
		triggers: [
			...read.list(data.triggers, 'data.triggers', readTrigger),
			...read.list(body.triggers, 'triggers', readTrigger),
		],
		...meta,
		mode: meta.mode ?? read.part(text, body.mode, 'mode')?.toUpperCase(),
		webhookId: meta.webhookId ?? read.part(identifier, body.webhookId, 'webhookId'),
		raw: body,
		get signals() {
			return entries().signals;
		},
		get errors() {
			return entries().errors;
		},
		get notUnderstood() {
			entries();
			return read.notUnderstood;
		},
	};
}
