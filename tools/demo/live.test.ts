import { setTimeout as pause } from 'node:timers/promises';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { runLive } from './live';

jest.mock('node:timers/promises', () => ({ setTimeout: jest.fn() }));

const HOUR_MS = 3_600_000;

afterEach(() => jest.restoreAllMocks());

test('after the computer slept, the cars change once, not once for each tick that was missed', async () => {
	const tick = jest.fn();
	const environment = {
		simulator: {
			deliveries: { onAttempt: jest.fn() },
			eventPage: { wasUsed: false, setApplication: jest.fn() },
			fleet: { webhooks: [], tick },
		},
		rest: { listWorkflows: async () => [], listExecutions: async () => [] },
		n8n: { running: true },
	} as unknown as TestEnvironment;
	let now = Date.now();
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	const stop = new AbortController();
	let pauses = 0;
	jest.mocked(pause).mockImplementation(async () => {
		pauses += 1;
		if (pauses === 1) now += HOUR_MS;
		if (pauses === 5) stop.abort();
	});

	await runLive(environment, stop.signal);

	expect(tick).toHaveBeenCalledTimes(1);
});
