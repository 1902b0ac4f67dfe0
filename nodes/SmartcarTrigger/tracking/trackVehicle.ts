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

/** How often each trigger was activated. Part of the keys, so that an activation starts anew. */
const activations = new Map<string, number>();

/** What happened while the workflow was not published is unknown. */
export function forgetVehicles(this: Pick<IHookFunctions, 'getWorkflow' | 'getNode'>): void {
	const trigger = triggerKey(this);
	activations.set(trigger, (activations.get(trigger) ?? 0) + 1);
}

function vehicleKey(context: IWebhookFunctions, { vehicle }: SmartcarEvent): string {
	const trigger = triggerKey(context);
	return `${trigger} ${activations.get(trigger) ?? 0} ${vehicle.id}`;
}

const judgesErrors = (event: SmartcarEvent, { events, onlyOnChange }: TriggerParameters): boolean =>
	onlyOnChange &&
	eventChoice(event) === 'VEHICLE_ERROR' &&
	events.includes('VEHICLE_ERROR') &&
	event.vehicle.id !== undefined;

/**
 * Notes errors that the filters leave out, for *Only When an Error Starts or Ends*: an error that was resolved is news
 * when it occurs again, even if the workflow does not get the RESOLVED.
 */
export async function noteLeftOutErrors(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<void> {
	if (!judgesErrors(event, parameters)) return;
	const selected = selectErrors(event, parameters.filters);
	const leftOut = event.errors.filter((error) => !selected.includes(error));
	if (leftOut.length === 0) return;

	const key = vehicleKey(this, event);
	const release = await mutex.acquire(key);
	const state = vehicleStates.get(key);
	if (state) vehicleStates.set(key, stateWithout(state, leftOut));
	release();
}

/** *Only When an Error Starts or Ends* starts anew when it is switched on: until then the workflow gets every error. */
function forgetErrors(this: IWebhookFunctions, event: SmartcarEvent): void {
	if (eventChoice(event) !== 'VEHICLE_ERROR') return;
	const key = vehicleKey(this, event);
	const state = vehicleStates.get(key);
	if (state) vehicleStates.set(key, { ...state, errors: new Map() });
}

/** Forgets what a duplicate said. If later events have changed the state, all of it is forgotten. */
function undo(key: string, before: VehicleState, after: VehicleState): void {
	const current = vehicleStates.get(key);
	if (current === after) vehicleStates.set(key, before);
	else if (current !== before) vehicleStates.delete(key);
}

/** Whether the errors of an event are all known. One that could not be read is always news. */
const hasNews = ({ errors, notUnderstood }: SmartcarEvent, news: unknown[]) =>
	errors.length === 0 ||
	news.length > 0 ||
	notUnderstood.some((problem) => /^data(\.errors\b.*)?:/.test(problem));

/**
 * Applies *Only When an Error Starts or Ends* and *Out-of-Order Events*. Only an event that the workflow gets changes
 * the state of its vehicle: one that was answered 2xx and that its execution did not find to be a
 * duplicate. So the events of one vehicle go one at a time. Without these options nothing is tracked
 * and nothing waits.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function trackVehicle(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	parameters: TriggerParameters,
): Promise<EventFlags> {
	const { outOfOrder } = parameters.options;
	const judged = judgesErrors(event, parameters);
	const ordered = outOfOrder !== 'emit' && event.sequence !== undefined;
	if (!judged) forgetErrors.call(this, event);
	if ((!judged && !ordered) || !event.vehicle.id) return {};

	const key = vehicleKey(this, event);
	const release = await mutex.acquire(key);
	const now = performance.now();
	const before = vehicleStates.get(key) ?? NOTHING_KNOWN;
	const isLate = ordered && isOutOfOrder(event, before);
	const news = judged ? findNews(selectErrors(event, parameters.filters), before, now) : [];

	if (isLate && outOfOrder === 'drop') {
		release();
		throw ignored(event.eventId, 'a later event of the vehicle arrived before');
	}
	if (judged && !hasNews(event, news)) {
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
