import { parseEvent } from '../../../../../nodes/SmartcarTrigger/event/parser';
import type { SmartcarEvent } from '../../../../../nodes/SmartcarTrigger/event/types';
import {
	findNews,
	isOutOfOrder,
	NOTHING_KNOWN,
	stateAfter,
	stateWithout,
	type VehicleState,
} from '../../../../../nodes/SmartcarTrigger/tracking/vehicleState';

const DAY_MS = 24 * 60 * 60 * 1000;

interface GivenError {
	type?: string;
	code?: string | null;
	state?: string;
	signals?: string[];
}

const errorEvent = (...errors: GivenError[]) =>
	parseEvent({
		eventId: '1',
		eventType: 'VEHICLE_ERROR',
		data: {
			errors: errors.map((error) => ({ type: 'VEHICLE_STATE', code: 'ASLEEP', ...error })),
		},
	});

const stateEvent = (sequence?: number) =>
	parseEvent({ eventId: '1', eventType: 'VEHICLE_STATE', meta: { sequence } });

/** For each of these events of one vehicle, how many of its errors are news. */
function countNews(events: SmartcarEvent[], startsAt: (index: number) => number = () => 0) {
	let state: VehicleState = NOTHING_KNOWN;
	return events.map((event, index) => {
		const news = findNews(event.errors, state, startsAt(index));
		state = stateAfter(event, news, state, startsAt(index));
		return news.length;
	});
}

const error = (...signals: string[]) => errorEvent({ state: 'ERROR', signals });
const resolved = (...signals: string[]) => errorEvent({ state: 'RESOLVED', signals });

test('an error is news when it occurs, when it is resolved, and when it occurs again', () => {
	expect(countNews([error(), error(), resolved(), resolved(), error()])).toEqual([1, 0, 1, 0, 1]);
});

test('a resolved error is news even if nothing is known of it, as after a restart', () => {
	expect(countNews([resolved()])).toEqual([1]);
});

test('errors differ by type, code and signals, also without a code', () => {
	const permission = (...signals: string[]) =>
		errorEvent({ type: 'PERMISSION', code: null, signals });

	expect(
		countNews([
			permission('a-b'),
			permission('c-d'),
			permission('a-b'),
			permission('c-d'),
			error(),
		]),
	).toEqual([1, 1, 0, 0, 1]);
	expect(countNews([error('a-b', 'c-d'), error('c-d', 'a-b')])).toEqual([1, 0]);
});

test('two errors of one event with different signals are both news', () => {
	expect(countNews([errorEvent({ signals: ['a-b'] }, { signals: ['c-d'] })])).toEqual([2]);
});

test.each([
	['the same signals', ['a-b'], 1],
	['some of its signals', ['a-b', 'e-f'], 1],
	['no signals', [], 1],
	['other signals', ['c-d'], 0],
])('an error can occur again after a RESOLVED that names %s', (_case, signals, news) => {
	expect(countNews([error('a-b'), resolved(...signals), error('a-b')])[2]).toBe(news);
});

test('an error that stays is news again after a day', () => {
	const times = [0, 1, DAY_MS - 1, DAY_MS, DAY_MS + 1];

	expect(
		countNews(
			times.map(() => error()),
			(index) => times[index] ?? 0,
		),
	).toEqual([1, 0, 0, 1, 0]);
});

test('a RESOLVED that is left out makes its error news again, and is not known itself', () => {
	const occurred = error('a-b');
	const known = stateAfter(occurred, occurred.errors, NOTHING_KNOWN, 0);
	const after = stateWithout(known, resolved('a-b').errors);

	expect(findNews(error('a-b').errors, known, 0)).toEqual([]);
	expect(findNews(error('a-b').errors, after, 0)).toHaveLength(1);
	expect(findNews(resolved('a-b').errors, after, 0)).toHaveLength(1);
});

test('a vehicle has at most 100 errors in memory', () => {
	const events = Array.from({ length: 150 }, (_, index) => errorEvent({ code: `CODE_${index}` }));
	const state = events.reduce(
		(before, event) => stateAfter(event, event.errors, before, 0),
		NOTHING_KNOWN,
	);

	expect(state.errors.size).toBe(100);
	expect(findNews(events[149]?.errors ?? [], state, 0)).toEqual([]);
});

test('an event is out of order if an earlier one had a higher sequence', () => {
	let state: VehicleState = NOTHING_KNOWN;
	const outOfOrder = [5, 5, 4, undefined, 6, 5].map(stateEvent).map((event) => {
		const isLate = isOutOfOrder(event, state);
		state = stateAfter(event, [], state, 0);
		return isLate;
	});

	expect(outOfOrder).toEqual([false, false, true, false, false, true]);
});
