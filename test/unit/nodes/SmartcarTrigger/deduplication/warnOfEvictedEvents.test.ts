import { randomUUID } from 'node:crypto';
import { warnOfEvictedEvents } from '../../../../../nodes/SmartcarTrigger/deduplication/warnOfEvictedEvents';
import { testTrigger } from '../../testNode';

const MINUTE_MS = 60_000;
const REMEMBERED = 5_000;

let now: number;

beforeEach(() => {
	now = 0;
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

afterEach(() => jest.restoreAllMocks());

function createTrigger() {
	const warn = jest.fn<void, [message: string]>();
	const node = testTrigger({ id: randomUUID() });
	const context = {
		getWorkflow: () => ({ id: 'workflow', name: 'Workflow', active: true }),
		getNode: () => node,
		logger: { debug: jest.fn(), info: jest.fn(), warn, error: jest.fn() },
	};
	return {
		record: (count: number) => warnOfEvictedEvents.call(context, count, REMEMBERED),
		warnings: () => warn.mock.calls.map(([message]) => message),
	};
}

type Trigger = ReturnType<typeof createTrigger>;

/** Records as many events in each minute. */
function recordEachMinute(triggers: Trigger[], counts: number[]): void {
	for (const count of counts) {
		for (const trigger of triggers) trigger.record(count);
		now += MINUTE_MS;
	}
}

const minutes = (length: number, count: number): number[] => Array.from({ length }, () => count);

test('warns if more events came in three minutes than the store keeps', () => {
	const trigger = createTrigger();

	recordEachMinute([trigger], minutes(4, 2_000));

	expect(trigger.warnings()).toEqual([
		expect.stringContaining('recorded 6000 events in three minutes'),
	]);
	expect(trigger.warnings().join()).toContain("'Events Remembered Across Restarts' is 5000");
});

test('does not warn if the store keeps the events of three minutes', () => {
	const trigger = createTrigger();

	recordEachMinute([trigger], minutes(120, 1_666));

	expect(trigger.warnings()).toEqual([]);
});

test('does not add up the events of a longer time', () => {
	const trigger = createTrigger();

	recordEachMinute([trigger], [4_000, 0, 0, 0, 0, 4_000, 0, 0, 0, 0]);

	expect(trigger.warnings()).toEqual([]);
});

test('warns once an hour', () => {
	const trigger = createTrigger();

	recordEachMinute([trigger], minutes(60, 10_000));
	expect(trigger.warnings()).toHaveLength(1);

	recordEachMinute([trigger], minutes(60, 10_000));
	expect(trigger.warnings()).toHaveLength(2);
});

test('counts the events of each trigger by itself', () => {
	const triggers = [createTrigger(), createTrigger()];

	recordEachMinute(triggers, minutes(4, 1_500));

	expect(triggers.flatMap(({ warnings }) => warnings())).toEqual([]);
});
