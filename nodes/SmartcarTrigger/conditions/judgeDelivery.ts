import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { getOrCreate } from '../../shared/getOrCreate';
import { onResponseClosed } from '../delivery/onResponseClosed';
import { leftOutReason } from '../event/filter';
import type { ConditionCheck, EventFlags, SmartcarEvent } from '../event/types';
import { vehicleKey } from '../event/vehicleKey';
import {
	onReport,
	reportNoExecution,
	spaceExecutions,
	type ExecutionReport,
	type JudgedState,
} from '../executionReports';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { ignored } from '../webhookReply';
import {
	ConditionMemory,
	isOlder,
	orderAfter,
	orderOf,
	type Remembered,
	type VehicleMemory,
} from './conditionMemory';
import { canFire, conditionKey, keepsState, stateThatFires, type AnyObservation } from './marks';
import type { Value } from './observe';
import { isEmittedAnyway, isComparedWithConditions, observeEvent } from './observeEvent';
import { forgetUnsavedStates } from './unsavedStates';

/** By trigger, what this process knows about the conditions and errors of its vehicles. */
const memories = new Map<string, ConditionMemory>();
const mutex = new KeyedMutex();

type TriggerContext = Pick<IHookFunctions, 'getWorkflow' | 'getNode'>;

/**
 * Called when a workflow is published, since this process does not know what happened before, and
 * when it no longer is. n8n's store keeps the states, and the next execution asks it. Kept here are
 * only the conditions whose workflow has failed: for the store they have fired, but they must fire
 * again, often after a user has fixed the workflow and published it.
 */
export function forgetConditions(this: TriggerContext): void {
	const trigger = triggerKey(this);
	const failed = memories.get(trigger)?.onlyFailed();
	if (failed === undefined || failed.isEmpty) memories.delete(trigger);
	else memories.set(trigger, failed);
	forgetUnsavedStates(this);
}

const memoryFor = (context: TriggerContext) =>
	getOrCreate(memories, triggerKey(context), () => new ConditionMemory());

/** An observation that the execution has to judge. */
interface Undecided {
	observation: AnyObservation;
	/** From `conditionKey`. */
	key: string;
	/** What this process knew about the condition before the event. */
	before: Remembered | undefined;
	previousValue: Value | undefined;
	/** From the latest event: this one, unless it is the retry of an older event that failed. */
	latest: Pick<Remembered, 'value' | 'order'>;
	/** See `ConditionCheck`. */
	isLate: boolean;
	/** See `ConditionCheck`. */
	replacedEventId?: string;
}

/**
 * Whether the event certainly leaves the state as it is, so that no execution has to ask n8n's
 * store.
 */
const isDecided = (observation: AnyObservation, known: Remembered | undefined): boolean =>
	observation.state === undefined ||
	(known?.state !== undefined && !known.failed && keepsState(observation, known.state));

/** The value before an event, also if the workflow has failed to handle this value before. */
function previousValueOf(
	{ eventId }: SmartcarEvent,
	{ value }: AnyObservation,
	before: Remembered | undefined,
): Value | undefined {
	const failed = before?.failed;
	return failed && (failed.eventId === eventId || before.value === value)
		? failed.previousValue
		: before?.value;
}

/** Remembers a state, with the value and the order of the latest event. */
function remember(
	memory: VehicleMemory,
	{ key, before, latest: { value, order } }: Pick<Undecided, 'key' | 'before' | 'latest'>,
	{ state, failed, replacedEventId = before?.replacedEventId }: Omit<Remembered, 'value' | 'order'>,
): void {
	// Without a spread, because V8 would then keep the fields in a second object.
	const remembered: Remembered = { state, value, order };
	// A field takes memory even if it is undefined, and few have these.
	if (failed !== undefined) remembered.failed = failed;
	if (replacedEventId !== undefined) remembered.replacedEventId = replacedEventId;
	memory.set(key, remembered);
}

/**
 * Finds the observations that the execution has to judge. Remembers the values of those that change
 * nothing, and ignores those that are older than one that was judged.
 *
 * With *When the Workflow Finishes* an event may be the retry of one that this process does not
 * know. So the execution also judges observations that could fire: n8n's store tells whether the
 * event has fired before.
 */
function findUndecided(
	event: SmartcarEvent,
	observations: AnyObservation[],
	conditionMemory: ConditionMemory,
	memory: VehicleMemory,
	{ options }: TriggerParameters,
): Undecided[] {
	return observations.flatMap<Undecided>((observation) => {
		const key = conditionKey(observation.condition.id, observation.place);
		const before = memory.get(key);
		const previousValue = previousValueOf(event, observation, before);
		if (before?.replacedEventId === event.eventId) return [];
		const mayBeRetry = options.acknowledge === 'lastNode' && canFire(observation);
		// `failed` is still set, so no event since has changed the state.
		const isLastFailed = before?.failed?.eventId === event.eventId;
		const order = orderOf(event, observation);
		const isOlderEvent = before !== undefined && isOlder(order, before.order);
		if (isOlderEvent && !isLastFailed)
			return mayBeRetry
				? [{ observation, key, before, previousValue, latest: before, isLate: true }]
				: [];
		const latest = isOlderEvent
			? before
			: { value: observation.value, order: orderAfter(order, before?.order) };
		if (!isDecided(observation, before) || (mayBeRetry && conditionMemory.expectsUnknownRetries)) {
			const isReplaced = before?.failed?.state === observation.state && !isLastFailed;
			const replacedEventId = isReplaced ? before?.failed?.eventId : undefined;
			return [{ observation, key, before, previousValue, latest, isLate: false, replacedEventId }];
		}
		// Changed in place: a new object for each value keeps V8's garbage collection busy.
		if (before) Object.assign(before, latest);
		else remember(memory, { key, before, latest }, { state: undefined });
		return [];
	});
}

function toCheck({
	observation,
	before,
	previousValue,
	isLate,
	replacedEventId,
}: Undecided): ConditionCheck {
	const { condition, place } = observation;
	if (isLate) return { conditionId: condition.id, place, isLate };
	return {
		conditionId: condition.id,
		place,
		...(before?.state !== undefined && { knownState: before.state }),
		...(previousValue !== undefined && { previousValue }),
		...(replacedEventId !== undefined && { replacedEventId }),
	};
}

/** Why an event that changes nothing starts no execution. */
const unchangedReason = (event: SmartcarEvent, parameters: TriggerParameters): string =>
	leftOutReason(event, parameters) ??
	(isComparedWithConditions(event, parameters)
		? 'no condition was met'
		: 'no error of the vehicle has changed');

/** A delivery whose execution has not reported yet. */
interface PendingDelivery {
	event: SmartcarEvent;
	undecided: Undecided[];
	/** That of the vehicle now: the workflow may have been published since the delivery began. */
	memory: () => VehicleMemory;
	/** Releases the lock of the vehicle. */
	release: () => void;
}

/** From now on only executions and n8n's store know the states. */
function forgetStates({ memory }: PendingDelivery, entries: Undecided[]): void {
	for (const entry of entries) remember(memory(), entry, { state: undefined });
}

/** Remembers again what was known before the event, because its execution has judged nothing. */
function restoreMemory({ undecided, memory }: PendingDelivery): void {
	for (const { key, before } of undecided)
		if (before) memory().set(key, before);
		else memory().delete(key);
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
function rememberReport(
	this: IWebhookFunctions,
	delivery: PendingDelivery,
	{ options }: TriggerParameters,
): void {
	let report: ExecutionReport | undefined;
	const { waitForReport } = onReport.call(this, delivery.event.eventId, (received) => {
		report = received;
	});
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		// Without a report yet, only the execution and n8n's store know the states. But a failure before
		// is kept if the sender hung up: n8n may have stored no execution, and nothing else knows of it.
		const isKnownElsewhere = ({ before }: Undecided) =>
			acknowledged || (before?.state !== undefined && !before.failed);
		if (report === undefined) forgetStates(delivery, delivery.undecided.filter(isKnownElsewhere));
		void waitForReport(acknowledged).then(() => {
			const hasFailed = !acknowledged && options.acknowledge === 'lastNode';
			if (report?.isNew === false) restoreMemory(delivery);
			else rememberJudgedStates(delivery, report?.judgedStates ?? [], hasFailed);
			delivery.release();
		});
	});
}

/**
 * Compares an event with what this process knows about the conditions, or the errors, of its
 * vehicle. An event that changes nothing ends here. Any other event starts an execution, which
 * judges it: see `judgeExecution`.
 *
 * The events of a vehicle are handled one at a time: the next one waits until the execution has
 * reported. In queue mode executions do not report. So this process knows no states, and each event
 * whose value could change one starts an execution.
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
		const conditionMemory = memoryFor(this);
		const memory = conditionMemory.of(vehicle);
		const undecided = findUndecided(event, observations, conditionMemory, memory, parameters);
		const inOrder = undecided.filter(({ isLate }) => !isLate);
		if (inOrder.length > 0) {
			const currentMemory = () => memoryFor(this).of(vehicle);
			const pending = { event, undecided: inOrder, memory: currentMemory, release };
			rememberReport.call(this, pending, parameters);
			isPending = true;
			await spaceExecutions();
		} else if (undecided.length === 0 && !isEmittedAnyway(event, parameters)) {
			reportNoExecution.call(this, event.eventId);
			throw ignored(event.eventId, unchangedReason(event, parameters));
		}
		return { checks: undecided.map(toCheck) };
	} finally {
		if (!isPending) release();
	}
}
