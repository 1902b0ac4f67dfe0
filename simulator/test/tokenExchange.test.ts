import {
	entryAt,
	sendRequest,
	credentials,
	startTestSimulator,
	stopTestSimulators,
	vehicleToken,
} from './support/testSimulator';

afterEach(async () => {
	jest.restoreAllMocks();
	await stopTestSimulators();
});

const form = (fields: Record<string, string>): RequestInit => ({
	method: 'POST',
	body: new URLSearchParams(fields),
});
const validFields = {
	grant_type: 'client_credentials',
	client_id: credentials.clientId,
	client_secret: credentials.clientSecret,
};

describe('token exchange', () => {
	it('issues a bearer token for credentials in a form or as JSON', async () => {
		const { hosts, tokens } = await startTestSimulator();
		const responses = [
			await fetch(hosts.tokenUrl, form(validFields)),
			await fetch(hosts.tokenUrl, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(validFields),
			}),
		];
		for (const response of responses) {
			expect(response.status).toBe(200);
			const body: unknown = await response.json();
			expect(body).toEqual({
				access_token: expect.any(String),
				token_type: 'Bearer',
				expires_in: 3600,
			});
		}
		expect(tokens.issuedForApplication).toBe(2);
	});

	it.each([
		['no grant type', { ...validFields, grant_type: '' }, 400, 'invalid_request'],
		['another grant type', { ...validFields, grant_type: 'password' }, 400, 'invalid_request'],
		['no secret', { ...validFields, client_secret: '' }, 400, 'invalid_request'],
		['a wrong client ID', { ...validFields, client_id: 'client_other' }, 401, 'invalid_client'],
		[
			'the application management token as secret',
			{ ...validFields, client_secret: credentials.applicationManagementToken },
			401,
			'invalid_client',
		],
	])('rejects %s', async (_what, fields, status, error) => {
		const { hosts, tokens } = await startTestSimulator();
		const response = await fetch(hosts.tokenUrl, form(fields));
		expect(response.status).toBe(status);
		expect(await response.json()).toEqual({ error, error_description: expect.any(String) });
		expect(tokens.issuedForApplication).toBe(0);
	});

	it('rejects an expired token with 401, in the error format of each host', async () => {
		const { hosts, tokens } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const data = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const management = `${hosts.managementUrl}/webhooks`;
		expect((await sendRequest(data, { token })).status).toBe(200);
		expect((await sendRequest(management, { token })).status).toBe(200);

		tokens.expireAll();
		const flat = await sendRequest(data, { token });
		expect(flat.status).toBe(401);
		expect(flat.body).toEqual({
			type: 'AUTHENTICATION',
			code: null,
			description: expect.any(String),
			docURL: expect.stringContaining('#null'),
			statusCode: 401,
			requestId: flat.headers.get('sc-request-id'),
			resolution: { type: null },
		});
		const listed = await sendRequest(management, { token });
		expect(listed.status).toBe(401);
		expect(listed.body).toEqual({
			errors: [
				expect.objectContaining({
					status: '401',
					type: 'AUTHENTICATION',
					code: 'UNAUTHORIZED',
					title: 'Unauthorized',
				}),
			],
		});
	});

	it('accepts a token for an hour', async () => {
		const { hosts, tokens } = await startTestSimulator();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const token = tokens.issueForApplication();
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now + 3_590_000);
		expect((await sendRequest(url, { token })).status).toBe(200);
		clock.mockReturnValue(now + 3_600_001);
		expect((await sendRequest(url, { token })).status).toBe(401);
	});

	it('rejects the application management token as a bearer token, and a per-vehicle token on v3 hosts', async () => {
		const simulator = await startTestSimulator();
		const url = `${simulator.hosts.signalsUrl}/connections`;
		expect((await sendRequest(url, { token: credentials.applicationManagementToken })).status).toBe(
			401,
		);
		const token = vehicleToken(simulator, entryAt(simulator.fleet.vehicles, 0));
		const rejected = await sendRequest(url, { token });
		expect(rejected.status).toBe(403);
		expect(rejected.body).toMatchObject({
			errors: [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', title: 'Forbidden' }],
		});
	});
});
