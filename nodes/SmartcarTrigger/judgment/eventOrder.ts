import type { SmartcarEvent } from '../event/types';
import type { AnyObservation } from './anyObservation';

/**
 * The place of an event among those of its vehicle: its sequence or, if it has none, when the
 * manufacturer updated the signal: see `Observation.orderedBy`. Two of different kinds cannot be
 * compared.
 */
export type EventOrder = number | string;

/** The order of an event for one of its observations. */
export const orderOf = (
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ orderedBy }: Pick<AnyObservation, 'orderedBy'>,
): EventOrder | undefined => sequence ?? orderedBy;

/** Whether an event is older than the latest one that was judged. */
export function isOlder(order: EventOrder | undefined, latest: EventOrder | undefined): boolean {
	if (typeof order === 'number' && typeof latest === 'number') return order < latest;
	return typeof order === 'string' && typeof latest === 'string' && order < latest;
}

/** What the events after this one are compared with. A sequence stays until another one comes. */
export const orderAfter = (
	order: EventOrder | undefined,
	latest: EventOrder | undefined,
): EventOrder | undefined =>
	typeof latest === 'number' && typeof order !== 'number' ? latest : (order ?? latest);
