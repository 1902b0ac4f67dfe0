import pWaitFor from 'p-wait-for';
import { isJsonObject, type JsonObject } from '../json';
import type { Simulator } from '../simulator';
import { at, call, credentials, simulator, stopSimulators } from './support/testSimulator';

afterEach(async () => {
	jest.restoreAllMocks();
	await stopSimulators();
});

const redirectUri = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
const basic = (name: string, password: string) =>
	`Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const client = basic(credentials.clientId, credentials.clientSecret);

/** Where Connect sends the browser back to. */
async function authorize(
	{ hosts }: Simulator,
	parameters: Record<string, string> = {},
): Promise<URL> {
	const query = new URLSearchParams({
		response_type: 'code',
		client_id: credentials.clientId,
		redirect_uri: redirectUri,
		state: 'a b&c',
		scope: 'read_tires read_odometer',
		...parameters,
	});
	const { status, headers } = await call(`${hosts.authorizationUrl}?${query.toString()}`);
	expect(status).toBe(302);
	return new URL(headers.get('location') ?? '');
}

interface TokenAnswer {
	status: number;
	body: JsonObject;
	accessToken: string;
	refreshToken: string;
}

async function token(
	{ hosts }: Simulator,
	fields: Record<string, string>,
	headers: Record<string, string> = { authorization: client },
): Promise<TokenAnswer> {
	const response = await fetch(hosts.authTokenUrl, {
		method: 'POST',
		headers,
		body: new URLSearchParams(fields),
	});
	const body: unknown = await response.json();
	if (!isJsonObject(body)) throw new Error('the token endpoint answers with an object');
	const { access_token: accessToken, refresh_token: refreshToken } = body;
	return {
		status: response.status,
		body,
		accessToken: String(accessToken),
		refreshToken: String(refreshToken),
	};
}

async function exchange(
	service: Simulator,
	parameters?: Record<string, string>,
): Promise<TokenAnswer> {
	const code = (await authorize(service, parameters)).searchParams.get('code') ?? '';
	return await token(service, {
		grant_type: 'authorization_code',
		code,
		redirect_uri: redirectUri,
	});
}

describe('GET /oauth/authorize', () => {
	it('sends the owner back with code, state and user', async () => {
		const service = await simulator();
		const target = await authorize(service);
		expect(`${target.origin}${target.pathname}`).toBe(redirectUri);
		expect(target.searchParams.get('state')).toBe('a b&c');
		expect(target.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/);
		expect(target.searchParams.get('user_id')).toBe(at(service.fleet.users, 0).id);
	});

	it('sends a refusal back, and no vehicles when there are none', async () => {
		const service = await simulator({ vehicles: 2 });
		service.consents.deny();
		const denied = (await authorize(service)).searchParams;
		expect([denied.get('error'), denied.get('state'), denied.get('code')]).toEqual([
			'access_denied',
			'a b&c',
			null,
		]);
		expect(denied.get('error_description')).toContain('denied');
		expect((await authorize(service, { mode: 'simulated' })).searchParams.get('error')).toBe(
			'no_vehicles',
		);
		expect((await authorize(service)).searchParams.get('error')).toBeNull();
	});

	it.each([
		['response_type', 'token'],
		['client_id', 'client_other'],
		['redirect_uri', 'nowhere'],
		['scope', 'read_tires read_minds'],
		['mode', 'dead'],
		['single_select', 'perhaps'],
	])('refuses a wrong %s without going back', async (name, value) => {
		const { hosts } = await simulator();
		const right = {
			response_type: 'code',
			client_id: credentials.clientId,
			redirect_uri: redirectUri,
		};
		const query = new URLSearchParams({ ...right, [name]: value });
		const { status, body } = await call(`${hosts.authorizationUrl}?${query.toString()}`);
		expect(status).toBe(400);
		expect(body).toMatchObject({ type: 'VALIDATION', detail: [{ field: [name] }] });
	});
});

describe('POST /oauth/token', () => {
	it('exchanges a code once, for two hours', async () => {
		const service = await simulator();
		const code = (await authorize(service)).searchParams.get('code') ?? '';
		const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
		const first = await token(service, fields);
		expect(first.status).toBe(200);
		expect(first.body).toEqual({
			access_token: expect.any(String),
			token_type: 'Bearer',
			expires_in: 7200,
			refresh_token: expect.any(String),
		});
		expect(await token(service, fields)).toMatchObject({
			status: 400,
			body: { error: 'invalid_grant' },
		});
	});

	it('ends a code after ten minutes, and with another redirect', async () => {
		const service = await simulator();
		const codeOf = async () => (await authorize(service)).searchParams.get('code') ?? '';
		const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri };
		const elsewhere = { ...grant, code: await codeOf(), redirect_uri: 'http://127.0.0.1/other' };
		expect((await token(service, elsewhere)).body).toMatchObject({ error: 'invalid_grant' });
		const code = await codeOf();
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + 600_001);
		expect((await token(service, { ...grant, code })).body).toMatchObject({
			error: 'invalid_grant',
		});
	});

	it.each([
		['no client', {}, {}, 401, 'invalid_client'],
		[
			'a wrong secret',
			{},
			{ authorization: basic(credentials.clientId, 'x') },
			401,
			'invalid_client',
		],
		['no grant type', { grant_type: '' }, undefined, 400, 'invalid_request'],
		[
			'another grant type',
			{ grant_type: 'client_credentials' },
			undefined,
			400,
			'unsupported_grant_type',
		],
		[
			'no code',
			{ grant_type: 'authorization_code', redirect_uri: redirectUri },
			undefined,
			400,
			'invalid_request',
		],
		[
			'no redirect',
			{ grant_type: 'authorization_code', code: 'x' },
			undefined,
			400,
			'invalid_request',
		],
		['an unknown refresh token', { refresh_token: 'x' }, undefined, 400, 'invalid_grant'],
		['no refresh token', { refresh_token: '' }, undefined, 400, 'invalid_request'],
		[
			'no user agent',
			{ refresh_token: 'x' },
			{ authorization: client, 'user-agent': '' },
			400,
			'invalid_request',
		],
	])('refuses %s', async (_what, fields, headers, status, error) => {
		const service = await simulator();
		const answer = await token(service, { grant_type: 'refresh_token', ...fields }, headers);
		expect(answer.status).toBe(status);
		expect(answer.body).toEqual({ error, error_description: expect.any(String) });
	});

	it('refreshes with rotation: the used refresh token dies a scaled minute later, the new one lives', async () => {
		const service = await simulator({ timeScale: 0.01 });
		const refresh = async (refreshToken: string) =>
			await token(service, { grant_type: 'refresh_token', refresh_token: refreshToken });
		const first = await exchange(service);
		const second = await refresh(first.refreshToken);
		expect(second.status).toBe(200);
		expect(second.refreshToken).not.toBe(first.refreshToken);
		expect(second.accessToken).not.toBe(first.accessToken);
		// A second client that still has the old one gets on for the rest of the minute.
		expect((await refresh(first.refreshToken)).status).toBe(200);
		await pWaitFor(async () => (await refresh(first.refreshToken)).status === 400, {
			timeout: 5_000,
			interval: 50,
		});
		expect((await refresh(second.refreshToken)).status).toBe(200);
		service.grants.revokeAll();
		expect((await refresh(second.refreshToken)).body).toMatchObject({ error: 'invalid_grant' });
	});
});

describe('a granted token', () => {
	it('works for the owner, his vehicles in the mode and the scopes, and nothing else', async () => {
		const service = await simulator();
		const { hosts, fleet } = service;
		const { accessToken } = await exchange(service);
		const url = `${hosts.vehicleDataUrl}/v2.0`;
		const own = { token: accessToken };
		const [first, second, other] = [
			at(fleet.vehicles, 0),
			at(fleet.vehicles, 1),
			at(fleet.vehicles, 2),
		];
		expect((await call(`${url}/vehicles`, own)).body).toMatchObject({
			vehicles: [first.id, second.id],
		});
		expect((await call(`${url}/user`, own)).body).toEqual({ id: at(fleet.users, 0).id });
		expect((await call(`${url}/vehicles/${second.id}/tires/pressure`, own)).status).toBe(200);
		expect((await call(`${url}/vehicles/${second.id}/permissions`, own)).body).toMatchObject({
			permissions: ['read_tires', 'read_odometer'],
		});
		expect((await call(`${url}/vehicles/${second.id}/vin`, own)).body).toMatchObject({
			type: 'PERMISSION',
		});
		expect((await call(`${url}/vehicles/${other.id}/odometer`, own)).body).toMatchObject({
			type: 'PERMISSION',
		});
		expect((await call(`${hosts.signalsUrl}/connections`, own)).status).toBe(403);
	});

	it('is for one vehicle with single_select, for the simulated ones in that mode, for all permissions without scope', async () => {
		const service = await simulator();
		const listOf = async (parameters: Record<string, string>) => {
			const { accessToken } = await exchange(service, parameters);
			return (await call(`${service.hosts.vehicleDataUrl}/v2.0/vehicles`, { token: accessToken }))
				.body;
		};
		const [first, , , simulated] = service.fleet.vehicles;
		expect(await listOf({ single_select: 'true' })).toMatchObject({ vehicles: [first?.id] });
		expect(await listOf({ mode: 'simulated' })).toMatchObject({ vehicles: [simulated?.id] });
		expect(await listOf({ mode: 'test' })).toMatchObject({ vehicles: [simulated?.id] });
		const { accessToken } = await exchange(service, { scope: '' });
		const vin = `${service.hosts.vehicleDataUrl}/v2.0/vehicles/${first?.id}/vin`;
		expect((await call(vin, { token: accessToken })).status).toBe(200);
	});

	it('is what the owner decides', async () => {
		const service = await simulator();
		const [user, vehicle] = [at(service.fleet.users, 1), at(service.fleet.vehicles, 2)];
		service.consents.grant({ user, vehicles: [vehicle], scopes: ['read_odometer'] });
		const { accessToken } = await exchange(service);
		const url = `${service.hosts.vehicleDataUrl}/v2.0/vehicles`;
		expect((await call(url, { token: accessToken })).body).toMatchObject({
			vehicles: [vehicle.id],
		});
		expect((await call(`${url}/${vehicle.id}/odometer`, { token: accessToken })).status).toBe(200);
		expect((await call(`${url}/${vehicle.id}/tires/pressure`, { token: accessToken })).status).toBe(
			403,
		);
	});

	it('ends after its lifetime, at once with expireAll, and with its connection', async () => {
		const service = await simulator({ vehicleTokenLifetimeMs: 7_200_000 });
		const url = `${service.hosts.vehicleDataUrl}/v2.0/vehicles`;
		const { accessToken, refreshToken } = await exchange(service);
		service.tokens.expireAll();
		expect((await call(url, { token: accessToken })).status).toBe(401);
		const again = await token(service, {
			grant_type: 'refresh_token',
			refresh_token: refreshToken,
		});
		expect((await call(url, { token: again.accessToken })).status).toBe(200);
		service.fleet.disconnect([...service.fleet.connections]);
		expect((await call(url, { token: again.accessToken })).body).toMatchObject({ vehicles: [] });
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + 7_200_001);
		expect((await call(url, { token: again.accessToken })).status).toBe(401);
	});
});
