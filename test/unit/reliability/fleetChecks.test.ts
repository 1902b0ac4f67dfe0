import { checkFleetRun, type FleetRun } from '../../reliability/scenarios/fleetChecks';
import type { ExpectedAlert, FleetEvent } from '../../reliability/sending/fleetEvents';
import type { Attempt } from '../../reliability/sending/fleetSender';
import type { EmittedItem, StoredExecution } from '../../reliability/storedExecutions';

const MEBIBYTE = 1024 * 1024;
const MINUTE_MS = 60_000;

const event = (eventId: string): FleetEvent => ({
	eventId,
	type: 'state',
	vehicle: 0,
	at: 0,
	hasLowTire: false,
});

const attempt = (changes: Partial<Attempt> = {}): Attempt => ({
	status: 200,
	reply: 'accepted',
	isInOutage: false,
	dueAt: 0,
	sentAt: 0,
	durationMs: 100,
	...changes,
});

const execution = (...emittedItems: EmittedItem[]): StoredExecution => ({
	id: 1,
	status: 'success',
	emittedEventIds: emittedItems.map(({ eventId }) => eventId),
	emittedItems,
	bytes: 1024,
	waitingEventIds: [],
});

const alert = (eventId: string): EmittedItem => ({
	eventId,
	vehicleId: 'vehicle',
	condition: 'Tire Pressure Falls Below 150 kPa',
	signal: 'wheel-tires',
});

const expectedAlert = (...eventIds: string[]): ExpectedAlert => ({
	vehicleId: 'vehicle',
	signal: 'wheel-tires',
	eventIds,
});

/** Heaps of ten minutes, in which the process grows by this much a minute. */
const growingHeaps = (megabytes: number) =>
	Array.from({ length: 10 }, (_, minute) => ({
		at: minute * MINUTE_MS,
		bytes: (200 + minute * megabytes) * MEBIBYTE,
	}));

const SAMPLES = Array.from({ length: 10 }, (_, minute) => ({
	at: minute * MINUTE_MS,
	residentBytes: 500 * MEBIBYTE,
	peakBytes: 600 * MEBIBYTE,
	processorSeconds: minute * 30,
}));

const size = {
	tables: [{ table: 'processed_data', bytes: MEBIBYTE, deadRows: 2 }],
	storeBytes: 1,
	writtenLogBytes: 10 * MEBIBYTE,
};

/** A run with two events, of which the second one meets a condition. */
function fleetRun(changes: Partial<FleetRun> = {}): FleetRun {
	const events = ['first', 'second'].map(event);
	return {
		output: 'events',
		scale: 1,
		rates: { ceiling: 400, carried: 300, used: 167 },
		sender: {
			attempts: [attempt(), attempt()],
			events: new Map(events.map((sent) => [sent.eventId, sent])),
			acknowledgedEventIds: new Set(['first', 'second']),
			copiesSent: 0,
			abandoned: 0,
		},
		connections: 256,
		expectedAlerts: [expectedAlert('second')],
		warmUpEndedAt: 0,
		bursts: [{ from: 0, to: 5 * MINUTE_MS }],
		secondsToFinish: 0,
		executions: [execution({ eventId: 'first' }, { eventId: 'second' }, alert('second'))],
		processes: [{ name: 'n8n', heaps: growingHeaps(0), samples: SAMPLES }],
		machine: [],
		sizeBefore: size,
		sizeAfter: size,
		...changes,
	};
}

const failuresOf = (changes: Partial<FleetRun>) => checkFleetRun(fleetRun(changes)).failures();

/** The result of the check or the report whose description begins with `start`. */
const resultOf = (changes: Partial<FleetRun>, start: string) =>
	checkFleetRun(fleetRun(changes)).results.find(({ description }) => description.startsWith(start))
		?.actual;

test('a run without a loss or a repetition passes', () => {
	expect(failuresOf({})).toEqual([]);
});

test('finds lost and repeated events', () => {
	const executions = [
		execution({ eventId: 'first' }, alert('second')),
		execution({ eventId: 'first' }),
	];

	expect(failuresOf({ executions })).toEqual([
		'events answered 2xx that are missing: 1: second (0)',
		'events executed more than once: 1: first (0)',
	]);
});

test('finds missed and doubled alerts', () => {
	const missed = expectedAlert('first');
	const doubled = expectedAlert('second', 'third');
	const alerts = execution(
		{ eventId: 'first' },
		{ eventId: 'second' },
		alert('second'),
		alert('third'),
	);

	expect(failuresOf({ expectedAlerts: [missed, doubled], executions: [alerts] })).toEqual([
		'alerts missed: 1: vehicle wheel-tires (0)',
		'alerts doubled: 1: vehicle wheel-tires (0)',
	]);
});

test('an alert may be about any event from when the condition is met', () => {
	expect(failuresOf({ expectedAlerts: [expectedAlert('first', 'second')] })).toEqual([]);
});

test('finds alerts about events that meet no condition', () => {
	const [first = execution()] = fleetRun().executions;

	expect(failuresOf({ executions: [first, execution(alert('third'))] })).toEqual([
		'alerts about events that meet no condition: 1: third wheel-tires (0)',
	]);
});

test('with alerts only, an event without an item is not missing', () => {
	expect(failuresOf({ output: 'alerts', executions: [execution(alert('second'))] })).toEqual([]);
});

test('the warm-up does not count for the 99th percentile of the responses', () => {
	const { sender } = fleetRun();
	const attempts = [attempt({ sentAt: 5, durationMs: 9_000 }), attempt({ sentAt: 15 })];
	const changes = { warmUpEndedAt: 10, sender: { ...sender, attempts } };

	expect(resultOf(changes, '99th percentile of the responses')).toBe(100);
	expect(resultOf(changes, '99th percentile in the warm-up')).toBe(9_000);
});

test('attempts during the outage do not count as responses of n8n', () => {
	const { sender } = fleetRun();
	const attempts = [
		attempt({ status: 502, reply: undefined, isInOutage: true, durationMs: 1 }),
		attempt({ status: null, reply: undefined, isInOutage: true, durationMs: 15_000 }),
		attempt({ durationMs: 700 }),
	];
	const changes = { sender: { ...sender, attempts } };

	expect(failuresOf(changes)).toEqual([]);
	expect(resultOf(changes, 'failed attempts during the outage')).toBe(2);
	expect(resultOf(changes, 'their responses')).toBe('1 × 502, 1 × none');
	expect(resultOf(changes, '99th percentile of the responses')).toBe(700);
});

test('the wait for a connection does not count as time of the response', () => {
	const { sender } = fleetRun();
	const attempts = [attempt({ dueAt: 0, sentAt: 5_000, durationMs: 700 })];
	const changes = { sender: { ...sender, attempts } };

	expect(failuresOf(changes)).toEqual([]);
	expect(resultOf(changes, '99th percentile of the responses')).toBe(700);
	expect(resultOf(changes, '99th percentile of the wait')).toBe(5);
	expect(resultOf(changes, '99th percentile from when')).toBe(5.7);
});

test('finds a process that grows', () => {
	const processes = [{ name: 'n8n', heaps: growingHeaps(5), samples: SAMPLES }];

	expect(failuresOf({ processes })).toEqual([
		'growth of the used heap after the warm-up: n8n, MB a minute (from 200 to 245 MB): 5 (at most 4)',
	]);
});

test('a run at full length fails if n8n was too busy to measure its heap', () => {
	const processes = [{ name: 'n8n', heaps: [], samples: SAMPLES }];

	expect(failuresOf({ processes })).toEqual([
		'samples of the growth of the used heap after the warm-up: n8n: 0 (at least 3)',
		'growth of the used heap after the warm-up: n8n, MB a minute (from NaN to NaN MB): NaN (at most 4)',
	]);
	expect(failuresOf({ processes, scale: 0.02 })).toEqual([]);
});

test('a run at full length finds a process that grows, even if its last heaps are missing', () => {
	const processes = [{ name: 'n8n', heaps: growingHeaps(5).slice(0, 4), samples: SAMPLES }];

	expect(failuresOf({ processes })).toEqual([
		'growth of the used heap after the warm-up: n8n, MB a minute (from 200 to 215 MB): 5 (at most 4)',
	]);
	expect(failuresOf({ processes, scale: 0.02 })).toEqual([]);
});

test('shows the processor cores that the bursts needed', () => {
	expect(resultOf({}, 'processor cores')).toMatch(/^n8n 0\.5, all programs NaN of \d+$/);
});

test("says how much was written to PostgreSQL's log, which is unknown for SQLite", () => {
	const written = "written to PostgreSQL's log for each event";

	expect(resultOf({ sizeAfter: { ...size, writtenLogBytes: 12 * MEBIBYTE } }, written)).toBe(
		'1024.0',
	);
	expect(resultOf({ sizeBefore: { ...size, writtenLogBytes: null } }, written)).toBeUndefined();
});
