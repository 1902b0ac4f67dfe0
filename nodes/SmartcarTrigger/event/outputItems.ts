import type { IDataObject } from 'n8n-workflow';
import type {
	Flags,
	HandedOver,
	Signal,
	SignalReference,
	SmartcarEvent,
	VehicleError,
} from './types';
import { isFirstDelivery } from './signals';
import type { Settings } from '../parameters';
import { selectErrors, selectSignals } from './filter';

const codes = (signals: SignalReference[]) => signals.map(({ code }) => code);

/** `value` and `unit` as they come; what a failed signal still carries is set apart, so that nobody takes it as current. */
function simplifySignal(
	{ body, error, oemUpdatedAt, retrievedAt }: Signal,
	changed: boolean,
): IDataObject {
	if (!error) return { ...body, oemUpdatedAt, retrievedAt, changed, failed: false };
	const stale = body && { stale: { ...body, oemUpdatedAt, retrievedAt } };
	return { changed, failed: true, errorType: error.type, errorCode: error.code, ...stale };
}

const simplifyError = ({ signals, ...error }: VehicleError): IDataObject => ({
	...error,
	signals: codes(signals),
});

const changedCodes = ({ triggers }: SmartcarEvent) =>
	new Set(triggers.flatMap(({ code }) => code ?? []));

const about = ({ eventId, eventType, vehicle, user }: SmartcarEvent): IDataObject => ({
	eventId,
	eventType,
	vehicleId: vehicle.id,
	make: vehicle.make,
	model: vehicle.model,
	year: vehicle.year,
	powertrainType: vehicle.powertrainType,
	userId: user.id,
	externalUserId: user.externalId,
});

/** What could not be read is listed, with the event as it was delivered beside it. */
function delivery(event: SmartcarEvent, { outOfOrder }: Flags): IDataObject {
	const { sequence, mode, webhookId, webhookName, deliveryId, deliveredAt, notUnderstood, raw } =
		event;
	const known = event.eventType === 'VEHICLE_STATE' || event.eventType === 'VEHICLE_ERROR';
	return {
		sequence,
		...(outOfOrder && { outOfOrder }),
		mode,
		webhookId,
		webhookName,
		deliveryId,
		deliveredAt,
		...(notUnderstood.length > 0 && { notUnderstood }),
		...((notUnderstood.length > 0 || !known) && { raw }),
	};
}

/** The item that a user sees for an event, flat and most used first: signals by code, times in ISO 8601. */
function simplify(event: SmartcarEvent, flags: Flags): IDataObject {
	const { eventType, triggers, signals, errors } = event;
	const changed = changedCodes(event);
	return {
		...about(event),
		...(eventType === 'VEHICLE_STATE' && {
			firstDelivery: isFirstDelivery(triggers),
			changedSignals: [...changed],
			signals: Object.fromEntries(
				signals.map((one) => [one.code, simplifySignal(one, changed.has(one.code))]),
			),
		}),
		...(eventType === 'VEHICLE_ERROR' && { errors: errors.map(simplifyError) }),
		...delivery(event, flags),
	};
}

/** One item for each signal or error that the user asked for; an event that has neither is one item by itself. */
function simplifyEntries(
	event: SmartcarEvent,
	flags: Flags,
	filters: Settings['filters'],
): IDataObject[] {
	const changed = changedCodes(event);
	const firstDelivery = isFirstDelivery(event.triggers);
	const signals = selectSignals(event, filters).map((one) => {
		const { code, name, group } = one;
		return { code, name, group, ...simplifySignal(one, changed.has(code)), firstDelivery };
	});
	const entries = [...signals, ...selectErrors(event, filters).map(simplifyError)];
	if (entries.length === 0 || event.notUnderstood.length > 0) return [simplify(event, flags)];
	return entries.map((entry) => ({ ...about(event), ...entry, ...delivery(event, flags) }));
}

/** The items of an event as the user wants them: one for it, or one for each of its signals or errors. */
export function shape(
	{ event: whole, flags }: HandedOver,
	{ simplify: flat, itemPer, filters }: Settings,
): IDataObject[] {
	if (!flat) return [{ ...whole.raw, ...(flags.outOfOrder && { outOfOrder: true }) }];
	const { changedErrors } = flags;
	const event = changedErrors
		? { ...whole, errors: whole.errors.filter((_, place) => changedErrors.includes(place)) }
		: whole;
	return itemPer === 'event' ? [simplify(event, flags)] : simplifyEntries(event, flags, filters);
}
