import pWaitFor from 'p-wait-for';
import { at, call, simulator, stopSimulators } from './support/testSimulator';

afterEach(stopSimulators);

async function takeUntilRefused<Answer extends { status: number }>(
	take: () => Promise<Answer>,
): Promise<Answer> {
	for (let taken = 0; taken < 50; taken++) {
		const answer = await take();
		if (answer.status === 429) return answer;
	}
	throw new Error('The bucket did not run out');
}

describe('the request bucket of the application', () => {
	it('holds 120 requests, and says how many seconds the next one takes', async () => {
		const { hosts, tokens } = await simulator({ enforceApplicationLimit: true, timeScale: 1 });
		const token = tokens.issue();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const answers = await Promise.all(
			Array.from({ length: 121 }, async () => await call(url, { token })),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
		const refused = answers.find(({ status }) => status === 429);
		expect(refused?.body).toMatchObject({ type: 'RATE_LIMIT', code: 'SMARTCAR_API' });
		const seconds = Number(refused?.headers.get('retry-after'));
		expect(seconds).toBeGreaterThan(25);
		expect(seconds).toBeLessThanOrEqual(30);
	});

	it('is filled sooner with a time scale, shared by the hosts, and waited for in seconds of at least 1', async () => {
		const { hosts, tokens, requests } = await simulator({
			enforceApplicationLimit: true,
			timeScale: 0.02,
		});
		const token = tokens.issue();
		const data = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const management = `${hosts.managementUrl}/webhooks`;
		await Promise.all(Array.from({ length: 120 }, async () => await call(data, { token })));
		// A slow machine has a few filled in meanwhile, one every 600 ms.
		const refused = await takeUntilRefused(async () => await call(management, { token }));
		expect(refused.headers.get('retry-after')).toBe('1');
		// At full scale the next one takes 30 s.
		await pWaitFor(async () => (await call(management, { token })).status === 200, {
			timeout: 4_000,
			interval: 20,
		});
		await pWaitFor(() => requests.every(({ status }) => status !== null), { timeout: 5_000 });
		const entry = requests.find(({ status }) => status === 429);
		expect(entry).toMatchObject({
			path: '/management/v3/webhooks',
			retryAfter: '1',
			answeredAt: expect.any(Number),
		});
		expect(entry?.answeredAt).toBeGreaterThanOrEqual(entry?.at ?? Infinity);
		expect(at(requests, 0).retryAfter).toBeNull();
	});
});
