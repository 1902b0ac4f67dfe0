import { shortSignalName } from '../../shared/signalNames';
import { singleLine } from '../singleLine';
import { normalizeWebhookId } from '../../shared/webhookId';
import type { EventChoice, TriggerParameters } from '../parameters';
import { eventLabel, filterLabel } from '../properties/labels';
import { hasUnknownState } from './vehicleErrors';
import { normalizeMake } from './normalize';
import { isFirstDelivery } from './signals';
import type { Signal, SmartcarEvent, VehicleError } from './types';
import { problemWithFields } from './unreadableField';

type Filters = TriggerParameters['filters'];

/** Whether a filter allows a value. An empty filter allows every value, also an absent one. */
const matches = (allowed: string[], value: string | undefined) =>
	allowed.length === 0 || allowed.includes(value?.toLowerCase() ?? '');

/** The choice in the parameter *Events* that an event belongs to. */
export const eventChoice = ({ eventType }: SmartcarEvent): Exclude<EventChoice, 'CONDITION_MET'> =>
	eventType === 'VEHICLE_STATE' || eventType === 'VEHICLE_ERROR' ? eventType : 'OTHER';

/**
 * Test payloads have `meta.mode` or, before that existed, only the vehicle's mode. Without any mode
 * an event is live.
 */
export const modeOf = ({ mode, vehicle }: SmartcarEvent) =>
	mode ?? (vehicle.mode === 'test' ? 'TEST' : 'LIVE');

/**
 * Whether *Signals* is compared with all signals of the event, as for *Is in the Event* and for a
 * first delivery, and not only with the changed ones.
 */
const comparesAllSignals = ({ triggers }: SmartcarEvent, { signalMatch }: Filters): boolean =>
	signalMatch === 'present' || isFirstDelivery(triggers);

/** The signal codes that *Signals* is compared with. */
function comparedCodes(event: SmartcarEvent, filters: Filters): Set<string> {
	const { triggers, signals } = event;
	// A changed signal can be missing from the signals, if it is not among the webhook's data.
	const compared = comparesAllSignals(event, filters) ? [...signals, ...triggers] : triggers;
	return new Set(compared.map(({ code }) => code ?? ''));
}

/** The signals that match the filters. */
export function filterSignals(event: SmartcarEvent, filters: Filters): Signal[] {
	const { signalCodes } = filters;
	if (signalCodes.length === 0) return event.signals;
	const compared = comparedCodes(event, filters);
	return event.signals.filter(({ code }) => matches(signalCodes, code) && compared.has(code));
}

/**
 * What *Error Codes* is compared with. An error of the type PERMISSION has no code, and the list of
 * codes has a *Permission*, too.
 */
const comparedCode = ({ type, code }: VehicleError): string | undefined => code ?? type;

/** Whether *Error Types* and *Error Codes* allow an error. */
export const matchesTypeAndCode = (error: VehicleError, filters: Filters): boolean =>
	matches(filters.errorTypes, error.type) && matches(filters.errorCodes, comparedCode(error));

/** Whether *Error States* allows an error. An unknown state can mean anything, so it matches. */
const matchesState = (error: VehicleError, filters: Filters): boolean =>
	hasUnknownState(error) || matches(filters.errorStates, error.state ?? 'ERROR');

/** Whether a field that could be read is enough to exclude an error, whatever its others are. */
export const isExcludedByField = (error: VehicleError, filters: Filters): boolean =>
	(error.type !== undefined && !matches(filters.errorTypes, error.type)) ||
	(error.code !== undefined && !matches(filters.errorCodes, error.code)) ||
	(error.state !== undefined && !matchesState(error, filters));

/** The errors that match the filters. */
export function filterErrors({ errors }: SmartcarEvent, filters: Filters): VehicleError[] {
	return errors.filter(
		(error) => matchesTypeAndCode(error, filters) && matchesState(error, filters),
	);
}

const fieldsOf = (parent: string, names: string[]) => names.map((name) => `${parent}.${name}`);

/** Of the triggers, in both places where an event can have them. */
const fieldsOfTriggers = (names: string[]) => [
	...fieldsOf('data.triggers.*', names),
	...fieldsOf('triggers.*', names),
];

/**
 * The fields that each filter compares, in all versions of Smartcar's webhooks. *Signals* compares
 * `changedSignals` or also `presentSignals`: see `comparesAllSignals`.
 */
const COMPARED_FIELDS = {
	webhookIds: ['data.meta.webhookId', 'meta.webhookId', 'webhookId'],
	vehicleIds: ['data.vehicle.id', 'payload.vehicles.*.vehicleId', 'vehicleId'],
	makes: ['data.vehicle.make'],
	vehicleModes: ['data.vehicle.mode'],
	modes: ['data.meta.mode', 'meta.mode', 'mode', 'data.vehicle.mode'],
	errorTypes: ['data.errors.*.type'],
	// See `comparedCode`.
	errorCodes: fieldsOf('data.errors.*', ['code', 'type']),
	errorStates: ['data.errors.*.state'],
	firstDeliveries: fieldsOfTriggers(['type']),
	changedSignals: fieldsOfTriggers(['type', 'code', 'signal.code']),
	presentSignals: ['data.signals.*.code'],
};

/** Whether a filter cannot be applied, because a field that it compares could not be read. */
const isUnreadable = (event: SmartcarEvent, compared: keyof typeof COMPARED_FIELDS) =>
	problemWithFields(event, COMPARED_FIELDS[compared]) !== undefined;

/**
 * The first few values, for a message and the log. They come from outside, so the length is
 * limited.
 */
const listValues = (values: string[]) =>
	singleLine([...new Set(values)].slice(0, 5).join(', ').slice(0, 200));

/** Why a filter excludes an event: `the filter Makes excludes TESLA`. */
const excludes = (filter: keyof Filters, excluded: string) =>
	`the filter ${filterLabel(filter)} excludes ${excluded}`;

/** For values that can be written in two ways. The entries of filters are normalized already. */
const NORMALIZERS: Partial<Record<keyof Filters, (value: string) => string>> = {
	makes: normalizeMake,
	webhookIds: normalizeWebhookId,
};

/** Why the filters for events of all types leave an event out, or undefined if they do not. */
export function commonMismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	const { vehicle, webhookId, listedVehicleIds } = event;
	const comparisons = [
		['webhookIds', [webhookId], 'events without a webhook ID'],
		['vehicleIds', [vehicle.id, ...listedVehicleIds], 'events without a vehicle ID'],
		['makes', [vehicle.make], 'vehicles without a make'],
		['modes', [modeOf(event)], 'events without a mode'],
		['vehicleModes', [vehicle.mode], 'vehicles without a mode'],
	] as const;
	for (const [filter, values, withoutValue] of comparisons) {
		if (filters[filter].length === 0) continue;
		const normalize = NORMALIZERS[filter] ?? ((value: string) => value);
		const normalized = values.map((value) => value && normalize(value));
		if (normalized.some((value) => matches(filters[filter], value)) || isUnreadable(event, filter))
			continue;
		const present = values.flatMap((value) => value ?? []);
		return excludes(filter, present.length > 0 ? listValues(present) : withoutValue);
	}
	return undefined;
}

type ErrorFilter = 'errorTypes' | 'errorCodes' | 'errorStates';

const ERROR_FILTERS: Array<{
	filter: ErrorFilter;
	/** What the filter compares. */
	valueOf: (error: VehicleError) => string | undefined;
	/** For the message: what the filter excludes if an error lacks this value. */
	withoutValue: string;
}> = [
	{
		filter: 'errorTypes',
		valueOf: ({ type }) => type,
		withoutValue: 'errors without a type',
	},
	{
		filter: 'errorCodes',
		valueOf: comparedCode,
		withoutValue: 'errors without a code',
	},
	{
		filter: 'errorStates',
		valueOf: ({ state }) => state ?? 'ERROR',
		withoutValue: 'errors without a state',
	},
];

/** Why the filters for errors leave an event out, or undefined if they do not. */
function errorMismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	const used = ERROR_FILTERS.filter(({ filter }) => filters[filter].length > 0);
	if (used.length === 0 || filterErrors(event, filters).length > 0) return undefined;
	const { errors } = event;
	const applicable = used.filter(({ filter }) => !isUnreadable(event, filter));
	for (const { filter, valueOf, withoutValue } of applicable) {
		if (errors.some((error) => matches(filters[filter], valueOf(error)))) continue;
		if (errors.length === 0) return excludes(filter, 'events without errors');
		return excludes(filter, listValues(errors.map((error) => valueOf(error) ?? withoutValue)));
	}
	if (applicable.length < used.length) return undefined;
	// Each filter matches another error.
	return `the filters ${used.map(({ filter }) => filterLabel(filter)).join(' and ')} exclude these errors`;
}

/** Why the filters for signals leave an event out, or undefined if they do not. */
function signalMismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	const { firstDeliveries, signalCodes, signalMatch } = filters;
	const isFirst = isFirstDelivery(event.triggers);
	if (firstDeliveries === 'skip' && isFirst) return excludes('firstDeliveries', 'first deliveries');
	if (firstDeliveries === 'only' && !isFirst && !isUnreadable(event, 'firstDeliveries'))
		return excludes('firstDeliveries', 'all events except first deliveries');
	if (signalCodes.length === 0) return undefined;
	const compared = comparedCodes(event, filters);
	if (signalCodes.some((code) => compared.has(code))) return undefined;
	if (isUnreadable(event, 'changedSignals')) return undefined;
	if (comparesAllSignals(event, filters) && isUnreadable(event, 'presentSignals')) return undefined;
	const names = [...compared].filter((code) => code !== '').map(shortSignalName);
	if (names.length > 0) return excludes('signalCodes', listValues(names));
	const missing = signalMatch === 'present' ? 'signals' : 'changed signals';
	return excludes('signalCodes', `events without ${missing}`);
}

/** Which filter leaves an event out, or undefined if it matches all filters. */
function mismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	const common = commonMismatch(event, filters);
	if (common) return common;
	switch (eventChoice(event)) {
		case 'VEHICLE_ERROR':
			return errorMismatch(event, filters);
		case 'VEHICLE_STATE':
			return signalMismatch(event, filters);
		default:
			return undefined;
	}
}

/** Why the parameters *Events* and *Filters* leave an event out, or undefined if they do not. */
export function leftOutReason(
	event: SmartcarEvent,
	{ events, filters }: TriggerParameters,
): string | undefined {
	const choice = eventChoice(event);
	const mayMeetCondition = choice === 'VEHICLE_STATE' && events.includes('CONDITION_MET');
	const hasUnreadableType = problemWithFields(event, ['eventType']) !== undefined;
	if (!events.includes(choice) && !mayMeetCondition && !hasUnreadableType) {
		const type = JSON.stringify(event.eventType.slice(0, 100));
		const detail = choice === 'OTHER' ? `, which covers the type ${type}` : '';
		return `the parameter Events does not include ${eventLabel(choice)}${detail}`;
	}
	return mismatch(event, filters);
}
