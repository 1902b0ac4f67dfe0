import type { IDataObject } from 'n8n-workflow';
import { refuse, type Answer } from '../delivery/reply';
import { readVehicleError } from './errors';
import type { SmartcarEvent, Vehicle } from './types';
import { identifier, number, text } from './fields';
import { readSignal, readTrigger, toSignalList } from './signals';
import { time } from './times';
import { Understanding } from './eventReader';

function readVehicle(read: Understanding, vehicle: IDataObject): Vehicle {
	const path = 'data.vehicle';
	return {
		id: read.part(identifier, vehicle.id, path, 'id'),
		make: read.part(text, vehicle.make, path, 'make'),
		model: read.part(text, vehicle.model, path, 'model'),
		year: read.part(number, vehicle.year, path, 'year'),
		mode: read.part(text, vehicle.mode, path, 'mode'),
		powertrainType: read.part(text, vehicle.powertrainType, path, 'powertrainType'),
	};
}

const readUser = (read: Understanding, user: IDataObject): SmartcarEvent['user'] => ({
	id: read.part(identifier, user.id, 'data.user', 'id'),
	externalId: read.part(text, user.externalId, 'data.user', 'externalId'),
});

/**
 * Brings a genuine delivery of any known shape into one form; what it cannot read is listed in `notUnderstood` and
 * still in `raw`, so that an event of a shape nobody has seen is passed on rather than dropped.
 *
 * Refuses with 400 only what has no event ID, by which alone a copy can be told from a new event.
 */
export function parse(body: IDataObject): SmartcarEvent | Answer {
	const read = new Understanding();
	const data = read.object(body.data, 'data');
	// Version 2.0 has a `payload` where later versions have `data`, and the webhook's ID beside it (service: E16).
	const payload = read.object(body.payload, 'payload');

	const eventId = read.part(identifier, body.eventId ?? payload.eventId, 'eventId');
	if (eventId === undefined) return refuse(400, 'event_id_missing', "The event has no 'eventId'");

	const vehicle = readVehicle(read, read.object(data.vehicle, 'data.vehicle'));
	const meta = read.object(body.meta, 'meta');
	return {
		eventId,
		eventType: read.part(text, body.eventType ?? body.eventName, 'eventType') ?? '',
		vehicle: {
			...vehicle,
			id: vehicle.id ?? read.part(identifier, body.vehicleId ?? payload.vehicleId, 'vehicleId'),
		},
		user: readUser(read, read.object(data.user, 'data.user')),
		triggers: [
			...read.list(data.triggers, 'data.triggers', readTrigger),
			...read.list(body.triggers, 'triggers', readTrigger),
		],
		sequence: read.part(number, meta.sequence, 'meta', 'sequence'),
		mode:
			read.part(text, meta.mode, 'meta', 'mode') ??
			read.part(text, body.mode, 'mode')?.toUpperCase(),
		webhookId:
			read.part(identifier, meta.webhookId, 'meta', 'webhookId') ??
			read.part(identifier, body.webhookId, 'webhookId'),
		webhookName: read.part(text, meta.webhookName, 'meta', 'webhookName'),
		deliveryId: read.part(identifier, meta.deliveryId, 'meta', 'deliveryId'),
		deliveredAt: read.part(time, meta.deliveredAt, 'meta', 'deliveredAt'),
		signals: read.list(toSignalList(data.signals), 'data.signals', readSignal),
		errors: read.list(data.errors, 'data.errors', readVehicleError),
		notUnderstood: read.notUnderstood,
		raw: body,
	};
}
