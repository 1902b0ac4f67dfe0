import pWaitFor from 'p-wait-for';
import {
	sendRequest,
	type HttpResponse,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';

afterEach(stopTestSimulators);

async function sendUntilRejected(send: () => Promise<HttpResponse>): Promise<HttpResponse> {
	for (let sent = 0; sent < 50; sent++) {
		const response = await send();
		if (response.status === 429) return response;
	}
	throw new Error('the bucket did not run empty');
}

describe('rate limit of the application', () => {
	it('allows 120 requests, then rejects without saying how long to wait', async () => {
		const { hosts, tokens } = await startTestSimulator({
			enforceApplicationLimit: true,
			timeScale: 1,
		});
		const token = tokens.issueForApplication();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const responses = await Promise.all(
			Array.from({ length: 121 }, async () => await sendRequest(url, { token })),
		);
		expect(responses.filter(({ status }) => status === 200)).toHaveLength(120);
		const rejected = responses.find(({ status }) => status === 429);
		expect(rejected?.body).toMatchObject({ type: 'RATE_LIMIT', code: 'SMARTCAR_API' });
		expect(rejected?.headers.get('retry-after')).toBeNull();
	});

	it('is refilled sooner with a time scale, and is shared by all hosts', async () => {
		const { hosts, tokens, requests } = await startTestSimulator({
			enforceApplicationLimit: true,
			timeScale: 0.02,
		});
		const token = tokens.issueForApplication();
		const data = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const management = `${hosts.managementUrl}/webhooks`;
		await Promise.all(Array.from({ length: 120 }, async () => await sendRequest(data, { token })));
		// One request is refilled every 600 ms, so a slow machine can send a few more.
		await sendUntilRejected(async () => await sendRequest(management, { token }));
		// Without the time scale this would take 30 seconds.
		await pWaitFor(async () => (await sendRequest(management, { token })).status === 200, {
			timeout: 20_000,
			interval: 20,
		});
		await pWaitFor(() => requests.every(({ status }) => status !== null), { timeout: 5_000 });
		const entry = requests.find(({ status }) => status === 429);
		expect(entry?.path).toBe('/management/v3/webhooks');
	});
});
