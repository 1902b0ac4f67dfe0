import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

describe('every host', () => {
	it('returns 404 for an unknown path in its own error format', async () => {
		const { hosts, tokens, url } = await startTestSimulator();
		const token = tokens.issueForApplication();
		expect((await sendRequest(`${hosts.vehicleDataUrl}/v9`, { token })).body).toMatchObject({
			statusCode: 404,
			code: 'PATH',
		});
		expect((await sendRequest(`${hosts.managementUrl}/nothing`, { token })).body).toMatchObject({
			errors: [{ status: '404' }],
		});
		expect((await sendRequest(`${url}/nothing`)).status).toBe(404);
	});

	it('records requests in order, with headers, body and status', async () => {
		const { hosts, tokens, fleet, requests } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const path = `/v2.0/vehicles/${fleet.vehicles[0]?.id}/batch`;
		await sendRequest(`${hosts.managementUrl}/webhooks?page[size]=1`, { token: 'wrong' });
		await sendRequest(`${hosts.vehicleDataUrl}${path}`, {
			token,
			body: { requests: [{ path: '/vin' }] },
		});
		expect(requests).toMatchObject([
			{
				method: 'GET',
				path: '/management/v3/webhooks?page[size]=1',
				headers: { authorization: 'Bearer wrong' },
				body: undefined,
				status: 401,
			},
			{
				method: 'POST',
				path: `/vehicle-data${path}`,
				headers: { authorization: `Bearer ${token}` },
				body: { requests: [{ path: '/vin' }] },
				status: 200,
			},
		]);
	});

	it('delays responses by latencyMs', async () => {
		const { hosts } = await startTestSimulator({ latencyMs: 120 });
		const startedAt = Date.now();
		await sendRequest(`${hosts.compatibilityUrl}/v3/compatible-vehicles`);
		expect(Date.now() - startedAt).toBeGreaterThanOrEqual(118);
	});
});
