import { at, call, credentials, simulator, stopSimulators } from './support/testSimulator';

afterEach(stopSimulators);

const form = (fields: Record<string, string>): RequestInit => ({
	method: 'POST',
	body: new URLSearchParams(fields),
});
const rightFields = {
	grant_type: 'client_credentials',
	client_id: credentials.clientId,
	client_secret: credentials.clientSecret,
};

describe('token exchange', () => {
	it('hands out a bearer token for credentials in a form, as JSON and as Basic', async () => {
		const { hosts, tokens } = await simulator({ tokenLifetimeMs: 90_500 });
		const { clientId, clientSecret } = credentials;
		const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
		const answers = [
			await fetch(hosts.tokenUrl, form(rightFields)),
			await fetch(hosts.tokenUrl, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(rightFields),
			}),
			await fetch(hosts.tokenUrl, {
				...form({ grant_type: 'client_credentials' }),
				headers: { authorization: `Basic ${basic}` },
			}),
		];
		for (const answer of answers) {
			expect(answer.status).toBe(200);
			const body: unknown = await answer.json();
			expect(body).toEqual({
				access_token: expect.any(String),
				token_type: 'Bearer',
				expires_in: 90,
			});
		}
		expect(tokens.issued).toBe(3);
	});

	it.each([
		['no grant type', { ...rightFields, grant_type: '' }, 400, 'invalid_request'],
		['another grant type', { ...rightFields, grant_type: 'password' }, 400, 'invalid_request'],
		['no secret', { ...rightFields, client_secret: '' }, 400, 'invalid_request'],
		['a wrong id', { ...rightFields, client_id: 'client_other' }, 401, 'invalid_client'],
		[
			'the application management token as secret',
			{ ...rightFields, client_secret: credentials.applicationManagementToken },
			401,
			'invalid_client',
		],
	])('refuses %s', async (_what, fields, status, error) => {
		const { hosts, tokens } = await simulator();
		const answer = await fetch(hosts.tokenUrl, form(fields));
		expect(answer.status).toBe(status);
		expect(await answer.json()).toEqual({ error, error_description: expect.any(String) });
		expect(tokens.issued).toBe(0);
	});

	it('answers 401 in the format of each host once a token has expired', async () => {
		const { hosts, tokens } = await simulator();
		const token = tokens.issue();
		const data = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const management = `${hosts.managementUrl}/webhooks`;
		expect((await call(data, { token })).status).toBe(200);
		expect((await call(management, { token })).status).toBe(200);

		tokens.expireAll();
		const flat = await call(data, { token });
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
		const listed = await call(management, { token });
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

	it('ends a token after its lifetime', async () => {
		const { hosts, tokens } = await simulator();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		expect((await call(url, { token: tokens.issue(0) })).status).toBe(401);
		expect((await call(url, { token: tokens.issue(60_000) })).status).toBe(200);
	});

	it('refuses the application management token as bearer and a vehicle token on v3 hosts', async () => {
		const { hosts, tokens, fleet } = await simulator();
		const url = `${hosts.signalsUrl}/connections`;
		expect((await call(url, { token: credentials.applicationManagementToken })).status).toBe(401);
		const vehicleToken = tokens.issueForVehicle(at(fleet.vehicles, 0).id);
		const refused = await call(url, { token: vehicleToken });
		expect(refused.status).toBe(403);
		expect(refused.body).toMatchObject({
			errors: [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', title: 'Forbidden' }],
		});
	});
});
