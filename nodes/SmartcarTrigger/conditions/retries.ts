import type { TriggerParameters } from '../parameters';
import type { AnyObservation } from './anyObservation';
import { canFire } from './marks';

/**
 * Whether Smartcar sends an event again if its workflow fails: only with *When the Workflow
 * Finishes* does the response tell of the failure.
 */
export const isRetriedOnFailure = ({ options }: TriggerParameters): boolean =>
	options.acknowledge === 'lastNode';

/** Whether an event may have fired this before, for a workflow that failed, and was sent again. */
export const mayBeRetry = (observation: AnyObservation, parameters: TriggerParameters): boolean =>
	isRetriedOnFailure(parameters) && canFire(observation);
