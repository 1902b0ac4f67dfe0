import type { IExecuteFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { triggerKey, triggerNodeName, type TriggerContext } from './triggerKey';

export type LogContext = Pick<IExecuteFunctions, 'logger'> & TriggerContext;

const DEFAULT_NAME = 'Smartcar Trigger';

/** How n8n's log names a trigger, since n8n and a workflow can have many. */
export function logName(context: TriggerContext): string {
	const nodeName = triggerNodeName(context);
	const trigger =
		nodeName === DEFAULT_NAME ? DEFAULT_NAME : `${DEFAULT_NAME} ${JSON.stringify(nodeName)}`;
	const { name } = context.getWorkflow();
	return name === undefined ? trigger : `${trigger} in ${JSON.stringify(name)}`;
}

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

/** For a reason that can recur with each event. */
export const logHourly = createLimitedLog(60 * 60 * 1000);

/**
 * Writes to n8n's log that its deduplication store has failed, once an hour for each trigger and
 * consequence, since it can fail for each event.
 */
export function warnOfStoreFailure(this: LogContext, consequence: string, cause: unknown): void {
	logHourly.call(
		this,
		'warn',
		consequence,
		`could not use n8n's deduplication store, so ${consequence}. Check n8n's database: ${String(cause)}. This message is not repeated within an hour`,
	);
}
