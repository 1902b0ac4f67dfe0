import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { triggerKey } from '../triggerKey';
import type { OnUnusable } from './observe';

const HOUR_MS = 60 * 60 * 1000;

/** The signals that were logged within the last hour. */
const logged = new BoundedMap<true>({ maxEntries: 10_000, maxAgeMs: HOUR_MS });

/** Logs a value that a condition cannot be compared with: one line for a signal and hour. */
export function onUnusable(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode' | 'logger'>,
): OnUnusable {
	return ({ signal }, reason) => {
		const key = `${triggerKey(this)} ${signal.code} ${signal.field}`;
		if (logged.has(key)) return;
		logged.set(key, true);
		this.logger.warn(
			`Smartcar Trigger cannot judge the signal ${JSON.stringify(signal.code)}: ${reason}`,
		);
	};
}
