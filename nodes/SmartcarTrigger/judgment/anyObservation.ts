import { BoundedMap } from '../../shared/boundedMap';
import type { ErrorObservation } from './observeErrors';
import type { Observation } from '../conditions/observe';

/** What an event says about a condition, or about an error, at one place of the vehicle. */
export type AnyObservation = Observation | ErrorObservation;

export const isErrorObservation = (observation: AnyObservation): observation is ErrorObservation =>
	observation.condition.rule.when === 'error';

const conditionKeys = new BoundedMap<string>({ maxEntries: 10_000 });

/**
 * Identifies a condition at one place of a vehicle. Equal keys are one string object, which the
 * memories of all vehicles share.
 */
export function conditionKey(conditionId: string, place: string): string {
	const key = `${conditionId} ${place}`;
	const existing = conditionKeys.get(key);
	if (existing === undefined) conditionKeys.set(key, key);
	return existing ?? key;
}

/**
 * A known state that no value has, so whatever can fire fires after it. For *Every* it is lower
 * than any count.
 */
export const NO_STATE = '';
