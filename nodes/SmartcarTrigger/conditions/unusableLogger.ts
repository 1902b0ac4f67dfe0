import type { LogContext } from '../limitedLog';
import { logHourly } from '../logHourly';
import type { OnUnusable } from './observe';

/** Returns a function that logs an unusable value, at most once an hour for each signal. */
export function unusableLogger(this: LogContext): OnUnusable {
	return ({ signal }, reason) =>
		logHourly.call(
			this,
			'warn',
			`unusable ${signal.code} ${signal.field}`,
			`cannot evaluate the signal ${JSON.stringify(signal.code)}: ${reason}`,
		);
}
