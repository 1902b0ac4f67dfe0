import type { IWebhookFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../shared/getOrCreate';
import { leftOutReason } from '../event/filter';
import { isEmittedAnyway, judgedBy } from '../event/judgedBy';
import type { EventFlags, SmartcarEvent } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import { reportNoExecution, waitBeforeExecution } from '../executionReports';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey, type TriggerContext } from '../triggerKey';
import { ignored } from '../webhookReply';
import { ConditionMemory } from './conditionMemory';
import { observeEvent } from './observeEvent';
import { rememberReport } from './pendingDelivery';
import { findUndecided, toCheck } from './undecided';
import { forgetUnsavedStates } from './unsavedStates';

/** By trigger, what this process knows about the conditions and errors of its vehicles. */
const memories = new Map<string, ConditionMemory>();

/** By trigger and vehicle. */
const mutex = new KeyedMutex();

/**
 * Called when n8n sets up the trigger, since this process does not know what happened before, and
 * when n8n removes it. The next execution asks n8n's store for the states. Only conditions whose
 * workflow has failed are kept. For the store they have fired, but they must fire again, often
 * after a user has fixed the workflow and published it.
 */
export function forgetStates(this: TriggerContext): void {
	const trigger = triggerKey(this);
	const failed = memories.get(trigger)?.onlyFailed();
	if (failed === undefined || failed.isEmpty) memories.delete(trigger);
	else memories.set(trigger, failed);
	forgetUnsavedStates(this);
}

const memoryFor = (context: TriggerContext) =>
	getOrCreate(memories, triggerKey(context), () => new ConditionMemory());

/** Why an event that changes nothing starts no execution. */
const unchangedReason = (event: SmartcarEvent, parameters: TriggerParameters): string =>
	leftOutReason(event, parameters) ??
	(judgedBy(event, parameters) === 'conditions'
		? 'no condition is newly met'
		: 'no error of the vehicle has changed');

/**
 * Compares an event with what this process knows about the conditions, or the errors, of its
 * vehicle. An event that surely changes nothing starts no execution, unless the workflow gets it
 * anyway. An execution decides about any other event: see `judgeExecution`.
 *
 * The events of a vehicle are handled one at a time: the next one waits until the execution has
 * reported. In queue mode executions do not report, so this process knows no states. Then each
 * event whose value could change a state starts an execution.
 * @returns the conditions and errors that the execution has to judge
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function judgeDelivery(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<Pick<EventFlags, 'checks'>> {
	const observations = observeEvent.call(this, event, parameters);
	if (observations === undefined) return {};
	const vehicle = vehicleKey(event);
	const release = await mutex.acquire(`${triggerKey(this)} ${vehicle}`);
	let isPending = false;
	try {
		const undecided = findUndecided(event, observations, memoryFor(this), parameters);
		const inOrder = undecided.filter(({ isLate }) => !isLate);
		if (inOrder.length > 0) {
			const vehicleMemory = () => memoryFor(this).of(vehicle);
			const delivery = { event, undecided: inOrder, vehicleMemory, release };
			rememberReport.call(this, delivery, parameters);
			isPending = true;
			await waitBeforeExecution();
		} else if (undecided.length === 0 && !isEmittedAnyway(event, parameters)) {
			reportNoExecution.call(this, event.eventId);
			throw ignored(event.eventId, unchangedReason(event, parameters));
		}
		return { checks: undecided.map(toCheck) };
	} finally {
		if (!isPending) release();
	}
}
