import type { SmartcarEvent } from '../event/types';

/** What is known of one vehicle from the events that were passed on. */
export interface VehicleState {
	/** Of the latest event in order; undefined before the first that carries one. */
	sequence?: number;
	/** The last state heard of each error, by its type and code. */
	errorStates: ReadonlyMap<string, string>;
}

export interface Assessment {
	/** Whether an event of a higher sequence was passed on before (equal is in order, spec: Envelope). */
	outOfOrder: boolean;
	/** Places in `errors` of those whose state is news; one that was never heard of is news whatever its state. */
	changedErrors: number[];
	/** What is known once the event has been passed on. */
	next: VehicleState;
}

/** What an event means for a vehicle of which `known` is known. */
export function assess(
	{ sequence, errors }: SmartcarEvent,
	known: VehicleState | undefined,
): Assessment {
	const errorStates = new Map(known?.errorStates);
	const changedErrors = errors.flatMap(({ type, code, state = 'ERROR' }, place) => {
		const key = JSON.stringify([type, code]);
		if (errorStates.get(key) === state) return [];
		errorStates.set(key, state);
		return [place];
	});
	const outOfOrder =
		sequence !== undefined && known?.sequence !== undefined && sequence < known.sequence;
	return {
		outOfOrder,
		changedErrors,
		next: { sequence: outOfOrder ? known.sequence : (sequence ?? known?.sequence), errorStates },
	};
}
