import type { TriggerParameters } from '../parameters';
import { commonMismatch, eventChoice, leftOutReason, matchesTypeAndCode } from './filter';
import type { SmartcarEvent, VehicleError } from './types';
import { unidentifiedErrors } from './unidentifiedErrors';
import { isAtManySignals } from './vehicleErrors';

/**
 * If the filters select more errors of an event, none of them is judged, since each takes time. The
 * event then starts the workflow, and the known states of the errors stay as they are.
 */
const MAX_JUDGED_ERRORS = 200;

/** Fewer, since each of these ends the error at all signals that it may have been reported for. */
const MAX_JUDGED_ERRORS_AT_MANY_SIGNALS = 10;

/** Whether the errors of an event that the filters select are few enough to be judged. */
function areFewEnough(errors: VehicleError[], filters: TriggerParameters['filters']): boolean {
	const selected = errors.filter((error) => matchesTypeAndCode(error, filters));
	return (
		selected.length <= MAX_JUDGED_ERRORS &&
		selected.filter(isAtManySignals).length <= MAX_JUDGED_ERRORS_AT_MANY_SIGNALS
	);
}

/** Whether the errors of an event are compared with those that the workflow got before. */
const errorsAreJudged = (event: SmartcarEvent, { filters }: TriggerParameters): boolean =>
	event.vehicle.id !== undefined &&
	areFewEnough(event.errors, filters) &&
	commonMismatch(event, filters) === undefined;

/**
 * What an event is judged by: a vehicle state by the conditions, or a vehicle error by the errors
 * that came before.
 */
export function judgedBy(
	event: SmartcarEvent,
	parameters: TriggerParameters,
): 'conditions' | 'errors' | 'nothing' {
	const { events, conditions } = parameters;
	switch (eventChoice(event)) {
		case 'VEHICLE_STATE':
			return events.includes('CONDITION_MET') && conditions.length > 0 ? 'conditions' : 'nothing';
		case 'VEHICLE_ERROR':
			return events.includes('VEHICLE_ERROR') && errorsAreJudged(event, parameters)
				? 'errors'
				: 'nothing';
		default:
			return 'nothing';
	}
}

/**
 * Whether the workflow gets an event although nothing fires: one that is not judged, a vehicle state
 * if *Events* has it, and a vehicle error if *Only When an Error Starts or Ends* is off, or if it
 * has no errors, or some that cannot be identified.
 */
export function isEmittedAnyway(event: SmartcarEvent, parameters: TriggerParameters): boolean {
	switch (judgedBy(event, parameters)) {
		case 'conditions':
			return parameters.events.includes('VEHICLE_STATE');
		case 'errors':
			if (!parameters.onlyOnChange) return true;
			if (leftOutReason(event, parameters) !== undefined) return false;
			return event.errors.length === 0 || unidentifiedErrors(event, parameters.filters).length > 0;
		default:
			return true;
	}
}
