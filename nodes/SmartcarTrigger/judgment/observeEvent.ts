import type { IWebhookFunctions } from 'n8n-workflow';
import { eventChoice, leftOutReason } from '../event/filter';
import { errorsAreJudged } from '../event/judgedBy';
import type { SmartcarEvent } from '../event/types';
import { unidentifiedErrors } from '../event/unidentifiedErrors';
import { observeErrors } from './observeErrors';
import type { TriggerParameters } from '../parameters';
import type { AnyObservation } from './anyObservation';
import { observe } from '../conditions/observe';
import { unusableLogger } from '../conditions/unusableLogger';

/** Whether an event is compared with the conditions. */
export const isComparedWithConditions = (
	event: SmartcarEvent,
	{ events, conditions }: TriggerParameters,
) =>
	events.includes('CONDITION_MET') &&
	conditions.length > 0 &&
	eventChoice(event) === 'VEHICLE_STATE';

/**
 * What a vehicle state says about the conditions, or a vehicle error about the errors. Undefined
 * for an event that is not judged: it starts the workflow, whatever came before.
 */
export function observeEvent(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'logger'>,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): AnyObservation[] | undefined {
	if (isComparedWithConditions(event, parameters))
		return observe(event, parameters.conditions, unusableLogger.call(this, event));
	return errorsAreJudged(event, parameters) ? observeErrors(event, parameters) : undefined;
}

/**
 * Whether the workflow gets an event although nothing fires: a vehicle error if *Only When an Error
 * Starts or Ends* is off, or if it has no errors, or some that cannot be identified.
 */
export function isEmittedAnyway(event: SmartcarEvent, parameters: TriggerParameters): boolean {
	const choice = eventChoice(event);
	if (choice !== 'VEHICLE_ERROR') return parameters.events.includes(choice);
	if (leftOutReason(event, parameters) !== undefined) return false;
	return (
		!parameters.onlyOnChange ||
		event.errors.length === 0 ||
		unidentifiedErrors(event, parameters.filters).length > 0
	);
}

/** Whether the workflow gets an event only if it meets a condition or changes an error. */
export const isEmittedOnlyIfFired = (
	event: SmartcarEvent,
	parameters: TriggerParameters,
): boolean =>
	(isComparedWithConditions(event, parameters) ||
		(parameters.onlyOnChange && errorsAreJudged(event, parameters))) &&
	!isEmittedAnyway(event, parameters);
