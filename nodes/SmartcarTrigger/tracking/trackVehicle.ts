import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../../shared/boundedMap';
import { onResponseClosed } from '../delivery/onResponseClosed';
import { eventChoice, selectErrors } from '../event/filter';
import type { EventFlags, SmartcarEvent } from '../event/types';
import { KeyedMutex } from '../keyedMutex';
import type { TriggerParameters } from '../parameters';
import { triggerKey } from '../triggerKey';
import { ignored } from '../webhookReply';
import { onDuplicateExecution } from './executionReports';
import {
	findNews,
	isOutOfOrder,
	NOTHING_KNOWN,
	stateAfter,
	stateWithout,
	type VehicleState,
} from './vehicleState';

const vehicleStates = new BoundedMap<VehicleState>({ maxEntries: 100_000 });
const mutex = new KeyedMutex();

/** How often each trigger was activated. It is part of the keys, so the states from before are never found. */
const activations = new Map<string, number>();

/** Called when a workflow is published, since what happened before that is not known. */
export function forgetVehicles(this: Pick<IHookFunctions, 'getWorkflow' | 'getNode'>): void {
	const trigger = triggerKey(this);
	activations.set(trigger, (activations.get(trigger) ?? 0) + 1);
}

function vehicleKey(context: IWebhookFunctions, { vehicle }: SmartcarEvent): string {
	const trigger = triggerKey(context);
	return `${trigger} ${activations.get(trigger) ?? 0} ${vehicle.id}`;
}

/** Whether *Only When an Error Starts or Ends* applies to an event. */
const comparesErrors = (
	event: SmartcarEvent,
	{ events, onlyOnChange }: TriggerParameters,
): boolean =>
	onlyOnChange &&
	eventChoice(event) === 'VEHICLE_ERROR' &&
	events.includes('VEHICLE_ERROR') &&
	event.vehicle.id !== undefined;

/**
 * Remembers for *Only When an Error Starts or Ends* what the errors that the filters leave out say. If a
 * filter leaves out RESOLVED, an error must still count as new when it occurs again.
 */
export async function noteLeftOutErrors(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<void> {
	if (!comparesErrors(event, parameters)) return;
	const selected = selectErrors(event, parameters.filters);
	const leftOut = event.errors.filter((error) => !selected.includes(error));
	if (leftOut.length === 0) return;

	const key = vehicleKey(this, event);
	const release = await mutex.acquire(key);
	const state = vehicleStates.get(key);
	if (state) vehicleStates.set(key, stateWithout(state, leftOut));
	release();
}

/**
 * Forgets the errors of a vehicle while *Only When an Error Starts or Ends* is off, so that none of them
 * counts as known once it is on.
 */
function forgetErrors(this: IWebhookFunctions, event: SmartcarEvent): void {
	if (eventChoice(event) !== 'VEHICLE_ERROR') return;
	const key = vehicleKey(this, event);
	const state = vehicleStates.get(key);
	if (state) vehicleStates.set(key, { ...state, errors: new Map() });
}

/** Restores the state from before a duplicate. If later events have changed it, forgets all of it. */
function undo(key: string, before: VehicleState, after: VehicleState): void {
	const current = vehicleStates.get(key);
	if (current === after) vehicleStates.set(key, before);
	else if (current !== before) vehicleStates.delete(key);
}

/** Whether the workflow has to get an event: it has news, no errors, or errors that could not be read. */
const mustBeEmitted = ({ errors, notUnderstood }: SmartcarEvent, news: unknown[]) =>
	errors.length === 0 ||
	news.length > 0 ||
	notUnderstood.some((problem) => /^data(\.errors\b.*)?:/.test(problem));

/**
 * Applies *Only When an Error Starts or Ends* and *Out-of-Order Events*.
 *
 * Only an event that the workflow gets changes the state of its vehicle: one that was answered 2xx and
 * that its execution did not find to be a duplicate. So the next event of the vehicle waits until that
 * is known. Without these options nothing is tracked and nothing waits.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function trackVehicle(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<EventFlags> {
	const { outOfOrder } = parameters.options;
	const filtersErrors = comparesErrors(event, parameters);
	const checksOrder = outOfOrder !== 'emit' && event.sequence !== undefined;
	if (!filtersErrors) forgetErrors.call(this, event);
	if ((!filtersErrors && !checksOrder) || !event.vehicle.id) return {};

	const key = vehicleKey(this, event);
	const release = await mutex.acquire(key);
	const now = performance.now();
	const before = vehicleStates.get(key) ?? NOTHING_KNOWN;
	const isLate = checksOrder && isOutOfOrder(event, before);
	const news = filtersErrors ? findNews(selectErrors(event, parameters.filters), before, now) : [];

	if (isLate && outOfOrder === 'drop') {
		release();
		throw ignored(event.eventId, 'a later event of the vehicle arrived before');
	}
	if (filtersErrors && !mustBeEmitted(event, news)) {
		release();
		throw ignored(event.eventId, 'no error of the vehicle has changed');
	}

	const after = stateAfter(event, news, before, now);
	let isDuplicate = false;
	const waitForReport = onDuplicateExecution.call(this, event.eventId, () => {
		isDuplicate = true;
		undo(key, before, after);
	});
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		if (!acknowledged || isDuplicate) return release();
		vehicleStates.set(key, after);
		return void waitForReport().then(release);
	});

	const changedErrors = event.errors.flatMap((error, index) => (news.includes(error) ? index : []));
	return {
		...(isLate && { outOfOrder: true }),
		...(news.length > 0 && news.length < event.errors.length && { changedErrors }),
	};
}
