import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { getOrCreate } from '../shared/getOrCreate';
import { onResponseClosed } from './delivery/onResponseClosed';
import { RETRY_PERIOD_MS } from './delivery/retryPeriod';
import { isEmittedAnyway } from './event/judgedBy';
import type { EventFlags, SmartcarEvent } from './event/types';
import { vehicleKey } from './event/vehicleKey';
import { limitWaitAfterHangUp, onReport } from './executionReports';
import { isRetriedOnFailure } from './isRetriedOnFailure';
import { KeyedMutex } from './keyedMutex';
import type { TriggerParameters } from './parameters';
import { triggerKey, type TriggerContext } from './triggerKey';
import { ignored } from './webhookReply';

/** What is known about the events of a trigger. */
interface TriggerOrder {
	/** The highest sequence of each vehicle among the events that the workflow got. */
	highest: BoundedMap<number>;
	/**
	 * The IDs of the latest events whose workflow has not succeeded, if Smartcar sends those again.
	 */
	unfinished: BoundedMap<true>;
	/** In milliseconds of `performance.now()`. */
	createdAt: number;
}

const orders = new Map<string, TriggerOrder>();
const mutex = new KeyedMutex();

/**
 * Called when n8n sets up the trigger, since what happened before that is not known, and when it
 * removes it.
 */
export function forgetOrder(this: TriggerContext): void {
	orders.delete(triggerKey(this));
}

const orderFor = (trigger: string) =>
	getOrCreate(orders, trigger, () => ({
		highest: new BoundedMap<number>({ maxEntries: 100_000 }),
		unfinished: new BoundedMap<true>({ maxEntries: 10_000 }),
		createdAt: performance.now(),
	}));

/** The vehicle of an event whose delivery holds the lock of the vehicle. */
interface LockedVehicle extends Pick<TriggerOrder, 'highest'> {
	/** From `vehicleKey`. */
	key: string;
	release: () => void;
}

/**
 * Counts an event that is in order, once it is known that the workflow gets it: its execution has
 * reported it as new or, if no report came in time, it was answered 2xx. With *When the Workflow
 * Finishes* it must have been answered 2xx in any case. Then releases the lock.
 */
function countOnceAccepted(
	this: IWebhookFunctions,
	{ eventId }: SmartcarEvent,
	sequence: number,
	parameters: TriggerParameters,
	{ key, highest, release }: LockedVehicle,
): void {
	const highestBefore = highest.get(key);
	/** Undefined until the execution has reported. */
	let isNew: boolean | undefined;
	/** Undefined until the wait for the report has ended. */
	let isCounted: boolean | undefined;
	const count = () => {
		isCounted = true;
		// A later event may have been counted meanwhile, since the wait is limited.
		highest.set(key, Math.max(sequence, highest.get(key) ?? sequence));
	};
	const { waitForReport, stopListening } = onReport.call(this, eventId, (report) => {
		isNew = report.isNew;
		if (isCounted === undefined) return;
		if (isNew) return count();
		if (!isCounted || highest.get(key) !== sequence) return;
		// The delivery stopped waiting and counted the event, but it was a duplicate. Take that back.
		if (highestBefore === undefined) highest.delete(key);
		else highest.set(key, highestBefore);
	});
	onResponseClosed(this.getResponseObject(), isRetriedOnFailure(parameters), (outcome) => {
		const acknowledged = outcome === 'acknowledged';
		if (!acknowledged && isRetriedOnFailure(parameters)) {
			stopListening();
			return release();
		}
		// If the sender hung up, n8n may have stored the execution all the same. Then it reports.
		void waitForReport(acknowledged).then(() => {
			isCounted = false;
			if (isNew ?? acknowledged) count();
			release();
		});
	});
}

/** Remembers an event until its workflow has succeeded. */
function rememberUntilFinished(
	this: IWebhookFunctions,
	{ eventId }: SmartcarEvent,
	{ unfinished }: TriggerOrder,
): void {
	unfinished.set(eventId, true);
	onResponseClosed(this.getResponseObject(), true, (outcome) => {
		if (outcome === 'acknowledged') unfinished.delete(eventId);
	});
}

/**
 * Whether an event may have failed before, so that it must not be dropped. What happened before n8n
 * set up the trigger is not known, so for the time of a retry after that each event may have.
 */
const mayHaveFailed = (
	{ eventId }: SmartcarEvent,
	{ unfinished, createdAt }: TriggerOrder,
	parameters: TriggerParameters,
): boolean =>
	isRetriedOnFailure(parameters) &&
	(unfinished.get(eventId) === true || performance.now() - createdAt < RETRY_PERIOD_MS);

/**
 * Applies *Out-of-Order Events*: compares an event with the highest sequence of its vehicle so far.
 * An equal sequence is in order. Without this option nothing is remembered and nothing waits.
 *
 * Only events that the workflow gets count. The next event of the vehicle waits until it is known
 * whether this one counts, unless that takes too long: see `limitWaitAfterHangUp`.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function checkOrder(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<Pick<EventFlags, 'outOfOrder'>> {
	const { eventId, sequence, vehicle } = event;
	const { options } = parameters;
	if (options.outOfOrder === 'emit' || sequence === undefined || vehicle.id === undefined)
		return {};
	// Conditions and errors check the order themselves: there the retry of a failed event counts even
	// if a later event came first.
	if (isRetriedOnFailure(parameters) && !isEmittedAnyway(event, parameters)) return {};
	const key = vehicleKey(event);
	const order = orderFor(triggerKey(this));
	const release = await mutex.acquire(`${triggerKey(this)} ${key}`);
	limitWaitAfterHangUp.call(this, release);
	const isLate = sequence < (order.highest.get(key) ?? -Infinity);
	if (isLate && options.outOfOrder === 'drop' && !mayHaveFailed(event, order, parameters)) {
		release();
		throw ignored(eventId, 'a later event of the vehicle has already arrived');
	}
	if (isRetriedOnFailure(parameters)) rememberUntilFinished.call(this, event, order);
	if (isLate) {
		onResponseClosed(this.getResponseObject(), isRetriedOnFailure(parameters), release);
		return { outOfOrder: true };
	}
	countOnceAccepted.call(this, event, sequence, parameters, {
		highest: order.highest,
		key,
		release,
	});
	return {};
}
