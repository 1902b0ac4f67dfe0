import type { TriggerParameters } from '../parameters';
import { commonMismatch, eventChoice, matchesTypeAndCode } from './filter';
import type { SmartcarEvent, VehicleError } from './types';
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

/** Whether the errors of an event are judged: compared with those that the workflow got before. */
export const errorsAreJudged = (event: SmartcarEvent, { events, filters }: TriggerParameters) =>
	eventChoice(event) === 'VEHICLE_ERROR' &&
	events.includes('VEHICLE_ERROR') &&
	event.vehicle.id !== undefined &&
	areFewEnough(event.errors, filters) &&
	commonMismatch(event, filters) === undefined;

/**
 * Whether *Only When an Error Starts or Ends* has to notice an event although the workflow does not
 * get it: if *Error States* leaves RESOLVED out, an error must still count as new when it occurs
 * again.
 */
export const endsError = (event: SmartcarEvent, parameters: TriggerParameters): boolean =>
	parameters.onlyOnChange &&
	parameters.filters.errorStates.length > 0 &&
	errorsAreJudged(event, parameters) &&
	event.errors.some((error) => matchesTypeAndCode(error, parameters.filters));
