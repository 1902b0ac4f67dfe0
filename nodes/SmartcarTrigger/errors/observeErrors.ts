import { KNOWN_SIGNALS } from '../../shared/knownSignals';
import { errorState, isAboutVehicle, MAX_SIGNALS_OF_ERROR, type ErrorState } from '../event/errors';
import { leftOutReason, matchesTypeAndCode, filterErrors } from '../event/filter';
import type { SmartcarEvent, VehicleError } from '../event/types';
import { isAboutFields, pathOf } from '../event/unreadableField';
import { hashOf } from '../../shared/hashOf';
import type { TriggerParameters } from '../parameters';

/**
 * What an event says about an error of the vehicle, at one of the affected signals. *Only When an
 * Error Starts or Ends* judges it like a condition that fires whenever its state changes.
 */
export interface ErrorObservation {
	condition: {
		/**
		 * From the type, the code and, for some types, the owner. Edited filters give another ID, so
		 * nothing is known about it yet.
		 */
		id: string;
		rule: { when: 'error' };
	};
	/** That of the signal, from `placeOf`. Empty for an error of the whole vehicle. */
	place: string;
	reported: ErrorState;
	/**
	 * The event's entry, which the workflow gets if the state has changed. Undefined if it never gets
	 * it.
	 */
	error?: VehicleError;
	/** The UTC day of the event, counted from 1970. */
	day: number;
	/** What is reported, for `ERROR` with the day, and after `NOT_EMITTED` without `error`. */
	state: string;
	/**
	 * Only an `Observation` has these. They are declared so that code for both kinds can read them.
	 */
	value?: undefined;
	orderedBy?: undefined;
}

/**
 * Begins the state after an entry that the workflow does not get. It only ends the other states.
 */
export const NOT_EMITTED = 'not emitted: ';

const DAY_MS = 24 * 60 * 60 * 1000;

const WHOLE_VEHICLE = '';

const KNOWN_CODES: ReadonlySet<string> = new Set(KNOWN_SIGNALS.map(({ code }) => code));

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const sharedPlace = (firstOfHash: string) => `other ${firstOfHash}`;

/**
 * The place of an error at a signal. Signals that are not in the catalog share 64 places, since
 * nothing else lists them when an error has ended for the whole vehicle. If two of them share one,
 * which is rare, an error of the second one is not emitted while that of the first one lasts.
 */
const placeOf = (code: string): string =>
	KNOWN_CODES.has(code) ? code : sharedPlace(hashOf(code).charAt(0));

const ALL_SIGNAL_PLACES = [...KNOWN_CODES, ...[...BASE64URL].map(sharedPlace)];

/** Where an entry reports the error, and where else its former states no longer hold. */
function placesOf(error: VehicleError): { places: string[]; alsoEndsAt: string[] } {
	if (isAboutVehicle(error)) return { places: [WHOLE_VEHICLE], alsoEndsAt: [] };
	const places = [...new Set(error.signals.map(({ code }) => placeOf(code)))];
	if (places.length === 0) return { places: [WHOLE_VEHICLE], alsoEndsAt: ALL_SIGNAL_PLACES };
	if (places.length > MAX_SIGNALS_OF_ERROR) return { places: [WHOLE_VEHICLE], alsoEndsAt: places };
	return { places, alsoEndsAt: [WHOLE_VEHICLE] };
}

/** The same text for the same entries, in whatever order a filter lists them. */
const filterKey = (entries: string[]) => String([...new Set(entries)].sort());

/**
 * Another owner of the same vehicle can have such an error, too, and has to connect it again.
 * Other errors, such as `VEHICLE_STATE`, are the same for all owners.
 */
const TYPES_OF_ONE_OWNER = ['connected_services_account', 'permission'];

/** As in the filters, the case of the type and the code does not matter. */
function errorId(
	{ type = '', code = '' }: VehicleError,
	{ user }: SmartcarEvent,
	filters: TriggerParameters['filters'],
): string {
	const owner = TYPES_OF_ONE_OWNER.includes(type.toLowerCase()) ? [user.id ?? ''] : [];
	const { errorTypes, errorCodes, makes, modes, vehicleIds, vehicleModes, webhookIds } = filters;
	return hashOf(
		...['error', type, code].map((text) => text.toLowerCase()),
		...owner,
		...[errorTypes, errorCodes, makes, modes, vehicleIds, vehicleModes, webhookIds].map(filterKey),
	);
}

/**
 * If an event reports an error at one place in several states, the last one in this list counts: an
 * error that is resolved for some signals only has not ended.
 */
const WEAKEST_FIRST: ErrorState[] = ['RESOLVED', 'OTHER', 'ERROR'];

const placeKey = (errorId: string, place: string) => `${errorId} ${place}`;

/**
 * Finds what an event says about the errors of its vehicle. An error is identified by type and
 * code, by owner if it is about the owner's account or permissions and, unless it is about the whole
 * vehicle, by signal. An entry that *Error States* leaves out is not emitted, but it ends the other
 * states. While *Only When an Error Starts or Ends* is off, that holds for all entries, so that the
 * next change is noticed once it is on again.
 */
export function observeErrors(
	event: SmartcarEvent,
	{ filters, onlyOnChange }: TriggerParameters,
	now = Date.now(),
): ErrorObservation[] {
	const day = Math.floor(now / DAY_MS);
	const selected = onlyOnChange ? filterErrors(event, filters) : [];
	const observations = new Map<string, ErrorObservation>();
	const entries = event.errors
		.filter((error) => matchesTypeAndCode(error, filters))
		.map((error) => ({
			error,
			reported: errorState(error),
			id: errorId(error, event, filters),
			...placesOf(error),
		}));
	const weakestFirst = [...entries].sort(
		(a, b) => WEAKEST_FIRST.indexOf(a.reported) - WEAKEST_FIRST.indexOf(b.reported),
	);
	/** By place, the strongest of the states that the event reports. */
	const strongestAt = (list: 'places' | 'alsoEndsAt') =>
		new Map(
			weakestFirst.flatMap((entry) =>
				entry[list].map((place) => [placeKey(entry.id, place), entry.reported] as const),
			),
		);
	const stateAt = strongestAt('places');
	const endingStateAt = strongestAt('alsoEndsAt');
	for (const { error, reported, id, places, alsoEndsAt } of entries) {
		const condition = { id, rule: { when: 'error' } as const };
		const addObservation = (place: string, isEmitted: boolean) => {
			const state = reported === 'ERROR' ? `ERROR ${day}` : reported;
			const observation: ErrorObservation = isEmitted
				? { condition, place, reported, error, day, state }
				: { condition, place, reported, day, state: `${NOT_EMITTED}${reported}` };
			// Of two entries that say the same, the first one is emitted.
			const key = JSON.stringify([condition.id, place, observation.state]);
			if (!observations.has(key)) observations.set(key, observation);
		};
		for (const place of places)
			if (stateAt.get(placeKey(id, place)) === reported)
				addObservation(place, selected.includes(error));
		// Not where another entry of the event reports the error, such as for signals that still cannot
		// be read.
		for (const place of alsoEndsAt) {
			const key = placeKey(id, place);
			if (!stateAt.has(key) && endingStateAt.get(key) === reported) addObservation(place, false);
		}
	}
	return [...observations.values()];
}

/** The fields that identify an error, and its state. */
const identifyingFields = (error: VehicleError): string[] => [
	'type',
	'code',
	// A text that is none of the known states is listed as not understood, but it is one.
	...(error.state === undefined ? ['state'] : []),
	...(isAboutVehicle(error) ? [] : ['signals.*']),
];

/** Whether an event has an error that may be another one than it seems. */
const hasUnidentifiedError = ({ errors, notUnderstood }: SmartcarEvent): boolean =>
	notUnderstood.some((problem) => {
		const [, , index] = pathOf(problem);
		// Too much of the event could not be read to say which fields.
		if (index === undefined) return isAboutFields(problem, ['data.errors']);
		const error = errors[Number(index)];
		if (error === undefined) return false;
		const fields = identifyingFields(error).map((field) => `data.errors.${index}.${field}`);
		return isAboutFields(problem, fields);
	});

/**
 * Whether the workflow gets an event although the state of no error has changed: the option is off,
 * or the event has no errors, or some that cannot be identified.
 */
export function isEmittedUnchanged(event: SmartcarEvent, parameters: TriggerParameters): boolean {
	if (leftOutReason(event, parameters) !== undefined) return false;
	return !parameters.onlyOnChange || event.errors.length === 0 || hasUnidentifiedError(event);
}
