import type { TriggerParameters } from '../parameters';
import { isExcludedByField, matchesTypeAndCode } from './filter';
import type { SmartcarEvent, VehicleError } from './types';
import { isAboutFields, pathOf } from './unreadableField';
import { isAboutVehicle } from './vehicleErrors';

type Filters = TriggerParameters['filters'];

/** The fields that identify an error and its state, as far as the filters do not exclude it. */
function identifyingFields(error: VehicleError, filters: Filters): string[] {
	if (isExcludedByField(error, filters)) return [];
	// The type or the code is missing. If it could not be read, it may be any.
	if (!matchesTypeAndCode(error, filters)) return ['type', 'code'];
	return [
		'type',
		'code',
		// An unknown state is listed in `notUnderstood`, too, but counts as `OTHER`. Only a missing one
		// is a problem.
		...(error.state === undefined ? ['state'] : []),
		...(isAboutVehicle(error) ? [] : ['signals.*']),
	];
}

/**
 * The errors of an event that cannot be identified, since a field for that could not be read.
 * Without those that the filters exclude.
 */
export const unidentifiedErrors = (
	{ errors, notUnderstood }: SmartcarEvent,
	filters: Filters,
): VehicleError[] =>
	notUnderstood.flatMap((problem) => {
		const [, , index] = pathOf(problem);
		// The problem is not in a single entry: the list, or all of `data`, could not be read.
		if (index === undefined) return isAboutFields(problem, ['data.errors']) ? errors : [];
		const error = errors[Number(index)];
		if (error === undefined) return [];
		const fields = identifyingFields(error, filters).map((name) => `data.errors.${index}.${name}`);
		return isAboutFields(problem, fields) ? [error] : [];
	});
