import type { IDataObject } from 'n8n-workflow';
import { keyByCode } from '../../shared/signalCode';
import { withTirePressures } from '../../shared/tirePressures';
import type { TriggerParameters } from '../parameters';
import { hasUnknownState } from './vehicleErrors';
import { eventChoice, filterErrors, filterSignals } from './filter';
import { errorMessage, errorsMessage } from './message';
import { isFirstDelivery } from './signals';
import type {
	AcceptedEvent,
	EventFlags,
	Signal,
	SignalReference,
	SmartcarEvent,
	Vehicle,
	VehicleError,
} from './types';
import { unidentifiedErrors } from './unidentifiedErrors';

type Filters = TriggerParameters['filters'];

const codes = (signals: SignalReference[]) => signals.map(({ code }) => code);

/**
 * The body of a failed signal is an earlier reading. It goes into `stale`, away from current
 * values.
 */
function simplifySignal(
	{ code, body, error, oemUpdatedAt, retrievedAt, ingestedAt }: Signal,
	changed: boolean,
): IDataObject {
	// Spreading one object is twice as fast as spreading two, and an event has many signals.
	const values = withTirePressures(code, body);
	if (!error) return { ...values, oemUpdatedAt, retrievedAt, ingestedAt, changed, failed: false };
	const { type: errorType, code: errorCode, ...explanation } = error;
	const fields = { changed, failed: true, errorType, errorCode, ...explanation, ingestedAt };
	return body ? { ...fields, stale: { ...values, oemUpdatedAt, retrievedAt } } : fields;
}

function simplifyError(vehicle: Vehicle, error: VehicleError): IDataObject {
	const { type, code, state, signals, requestId, ...explanation } = error;
	return {
		message: errorMessage(vehicle, error),
		resolved: hasUnknownState(error) ? undefined : state === 'RESOLVED',
		errorType: type,
		errorCode: code,
		...explanation,
		signals: codes(signals),
		requestId,
	};
}

/** The codes of the signals that have changed. In a first delivery all of them have. */
const changedCodes = ({ triggers, signals }: SmartcarEvent) =>
	new Set((isFirstDelivery(triggers) ? signals : triggers).flatMap(({ code }) => code ?? []));

/** The first fields of each item. */
const vehicleFields = ({ eventType, vehicle }: SmartcarEvent): IDataObject => ({
	eventType,
	make: vehicle.make,
	model: vehicle.model,
	year: vehicle.year,
	powertrainType: vehicle.powertrainType,
	vehicleMode: vehicle.mode,
});

/**
 * The last fields of each item. An event that was not fully understood is also added as it was
 * sent.
 */
function deliveryFields(event: SmartcarEvent, { outOfOrder }: EventFlags): IDataObject {
	const { eventType, vehicle, user, notUnderstood, raw } = event;
	const isKnownType = eventType === 'VEHICLE_STATE' || eventType === 'VEHICLE_ERROR';
	return {
		mode: event.mode,
		deliveredAt: event.deliveredAt,
		sequence: event.sequence,
		...(outOfOrder && { outOfOrder }),
		...(notUnderstood.length > 0 && { notUnderstood }),
		...((notUnderstood.length > 0 || !isKnownType) && { raw }),
		vehicleId: vehicle.id,
		userId: user.id,
		externalUserId: user.externalId,
		webhookName: event.webhookName,
		webhookId: event.webhookId,
		deliveryId: event.deliveryId,
		eventId: event.eventId,
	};
}

function simplifyEvent(event: SmartcarEvent, flags: EventFlags): IDataObject {
	const { eventType, vehicle, triggers, signals, errors } = event;
	const changed = changedCodes(event);
	return {
		...(eventType === 'VEHICLE_ERROR' && { message: errorsMessage(event) }),
		...vehicleFields(event),
		...(eventType === 'VEHICLE_STATE' && {
			firstDelivery: isFirstDelivery(triggers),
			changedSignals: [...changed],
			signals: keyByCode(
				signals.map((signal) => ({
					code: signal.code,
					fields: simplifySignal(signal, changed.has(signal.code)),
				})),
			),
		}),
		...(eventType === 'VEHICLE_ERROR' && {
			errors: errors.map((error) => simplifyError(vehicle, error)),
		}),
		...deliveryFields(event, flags),
	};
}

/** The changed signals that match the filters, but whose data the event lacks. */
function missingSignals(event: SmartcarEvent, { signalCodes }: Filters) {
	const known = new Set(codes(event.signals));
	return event.triggers.flatMap(({ code, name, group }) => {
		if (code === undefined || known.has(code)) return [];
		// An event can name a signal twice, in its two lists of triggers.
		known.add(code);
		if (signalCodes.length > 0 && !signalCodes.includes(code)) return [];
		return { code, name, group, changed: true, firstDelivery: isFirstDelivery(event.triggers) };
	});
}

/**
 * The item of a signal. If a field of the body has the name of one of our fields, our field wins,
 * and the whole body is in `body`.
 */
function simplifySignalEntry(
	firstFields: IDataObject,
	signal: Signal,
	{ changed, firstDelivery }: { changed: boolean; firstDelivery: boolean },
	lastFields: IDataObject,
): IDataObject {
	const { code, name, group, body, error } = signal;
	const withFields = (simplified: IDataObject): IDataObject => ({
		...firstFields,
		...{ code, name, group },
		...simplified,
		firstDelivery,
		...lastFields,
	});
	const item = withFields(simplifySignal(signal, changed));
	if (error || body === undefined) return item;
	const ourFields = withFields(simplifySignal({ ...signal, body: undefined }, changed));
	return Object.keys(body).some((key) => key in ourFields) ? { ...item, ...ourFields, body } : item;
}

/**
 * One item for each signal that matches the filters, and for each of the selected errors. One for
 * the event if there are none.
 */
function simplifyEntries(
	event: SmartcarEvent,
	flags: EventFlags,
	filters: Filters,
	selectedErrors: VehicleError[],
): IDataObject[] {
	const changed = changedCodes(event);
	const firstDelivery = isFirstDelivery(event.triggers);
	const firstFields = vehicleFields(event);
	const lastFields = deliveryFields(event, flags);
	const signals = filterSignals(event, filters).map((signal) =>
		simplifySignalEntry(
			firstFields,
			signal,
			{ changed: changed.has(signal.code), firstDelivery },
			lastFields,
		),
	);
	const missing = missingSignals(event, filters).map((signal) => ({
		...firstFields,
		...signal,
		...lastFields,
	}));
	const selected = new Set([...selectedErrors, ...unidentifiedErrors(event, filters)]);
	const errors = event.errors
		.filter((error) => selected.has(error))
		.map((error) => {
			const { message, ...fields } = simplifyError(event.vehicle, error);
			return { message, ...firstFields, ...fields, ...lastFields };
		});
	const items: IDataObject[] = [...signals, ...missing, ...errors];
	// An event can have a hundred signals, so its raw form is only in the first item.
	if (event.eventType === 'VEHICLE_STATE') for (const item of items.slice(1)) delete item.raw;
	return items.length > 0 ? items : [simplifyEvent(event, flags)];
}

/**
 * The JSON of the items that the trigger emits for an event, as *Simplify* and *One Item Per* say.
 * @param selectedErrors which of the errors get an item of their own. So do those that cannot be
 * identified.
 */
export function toOutputItems(
	{ event, flags }: AcceptedEvent,
	{ simplify, itemPer, filters }: TriggerParameters,
	selectedErrors = filterErrors(event, filters),
): IDataObject[] {
	if (!simplify) return [{ ...event.raw, ...(flags.outOfOrder && { outOfOrder: true }) }];
	const isOneItem =
		itemPer === 'event' || flags.leftOut !== undefined || eventChoice(event) === 'OTHER';
	return isOneItem
		? [simplifyEvent(event, flags)]
		: simplifyEntries(event, flags, filters, selectedErrors);
}
