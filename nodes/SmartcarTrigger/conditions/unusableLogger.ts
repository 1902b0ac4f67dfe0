import type { IWebhookFunctions } from 'n8n-workflow';
import { HourlyLimit } from '../hourlyLimit';
import { triggerKey } from '../triggerKey';
import type { OnUnusable } from './observe';
import { logName } from '../logName';

/** By trigger and signal. */
const warningLimit = new HourlyLimit();

/** Returns a function that logs an unusable value, at most once an hour for each signal. */
export function unusableLogger(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'logger'>,
): OnUnusable {
	return ({ signal }, reason) => {
		const key = `${triggerKey(this)} ${signal.code} ${signal.field}`;
		if (!warningLimit.tryAcquire(key)) return;
		this.logger.warn(
			`${logName(this)} cannot evaluate the signal ${JSON.stringify(signal.code)}: ${reason}`,
		);
	};
}
