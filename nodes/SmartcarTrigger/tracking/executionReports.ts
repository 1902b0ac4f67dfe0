import type { IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { timeLimit } from '../../shared/timeLimit';
import type { AcceptedEvent } from '../event/types';
import { triggerKey } from '../triggerKey';

/** An execution asks n8n's store within some hundred milliseconds, if it runs in this process. */
const MAX_WAIT_MS = 2_000;

/** Called with whether the event is new. */
const listeners = new BoundedMap<(isNew: boolean) => void>({
	maxEntries: 10_000,
	maxAgeMs: 60_000,
});

/** In queue mode the executions run in workers, and nothing is reported to a webhook processor. */
let executionsRunHere = false;

const keyOf = (context: Pick<IExecuteFunctions, 'getWorkflow' | 'getNode'>, eventId: string) =>
	`${triggerKey(context)} ${eventId}`;

/** Tells `webhook()` which events of an execution are new. Does nothing if that is another process. */
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
 * @returns waits for the execution to report, if executions run in this process
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
