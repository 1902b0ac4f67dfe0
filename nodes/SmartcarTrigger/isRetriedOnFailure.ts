import type { TriggerParameters } from './parameters';

/**
 * Whether Smartcar sends an event again if its workflow fails: only with *When the Workflow
 * Finishes* does the response tell of the failure.
 */
export const isRetriedOnFailure = ({ options }: Pick<TriggerParameters, 'options'>): boolean =>
	options.acknowledge === 'lastNode';
