import type { IDataObject } from 'n8n-workflow';
import type { TriggerParameters } from '../parameters';
import { filterErrors, filterSignals } from './filter';
import { isFirstDelivery } from './signals';
import type {
	AcceptedEvent,
	EventFlags,
	Signal,
	SignalReference,
	SmartcarEvent,
	VehicleError,
} from './types';

const codes = (signals: SignalReference[]) => signals.map(({ code }) => code);

/** An earlier reading of a failed signal goes into `stale`, so that nobody takes it for a current one. */
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

/** The codes of the signals that have changed. In a first delivery all of them have. */
const changedCodes = ({ triggers, signals }: SmartcarEvent) =>
	new Set((isFirstDelivery(triggers) ? signals : triggers).flatMap(({ code }) => code ?? []));

/** The fields that come first in every simplified item. */
const vehicleFields = ({ eventId, eventType, vehicle, user }: SmartcarEvent): IDataObject => ({
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

/** The fields that come last. An event that was not understood in full also gets its raw form. */
function deliveryFields(event: SmartcarEvent, { outOfOrder }: EventFlags): IDataObject {
	const { sequence, mode, webhookId, webhookName, deliveryId, deliveredAt, notUnderstood, raw } =
		event;
	const isKnownType = event.eventType === 'VEHICLE_STATE' || event.eventType === 'VEHICLE_ERROR';
	return {
		sequence,
		...(outOfOrder && { outOfOrder }),
		mode,
		webhookId,
		webhookName,
		deliveryId,
		deliveredAt,
		...(notUnderstood.length > 0 && { notUnderstood }),
		...((notUnderstood.length > 0 || !isKnownType) && { raw }),
	};
}

function simplifyEvent(event: SmartcarEvent, flags: EventFlags): IDataObject {
	const { eventType, triggers, signals, errors } = event;
	const changed = changedCodes(event);
	return {
		...vehicleFields(event),
		...(eventType === 'VEHICLE_STATE' && {
			firstDelivery: isFirstDelivery(triggers),
			changedSignals: [...changed],
			signals: Object.fromEntries(
				signals.map((signal) => [signal.code, simplifySignal(signal, changed.has(signal.code))]),
			),
		}),
		...(eventType === 'VEHICLE_ERROR' && { errors: errors.map(simplifyError) }),
		...deliveryFields(event, flags),
	};
}

/** One item for each signal or error that matches the filters, or one for the event if it has none. */
function simplifyEntries(
	event: SmartcarEvent,
	flags: EventFlags,
	filters: TriggerParameters['filters'],
): IDataObject[] {
	const changed = changedCodes(event);
	const firstDelivery = isFirstDelivery(event.triggers);
	const signals = filterSignals(event, filters).map((signal) => {
		const { code, name, group } = signal;
		return { code, name, group, ...simplifySignal(signal, changed.has(code)), firstDelivery };
	});
	const entries = [...signals, ...filterErrors(event, filters).map(simplifyError)];
	if (entries.length === 0 || event.notUnderstood.length > 0) return [simplifyEvent(event, flags)];
	return entries.map((entry) => ({
		...vehicleFields(event),
		...entry,
		...deliveryFields(event, flags),
	}));
}

/** The JSON of the items that the trigger emits for an event, as *Simplify* and *One Item Per* say. */
export function toOutputItems(
	{ event, flags }: AcceptedEvent,
	{ simplify, itemPer, filters }: TriggerParameters,
): IDataObject[] {
	if (!simplify) return [{ ...event.raw, ...(flags.outOfOrder && { outOfOrder: true }) }];
	const { changedErrors } = flags;
	const emitted = changedErrors
		? { ...event, errors: event.errors.filter((_, index) => changedErrors.includes(index)) }
		: event;
	return itemPer === 'event'
		? [simplifyEvent(emitted, flags)]
		: simplifyEntries(emitted, flags, filters);
}
