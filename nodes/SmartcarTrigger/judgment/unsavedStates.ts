import { BoundedMap } from '../../shared/boundedMap';
import { getOrCreate } from '../../shared/getOrCreate';
import { triggerKey, type TriggerContext } from '../triggerKey';

/**
 * By trigger and mark prefix, the states that n8n's store failed to save. Executions keep them,
 * because a delivery waits only two seconds for what its execution reports, and a call of the store
 * can take longer to fail.
 *
 * Not for queue mode, in which another worker may have saved a later state.
 */
const unsavedStates = new Map<string, BoundedMap<string>>();

/** Those of one trigger, by mark prefix. */
export const unsavedStatesOf = (context: TriggerContext): BoundedMap<string> =>
	getOrCreate(
		unsavedStates,
		triggerKey(context),
		() => new BoundedMap<string>({ maxEntries: 1_000_000 }),
	);

export function forgetUnsavedStates(context: TriggerContext): void {
	unsavedStates.delete(triggerKey(context));
}
