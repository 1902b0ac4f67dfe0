import nock from 'nock';
import { UNREACHABLE_URI } from '../../support/simulatedFleet';
import { createHarness } from '../support/harness';
import {
	APPLICATION,
	checkCredential,
	signalsApi,
	tokenApi,
	useNock,
	vehicleApi,
} from './runSmartcar';

useNock();

const UUID = '6b1f0c52-0000-4000-8000-000000000001';
const JWT = 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl';

const LIST = { data: [], links: {}, meta: {} };

describe('Smartcar Application API', () => {
	test('exchanges the secret and lists one connection', async () => {
		const exchange = tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		const list = signalsApi()
			.get('/connections')
			.query({ 'page[size]': '1' })
			.matchHeader('authorization', 'Bearer fresh')
			.reply(200, LIST);
		expect(await checkCredential('smartcarApplicationApi', APPLICATION)).toBeUndefined();
		expect([exchange.isDone(), list.isDone()]).toEqual([true, true]);
	});

	test.each([403, 404, 503])('names the token endpoint that answers %i', async (status) => {
		tokenApi().post('/oauth2/token').reply(status, {});
		// Another client ID in each test, because the credential reuses a token that it has just got.
		const values = { ...APPLICATION, clientId: `client_of_${status}` };
		expect(await checkCredential('smartcarApplicationApi', values)).toBe(
			`The token endpoint https://iam.smartcar.com/oauth2/token answered HTTP ${status} without an access token`,
		);
	});

	test.each([
		[401, /^Smartcar issued an access token, but the vehicle API does not accept it\./],
		[403, /^The application has no permission to list its connections\.$/],
	])('explains the status %i for a token that was just issued', async (status, message) => {
		tokenApi().post('/oauth2/token').times(2).reply(200, { access_token: 'fresh' });
		signalsApi().get('/connections').query(true).times(2).reply(status, {});
		const values = { ...APPLICATION, clientId: `client_${status}` };
		expect(await checkCredential('smartcarApplicationApi', values)).toMatch(message);
	});

	test('names the token endpoint that cannot be reached', async () => {
		const tokenUrl = `${UNREACHABLE_URI}/oauth2/token`;
		nock.enableNetConnect('127.0.0.1');
		const values = { ...APPLICATION, customHosts: true, tokenUrl };
		const result = await checkCredential('smartcarApplicationApi', values);
		nock.disableNetConnect();
		expect(result).toBe(
			`The token endpoint ${tokenUrl} could not be reached: the connection was refused`,
		);
	});

	test('names a token URL without https:// or http://', async () => {
		const values = { ...APPLICATION, customHosts: true, tokenUrl: 'localhost:4010/oauth2/token' };
		expect(await checkCredential('smartcarApplicationApi', values)).toBe(
			"'Token URL' in the Smartcar credential cannot be used as a URL",
		);
	});

	test('suggests the probable mistake', async () => {
		tokenApi().post('/oauth2/token').reply(401, { error: 'invalid_client' });
		// Not the secret of other tests, because the credential keeps a rejection for some seconds.
		const values = { ...APPLICATION, clientSecret: 'deleted' };
		expect(await checkCredential('smartcarApplicationApi', values)).toMatch(
			/the secret may have been deleted .* 'Client ID' is not the Application ID/,
		);
	});

	test.each([
		[
			'an Application ID',
			UUID,
			'secret',
			"The 'Client ID' in this credential looks like the Application ID",
		],
		['swapped values', 'secret', 'client_1', 'are probably swapped'],
		['the same value twice', 'client_1', 'client_1', 'hold the same value'],
		[
			'a secret that the dashboard hides',
			'client_1',
			'••••••••',
			"The 'Client Secret' in this credential is a row of dots",
		],
	])('recognizes %s', async (_what, clientId, clientSecret, message) => {
		tokenApi().post('/oauth2/token').reply(401, { error: 'invalid_client' });

		const result = await checkCredential('smartcarApplicationApi', { clientId, clientSecret });

		expect(result).toContain(message);
		for (const value of [UUID, '••••']) expect(result).not.toContain(value);
	});

	test('uses the custom hosts, and keeps a slash at the end only of the token URL', async () => {
		const server = nock('http://localhost:4010')
			.post('/oauth2/token/')
			.reply(200, { access_token: 'fresh' })
			.get('/v3/connections')
			.query({ 'page[size]': '1' })
			.reply(200, LIST);
		const customHosts = {
			customHosts: true,
			tokenUrl: 'http://localhost:4010/oauth2/token/',
			signalsUrl: ' http://localhost:4010/v3// ',
		};
		expect(
			await checkCredential('smartcarApplicationApi', { ...APPLICATION, ...customHosts }),
		).toBeUndefined();
		expect(server.isDone()).toBe(true);
	});

	test('uses the public hosts while Custom Hosts is off', async () => {
		tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		const list = signalsApi().get('/connections').query(true).reply(200, LIST);
		const off = { customHosts: false, signalsUrl: 'http://localhost:4010/v3' };
		expect(
			await checkCredential('smartcarApplicationApi', { ...APPLICATION, ...off }),
		).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});
});

describe('Smartcar Access Token API', () => {
	test('lists one connection with an application token', async () => {
		const list = signalsApi()
			.get('/connections')
			.query({ 'page[size]': '1' })
			.matchHeader('authorization', 'Bearer mine')
			.reply(200, LIST);
		expect(
			await checkCredential('smartcarAccessTokenApi', { accessToken: 'mine ' }),
		).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test('reads the user with a vehicle token', async () => {
		const user = vehicleApi()
			.get('/v2.0/user')
			.matchHeader('authorization', 'Bearer mine')
			.reply(200, { id: 'u1' });
		const values = { accessToken: 'mine', bearerType: 'vehicle' };
		expect(await checkCredential('smartcarAccessTokenApi', values)).toBeUndefined();
		expect(user.isDone()).toBe(true);
	});

	test('uses the custom host', async () => {
		const server = nock('http://localhost:4010').get('/v2.0/user').reply(200, { id: 'u1' });
		const hosts = { customHosts: true, vehicleDataUrl: 'http://localhost:4010/' };
		const values = { accessToken: 'mine', bearerType: 'vehicle', ...hosts };
		expect(await checkCredential('smartcarAccessTokenApi', values)).toBeUndefined();
		expect(server.isDone()).toBe(true);
	});

	test('explains a rejected token', async () => {
		signalsApi().get('/connections').query(true).times(2).reply(401, {});
		const result = await checkCredential('smartcarAccessTokenApi', { accessToken: 'mine' });
		expect(result).toMatch(
			/it has expired, belongs to the other 'Token Type', or is another value/,
		);
	});
});

describe('Smartcar Access Token API when v2.0 no longer exists', () => {
	test.each([404, 410])('names the date on which v2.0 ends (%i)', async (status) => {
		vehicleApi().get('/v2.0/user').reply(status, '<html>', { 'content-type': 'text/html' });
		const result = await checkCredential('smartcarAccessTokenApi', {
			accessToken: 'mine',
			bearerType: 'vehicle',
		});
		expect(result).toMatch(
			/the v2\.0 API is available only until December 1, 2026.*Smartcar Application API/,
		);
	});
});

describe('Smartcar Access Token API with another value', () => {
	const rejectOnce = () => signalsApi().get('/connections').query(true).once().reply(401, {});

	test.each([
		[
			'a client ID',
			'client_01abc',
			"looks like the client ID, which usually begins with 'client_'",
		],
		['an Application ID', `app_${UUID}`, 'looks like the Application ID'],
		['a header', 'Bearer abc', "begins with 'Bearer' or 'Basic'"],
	])('recognizes %s after Smartcar has rejected it', async (_what, accessToken, message) => {
		const request = rejectOnce();

		const result = await checkCredential('smartcarAccessTokenApi', { accessToken });

		expect(result).toContain(
			`Smartcar does not accept the access token. The 'Access Token' in this credential ${message}`,
		);
		expect(result).not.toContain(accessToken);
		expect(request.isDone()).toBe(true);
	});

	test.each([
		['dots', '••••••••', 'is a row of dots'],
		['two lines', 'abc\ndef', 'has a space or a line break inside'],
		[
			'characters that no token can have',
			'Škoda',
			'contains characters that no token can contain: copy the token again',
		],
		['only blanks', ' ', "'Access Token' in the Smartcar credential is empty"],
	])('rejects %s without a request', async (_what, accessToken, message) => {
		expect(await checkCredential('smartcarAccessTokenApi', { accessToken })).toContain(message);
	});

	test('says nothing about an Application ID if the token can be one of a vehicle, a UUID', async () => {
		const request = signalsApi().get('/connections').query(true).twice().reply(401, {});

		const result = await checkCredential('smartcarAccessTokenApi', { accessToken: UUID });

		expect(result).toContain('has expired');
		expect(result).toContain('such as the Application ID');
		expect(request.isDone()).toBe(true);
	});

	test('accepts any value that Smartcar accepts', async () => {
		signalsApi()
			.get('/connections')
			.query(true)
			.matchHeader('authorization', `Bearer ${UUID}`)
			.reply(200, LIST);
		expect(await checkCredential('smartcarAccessTokenApi', { accessToken: UUID })).toBeUndefined();
	});
});

describe('Smartcar Webhook API', () => {
	const values = { applicationManagementToken: 'amt\n' };
	const management = () =>
		nock('https://management.smartcar.com')
			.get('/v2.0/management/connections')
			.query({ limit: '1' });

	test('lists one connection of the v2.0 management API', async () => {
		const list = management()
			.basicAuth({ user: 'default', pass: 'amt' })
			.reply(200, { connections: [] });
		expect(await checkCredential('smartcarWebhookApi', values)).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test('uses the custom host', async () => {
		const list = nock('http://localhost:4010')
			.get('/v2.0/management/connections')
			.query({ limit: '1' })
			.reply(200, {});
		const hosts = { customHosts: true, legacyManagementUrl: 'http://localhost:4010/v2.0/' };
		expect(await checkCredential('smartcarWebhookApi', { ...values, ...hosts })).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test.each([
		['a client ID', 'client_01abc', 'looks like the client ID'],
		['an Application ID', UUID, 'looks like the Application ID'],
		['an access token', JWT, 'looks like an access token'],
	])('recognizes %s', async (_what, applicationManagementToken, message) => {
		management().once().reply(401, {});

		const result = await checkCredential('smartcarWebhookApi', { applicationManagementToken });

		expect(result).toContain(`The 'Application Management Token' in this credential ${message}`);
		expect(result).not.toContain(applicationManagementToken);
	});

	test('sends no request with an empty token', async () => {
		expect(
			await checkCredential('smartcarWebhookApi', { applicationManagementToken: ' ' }),
		).toContain('is empty');
	});

	test.each([
		[401, /does not accept the Application Management Token/],
		[403, /has no permission/],
		[503, /503/],
	])('explains the status %i', async (status, message) => {
		management().times(2).reply(status, {});
		expect(await checkCredential('smartcarWebhookApi', values)).toMatch(message);
	});

	test.each([404, 410])(
		'accepts any token if the endpoint no longer exists (%i)',
		async (status) => {
			management().reply(status, '<html>Gone</html>', { 'content-type': 'text/html' });
			expect(await checkCredential('smartcarWebhookApi', values)).toBeUndefined();
		},
	);

	test('a notice says until when the test proves anything, and what to do then', async () => {
		const { loader } = await createHarness({});
		const { properties } = loader.getCredential('smartcarWebhookApi').type;
		const notices = properties.filter(({ type }) => type === 'notice');
		expect(notices.map(({ displayName }) => displayName)).toEqual([
			expect.stringMatching(
				/until December 1, 2026.* verify the webhook in the Smartcar dashboard/,
			),
		]);
	});
});
