import type { IWebhookFunctions } from 'n8n-workflow';
import { BoundedMap } from '../shared/boundedMap';
import { onResponseClosed } from './delivery/onResponseClosed';
import type { EventFlags, SmartcarEvent } from './event/types';
import { KeyedMutex } from './keyedMutex';
import type { TriggerParameters } from './parameters';
import { triggerKey } from './triggerKey';
import { ignored } from './webhookReply';

/** What the events of a vehicle that were acknowledged so far said. */
export interface VehicleState {
	/** The highest so far. Undefined if no event had one. */
	sequence?: number;
	/** The latest state of each error, by type and code. */
	errorStates: ReadonlyMap<string, string>;
}

export interface Comparison {
	/** Whether an event with a higher sequence was acknowledged before. Equal is in order. */
	outOfOrder: boolean;
	/** Indexes in `errors` of the errors whose state is new. */
	changedErrors: number[];
	/** The state once this event is acknowledged. */
	nextState: VehicleState;
}

/** Compares an event with the state of its vehicle. */
export function compareWithState(
	{ sequence, errors }: SmartcarEvent,
	state: VehicleState | undefined,
): Comparison {
	const errorStates = new Map(state?.errorStates);
	const changedErrors = errors.flatMap(({ type, code, state: errorState = 'ERROR' }, index) => {
		const key = JSON.stringify([type, code]);
		if (errorStates.get(key) === errorState) return [];
		errorStates.set(key, errorState);
		return [index];
	});
	const outOfOrder =
		sequence !== undefined && state?.sequence !== undefined && sequence < state.sequence;
	return {
		outOfOrder,
		changedErrors,
		nextState: {
			sequence: outOfOrder ? state.sequence : (sequence ?? state?.sequence),
			errorStates,
		},
	};
}

const vehicleStates = new BoundedMap<VehicleState>({ maxEntries: 100_000 });
const mutex = new KeyedMutex();

/**
 * Applies *Only on Change* and *Out-of-Order Events*. An event changes the state of its vehicle only
 * once it is acknowledged, so the events of one vehicle go one at a time. Without these options
 * nothing is tracked and nothing waits.
 * @throws WebhookReply 200 for an event that is not to start an execution
 */
export async function trackVehicle(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	{ options }: TriggerParameters,
): Promise<EventFlags> {
	const { onlyOnChange, outOfOrder } = options;
	if ((!onlyOnChange && outOfOrder === 'emit') || !event.vehicle.id) return {};

	const key = `${triggerKey(this)} ${event.vehicle.id}`;
	const release = await mutex.acquire(key);
	const comparison = compareWithState(event, vehicleStates.get(key));
	onResponseClosed(this.getResponseObject(), (acknowledged) => {
		if (acknowledged) vehicleStates.set(key, comparison.nextState);
		release();
	});

	const { changedErrors } = comparison;
	if (comparison.outOfOrder && outOfOrder === 'drop')
		throw ignored(event.eventId, 'a later event of the vehicle arrived before');
	const nothingChanged =
		event.errors.length > 0 && changedErrors.length === 0 && event.notUnderstood.length === 0;
	if (onlyOnChange && nothingChanged)
		throw ignored(event.eventId, 'no error of the vehicle has changed');
	return {
		...(comparison.outOfOrder && outOfOrder === 'flag' && { outOfOrder: true }),
		...(onlyOnChange && changedErrors.length < event.errors.length && { changedErrors }),
	};
}
