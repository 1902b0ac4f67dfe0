import { sleep, type IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { MAX_WORKFLOW_MS, onResponseClosed } from './delivery/onResponseClosed';
import { timeLimit } from './timeLimit';
import { triggerKey, type TriggerContext } from './triggerKey';

/** What an execution found out about a condition, or an error, of the event's vehicle. */
export interface JudgedState {
	/** From `conditionKey`. */
	key: string;
	/**
	 * The state that the condition has now. Undefined if n8n's store does not have it, so that only
	 * executions know it.
	 */
	savedState: string | undefined;
	/** Whether the execution has emitted an item for it. */
	fired: boolean;
}

/** What the execution of an event found out, for the delivery of the event. */
export interface ExecutionReport {
	/** False if n8n's store has recognized a duplicate, or the event has started no execution. */
	isNew: boolean;
	judgedStates: JudgedState[];
}

type Listener = (report: ExecutionReport) => void;

/** Executions of this process report within a few hundred milliseconds. */
const MAX_WAIT_MS = 2_000;

/** Longer than a worker with a free slot takes to begin an execution. */
const SPACING_MS = 1_000;

/**
 * By trigger and event, the listeners of the deliveries that wait for their executions. An execution
 * reports when it begins, and may have waited for a free slot.
 */
const listeners = new BoundedMap<Listener[]>({
	maxEntries: 10_000,
	maxAgeMs: MAX_WORKFLOW_MS + 60_000,
});

/**
 * Where executions run, as far as this process knows. In queue mode workers run them, so this
 * process never gets a report: `otherProcesses` once a delivery has waited in vain. `thisProcess`,
 * for good, once an execution has reported.
 */
let executionsRunIn: 'thisProcess' | 'otherProcesses' | 'unknown' = 'unknown';

const keyOf = (context: TriggerContext, eventId: string) => `${triggerKey(context)} ${eventId}`;

/**
 * Waits a second before the next execution of a vehicle, unless executions are known to run in this
 * process. Two workers can begin executions in the wrong order if n8n stores them right after each
 * other.
 */
export async function waitBeforeExecution(): Promise<void> {
	if (executionsRunIn !== 'thisProcess') await sleep(SPACING_MS);
}

/**
 * How long the next event of a vehicle waits at most after the sender has hung up, where executions
 * run in other processes. n8n may never end the response there.
 * See docs/contributing/n8n-facts.md#closed-response.
 */
const MAX_WAIT_AFTER_HANG_UP_MS = 2 * 60 * 1000;

/** Releases the lock after the longest wait, if executions are known to run in other processes. */
async function releaseIfElsewhere(release: () => void): Promise<void> {
	// Right after a start it is not known yet. When it stays so, the delivery ends by itself.
	for (let waited = 0; waited < MAX_WORKFLOW_MS; waited += MAX_WAIT_AFTER_HANG_UP_MS) {
		await timeLimit(MAX_WAIT_AFTER_HANG_UP_MS);
		if (executionsRunIn === 'otherProcesses') return release();
		if (executionsRunIn === 'thisProcess') return;
	}
}

/** Releases the lock of a vehicle if its sender has hung up and n8n does not end the response. */
export function limitWait(this: IWebhookFunctions, release: () => void): void {
	onResponseClosed(this.getResponseObject(), { acknowledge: 'onReceived' }, (outcome) => {
		if (outcome === 'unknown') void releaseIfElsewhere(release);
	});
}

function tellListeners(key: string, report: ExecutionReport): void {
	const waiting = listeners.get(key) ?? [];
	listeners.delete(key);
	for (const listener of waiting) listener(report);
}

/** Reports an execution to the delivery of its event, if this process has received the event. */
export function reportExecution(
	this: TriggerContext,
	eventId: string,
	report: ExecutionReport,
): void {
	executionsRunIn = 'thisProcess';
	tellListeners(keyOf(this, eventId), report);
}

/** Tells the delivery of an event, which waits for a report, that the event starts no execution. */
export function reportNoExecution(this: TriggerContext, eventId: string): void {
	tellListeners(keyOf(this, eventId), { isNew: false, judgedStates: [] });
}

/** A delivery that listens to its execution. A listener keeps the whole event in memory. */
interface ReportListener {
	/**
	 * Waits at most two seconds for the report, and listens on after that. If executions run in other
	 * processes, stops listening at once.
	 * @param isStored whether n8n has surely stored the execution. If not, there may be none, and the
	 * listening ends with the wait.
	 */
	waitForReport: (isStored: boolean) => Promise<void>;
	stopListening: () => void;
}

/** Calls back when the execution of an event reports, until it has stopped listening. */
export function onReport(
	this: TriggerContext,
	eventId: string,
	callback: Listener,
): ReportListener {
	const key = keyOf(this, eventId);
	let markReported = () => {};
	const reported = new Promise<void>((resolve) => (markReported = resolve));
	const listener: Listener = (report) => {
		callback(report);
		markReported();
	};
	listeners.set(key, [...(listeners.get(key) ?? []), listener]);
	const stopListening = () => {
		const others = (listeners.get(key) ?? []).filter((other) => other !== listener);
		if (others.length > 0) listeners.set(key, others);
		else listeners.delete(key);
	};
	const waitForReport = async (isStored: boolean) => {
		if (executionsRunIn === 'otherProcesses') return stopListening();
		const hasReported = await Promise.race([
			reported.then(() => true),
			timeLimit(MAX_WAIT_MS).then(() => false),
		]);
		if (hasReported) return;
		if (!isStored) stopListening();
		else if (executionsRunIn === 'unknown') executionsRunIn = 'otherProcesses';
	};
	return { waitForReport, stopListening };
}
