import type { IWebhookFunctions } from 'n8n-workflow';
import { onResponseClosed, type DeliveryOutcome } from '../delivery/onResponseClosed';
import type { SmartcarEvent } from '../event/types';
import { UNCONFIRMED_STATUS } from '../eventBatcher';
import {
	onReport,
	limitWaitAfterHangUp,
	type ExecutionReport,
	type JudgedState,
} from '../executionReports';
import type { TriggerParameters } from '../parameters';
import type { VehicleMemory } from './conditionMemory';
import { isOlder } from './eventOrder';
import { stateThatFires } from './marks/marks';
import { isRetriedOnFailure } from '../isRetriedOnFailure';
import { remember, type UndecidedObservation } from './undecided';

/** A delivery whose execution has not reported yet. */
interface PendingDelivery {
	event: SmartcarEvent;
	undecided: UndecidedObservation[];
	/** A function, since publishing the workflow meanwhile replaces the memory. */
	vehicleMemory: () => VehicleMemory;
	/** Releases the lock of the vehicle. */
	release: () => void;
}

/**
 * Whether a later event of the vehicle was judged meanwhile, since the wait is limited. That cannot
 * be told of events with the same order or without one.
 */
function isSuperseded(
	{ vehicleMemory }: PendingDelivery,
	{ key, latest }: UndecidedObservation,
): boolean {
	const current = vehicleMemory().get(key);
	return current !== undefined && isOlder(latest.order, current.order);
}

/**
 * Forgets the states if a delivery ends without a report: from now on only the execution and n8n's
 * store know them.
 * @param statusCode of the response
 */
function forgetUnreportedStates(
	delivery: PendingDelivery,
	outcome: DeliveryOutcome,
	statusCode: number,
): void {
	for (const entry of delivery.undecided) {
		const { key, before, latest } = entry;
		// Without an acknowledgment n8n may have stored no execution. So a failure is kept, which is
		// recorded nowhere else.
		if (outcome !== 'acknowledged' && before?.failed) continue;
		if (isSuperseded(delivery, entry)) continue;
		// A rejected event is judged when it comes again, so until then the one before it is the latest.
		// But if its execution may run all the same, no older event may be judged after it.
		const mayRun = statusCode === UNCONFIRMED_STATUS;
		const rejected = mayRun ? { ...latest, value: before?.value } : before;
		const kept = outcome === 'rejected' ? rejected : latest;
		if (kept)
			remember(delivery.vehicleMemory(), { key, before, latest: kept }, { state: undefined });
	}
}

/** Remembers again what was known before the event, because its execution has judged nothing. */
function restoreMemory(delivery: PendingDelivery): void {
	const { undecided, vehicleMemory } = delivery;
	for (const entry of undecided) {
		const { key, before } = entry;
		if (isSuperseded(delivery, entry)) continue;
		if (before) vehicleMemory().set(key, before);
		else vehicleMemory().delete(key);
	}
}

/**
 * Remembers what the execution has found out.
 * @param hasFailed whether the workflow has failed, so that Smartcar sends the event again
 */
function rememberJudgedStates(
	{ event, undecided, vehicleMemory }: PendingDelivery,
	judgedStates: JudgedState[],
	hasFailed: boolean,
): void {
	const undecidedByKey = new Map(undecided.map((entry) => [entry.key, entry]));
	for (const { key, savedState, fired } of judgedStates) {
		const entry = undecidedByKey.get(key);
		if (entry === undefined) continue;
		const { observation, before, previousValue } = entry;
		// This event fires when it comes again, or the next one does if it comes first.
		const mustFireAgain = fired && hasFailed;
		remember(vehicleMemory(), entry, {
			state: mustFireAgain ? stateThatFires(observation, before?.state) : savedState,
			failed: mustFireAgain
				? { eventId: event.eventId, state: observation.state, previousValue }
				: undefined,
			replacedEventId: fired ? entry.replacedEventId : undefined,
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
	parameters: TriggerParameters,
): void {
	const { event, release } = delivery;
	let report: ExecutionReport | undefined;
	const { waitForReport, stopListening } = onReport.call(this, event.eventId, (received) => {
		report = received;
	});
	limitWaitAfterHangUp.call(this, release);
	const response = this.getResponseObject();
	onResponseClosed(response, isRetriedOnFailure(parameters), (outcome) => {
		if (report === undefined) forgetUnreportedStates(delivery, outcome, response.statusCode);
		const isAcknowledged = outcome === 'acknowledged';
		void waitForReport(isAcknowledged).then(() => {
			// A later report would tell nothing, and the listener keeps the whole event in memory.
			stopListening();
			const hasFailed = !isAcknowledged && isRetriedOnFailure(parameters);
			if (report?.isNew === false) restoreMemory(delivery);
			else rememberJudgedStates(delivery, report?.judgedStates ?? [], hasFailed);
			release();
		});
	});
}
