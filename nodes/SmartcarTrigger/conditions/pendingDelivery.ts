import type { IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed } from '../delivery/onResponseClosed';
import type { SmartcarEvent } from '../event/types';
import {
	onReport,
	limitWaitAfterHangUp,
	type ExecutionReport,
	type JudgedState,
} from '../executionReports';
import type { TriggerParameters } from '../parameters';
import type { VehicleMemory } from './conditionMemory';
import { isOlder } from './eventOrder';
import { stateThatFires } from './marks';
import { remember, type UndecidedObservation } from './undecided';

/** A delivery whose execution has not reported yet. */
interface PendingDelivery {
	event: SmartcarEvent;
	undecided: UndecidedObservation[];
	/** The memory of the vehicle. A function, since publishing the workflow meanwhile replaces it. */
	memory: () => VehicleMemory;
	/** Releases the lock of the vehicle. */
	release: () => void;
}

/**
 * Forgets the states, so that the next execution asks n8n's store.
 * @param isRejected whether Smartcar sends the event again, so that the value before it stays
 */
function forgetStates(
	{ memory }: PendingDelivery,
	entries: UndecidedObservation[],
	isRejected: boolean,
): void {
	for (const { key, before, latest } of entries) {
		const kept = isRejected ? { value: before?.value, order: latest.order } : latest;
		remember(memory(), { key, before, latest: kept }, { state: undefined });
	}
}

/**
 * Whether a later event of the vehicle was judged meanwhile, since the wait is limited. Not known of
 * events with the same order or without one.
 */
function isSuperseded({ memory }: PendingDelivery, { key, latest }: UndecidedObservation): boolean {
	const current = memory().get(key);
	return current !== undefined && isOlder(latest.order, current.order);
}

/** Remembers again what was known before the event, because its execution has judged nothing. */
function restoreMemory(delivery: PendingDelivery): void {
	const { undecided, memory } = delivery;
	for (const entry of undecided) {
		const { key, before } = entry;
		if (isSuperseded(delivery, entry)) continue;
		if (before) memory().set(key, before);
		else memory().delete(key);
	}
}

/**
 * Remembers what the execution has found out.
 * @param hasFailed whether the workflow has failed, so that Smartcar sends the event again
 */
function rememberJudgedStates(
	{ event, undecided, memory }: PendingDelivery,
	judgedStates: JudgedState[],
	hasFailed: boolean,
): void {
	const undecidedByKey = new Map(undecided.map((entry) => [entry.key, entry]));
	for (const { key, savedState, fired } of judgedStates) {
		const entry = undecidedByKey.get(key);
		if (entry === undefined) continue;
		const replacedEventId = fired ? entry.replacedEventId : undefined;
		if (!fired || !hasFailed) {
			remember(memory(), entry, { state: savedState, replacedEventId });
			continue;
		}
		const { observation, before, previousValue } = entry;
		remember(memory(), entry, {
			// This event fires when it comes again, or the next one does if it comes first.
			state: stateThatFires(observation, before?.state),
			failed: { eventId: event.eventId, state: observation.state, previousValue },
			replacedEventId,
		});
	}
}

/**
 * Waits for the report of the execution, remembers what it says, and releases the lock of the
 * vehicle.
 */
export function rememberReport(
	this: IWebhookFunctions,
	delivery: PendingDelivery,
	{ options }: TriggerParameters,
): void {
	let report: ExecutionReport | undefined;
	const { waitForReport } = onReport.call(this, delivery.event.eventId, (received) => {
		report = received;
	});
	limitWaitAfterHangUp.call(this, delivery.release);
	onResponseClosed(this.getResponseObject(), options, (outcome) => {
		const acknowledged = outcome === 'acknowledged';
		// Without a report only the execution and n8n's store know the states now. But if the sender
		// hung up, n8n may have stored no execution. Then a failure stays, which is recorded nowhere
		// else, and so does an entry without a state.
		const mustForget = ({ before }: UndecidedObservation) =>
			acknowledged || (before?.state !== undefined && !before.failed);
		if (report === undefined) {
			const entries = delivery.undecided.filter(
				(entry) => mustForget(entry) && !isSuperseded(delivery, entry),
			);
			forgetStates(delivery, entries, outcome === 'rejected');
		}
		void waitForReport(acknowledged).then(() => {
			const hasFailed = !acknowledged && options.acknowledge === 'lastNode';
			if (report?.isNew === false) restoreMemory(delivery);
			else rememberJudgedStates(delivery, report?.judgedStates ?? [], hasFailed);
			delivery.release();
		});
	});
}
