import type { IWebhookFunctions } from 'n8n-workflow';
import { judgedBy } from '../event/judgedBy';
import type { SmartcarEvent } from '../event/types';
import { observeErrors } from './observeErrors';
import type { TriggerParameters } from '../parameters';
import type { AnyObservation } from './anyObservation';
import { observe } from '../conditions/observe';
import { unusableLogger } from '../conditions/unusableLogger';

/**
 * What a vehicle state says about the conditions, or a vehicle error about the errors. Undefined
 * for an event that is not judged: it starts the workflow, whatever came before.
 */
export function observeEvent(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'logger'>,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): AnyObservation[] | undefined {
	switch (judgedBy(event, parameters)) {
		case 'conditions':
			return observe(event, parameters.conditions, unusableLogger.call(this, event));
		case 'errors':
			return observeErrors(event, parameters);
		default:
			return undefined;
	}
}
