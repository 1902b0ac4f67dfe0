import type { IDataObject } from 'n8n-workflow';
import type { Signal, SignalReference, SmartcarEvent, VehicleError } from '../event/event';
import { isFirstDelivery } from '../event/signals';

const codes = (signals: SignalReference[]) => signals.map(({ code }) => code);

/** `value` and `unit` as they come; what a failed signal still carries is set apart, so that nobody takes it as current. */
function simplifySignal({ body, error, oemUpdatedAt, retrievedAt }: Signal, changed: boolean): IDataObject {
	const reading = { ...body, oemUpdatedAt, retrievedAt };
	if (!error) return { ...reading, changed, failed: false };
	return { changed, failed: true, errorType: error.type, errorCode: error.code, ...(body && { stale: reading }) };
}

const simplifyError = ({ signals, ...error }: VehicleError): IDataObject => ({ ...error, signals: codes(signals) });

/**
 * The item that a user sees for an event, flat and most used first: signals by code, times in ISO 8601.
 * What could not be read is listed, with the event as it was delivered beside it.
 */
export function simplify(event: SmartcarEvent): IDataObject {
	const { vehicle, user, triggers, signals, errors, notUnderstood, raw } = event;
	const changed = new Set(triggers.map(({ code }) => code));
	const known = event.eventType === 'VEHICLE_STATE' || event.eventType === 'VEHICLE_ERROR';
	return {
		eventId: event.eventId,
		eventType: event.eventType,
		vehicleId: vehicle.id,
		make: vehicle.make,
		model: vehicle.model,
		year: vehicle.year,
		powertrainType: vehicle.powertrainType,
		userId: user.id,
		externalUserId: user.externalId,
		...(event.eventType === 'VEHICLE_STATE' && {
			firstDelivery: isFirstDelivery(triggers),
			changedSignals: triggers.flatMap(({ code }) => code ?? []),
			signals: Object.fromEntries(
				signals.map((signal) => [signal.code, simplifySignal(signal, changed.has(signal.code))]),
			),
		}),
		...(event.eventType === 'VEHICLE_ERROR' && { errors: errors.map(simplifyError) }),
		sequence: event.sequence,
		mode: event.mode,
		webhookId: event.webhookId,
		webhookName: event.webhookName,
		deliveryId: event.deliveryId,
		deliveredAt: event.deliveredAt,
		...(notUnderstood.length > 0 && { notUnderstood }),
		...((notUnderstood.length > 0 || !known) && { raw }),
	};
}
