import pWaitFor from 'p-wait-for';
import { at, call, simulator, stopSimulators } from './support/service';

afterEach(stopSimulators);

describe('the request bucket of the application', () => {
	it('holds 120 requests, and says how many seconds the next one takes', async () => {
		const { hosts, tokens } = await simulator({ enforceApplicationLimit: true, timeScale: 1 });
		const token = tokens.issue();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const answers = await Promise.all(Array.from({ length: 121 }, async () => await call(url, { token })));
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({ type: 'RATE_LIMIT', code: 'SMARTCAR_API' });
		const seconds = Number(refused?.headers.get('retry-after'));
		expect(seconds).toBeGreaterThan(25);
		expect(seconds).toBeLessThanOrEqual(30);
	});

	it('is filled sooner with a time scale, shared by the hosts, and waited for in seconds of at least 1', async () => {
		const { hosts, tokens, requests } = await simulator({ enforceApplicationLimit: true, timeScale: 0.01 });
		const token = tokens.issue();
		const data = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const management = `${hosts.managementUrl}/webhooks`;
		await Promise.all(Array.from({ length: 120 }, async () => await call(data, { token })));
		const refused = await call(management, { token });
		expect(refused.status).toBe(429);
		expect(refused.headers.get('retry-after')).toBe('1');
		const startedAt = Date.now();
		await pWaitFor(async () => (await call(management, { token })).status === 200, { timeout: 5_000, interval: 20 });
		// One request every 300 ms, less what had flowed in before.
		expect(Date.now() - startedAt).toBeLessThan(1_000);
		await pWaitFor(() => requests.every(({ status }) => status !== null), { timeout: 5_000 });
		const entry = requests.find(({ status }) => status === 429);
		expect(entry).toMatchObject({ path: '/management/v3/webhooks', retryAfter: '1', answeredAt: expect.any(Number) });
		expect(entry?.answeredAt).toBeGreaterThanOrEqual(entry?.at ?? Infinity);
		expect(at(requests, 0).retryAfter).toBeNull();
	});
});
