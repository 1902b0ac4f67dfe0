import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { timeLimit } from '../../shared/timeLimit';
import type { AcceptedEvent } from '../event/types';
import { triggerKey } from '../triggerKey';

/** Long enough for an execution of this process, which reports within some hundred milliseconds. */
const MAX_WAIT_MS = 2_000;

/** The deliveries that wait for their executions, by trigger and event. Called with whether the event is new. */
const listeners = new BoundedMap<(isNew: boolean) => void>({
	maxEntries: 10_000,
	maxAgeMs: 60_000,
});

/** False in queue mode: there executions run in workers, which cannot report to this process. */
let executionsRunHere = false;

const keyOf = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>, eventId: string) =>
	`${triggerKey(context)} ${eventId}`;

/** Tells `webhook()` which events of an execution are new, if it handled them in this process. */
export function reportExecution(
	this: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode' | 'getMode'>,
	events: AcceptedEvent[],
	isNew: boolean[],
): void {
	if (this.getMode() !== 'webhook') return;
	executionsRunHere = true;
	events.forEach(({ event }, index) => {
		const key = keyOf(this, event.eventId);
		listeners.get(key)?.(isNew[index] === true);
		listeners.delete(key);
	});
}

/**
 * Calls back if the execution of an event finds that it is a duplicate.
 * @returns a function that waits for the execution's report, if executions run in this process
 */
export function onDuplicateExecution(
	this: Pick<IWebhookFunctions, 'getWorkflow' | 'getNode'>,
	eventId: string,
	callback: () => void,
): () => Promise<void> {
	const reported = new Promise<void>((resolve) =>
		listeners.set(keyOf(this, eventId), (isNew) => {
			if (!isNew) callback();
			resolve();
		}),
	);
	return async () => {
		if (executionsRunHere) await Promise.race([reported, timeLimit(MAX_WAIT_MS)]);
	};
}
