import { setTimeout as sleep } from 'node:timers/promises';
import { CheckList } from '../checkList';
import type { WhileDown } from '../instances/regularMode';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planOnce, type PlannedDelivery } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import { isReady } from '../sending/readiness';
import {
	countOccurrences,
	describeCounts,
	failedExecutions,
	repeatedEvents,
	successesByEvent,
	type StoredExecution,
} from '../storedExecutions';

const COPY_DELAY_MS = 1_000;

interface QueueCopiesOptions {
	events: number;
	/**
	 * Processes to kill and start again, each when this fraction (0 to 1) of the events was answered
	 * 2xx.
	 */
	kills?: Array<{ afterFraction: number; whileDown: WhileDown }>;
	/**
	 * How many executions the kills can interrupt: the sum of the concurrency of the killed workers.
	 */
	maxInterrupted?: number;
}

/** Remembers when each event was first sent, to delay its copy. */
class SendTimes {
	private readonly times = new Map<string, number>();
	private readonly waiters = new Map<string, () => void>();

	record(eventId: string): void {
		if (this.times.has(eventId)) return;
		this.times.set(eventId, Date.now());
		this.waiters.get(eventId)?.();
	}

	/** Resolves COPY_DELAY_MS after the event was first sent. */
	async waitForCopyDelay(eventId: string): Promise<void> {
		if (!this.times.has(eventId))
			await new Promise<void>((resolve) => this.waiters.set(eventId, resolve));
		const elapsed = Date.now() - (this.times.get(eventId) ?? 0);
		if (elapsed < COPY_DELAY_MS) await sleep(COPY_DELAY_MS - elapsed);
	}
}

/** The executions that had one of these events when a process was killed. */
const executionsWith = (
	eventIds: ReadonlySet<string>,
	interrupted: StoredExecution[],
): StoredExecution[] =>
	interrupted.filter(({ waitingEventIds }) =>
		waitingEventIds.some((eventId) => eventIds.has(eventId)),
	);

/**
 * How the executions of these events ended. n8n removes the events from an execution that it lists
 * as failed, so the executions are found by their IDs.
 * @param interrupted the executions as they were when their processes were killed
 * @param finished all executions at the end
 */
function finalStatuses(
	eventIds: ReadonlySet<string>,
	interrupted: StoredExecution[],
	finished: StoredExecution[],
): string[] {
	const executionIds = new Set(executionsWith(eventIds, interrupted).map(({ id }) => id));
	return finished.filter(({ id }) => executionIds.has(id)).map(({ status }) => status);
}

/**
 * Whether all executions that had this event at a kill have succeeded, and so each of them has
 * taken it for the duplicate of another one.
 */
function hasOnlySuccesses(
	eventId: string,
	interrupted: StoredExecution[],
	finished: StoredExecution[],
): boolean {
	const eventIds = new Set([eventId]);
	const statuses = finalStatuses(eventIds, interrupted, finished);
	return (
		statuses.length > 0 &&
		statuses.length === executionsWith(eventIds, interrupted).length &&
		statuses.every((status) => status === 'success')
	);
}

/**
 * Sends each event to one webhook processor, and a copy to another one a second later. The other
 * one can recognize the copy only with n8n's database. Each retry goes to the next processor, as
 * with a load balancer.
 */
export async function queueCopiesScenario(
	target: TargetWorkflow,
	{ events, kills = [], maxInterrupted = 0 }: QueueCopiesOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const createdEvents = simulator.events.vehicleStates(events);
	const plan = planOnce(createdEvents);
	const indexes = new Map(plan.map(({ eventId }, index) => [eventId, index]));
	const sendTimes = new SendTimes();
	const callbackUri = ({ eventId, copy }: PlannedDelivery, attempt: number) => {
		const processors = target.callbackUris();
		const index = (indexes.get(eventId) ?? 0) + copy + attempt - 1;
		return processors[index % processors.length] ?? target.callbackUri();
	};
	const firstSender = new EventSender(plan, {
		simulator,
		callbackUri,
		isReady,
		// Called when an attempt is really sent, not while the processor is not ready.
		eventFor({ event, eventId }) {
			sendTimes.record(eventId);
			return event;
		},
	});
	const firstSending = firstSender.sendAll();
	// If the first sender gives up, it has not sent some events, and their copies must not wait
	// forever.
	const afterFirstSending = firstSending.then(async () => await sleep(COPY_DELAY_MS));
	const copySender = new EventSender(planOnce(createdEvents, 1), {
		simulator,
		callbackUri,
		isReady,
		beforeFirstAttempt: async ({ eventId }) =>
			await Promise.race([sendTimes.waitForCopyDelay(eventId), afterFirstSending]),
	});

	const sending = Promise.all([firstSending, copySender.sendAll()]);
	const interrupted: StoredExecution[] = [];
	for (const { afterFraction, whileDown } of kills) {
		await firstSender.waitForAcknowledged(Math.floor(events * afterFraction));
		interrupted.push(...(await whileDown(async () => await target.unfinishedExecutions())));
	}
	await sending;
	const executions = await target.waitForFinishedExecutions(interrupted);

	const successes = successesByEvent(executions);
	const storedEventIds = new Set([
		...successes.keys(),
		...[...interrupted, ...executions].flatMap(({ waitingEventIds }) => waitingEventIds),
	]);
	const acknowledged = [
		...new Set([...firstSender.acknowledgedEventIds, ...copySender.acknowledgedEventIds]),
	];

	const checks = new CheckList();
	checks.equal('events answered 2xx', firstSender.acknowledgedEventIds.size, events);
	checks.equal('copies answered 2xx', copySender.acknowledgedEventIds.size, events);
	checks.empty(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !storedEventIds.has(eventId)),
	);
	const unfinished = new Set(acknowledged.filter((eventId) => !successes.has(eventId)));
	checks.atMost('events left unfinished', unfinished.size, maxInterrupted);
	if (kills.length > 0)
		checks.report(
			'how n8n lists their executions, and those of their copies',
			describeCounts(countOccurrences(finalStatuses(unfinished, interrupted, executions))),
		);
	checks.empty(
		'events left unfinished although no kill has ended one of their executions',
		[...unfinished].filter((eventId) => hasOnlySuccesses(eventId, interrupted, executions)),
	);
	// Those of copies, too, which emit no event.
	const interruptedIds = new Set(interrupted.map(({ id }) => id));
	checks.empty(
		'executions that failed although no kill has interrupted them',
		failedExecutions(executions.filter(({ id }) => !interruptedIds.has(id))),
	);
	checks.empty('events executed more than once', repeatedEvents(successes));
	if (kills.length > 0)
		checks.report('executions waiting or running at the kills', interrupted.length);
	checks.report('executions, including those of copies', executions.length);
	return checks;
}
