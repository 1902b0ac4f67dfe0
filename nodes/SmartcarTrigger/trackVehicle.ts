import type { IWebhookFunctions } from 'n8n-workflow';
import type { Flags, SmartcarEvent } from './event/types';
import { whenAnswered } from './delivery/onResponseClosed';
import type { Settings } from './parameters';
import { Latest } from './state/latest';
import { Turnstile } from './keyedMutex';
import { assess, type VehicleState } from './state/vehicles';

const MAX_VEHICLES = 50_000;
const vehicles = new Latest<VehicleState>(MAX_VEHICLES);
const turnstile = new Turnstile();

/**
 * Compares an event with what was passed on for its vehicle before: *Only on Change* and *Out-of-Order Events*
 * (design: 4.3). What it says is remembered only once the sender was answered 2xx, so events of one vehicle go one at
 * a time; without either option nothing is tracked and nobody waits.
 * @returns what the execution has to know, or in words why there is to be none
 */
export async function track(
	this: IWebhookFunctions,
	event: SmartcarEvent,
	{ options }: Settings,
): Promise<Flags | string> {
	const { onlyOnChange, outOfOrder } = options;
	if ((!onlyOnChange && outOfOrder === 'emit') || !event.vehicle.id) return {};

	const key = JSON.stringify([this.getWorkflow().id, this.getNode().id, event.vehicle.id]);
	const leave = await turnstile.enter(key);
	const assessment = assess(event, vehicles.get(key));
	whenAnswered(this.getResponseObject(), (acknowledged) => {
		if (acknowledged) vehicles.set(key, assessment.next);
		leave();
	});

	const { changedErrors } = assessment;
	if (assessment.outOfOrder && outOfOrder === 'drop')
		return 'a later event of the vehicle came before';
	const nothingNew =
		event.errors.length > 0 && changedErrors.length === 0 && event.notUnderstood.length === 0;
	if (onlyOnChange && nothingNew) return 'no error of the vehicle has changed';
	return {
		...(assessment.outOfOrder && outOfOrder === 'flag' && { outOfOrder: true }),
		...(onlyOnChange && changedErrors.length < event.errors.length && { changedErrors }),
	};
}
