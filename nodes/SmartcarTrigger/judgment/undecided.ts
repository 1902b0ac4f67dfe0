import type { ConditionCheck, SmartcarEvent } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import type { TriggerParameters } from '../parameters';
import type { ConditionMemory, MemoryEntry, VehicleMemory } from './conditionMemory';
import { isOlder, orderAfter, orderOf } from './eventOrder';
import { keepsState, mayHaveFiredBefore } from './marks/marks';
import { conditionKey, isErrorObservation, type AnyObservation } from './anyObservation';
import type { Value } from '../conditions/readPlaces';

/** An observation that the execution has to judge. */
export interface UndecidedObservation {
	observation: AnyObservation;
	/** From `conditionKey`. */
	key: string;
	/** What this process knew about the condition before the event. */
	before: MemoryEntry | undefined;
	previousValue: Value | undefined;
	/**
	 * What to remember as the latest value and order: those of this event or, if a later one has been
	 * judged, of that one.
	 */
	latest: Pick<MemoryEntry, 'value' | 'order'>;
	/** Whether a later event was judged first, so that this one can only fire as a retry. */
	isLate: boolean;
	/** A failed event in place of which this one fires, if it does. */
	replacedEventId?: string;
}

/**
 * Whether an entry that never starts the workflow reports the same as the event whose workflow
 * failed. The failed one is then still to be emitted again.
 */
const repeatsFailedError = (
	observation: AnyObservation,
	failedState: string | undefined,
): boolean =>
	isErrorObservation(observation) &&
	observation.error === undefined &&
	failedState !== undefined &&
	keepsState(observation, failedState);

/**
 * Whether the event certainly leaves the state as it is, so that no execution has to ask n8n's
 * store.
 */
function isDecided(observation: AnyObservation, before: MemoryEntry | undefined): boolean {
	if (observation.state === undefined) return true;
	if (before?.failed) return repeatsFailedError(observation, before.failed.state);
	return before?.state !== undefined && keepsState(observation, before.state);
}

/**
 * The value before the event. If the workflow failed for this event, or for one with the same
 * value, it is the value before the failed one.
 */
function previousValueOf(
	{ eventId }: SmartcarEvent,
	{ value }: AnyObservation,
	before: MemoryEntry | undefined,
): Value | undefined {
	const failed = before?.failed;
	return failed && (failed.eventId === eventId || before.value === value)
		? failed.previousValue
		: before?.value;
}

/**
 * Remembers a state, with the value and the order of the latest event. Without a new
 * `replacedEventId` the former one stays.
 */
export function remember(
	memory: VehicleMemory,
	{ key, before, latest }: Pick<UndecidedObservation, 'key' | 'before' | 'latest'>,
	{
		state,
		failed,
		replacedEventId = before?.replacedEventId,
	}: Omit<MemoryEntry, 'value' | 'order'>,
): void {
	// Without a spread, because V8 would then keep the fields in a second object.
	const entry: MemoryEntry = { state, value: latest.value, order: latest.order };
	// A field takes memory even if it is undefined, and few have these.
	if (failed !== undefined) entry.failed = failed;
	if (replacedEventId !== undefined) entry.replacedEventId = replacedEventId;
	memory.set(key, entry);
}

/**
 * Finds the observations that the execution has to judge. One that changes nothing only updates the
 * remembered value. One that is older than the last judged event is ignored.
 *
 * But an event may be the retry of one that this process does not know. Then the execution also
 * judges observations that could fire: n8n's store tells whether the event has fired before.
 */
export function findUndecided(
	event: SmartcarEvent,
	observations: AnyObservation[],
	conditionMemory: ConditionMemory,
	parameters: TriggerParameters,
): UndecidedObservation[] {
	const memory = conditionMemory.of(vehicleKey(event));
	return observations.flatMap<UndecidedObservation>((observation) => {
		const key = conditionKey(observation.condition.id, observation.place);
		const before = memory.get(key);
		if (before?.replacedEventId === event.eventId) return [];
		const previousValue = previousValueOf(event, observation, before);
		const canBeRetry = mayHaveFiredBefore(observation, parameters);
		// `failed` is still set, so no event since has changed the state.
		const isRetryOfLastFailure = before?.failed?.eventId === event.eventId;
		const order = orderOf(event, observation);
		const isOlderEvent = before !== undefined && isOlder(order, before.order);
		if (isOlderEvent && !isRetryOfLastFailure)
			return canBeRetry
				? [{ observation, key, before, previousValue, latest: before, isLate: true }]
				: [];
		const latest = isOlderEvent
			? before
			: { value: observation.value, order: orderAfter(order, before?.order) };
		if (!isDecided(observation, before) || (canBeRetry && conditionMemory.expectsUnknownRetries)) {
			const replacesFailed = before?.failed?.state === observation.state && !isRetryOfLastFailure;
			const replacedEventId = replacesFailed ? before?.failed?.eventId : undefined;
			return [{ observation, key, before, previousValue, latest, isLate: false, replacedEventId }];
		}
		// Changed in place: a new object for each value keeps V8's garbage collection busy.
		if (before) Object.assign(before, latest);
		else remember(memory, { key, before, latest }, { state: undefined });
		return [];
	});
}

export function toCheck({
	observation,
	before,
	previousValue,
	isLate,
	replacedEventId,
}: UndecidedObservation): ConditionCheck {
	const { condition, place } = observation;
	if (isLate) return { conditionId: condition.id, place, isLate };
	return {
		conditionId: condition.id,
		place,
		...(before?.state !== undefined && { knownState: before.state }),
		...(previousValue !== undefined && { previousValue }),
		...(replacedEventId !== undefined && { replacedEventId }),
	};
}
