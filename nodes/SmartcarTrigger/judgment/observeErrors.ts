import { KNOWN_SIGNALS } from '../../shared/knownSignals';
import {
	errorState,
	isAboutVehicle,
	MAX_SIGNALS_OF_ERROR,
	type ErrorState,
} from '../event/vehicleErrors';
import { matchesTypeAndCode, filterErrors } from '../event/filter';
import type { SmartcarEvent, VehicleError } from '../event/types';
import { hashOf } from '../../shared/hashOf';
import type { TriggerParameters } from '../parameters';

/**
 * What an event says about an error of the vehicle, at one of the affected signals. *Only When an
 * Error Starts or Ends* judges it like a condition that fires whenever its state changes.
 */
export interface ErrorObservation {
	condition: {
		/**
		 * From the type, the code, the filters that select errors and vehicles (not *Error States*) and,
		 * for some types, the owner. So after such a filter was edited, nothing is known about the error
		 * yet.
		 */
		id: string;
		rule: { when: 'error' };
	};
	/** What `placeOf` says for the signal. Empty for an error of the whole vehicle. */
	place: string;
	/** Whether the entry lists no signals, and this is one of all places at which it ends the error. */
	isAtAllSignals?: true;
	reported: ErrorState;
	/**
	 * The event's entry, which the workflow gets if the state has changed. Undefined if it never gets
	 * it.
	 */
	error?: VehicleError;
	/** The UTC day of the event, counted from 1970. */
	day: number;
	/**
	 * The state to remember, such as `RESOLVED`, or `ERROR 20785` with the day. Without `error` it
	 * is, for example, `not emitted: RESOLVED`.
	 */
	state: string;
	/**
	 * Only an `Observation` has these. They are declared so that code for both kinds can read them.
	 */
	value?: undefined;
	orderedBy?: undefined;
}

/**
 * The beginning of the state after an entry that the workflow never gets. Such an entry ends the
 * former state, and does not fire.
 */
export const NOT_EMITTED = 'not emitted: ';

const DAY_MS = 24 * 60 * 60 * 1000;

const WHOLE_VEHICLE = '';

const KNOWN_CODES: ReadonlySet<string> = new Set(KNOWN_SIGNALS.map(({ code }) => code));

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

const sharedPlace = (firstOfHash: string) => `other ${firstOfHash}`;

/**
 * The place of an error at a signal. An error that ends for the whole vehicle ends at each place,
 * so the places are a fixed list: signals that are not in the catalog share 64. If two of them
 * share one, which is rare, an error of the second one is not emitted while that of the first one
 * lasts.
 */
const placeOf = (code: string): string =>
	KNOWN_CODES.has(code) ? code : sharedPlace(hashOf(code).charAt(0));

const ALL_SIGNAL_PLACES = [...KNOWN_CODES, ...[...BASE64URL].map(sharedPlace)];

interface EntryPlaces {
	/** Where an entry reports its error. */
	places: string[];
	/** The other places where the entry ends the error. */
	alsoEndsAt: string[];
}

function placesOf(error: VehicleError): EntryPlaces {
	if (isAboutVehicle(error)) return { places: [WHOLE_VEHICLE], alsoEndsAt: [] };
	const places = [...new Set(error.signals.map(({ code }) => placeOf(code)))];
	if (places.length === 0) return { places: [WHOLE_VEHICLE], alsoEndsAt: ALL_SIGNAL_PLACES };
	if (places.length > MAX_SIGNALS_OF_ERROR) return { places: [WHOLE_VEHICLE], alsoEndsAt: places };
	return { places, alsoEndsAt: [WHOLE_VEHICLE] };
}

/** The same text for the same entries, in whatever order a filter lists them. */
const filterKey = (entries: string[]) => String([...new Set(entries)].sort());

/**
 * Each owner of a vehicle has such errors separately, and has to reconnect the vehicle separately.
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

/** An error that an event lists, and where it is observed. */
interface Entry extends EntryPlaces {
	error: VehicleError;
	reported: ErrorState;
	condition: ErrorObservation['condition'];
}

const toEntry = (
	error: VehicleError,
	event: SmartcarEvent,
	filters: TriggerParameters['filters'],
): Entry => ({
	error,
	reported: errorState(error),
	condition: { id: errorId(error, event, filters), rule: { when: 'error' } },
	...placesOf(error),
});

const placeKey = ({ condition }: Entry, place: string) => `${condition.id} ${place}`;

/** By `placeKey`, the state that counts among those that the entries report there. */
function stateByPlace(entries: Entry[], list: keyof EntryPlaces): Map<string, ErrorState> {
	const weakestFirst = [...entries].sort(
		(a, b) => WEAKEST_FIRST.indexOf(a.reported) - WEAKEST_FIRST.indexOf(b.reported),
	);
	return new Map(
		weakestFirst.flatMap((entry) =>
			entry[list].map((place) => [placeKey(entry, place), entry.reported] as const),
		),
	);
}

function toObservation(
	{ error, reported, condition }: Entry,
	place: string,
	day: number,
	isEmitted: boolean,
): ErrorObservation {
	if (!isEmitted) return { condition, place, reported, day, state: `${NOT_EMITTED}${reported}` };
	const state = reported === 'ERROR' ? `ERROR ${day}` : reported;
	return { condition, place, reported, error, day, state };
}

/** Of observations that say the same, only the first. */
function withoutRepeated(observations: ErrorObservation[]): ErrorObservation[] {
	const unique = new Map<string, ErrorObservation>();
	for (const observation of observations) {
		const { condition, place, state } = observation;
		const key = JSON.stringify([condition.id, place, state]);
		if (!unique.has(key)) unique.set(key, observation);
	}
	return [...unique.values()];
}

/**
 * Finds what an event says about the errors of its vehicle. An error is identified by type and
 * code, by owner if it is about the owner's account or permissions and, unless it is about the
 * whole vehicle, by signal. An entry that *Error States* leaves out is not emitted, but it ends the
 * other states. While *Only When an Error Starts or Ends* is off, all entries are observed in this
 * way, so that the next change is noticed once the option is on again.
 */
export function observeErrors(
	event: SmartcarEvent,
	{ filters, onlyOnChange }: TriggerParameters,
	now = Date.now(),
): ErrorObservation[] {
	const day = Math.floor(now / DAY_MS);
	const emittedErrors = onlyOnChange ? filterErrors(event, filters) : [];
	const entries = event.errors
		.filter((error) => matchesTypeAndCode(error, filters))
		.map((error) => toEntry(error, event, filters));
	const reportedStates = stateByPlace(entries, 'places');
	const endingStates = stateByPlace(entries, 'alsoEndsAt');
	const observations = entries.flatMap<ErrorObservation>((entry) => {
		const { error, reported, places, alsoEndsAt } = entry;
		const isEmitted = emittedErrors.includes(error);
		const observedPlaces = places.filter(
			(place) => reportedStates.get(placeKey(entry, place)) === reported,
		);
		// Except where another entry of the event still reports the error, such as for some signals.
		const endedPlaces = alsoEndsAt.filter((place) => {
			const key = placeKey(entry, place);
			return !reportedStates.has(key) && endingStates.get(key) === reported;
		});
		return [
			...observedPlaces.map((place) => toObservation(entry, place, day, isEmitted)),
			...endedPlaces.map((place) => ({
				...toObservation(entry, place, day, false),
				...(alsoEndsAt === ALL_SIGNAL_PLACES && { isAtAllSignals: true as const }),
			})),
		];
	});
	return withoutRepeated(observations);
}
