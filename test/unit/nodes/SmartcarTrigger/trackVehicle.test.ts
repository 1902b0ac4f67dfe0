import { assess, type VehicleState } from '../../../../nodes/SmartcarTrigger/state/vehicles';
import { parsed } from './events';

const errorEvent = (...errors: Array<[code: string | null, state: string]>) =>
	parsed({
		eventId: '1',
		eventType: 'VEHICLE_ERROR',
		data: { errors: errors.map(([code, state]) => ({ type: 'VEHICLE_STATE', code, state })) },
	});

const stateEvent = (sequence?: number) =>
	parsed({ eventId: '1', eventType: 'VEHICLE_STATE', meta: { sequence } });

/** What is news in each event of a row. */
function news(events: Array<ReturnType<typeof errorEvent>>) {
	let known: VehicleState | undefined;
	return events.map((event) => {
		const { changedErrors, outOfOrder, next } = assess(event, known);
		known = next;
		return event.errors.length > 0 ? changedErrors : outOfOrder;
	});
}

test('an error is news once until it is resolved, and again after that', () => {
	const [occurs, ends] = [errorEvent(['ASLEEP', 'ERROR']), errorEvent(['ASLEEP', 'RESOLVED'])];

	expect(news([occurs, occurs, ends, ends, occurs])).toEqual([[0], [], [0], [], [0]]);
});

test('errors are told apart by type and code, also without a code', () => {
	const both = errorEvent(['ASLEEP', 'ERROR'], [null, 'ERROR']);

	expect(news([errorEvent(['ASLEEP', 'ERROR']), both, both])).toEqual([[0], [1], []]);
});

test('an error that is resolved is news even if its beginning was not heard of: it may have been before a restart', () => {
	expect(news([stateEvent(), errorEvent(['ASLEEP', 'RESOLVED'])])).toEqual([false, [0]]);
});

test('an event is out of order when a later one came before; equal is in order; without a sequence nobody knows', () => {
	expect(news([5, 5, 4, undefined, 6, 5].map(stateEvent))).toEqual([
		false,
		false,
		true,
		false,
		false,
		true,
	]);
});
