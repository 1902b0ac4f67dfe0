import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { triggerKey } from '../triggerKey';
import type { OnUnusable } from './observe';
import { logName } from '../logName';

const HOUR_MS = 60 * 60 * 1000;

/** The signals that were logged within the last hour. */
const recentlyLogged = new BoundedMap<true>({ maxEntries: 10_000, maxAgeMs: HOUR_MS });

/** Returns a function that logs an unusable value, at most once an hour for each signal. */
export function unusableLogger(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'logger'>,
): OnUnusable {
	return ({ signal }, reason) => {
		const key = `${triggerKey(this)} ${signal.code} ${signal.field}`;
		if (recentlyLogged.has(key)) return;
		recentlyLogged.set(key, true);
		this.logger.warn(
			`${logName(this)} cannot evaluate the signal ${JSON.stringify(signal.code)}: ${reason}`,
		);
	};
}
