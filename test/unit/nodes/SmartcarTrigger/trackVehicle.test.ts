import { parseEvent } from '../../../../nodes/SmartcarTrigger/event/parser';
import type { SmartcarEvent } from '../../../../nodes/SmartcarTrigger/event/types';
import {
	compareWithState,
	type Comparison,
	type VehicleState,
} from '../../../../nodes/SmartcarTrigger/trackVehicle';

const errorEvent = (...errors: Array<[code: string | null, state: string]>) =>
	parseEvent({
		eventId: '1',
		eventType: 'VEHICLE_ERROR',
		data: { errors: errors.map(([code, state]) => ({ type: 'VEHICLE_STATE', code, state })) },
	});

const stateEvent = (sequence?: number) =>
	parseEvent({ eventId: '1', eventType: 'VEHICLE_STATE', meta: { sequence } });

/** Compares events of one vehicle, all of which are acknowledged. */
function compareAll(events: SmartcarEvent[]): Comparison[] {
	let state: VehicleState | undefined;
	return events.map((event) => {
		const comparison = compareWithState(event, state);
		state = comparison.nextState;
		return comparison;
	});
}

const changedErrors = (events: SmartcarEvent[]) =>
	compareAll(events).map((comparison) => comparison.changedErrors);

test('an error has changed when it occurs, when it is resolved, and when it occurs again', () => {
	const [occurs, resolved] = [errorEvent(['ASLEEP', 'ERROR']), errorEvent(['ASLEEP', 'RESOLVED'])];

	expect(changedErrors([occurs, occurs, resolved, resolved, occurs])).toEqual([
		[0],
		[],
		[0],
		[],
		[0],
	]);
});

test('errors differ by type and code, also without a code', () => {
	const both = errorEvent(['ASLEEP', 'ERROR'], [null, 'ERROR']);

	expect(changedErrors([errorEvent(['ASLEEP', 'ERROR']), both, both])).toEqual([[0], [1], []]);
});

test('a resolved error has changed even if nothing is known of it, as after a restart', () => {
	expect(changedErrors([stateEvent(), errorEvent(['ASLEEP', 'RESOLVED'])])).toEqual([[], [0]]);
});

test('an event is out of order if an earlier one had a higher sequence', () => {
	const comparisons = compareAll([5, 5, 4, undefined, 6, 5].map(stateEvent));

	expect(comparisons.map(({ outOfOrder }) => outOfOrder)).toEqual([
		false,
		false,
		true,
		false,
		false,
		true,
	]);
});
