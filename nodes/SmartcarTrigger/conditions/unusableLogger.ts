import { singleLine } from '../singleLine';
import { logHourly, type LogContext } from '../log';
import type { SmartcarEvent } from '../event/types';
import type { OnUnusable } from './observe';

/**
 * Returns a function that logs an unusable value of the event's vehicle, at most once an hour for
 * each signal.
 */
export function unusableLogger(this: LogContext, { vehicle }: SmartcarEvent): OnUnusable {
	const ofVehicle = vehicle.id === undefined ? '' : ` of the vehicle ${singleLine(vehicle.id)}`;
	return ({ signal }, reason) =>
		logHourly.call(
			this,
			'warn',
			`unusable ${signal.code} ${signal.field}`,
			`cannot evaluate the signal ${JSON.stringify(signal.code)}${ofVehicle}: ${reason}`,
		);
}
