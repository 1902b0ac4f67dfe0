import type { Signal, SmartcarEvent, VehicleError } from './types';
import { isFirstDelivery } from './signals';
import type { EventChoice, Settings } from '../parameters';

type Filters = Settings['filters'];

/** A filter that names nothing lets everything pass. */
const passes = (wanted: string[], value: string | undefined) =>
	wanted.length === 0 || wanted.includes(value?.toLowerCase() ?? '');

/** Which of the choices a user has an event falls under. */
export const choiceOf = ({ eventType }: SmartcarEvent): EventChoice =>
	eventType === 'VEHICLE_STATE' || eventType === 'VEHICLE_ERROR' ? eventType : 'OTHER';

/** Dashboard test payloads say so in two places, of which the newer one can be missing (service: 6.1, rule 6). */
const modeOf = ({ mode, vehicle }: SmartcarEvent) =>
	mode ?? (vehicle.mode === 'test' ? 'TEST' : 'LIVE');

/** The codes that triggered an event; at a first delivery every signal is news. */
function newsOf({ triggers, signals }: SmartcarEvent, { signalMatch }: Filters): Set<string> {
	const all = signalMatch === 'present' || isFirstDelivery(triggers);
	const codes = (all ? signals : triggers).map(({ code }) => code?.toLowerCase() ?? '');
	return new Set(codes);
}

/** The signals that the user asked for; all of them without a filter. */
export function selectSignals(event: SmartcarEvent, filters: Filters): Signal[] {
	const wanted = [...filters.signalCodes, ...filters.otherSignalCodes];
	if (wanted.length === 0) return event.signals;
	const news = newsOf(event, filters);
	return event.signals.filter(({ code }) => passes(wanted, code) && news.has(code.toLowerCase()));
}

/** The errors that the user asked for; all of them without a filter. */
export function selectErrors({ errors }: SmartcarEvent, filters: Filters): VehicleError[] {
	const codes = [...filters.errorCodes, ...filters.otherErrorCodes];
	return errors.filter(
		({ type, code, state }) =>
			passes(filters.errorTypes, type) &&
			passes(codes, code) &&
			passes(filters.errorStates, state ?? 'ERROR'),
	);
}

/** Why the filters do not let a state or error event pass, in words that name the filter. */
function objection(event: SmartcarEvent, filters: Filters): string | undefined {
	if (!passes(filters.webhookIds, event.webhookId)) return 'another webhook';
	if (!passes(filters.vehicleIds, event.vehicle.id)) return 'another vehicle';
	if (!passes(filters.makes, event.vehicle.make)) return 'another make';
	if (!passes(filters.modes, modeOf(event))) return `mode ${modeOf(event)}`;
	if (choiceOf(event) === 'VEHICLE_ERROR') {
		return event.errors.length > 0 && selectErrors(event, filters).length === 0
			? 'other errors'
			: undefined;
	}
	if (filters.skipFirstDeliveries && isFirstDelivery(event.triggers)) return 'a first delivery';
	const wanted = [...filters.signalCodes, ...filters.otherSignalCodes];
	if (wanted.length === 0) return undefined;
	const news = newsOf(event, filters);
	return wanted.some((code) => news.has(code)) ? undefined : 'other signals';
}

/**
 * Why the user does not want an event, or undefined for a wanted one. What could not be read in full cannot be judged
 * by its content: it passes, so that nobody loses an event to a shape that this package has not seen.
 */
export function select(event: SmartcarEvent, { events, filters }: Settings): string | undefined {
	const choice = choiceOf(event);
	if (!events.includes(choice)) return `the trigger does not listen for ${choice} events`;
	if (choice === 'OTHER') return undefined;
	const reason = objection(event, filters);
	return reason && event.notUnderstood.length === 0 ? `the filters leave out ${reason}` : undefined;
}
