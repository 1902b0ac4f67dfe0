import { sendRequest, startTestSimulator, stopTestSimulators } from './support/testSimulator';

afterEach(stopTestSimulators);

describe('planned faults', () => {
	it('replace as many responses of a route as planned', async () => {
		const { hosts, tokens, faults } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		faults.plan(
			{ method: 'GET', path: '/v2.0/vehicles' },
			{
				kind: 'response',
				status: 503,
				body: { message: 'busy' },
			},
			2,
		);
		for (let count = 0; count < 2; count++) {
			const response = await sendRequest(`${url}?limit=1`, { token });
			expect(response).toMatchObject({ status: 503, body: { message: 'busy' } });
		}
		expect(faults.pending).toBe(0);
		expect((await sendRequest(url, { token })).status).toBe(200);
	});

	it('apply to every request that matches a pattern, also one with the flag g', async () => {
		const { hosts, tokens, faults } = await startTestSimulator();
		const token = tokens.issueForApplication();
		faults.plan({ path: /\/vehicles$/g }, { kind: 'html', status: 504 }, 2);
		for (let count = 0; count < 2; count++) {
			const response = await sendRequest(`${hosts.vehicleDataUrl}/v2.0/vehicles`, { token });
			expect(response.status).toBe(504);
		}
	});

	it('do not affect other methods, and can be cleared', async () => {
		const { hosts, tokens, faults } = await startTestSimulator();
		faults.plan({ method: 'POST', path: /\/v2\.0\/vehicles/ }, { kind: 'html', status: 504 });
		expect(
			(
				await sendRequest(`${hosts.vehicleDataUrl}/v2.0/vehicles`, {
					token: tokens.issueForApplication(),
				})
			).status,
		).toBe(200);
		expect(faults.pending).toBe(1);
		faults.clear();
		expect(faults.pending).toBe(0);
	});

	it('send an error in the format of the host', async () => {
		const { hosts, tokens, faults } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const fault = {
			kind: 'error',
			type: 'RATE_LIMIT',
			code: 'SMARTCAR_API',
			headers: { 'retry-after': '3' },
		} as const;
		faults.plan({ path: /./ }, fault, 2);
		const flat = await sendRequest(`${hosts.vehicleDataUrl}/v2.0/vehicles`, { token });
		expect(flat).toMatchObject({ status: 429, body: { type: 'RATE_LIMIT', statusCode: 429 } });
		expect(flat.headers.get('retry-after')).toBe('3');
		const listed = await sendRequest(`${hosts.managementUrl}/webhooks`, { token });
		expect(listed).toMatchObject({
			status: 429,
			body: { errors: [{ status: '429', code: 'SMARTCAR_API' }] },
		});
	});

	it('send an HTML page, half of the real JSON, or no response', async () => {
		const { hosts, tokens, faults, requests } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const url = `${hosts.managementUrl}/webhooks`;
		faults.plan({ path: '/webhooks' }, { kind: 'html', status: 200 });
		faults.plan({ path: '/webhooks' }, { kind: 'truncated' });
		faults.plan({ path: '/webhooks' }, { kind: 'drop' });

		const page = await sendRequest(url, { token });
		expect(page.headers.get('content-type')).toContain('text/html');
		expect(page.body).toContain('<html>');
		const half = await (await fetch(url, { headers: { authorization: `Bearer ${token}` } })).text();
		expect(half).toMatch(/^\{"data"/);
		expect(() => JSON.parse(half)).toThrow(SyntaxError);
		await expect(sendRequest(url, { token })).rejects.toThrow('fetch failed');
		expect((await sendRequest(url, { token })).status).toBe(200);
		expect(requests.map(({ status }) => status)).toEqual([200, 200, null, 200]);
		expect(requests.map(({ concurrentRequests }) => concurrentRequests)).toEqual([1, 1, 1, 1]);
	});
});
