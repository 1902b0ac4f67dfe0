import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { logName } from './logName';
import { triggerKey, type TriggerContext } from './triggerKey';

export type LogContext = Pick<IExecuteFunctions, 'logger'> & TriggerContext;

/** What was written in the last hour, by trigger and key. */
const recent = new BoundedMap<true>({ maxEntries: 50_000, maxAgeMs: 60 * 60 * 1000 });

/**
 * Writes a sentence about the trigger to n8n's log, at most once an hour for each key, since the
 * reason can recur with each event.
 *
 * @param predicate what follows the name of the trigger
 */
export function logHourly(
	this: LogContext,
	level: 'warn' | 'error',
	key: string,
	predicate: string,
): void {
	const id = `${triggerKey(this)} ${key}`;
	if (recent.has(id)) return;
	recent.set(id, true);
	this.logger[level](`${logName(this)} ${predicate}`);
}
