import type { IDataObject } from 'n8n-workflow';
import { readTires, toKilopascals } from '../../shared/tirePressures';
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

type Filters = TriggerParameters['filters'];

const codes = (signals: SignalReference[]) => signals.map(({ code }) => code);

/** The pressures in kPa, whatever unit they were sent in. `body` stays beside them. */
function simplifyTires(body: IDataObject | undefined): IDataObject {
	const { readings, units } = readTires(body);
	if (readings.length === 0) return {};
	const tires = readings.map(({ place, value }) => [place, toKilopascals(value, units[0])]);
	return { tires: Object.fromEntries(tires), ...(units.length > 1 && { unitUncertain: true }) };
}

/** An earlier reading of a failed signal goes into `stale`, so that nobody takes it for a current one. */
function simplifySignal(
	{ code, body, error, oemUpdatedAt, retrievedAt }: Signal,
	changed: boolean,
): IDataObject {
	const tires = code.toLowerCase() === 'wheel-tires' ? simplifyTires(body) : {};
	if (!error) return { ...tires, ...body, oemUpdatedAt, retrievedAt, changed, failed: false };
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

/**
 * Signals by their codes. If a code comes more than once, as `charge-chargelimits` of two types, the
 * further ones are `charge-chargelimits-2` and so on.
 */
function signalsByCode(signals: Signal[], changed: Set<string>): IDataObject {
	const byCode = new Map<string, IDataObject>();
	for (const signal of signals) {
		const { code } = signal;
		let key = code;
		for (let count = 2; byCode.has(key); count++) key = `${code}-${count}`;
		byCode.set(key, simplifySignal(signal, changed.has(code)));
	}
	return Object.fromEntries(byCode);
}

/** The fields that come first in every simplified item. */
const vehicleFields = ({ eventId, eventType, vehicle, user }: SmartcarEvent): IDataObject => ({
	eventId,
	eventType,
	vehicleId: vehicle.id,
	make: vehicle.make,
	model: vehicle.model,
	year: vehicle.year,
	powertrainType: vehicle.powertrainType,
	vehicleMode: vehicle.mode,
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
			signals: signalsByCode(signals, changed),
		}),
		...(eventType === 'VEHICLE_ERROR' && { errors: errors.map(simplifyError) }),
		...deliveryFields(event, flags),
	};
}

/** Changed signals that match the filters and that are missing in the data. They have no value. */
function missingSignals(event: SmartcarEvent, { signalCodes }: Filters) {
	return event.triggers.flatMap(({ code, name, group }) => {
		if (code === undefined || event.signals.some((signal) => signal.code === code)) return [];
		if (signalCodes.length > 0 && !signalCodes.includes(code.toLowerCase())) return [];
		return { code, name, group, changed: true, firstDelivery: false };
	});
}

/**
 * The item of a signal. The body can have fields with the same names as ours. Then ours win, and the
 * body is in `body` as a whole.
 */
function simplifySignalEntry(
	before: IDataObject,
	signal: Signal,
	{ changed, firstDelivery }: { changed: boolean; firstDelivery: boolean },
	after: IDataObject,
): IDataObject {
	const { code, name, group, body = {}, error, oemUpdatedAt, retrievedAt } = signal;
	const simplified = simplifySignal(signal, changed);
	const item = { ...before, code, name, group, ...simplified, firstDelivery, ...after };
	if (error) return item;
	const own = { ...before, code, name, group, oemUpdatedAt, retrievedAt, changed, firstDelivery };
	const ours: IDataObject = { ...own, failed: false, ...after };
	return Object.keys(body).some((key) => key in ours) ? { ...item, ...ours, body } : item;
}

/** One item for each signal or error that matches the filters, or one for the event if it has none. */
function simplifyEntries(event: SmartcarEvent, flags: EventFlags, filters: Filters): IDataObject[] {
	const changed = changedCodes(event);
	const firstDelivery = isFirstDelivery(event.triggers);
	const before = vehicleFields(event);
	const after = deliveryFields(event, flags);
	const signals = filterSignals(event, filters).map((signal) =>
		simplifySignalEntry(
			before,
			signal,
			{ changed: changed.has(signal.code), firstDelivery },
			after,
		),
	);
	const others = [
		...missingSignals(event, filters),
		...filterErrors(event, filters).map(simplifyError),
	];
	const items: IDataObject[] = [
		...signals,
		...others.map((entry) => ({ ...before, ...entry, ...after })),
	];
	// An event can have a hundred signals, so the raw form of one that was not understood comes once.
	if (event.eventType === 'VEHICLE_STATE') for (const item of items.slice(1)) delete item.raw;
	return items.length > 0 ? items : [simplifyEvent(event, flags)];
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
	return itemPer === 'event' || flags.leftOut !== undefined
		? [simplifyEvent(emitted, flags)]
		: simplifyEntries(emitted, flags, filters);
}
