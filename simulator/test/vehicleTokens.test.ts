import { isJsonObject, type JsonObject } from '../json';
import type { Simulator } from '../simulator';
import {
	entryAt,
	sendRequest,
	credentials,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';

afterEach(async () => {
	jest.restoreAllMocks();
	await stopTestSimulators();
});

const redirectUri = 'http://127.0.0.1:5678/rest/oauth2-credential/callback';
const basic = (name: string, password: string) =>
	`Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
const client = basic(credentials.oAuth2ClientId, credentials.clientSecret);

/** The URL that the authorization endpoint redirects to. */
async function authorize(
	{ hosts }: Simulator,
	parameters: Record<string, string> = {},
): Promise<URL> {
	const query = new URLSearchParams({
		response_type: 'code',
		client_id: credentials.oAuth2ClientId,
		redirect_uri: redirectUri,
		state: 'a b&c',
		scope: 'read_tires read_odometer',
		...parameters,
	});
	const { status, headers } = await sendRequest(`${hosts.authorizationUrl}?${query.toString()}`);
	expect(status).toBe(302);
	return new URL(headers.get('location') ?? '');
}

interface TokenResponse {
	status: number;
	body: JsonObject;
	accessToken: string;
	refreshToken: string;
}

async function requestTokens(
	{ hosts }: Simulator,
	fields: Record<string, string>,
	headers: Record<string, string> = { authorization: client },
): Promise<TokenResponse> {
	const response = await fetch(hosts.authTokenUrl, {
		method: 'POST',
		headers,
		body: new URLSearchParams(fields),
	});
	const body: unknown = await response.json();
	if (!isJsonObject(body)) throw new Error('the token response is not an object');
	const { access_token: accessToken, refresh_token: refreshToken } = body;
	return {
		status: response.status,
		body,
		accessToken: String(accessToken),
		refreshToken: String(refreshToken),
	};
}

async function exchange(
	simulator: Simulator,
	parameters?: Record<string, string>,
): Promise<TokenResponse> {
	const code = (await authorize(simulator, parameters)).searchParams.get('code') ?? '';
	return await requestTokens(simulator, {
		grant_type: 'authorization_code',
		code,
		redirect_uri: redirectUri,
	});
}

describe('GET /oauth/authorize', () => {
	it('redirects with code, state and user', async () => {
		const simulator = await startTestSimulator();
		const target = await authorize(simulator);
		expect(`${target.origin}${target.pathname}`).toBe(redirectUri);
		expect(target.searchParams.get('state')).toBe('a b&c');
		expect(target.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/);
		expect(target.searchParams.get('user_id')).toBe(entryAt(simulator.fleet.users, 0).id);
	});

	it('redirects with an error when the owner denies access or has no vehicles', async () => {
		const simulator = await startTestSimulator({ vehicles: 2 });
		simulator.consentScreen.denyNext();
		const denied = (await authorize(simulator)).searchParams;
		expect([denied.get('error'), denied.get('state'), denied.get('code')]).toEqual([
			'access_denied',
			'a b&c',
			null,
		]);
		expect(denied.get('error_description')).toContain('denied');
		expect((await authorize(simulator, { mode: 'simulated' })).searchParams.get('error')).toBe(
			'no_vehicles',
		);
		expect((await authorize(simulator)).searchParams.get('error')).toBeNull();
	});

	it.each([
		['response_type', 'token'],
		['client_id', 'client_other'],
		['client_id', credentials.clientId],
		['redirect_uri', 'nowhere'],
		['scope', 'read_tires read_minds'],
		['mode', 'dead'],
		['single_select', 'perhaps'],
	])('rejects an invalid %s without a redirect', async (name, value) => {
		const { hosts } = await startTestSimulator();
		const valid = {
			response_type: 'code',
			client_id: credentials.oAuth2ClientId,
			redirect_uri: redirectUri,
		};
		const query = new URLSearchParams({ ...valid, [name]: value });
		const { status, body } = await sendRequest(`${hosts.authorizationUrl}?${query.toString()}`);
		expect(status).toBe(400);
		expect(body).toMatchObject({ type: 'VALIDATION', detail: [{ field: [name] }] });
	});
});

describe('POST /oauth/token', () => {
	it('exchanges a code once, for a token that is valid for two hours', async () => {
		const simulator = await startTestSimulator();
		const code = (await authorize(simulator)).searchParams.get('code') ?? '';
		const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri };
		const first = await requestTokens(simulator, fields);
		expect(first.status).toBe(200);
		expect(first.body).toEqual({
			access_token: expect.any(String),
			token_type: 'Bearer',
			expires_in: 7200,
			refresh_token: expect.any(String),
		});
		expect(await requestTokens(simulator, fields)).toMatchObject({
			status: 400,
			body: { error: 'invalid_grant' },
		});
	});

	it('rejects a code after ten minutes, and with another redirect URI', async () => {
		const simulator = await startTestSimulator();
		const codeOf = async () => (await authorize(simulator)).searchParams.get('code') ?? '';
		const grant = { grant_type: 'authorization_code', redirect_uri: redirectUri };
		const elsewhere = { ...grant, code: await codeOf(), redirect_uri: 'http://127.0.0.1/other' };
		expect((await requestTokens(simulator, elsewhere)).body).toMatchObject({
			error: 'invalid_grant',
		});
		const code = await codeOf();
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + 600_001);
		expect((await requestTokens(simulator, { ...grant, code })).body).toMatchObject({
			error: 'invalid_grant',
		});
	});

	it.each([
		['no client credentials', {}, {}, 401, 'invalid_client'],
		[
			'a wrong secret',
			{},
			{ authorization: basic(credentials.oAuth2ClientId, 'x') },
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
	])('rejects %s', async (_what, fields, headers, status, error) => {
		const simulator = await startTestSimulator();
		const response = await requestTokens(
			simulator,
			{ grant_type: 'refresh_token', ...fields },
			headers,
		);
		expect(response.status).toBe(status);
		expect(response.body).toEqual({ error, error_description: expect.any(String) });
	});

	it('rejects a Basic header without a colon', async () => {
		const simulator = await startTestSimulator({ oAuth2ClientId: 'abc', clientSecret: 'abcx' });
		const authorization = `Basic ${Buffer.from('abcx').toString('base64')}`;
		const response = await requestTokens(simulator, {}, { authorization });
		expect(response).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
	});

	it('replaces a refresh token that was used: the old one expires a minute later, the new one does not', async () => {
		const simulator = await startTestSimulator({ timeScale: 0.01 });
		const now = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		const refresh = async (refreshToken: string) =>
			await requestTokens(simulator, { grant_type: 'refresh_token', refresh_token: refreshToken });
		const first = await exchange(simulator);
		const second = await refresh(first.refreshToken);
		expect(second.status).toBe(200);
		expect(second.refreshToken).not.toBe(first.refreshToken);
		expect(second.accessToken).not.toBe(first.accessToken);
		// The time scale makes the minute 0.6 seconds, in which the old token can still be used.
		clock.mockReturnValue(now + 599);
		expect((await refresh(first.refreshToken)).status).toBe(200);
		clock.mockReturnValue(now + 600);
		expect((await refresh(first.refreshToken)).status).toBe(400);
		expect((await refresh(second.refreshToken)).status).toBe(200);
		simulator.grants.revokeAll();
		expect((await refresh(second.refreshToken)).body).toMatchObject({ error: 'invalid_grant' });
	});
});

describe('per-vehicle token', () => {
	it('works only for the vehicles of the owner, in the requested mode, with the granted permissions', async () => {
		const simulator = await startTestSimulator();
		const { hosts, fleet } = simulator;
		const { accessToken } = await exchange(simulator);
		const url = `${hosts.vehicleDataUrl}/v2.0`;
		const own = { token: accessToken };
		const [first, second, other] = [
			entryAt(fleet.vehicles, 0),
			entryAt(fleet.vehicles, 1),
			entryAt(fleet.vehicles, 2),
		];
		expect((await sendRequest(`${url}/vehicles`, own)).body).toMatchObject({
			vehicles: [first.id, second.id],
		});
		expect((await sendRequest(`${url}/user`, own)).body).toEqual({
			id: entryAt(fleet.users, 0).id,
		});
		expect((await sendRequest(`${url}/vehicles/${second.id}/tires/pressure`, own)).status).toBe(
			200,
		);
		expect((await sendRequest(`${url}/vehicles/${second.id}/permissions`, own)).body).toMatchObject(
			{
				permissions: ['read_tires', 'read_odometer'],
			},
		);
		expect((await sendRequest(`${url}/vehicles/${second.id}/vin`, own)).body).toMatchObject({
			type: 'PERMISSION',
		});
		expect((await sendRequest(`${url}/vehicles/${other.id}/odometer`, own)).body).toMatchObject({
			type: 'PERMISSION',
		});
		expect((await sendRequest(`${hosts.signalsUrl}/connections`, own)).status).toBe(403);
	});

	it('depends on single_select, mode and scope of the authorization', async () => {
		const simulator = await startTestSimulator();
		const listVehicles = async (parameters: Record<string, string>) => {
			const { accessToken } = await exchange(simulator, parameters);
			return (
				await sendRequest(`${simulator.hosts.vehicleDataUrl}/v2.0/vehicles`, { token: accessToken })
			).body;
		};
		const [first, , , simulated] = simulator.fleet.vehicles;
		expect(await listVehicles({ single_select: 'true' })).toMatchObject({ vehicles: [first?.id] });
		expect(await listVehicles({ mode: 'simulated' })).toMatchObject({ vehicles: [simulated?.id] });
		expect(await listVehicles({ mode: 'test' })).toMatchObject({ vehicles: [simulated?.id] });
		const { accessToken } = await exchange(simulator, { scope: '' });
		const vin = `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles/${first?.id}/vin`;
		expect((await sendRequest(vin, { token: accessToken })).status).toBe(200);
	});

	it('is rejected after expireAll, and after its lifetime of two hours', async () => {
		const simulator = await startTestSimulator();
		const url = `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles`;
		const { accessToken, refreshToken } = await exchange(simulator);
		simulator.tokens.expireAll();
		expect((await sendRequest(url, { token: accessToken })).status).toBe(401);
		const refreshed = await requestTokens(simulator, {
			grant_type: 'refresh_token',
			refresh_token: refreshToken,
		});
		expect((await sendRequest(url, { token: refreshed.accessToken })).status).toBe(200);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockReturnValue(now + 7_200_001);
		expect((await sendRequest(url, { token: refreshed.accessToken })).status).toBe(401);
	});

	it('lists no vehicles once they are disconnected', async () => {
		const simulator = await startTestSimulator();
		const { accessToken } = await exchange(simulator);
		simulator.fleet.disconnect([...simulator.fleet.connections]);
		const url = `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles`;
		expect((await sendRequest(url, { token: accessToken })).body).toMatchObject({ vehicles: [] });
	});
});
