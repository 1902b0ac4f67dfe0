import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import type { AcceptedEvent, ConditionCheck, SmartcarEvent } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { isOlder, orderAfter, orderOf, type EventOrder } from './eventOrder';
import { isLowerCount } from './everyMarks';
import { markPrefix } from './markNames';
import { canFire } from './marks';
import { conditionKey, isErrorObservation, type AnyObservation } from './anyObservation';
import { stateOf } from './observe';

/** A condition that an event may meet, or an error that may have changed. */
export interface Candidate {
	observation: AnyObservation;
	/** What the delivery knew. Undefined in a test run. */
	check: ConditionCheck | undefined;
	/**
	 * The beginning of the marks in n8n's store, for this condition or error at this place of the
	 * vehicle.
	 */
	prefix: string;
	/** The state before the event, if this process knows it. */
	knownState: string | undefined;
	/** See `ConditionCheck`. */
	isLate: boolean;
}

/** Finds what an execution has to judge: what the delivery has not decided. */
export function findCandidates(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	observations: AnyObservation[],
): Candidate[] {
	const checks = flags.checks;
	const byKey = new Map(
		checks?.map((check) => [conditionKey(check.conditionId, check.place), check]),
	);
	const [trigger, vehicle] = [triggerKey(this), vehicleKey(event)];
	return observations.flatMap<Candidate>((observation) => {
		const { condition, place } = observation;
		const check = byKey.get(conditionKey(condition.id, place));
		// The delivery has found that this observation changes nothing.
		if (checks !== undefined && check === undefined) return [];
		const prefix = markPrefix(trigger, vehicle, condition.id, place);
		return [
			{ observation, check, prefix, knownState: check?.knownState, isLate: check?.isLate === true },
		];
	});
}

/** By mark prefix, the order of the last event that this process judged. */
const lastJudged = new BoundedMap<EventOrder>({ maxEntries: 200_000 });

/**
 * Whether this process has judged a later event. If not, remembers this one as the latest. For
 * queue mode: without it the delivery has checked the order.
 */
function hasJudgedLater(event: SmartcarEvent, { observation, prefix }: Candidate): boolean {
	const order = orderOf(event, observation);
	const latest = lastJudged.get(prefix);
	if (isOlder(order, latest)) return true;
	const after = orderAfter(order, latest);
	if (after !== undefined) lastJudged.set(prefix, after);
	return false;
}

/** The state of the value before, if the delivery knows it. In queue mode it knows no states. */
export const stateAtPreviousValue = ({ observation, check }: Candidate): string | undefined =>
	isErrorObservation(observation) || check?.previousValue === undefined
		? undefined
		: stateOf(check.previousValue, observation.condition);

/** Flags the late candidates. Drops those of them that cannot be the retry of a failed run. */
export function flagOrDropLate(
	{ event, isFromOtherProcess = false }: AcceptedEvent,
	candidates: Candidate[],
	{ options }: TriggerParameters,
): Candidate[] {
	return candidates.flatMap((candidate) => {
		const { observation, knownState = stateAtPreviousValue(candidate) } = candidate;
		const isLate =
			candidate.isLate ||
			(isFromOtherProcess && hasJudgedLater(event, candidate)) ||
			(knownState !== undefined && isLowerCount(observation, knownState));
		const mayBeRetry = options.acknowledge === 'lastNode' && canFire(observation);
		return isLate && !mayBeRetry ? [] : [{ ...candidate, isLate }];
	});
}
