import { BoundedMap } from '../../shared/boundedMap';
import type { SmartcarEvent } from '../event/types';
import type { Observation, Value } from './observe';

/** What this process knows about a condition at one place of a vehicle. */
export interface Remembered {
	/** As in `Observation`. Undefined if only n8n's store can tell. */
	state: string | undefined;
	/** Whether n8n's store knows the state. */
	saved: boolean;
	/** The last value. */
	value?: Value;
	/** Of the last event that was judged. */
	sequence?: number;
	updatedAt?: string;
}

/** At least the newest half stays, so 100,000 conditions of vehicles are known at once. */
const MAX_ENTRIES = 200_000;

/** Whether a later event was judged before: by its sequence, else by the time of the signal. */
export function isOlder(
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<Observation, 'updatedAt'>,
	last: Pick<Remembered, 'sequence' | 'updatedAt'>,
): boolean {
	if (sequence !== undefined && last.sequence !== undefined) return sequence < last.sequence;
	return updatedAt !== undefined && last.updatedAt !== undefined && updatedAt < last.updatedAt;
}

/** The latest order of two events. */
export const latestOrder = (
	{ sequence }: Pick<SmartcarEvent, 'sequence'>,
	{ updatedAt }: Pick<Observation, 'updatedAt'>,
	last: Pick<Remembered, 'sequence' | 'updatedAt'> | undefined,
) => ({
	sequence: sequence ?? last?.sequence,
	updatedAt: updatedAt ?? last?.updatedAt,
});

/** The conditions of the vehicles, by keys of the caller. */
export const createConditionMemory = () => new BoundedMap<Remembered>({ maxEntries: MAX_ENTRIES });
