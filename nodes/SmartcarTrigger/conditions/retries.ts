import { isRetriedOnFailure } from '../isRetriedOnFailure';
import type { TriggerParameters } from '../parameters';
import type { AnyObservation } from './anyObservation';
import { canFire } from './marks';

/** Whether an event may have fired this before, for a workflow that failed, and was sent again. */
export const mayBeRetry = (observation: AnyObservation, parameters: TriggerParameters): boolean =>
	isRetriedOnFailure(parameters) && canFire(observation);
