import type { SmartcarEvent, VehicleError } from '../event/types';

/** A known error is news again after a day, because the event that resolved it may have been lost. */
const NEWS_AGAIN_MS = 24 * 60 * 60 * 1000;

/** How many errors of a vehicle are remembered. */
const MAX_ERRORS = 100;

interface RememberedError {
	type?: string;
	code?: string;
	/** `ERROR` or `RESOLVED`. */
	state: string;
	/** The codes of the affected signals. Empty for all of them. */
	signals: string[];
	/** When the workflow got it, in milliseconds of the caller's clock. */
	emittedAt: number;
}

/** What is known about a vehicle from the events that started an execution. */
export interface VehicleState {
	/** The highest sequence so far. */
	sequence: number;
	/** The latest state of each error, by type, code and signals. */
	errors: ReadonlyMap<string, RememberedError>;
}

export const NOTHING_KNOWN: VehicleState = { sequence: -Infinity, errors: new Map() };

const signalCodes = ({ signals }: VehicleError) => signals.map(({ code }) => code).sort();

const toRemembered = (error: VehicleError, emittedAt: number): RememberedError => ({
	type: error.type,
	code: error.code,
	state: error.state ?? 'ERROR',
	signals: signalCodes(error),
	emittedAt,
});

const keyOf = ({ type, code, signals }: RememberedError) => JSON.stringify([type, code, signals]);

/** Whether the newer one resolves the older one, or reports that it is back. */
function replaces(newer: RememberedError, older: RememberedError): boolean {
	if (newer.state === older.state) return false;
	if (newer.type !== older.type || newer.code !== older.code) return false;
	const isForAllSignals = newer.signals.length === 0 || older.signals.length === 0;
	return isForAllSignals || newer.signals.some((code) => older.signals.includes(code));
}

/** The remembered errors that the newer ones do not replace. */
const withoutReplaced = (state: VehicleState, newer: RememberedError[]) =>
	new Map([...state.errors].filter(([, older]) => !newer.some((error) => replaces(error, older))));

/** Whether an event with a higher sequence was emitted before. Equal sequences are in order. */
export const isOutOfOrder = ({ sequence }: SmartcarEvent, state: VehicleState) =>
	sequence !== undefined && sequence < state.sequence;

/** The errors whose state has changed, or that have been known for a day. */
export function findNews(errors: VehicleError[], state: VehicleState, now: number): VehicleError[] {
	const known = new Map(state.errors);
	return errors.filter((error) => {
		const remembered = toRemembered(error, now);
		const key = keyOf(remembered);
		const before = known.get(key);
		known.set(key, remembered);
		return before?.state !== remembered.state || now - before.emittedAt >= NEWS_AGAIN_MS;
	});
}

/** The state once the event has started an execution that emits these errors. */
export function stateAfter(
	{ sequence }: SmartcarEvent,
	emitted: VehicleError[],
	state: VehicleState,
	now: number,
): VehicleState {
	const remembered = emitted.map((error) => toRemembered(error, now));
	const errors = withoutReplaced(state, remembered);
	for (const error of remembered) errors.set(keyOf(error), error);
	return {
		sequence: Math.max(sequence ?? -Infinity, state.sequence),
		errors: new Map([...errors].slice(-MAX_ERRORS)),
	};
}

/**
 * The state after errors that the filters leave out. The workflow does not get them, so they do not
 * become known. But an error that they replace is forgotten, so it is news when it comes again.
 */
export const stateWithout = (state: VehicleState, leftOut: VehicleError[]): VehicleState => ({
	...state,
	errors: withoutReplaced(
		state,
		leftOut.map((error) => toRemembered(error, 0)),
	),
});
