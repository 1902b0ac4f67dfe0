import type { IDataObject } from 'n8n-workflow';
import { isAbsent } from '../../shared/isAbsent';
import { readVehicleError } from './vehicleErrors';
import { EventReader } from './eventReader';
import { identifier, number, text } from './fields';
import { readSignal, readTrigger, toSignalList } from './signals';
import { time } from './times';
import type { SmartcarEvent, Vehicle, VehicleError } from './types';

function readVehicle(reader: EventReader, vehicle: IDataObject): Vehicle {
	const path = 'data.vehicle';
	return {
		id: reader.field(identifier, vehicle.id, path, 'id'),
		make: reader.field(text, vehicle.make, path, 'make'),
		model: reader.field(text, vehicle.model, path, 'model'),
		year: reader.field(number, vehicle.year, path, 'year'),
		mode: reader.field(text, vehicle.mode, path, 'mode'),
		powertrainType: reader.field(text, vehicle.powertrainType, path, 'powertrainType'),
	};
}

const readListedVehicleId = (reader: EventReader, vehicle: unknown, path: string) =>
	reader.field(identifier, reader.object(vehicle, path).vehicleId, path, 'vehicleId');

const readUser = (reader: EventReader, user: IDataObject): SmartcarEvent['user'] => ({
	id: reader.field(identifier, user.id, 'data.user', 'id'),
	externalId: reader.field(text, user.externalId, 'data.user', 'externalId'),
});

/** The known types in upper case, because Smartcar does not document that their case is fixed. */
function toEventType(type: string): string {
	const upperCase = type.toUpperCase();
	return upperCase === 'VEHICLE_STATE' || upperCase === 'VEHICLE_ERROR' ? upperCase : type;
}

/** A vehicle error without a list of errors may have them in a place that is not known yet. */
function readErrors(reader: EventReader, eventType: string, errors: unknown): VehicleError[] {
	if (eventType === 'VEHICLE_ERROR' && isAbsent(errors))
		reader.addProblem('data.errors', 'Expected a list');
	return reader.list(errors, 'data.errors', readVehicleError);
}

/**
 * Parses an event of any version into one form.
 * See docs/contributing/smartcar-api.md#events.
 *
 * Fields that cannot be read are listed in `notUnderstood`, so an event of an unknown shape is
 * passed on rather than dropped.
 * @param eventId from `readEventId`, since the body may not have it
 */
export function parseEvent(body: IDataObject, eventId: string): SmartcarEvent {
	const reader = new EventReader();
	const data = reader.object(body.data, 'data');
	// Version 2.0 has `payload` instead of `data`, and the webhook ID outside `meta`.
	const payload = reader.object(body.payload, 'payload');

	const eventName = reader.field(text, body.eventType ?? body.eventName, 'eventType');
	const eventType = toEventType(eventName ?? '');
	const vehicle = readVehicle(reader, reader.object(data.vehicle, 'data.vehicle'));
	// One documented sample has `meta` inside `data`.
	const meta = reader.object(body.meta ?? data.meta, 'meta');
	return {
		eventId,
		eventType,
		vehicle: {
			...vehicle,
			id: vehicle.id ?? reader.field(identifier, body.vehicleId ?? payload.vehicleId, 'vehicleId'),
		},
		listedVehicleIds: reader.list(payload.vehicles, 'payload.vehicles', readListedVehicleId),
		user: readUser(reader, reader.object(data.user, 'data.user')),
		triggers: [
			...reader.list(data.triggers, 'data.triggers', readTrigger),
			...reader.list(body.triggers, 'triggers', readTrigger),
		],
		sequence: reader.field(number, meta.sequence, 'meta', 'sequence'),
		mode: (
			reader.field(text, meta.mode, 'meta', 'mode') ?? reader.field(text, body.mode, 'mode')
		)?.toUpperCase(),
		webhookId:
			reader.field(identifier, meta.webhookId, 'meta', 'webhookId') ??
			reader.field(identifier, body.webhookId, 'webhookId'),
		webhookName: reader.field(text, meta.webhookName, 'meta', 'webhookName'),
		deliveryId: reader.field(identifier, meta.deliveryId, 'meta', 'deliveryId'),
		deliveredAt: reader.field(time, meta.deliveredAt, 'meta', 'deliveredAt'),
		signals: reader.list(toSignalList(data.signals), 'data.signals', readSignal),
		errors: readErrors(reader, eventType, data.errors),
		notUnderstood: reader.notUnderstood,
		raw: body,
	};
}
