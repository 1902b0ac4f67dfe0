import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { logName } from './logName';
import { triggerKey, type TriggerContext } from './triggerKey';

export type LogContext = Pick<IExecuteFunctions, 'logger'> & TriggerContext;

/**
 * Creates a function that writes a sentence about a trigger to n8n's log, once in `periodMs` for
 * each trigger and key. The function takes the key, and as `predicate` what follows the name of the
 * trigger.
 */
export function createLimitedLog(periodMs: number) {
	/** What was written within the period, by trigger and key. */
	const recent = new BoundedMap<true>({ maxEntries: 50_000, maxAgeMs: periodMs });
	return function (
		this: LogContext,
		level: 'warn' | 'error',
		key: string,
		predicate: string,
	): void {
		const id = `${triggerKey(this)} ${key}`;
		if (recent.has(id)) return;
		recent.set(id, true);
		this.logger[level](`${logName(this)} ${predicate}`);
	};
}
