import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import type { AcceptedEvent, ConditionCheck } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { isOlder, orderAfter, orderOf, type EventOrder } from './eventOrder';
import { isLowerCount } from './marks/countMarks';
import { markPrefix } from './marks/markNames';
import { mayHaveFiredBefore } from './marks/marks';
import { conditionKey, isErrorObservation, type AnyObservation } from './anyObservation';
import { stateOf } from '../conditions/stateOf';

/** A condition that an event may meet, or an error that may have changed. */
export interface Candidate {
	observation: AnyObservation;
	/** What the process that received the event knew. Undefined in a test run. */
	check: ConditionCheck | undefined;
	/**
	 * What its marks in n8n's store begin with: a hash of the trigger, the condition or error, the
	 * vehicle and the place.
	 */
	prefix: string;
	/** The state before the event, if this process knows it. */
	knownState: string | undefined;
	/** Whether a later event was judged first, so that this one can only fire as a retry. */
	isLate: boolean;
}

const keyOf = ({ condition, place }: AnyObservation): string => conditionKey(condition.id, place);

/**
 * Finds what an execution has to judge: what the delivery has not decided.
 *
 * An expression in a condition or a filter can give another result than in the delivery, if it uses
 * the time or a variable that was edited. Then the IDs of the conditions or errors differ, and a
 * check has no observation. So the execution judges all observations, as if the delivery had
 * decided none: n8n's store tells what has been reported. Not if somebody retries the execution,
 * since the store is not asked then. Nor for a late check, which can only fire under its own ID.
 */
export function findCandidates(
	this: IExecuteFunctions,
	{ event, flags }: AcceptedEvent,
	observations: AnyObservation[],
): Candidate[] {
	const { checks = [] } = flags;
	const checksByKey = new Map(
		checks.map((check) => [conditionKey(check.conditionId, check.place), check]),
	);
	const observedKeys = new Set(observations.map(keyOf));
	const lacksObservation = ({ conditionId, place, isLate }: ConditionCheck) =>
		!isLate && !observedKeys.has(conditionKey(conditionId, place));
	const judgesAll =
		flags.checks === undefined || (this.getMode() === 'webhook' && checks.some(lacksObservation));
	const [trigger, vehicle] = [triggerKey(this), vehicleKey(event)];
	return observations.flatMap<Candidate>((observation) => {
		const { condition, place } = observation;
		const check = checksByKey.get(keyOf(observation));
		// The delivery has found that this observation changes nothing.
		if (check === undefined && !judgesAll) return [];
		const prefix = markPrefix(trigger, vehicle, condition.id, place);
		return [
			{ observation, check, prefix, knownState: check?.knownState, isLate: check?.isLate === true },
		];
	});
}

interface LatestEvent {
	order: EventOrder;
	isFromOtherProcess: boolean;
}

/** By mark prefix, the latest event that this process has judged. */
const latestEvents = new BoundedMap<LatestEvent>({ maxEntries: 200_000 });

/**
 * Compares an event with the latest one that this process has judged, and remembers it if it is
 * later.
 * @returns whether it is older. False if this process has received both, because then the delivery
 * has compared them, and their executions may begin in another order.
 */
function isOlderThanLatest(
	{ event, isFromOtherProcess = false }: AcceptedEvent,
	{ observation, prefix }: Candidate,
): boolean {
	const order = orderOf(event, observation);
	const latest = latestEvents.get(prefix);
	if (isOlder(order, latest?.order))
		return isFromOtherProcess || latest?.isFromOtherProcess === true;
	const after = orderAfter(order, latest?.order);
	// An event without an order leaves that of the latest one.
	if (after !== undefined && after !== latest?.order)
		latestEvents.set(prefix, { order: after, isFromOtherProcess });
	return false;
}

/**
 * The state at the previous value. In queue mode the delivery knows that value, but not the state.
 */
export const stateAtPreviousValue = ({ observation, check }: Candidate): string | undefined =>
	isErrorObservation(observation) || check?.previousValue === undefined
		? undefined
		: stateOf(check.previousValue, observation.condition);

/**
 * Whether the delivery, this process or a lower count of *Every* shows that an event comes late.
 */
function comesLate(accepted: AcceptedEvent, candidate: Candidate): boolean {
	if (candidate.isLate || isOlderThanLatest(accepted, candidate)) return true;
	const stateBefore = candidate.knownState ?? stateAtPreviousValue(candidate);
	return stateBefore !== undefined && isLowerCount(candidate.observation, stateBefore);
}

/** Flags the late candidates. Drops those of them that cannot be the retry of a failed run. */
export const flagOrDropLate = (
	accepted: AcceptedEvent,
	candidates: Candidate[],
	parameters: TriggerParameters,
): Candidate[] =>
	candidates
		.map((candidate) => ({ ...candidate, isLate: comesLate(accepted, candidate) }))
		.filter(({ observation, isLate }) => !isLate || mayHaveFiredBefore(observation, parameters));
