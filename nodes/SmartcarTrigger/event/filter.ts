import type { EventChoice, TriggerParameters } from '../parameters';
import { ignored } from '../webhookReply';
import { isFirstDelivery } from './signals';
import type { Signal, SmartcarEvent, VehicleError } from './types';

type Filters = TriggerParameters['filters'];

/** An empty filter matches everything. */
const matches = (allowed: string[], value: string | undefined) =>
	allowed.length === 0 || allowed.includes(value?.toLowerCase() ?? '');

/** The choice in the parameter *Events* that an event belongs to. */
export const eventChoice = ({ eventType }: SmartcarEvent): EventChoice =>
	eventType === 'VEHICLE_STATE' || eventType === 'VEHICLE_ERROR' ? eventType : 'OTHER';

/** Test payloads have `meta.mode` or, before that existed, only the vehicle's mode. */
const modeOf = ({ mode, vehicle }: SmartcarEvent) =>
	mode ?? (vehicle.mode === 'test' ? 'TEST' : 'LIVE');

/**
 * The signal codes that *Signals* is compared with: the changed signals or, for *Is in the Event*
 * and for a first delivery, all signals of the event.
 */
function comparedCodes(
	{ triggers, signals }: SmartcarEvent,
	{ signalMatch }: Filters,
): Set<string> {
	const all = signalMatch === 'present' || isFirstDelivery(triggers);
	const codes = (all ? signals : triggers).map(({ code }) => code?.toLowerCase() ?? '');
	return new Set(codes);
}

/** The signals that match the filters. */
export function filterSignals(event: SmartcarEvent, filters: Filters): Signal[] {
	const allowed = [...filters.signalCodes, ...filters.otherSignalCodes];
	if (allowed.length === 0) return event.signals;
	const compared = comparedCodes(event, filters);
	return event.signals.filter(
		({ code }) => matches(allowed, code) && compared.has(code.toLowerCase()),
	);
}

/** The errors that match the filters. */
export function filterErrors({ errors }: SmartcarEvent, filters: Filters): VehicleError[] {
	const codes = [...filters.errorCodes, ...filters.otherErrorCodes];
	return errors.filter(
		({ type, code, state }) =>
			matches(filters.errorTypes, type) &&
			matches(codes, code) &&
			matches(filters.errorStates, state ?? 'ERROR'),
	);
}

/** What the filters for all events leave out. */
function commonMismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	if (!matches(filters.webhookIds, event.webhookId)) return 'another webhook';
	if (!matches(filters.vehicleIds, event.vehicle.id)) return 'another vehicle';
	if (!matches(filters.makes, event.vehicle.make)) return 'another make';
	if (!matches(filters.modes, modeOf(event))) return `mode ${modeOf(event)}`;
	return undefined;
}

/** The errors that match all filters, those for the whole event included. */
export const selectErrors = (event: SmartcarEvent, filters: Filters): VehicleError[] =>
	commonMismatch(event, filters) ? [] : filterErrors(event, filters);

function mismatch(event: SmartcarEvent, filters: Filters): string | undefined {
	const common = commonMismatch(event, filters);
	if (common) return common;
	if (eventChoice(event) === 'VEHICLE_ERROR') {
		return event.errors.length > 0 && filterErrors(event, filters).length === 0
			? 'other errors'
			: undefined;
	}
	if (filters.skipFirstDeliveries && isFirstDelivery(event.triggers)) return 'a first delivery';
	const allowed = [...filters.signalCodes, ...filters.otherSignalCodes];
	if (allowed.length === 0) return undefined;
	const compared = comparedCodes(event, filters);
	return allowed.some((code) => compared.has(code)) ? undefined : 'other signals';
}

/**
 * Applies the parameters *Events* and *Filters*. An event with fields that could not be read passes
 * the filters, so that an unknown shape never costs anybody an event.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export function filterEvent(event: SmartcarEvent, { events, filters }: TriggerParameters): void {
	const { eventId, eventType } = event;
	const choice = eventChoice(event);
	if (!events.includes(choice)) {
		const type = JSON.stringify(eventType.slice(0, 100));
		// Smartcar may have added a type, so people are told even if they do not read debug logs.
		const level = choice === 'OTHER' ? 'info' : 'debug';
		throw ignored(eventId, `the trigger does not listen for events of type ${type}`, level);
	}
	if (choice === 'OTHER' || event.notUnderstood.length > 0) return;
	const difference = mismatch(event, filters);
	if (difference) throw ignored(eventId, `the filters leave out ${difference}`);
}
