import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

describe('every host', () => {
	const v2Error = { statusCode: 404, code: 'PATH' };
	const v3Error = { errors: [{ status: '404' }] };

	it.each([
		['vehicleDataUrl', v2Error],
		['managementUrl', v3Error],
		['signalsUrl', v3Error],
		['compatibilityUrl', v3Error],
	] as const)('returns 404 for an unknown path of %s in its own format', async (host, body) => {
		const { hosts, tokens } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const response = await sendRequest(`${hosts[host]}/v9`, { token });
		expect(response.status).toBe(404);
		expect(response.body).toMatchObject(body);
	});

	it('returns 404 for a path that belongs to no host', async () => {
		const { url } = await startTestSimulator();
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
		const startedAt = performance.now();
		await sendRequest(`${hosts.compatibilityUrl}/v3/compatible-vehicles`);
		expect(performance.now() - startedAt).toBeGreaterThanOrEqual(118);
	});
});
