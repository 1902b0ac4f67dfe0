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

/** The longest wait for a report. Executions of this process report within half a second. */
const MAX_WAIT_FOR_REPORT_MS = 2_000;

/** Longer than a worker with a free slot takes to begin an execution. */
const EXECUTION_SPACING_MS = 1_000;

/**
 * By trigger and event, what listens to the report of the execution. It is kept this long because
 * an execution reports when it begins, and may wait for a free slot before.
 */
const listeners = new BoundedMap<Listener[]>({
	maxEntries: 10_000,
	maxAgeMs: MAX_WORKFLOW_MS + 60_000,
});

/**
 * Where executions run, as far as this process knows. In queue mode workers run them, so this
 * process never gets a report.
 * - `thisProcess`: an execution has reported. This never changes again.
 * - `otherProcesses`: a delivery has waited for a report in vain.
 */
let executionsRunIn: 'thisProcess' | 'otherProcesses' | 'unknown' = 'unknown';

const keyOf = (context: TriggerContext, eventId: string) => `${triggerKey(context)} ${eventId}`;

/**
 * Waits a second before the next execution of a vehicle, unless executions are known to run in this
 * process. If n8n stored two executions right after each other, two workers could begin them in the
 * wrong order.
 */
export async function waitBeforeExecution(): Promise<void> {
	if (executionsRunIn !== 'thisProcess') await sleep(EXECUTION_SPACING_MS);
}

/**
 * If a sender has hung up and executions run in other processes, the next event of the vehicle
 * waits for this long at most, since n8n may never end the response.
 * See docs/contributing/n8n-facts.md#closed-response.
 */
const MAX_WAIT_AFTER_HANG_UP_MS = 2 * 60 * 1000;

/** Releases the lock after the longest wait, if executions are known to run in other processes. */
async function releaseIfRunElsewhere(release: () => void): Promise<void> {
	// Repeated while it is unknown where executions run, as right after a start. After
	// `MAX_WORKFLOW_MS` the delivery counts as ended, and releases the lock itself.
	for (let waitedMs = 0; waitedMs < MAX_WORKFLOW_MS; waitedMs += MAX_WAIT_AFTER_HANG_UP_MS) {
		await timeLimit(MAX_WAIT_AFTER_HANG_UP_MS);
		if (executionsRunIn === 'otherProcesses') return release();
		if (executionsRunIn === 'thisProcess') return;
	}
}

/**
 * Releases the lock of a delivery's vehicle if the sender has hung up and n8n does not end the
 * response.
 */
export function limitWaitAfterHangUp(this: IWebhookFunctions, release: () => void): void {
	// Also with *When the Workflow Finishes*, the callback must not wait for that end.
	onResponseClosed(this.getResponseObject(), false, (outcome) => {
		if (outcome === 'unknown') void releaseIfRunElsewhere(release);
	});
}

function notifyListeners(key: string, report: ExecutionReport): void {
	const waiting = listeners.get(key) ?? [];
	listeners.delete(key);
	for (const listener of waiting) listener(report);
}

/** Gives a report to the delivery of the event, if this process has received the event. */
export function reportExecution(
	this: TriggerContext,
	eventId: string,
	report: ExecutionReport,
): void {
	executionsRunIn = 'thisProcess';
	notifyListeners(keyOf(this, eventId), report);
}

/** Tells what listens to the report of an event that the event starts no execution. */
export function reportNoExecution(this: TriggerContext, eventId: string): void {
	notifyListeners(keyOf(this, eventId), { isNew: false, judgedStates: [] });
}

interface ReportSubscription {
	/**
	 * Waits at most two seconds for the report, and listens on after that. If executions run in other
	 * processes, stops listening at once.
	 * @param isStored whether n8n has surely stored the execution. If not, there may be none.
	 */
	waitForReport: (isStored: boolean) => Promise<void>;
	/** Call it when no report is needed any more, since a listener takes memory. */
	stopListening: () => void;
}

/** Calls back when the execution of an event reports, unless the listening has ended before. */
export function onReport(
	this: TriggerContext,
	eventId: string,
	callback: Listener,
): ReportSubscription {
	const key = keyOf(this, eventId);
	let resolveReported = () => {};
	const reported = new Promise<void>((resolve) => (resolveReported = resolve));
	const listener: Listener = (report) => {
		callback(report);
		resolveReported();
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
			timeLimit(MAX_WAIT_FOR_REPORT_MS).then(() => false),
		]);
		if (!hasReported && isStored && executionsRunIn === 'unknown')
			executionsRunIn = 'otherProcesses';
	};
	return { waitForReport, stopListening };
}
