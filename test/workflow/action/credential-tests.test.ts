import nock from 'nock';
import { createHarness } from '../support/harness';
import { testCredential } from '../support/credential-test';
import type { Secrets } from '../support/credentials';
import { APPLICATION, PACKAGE, signalsApi, tokenApi, useNock, vehicleApi } from './smartcar';

useNock();

const check = async (type: string, values: Secrets[string]) =>
	await testCredential(await createHarness(PACKAGE, { [type]: values }), type);

const LIST = { data: [], links: {}, meta: {} };

describe('Smartcar Application API', () => {
	test('exchanges the secret and lists one connection', async () => {
		const exchange = tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		const list = signalsApi()
			.get('/connections')
			.query({ 'page[size]': '1' })
			.matchHeader('authorization', 'Bearer fresh')
			.reply(200, LIST);
		expect(await check('smartcarApplicationApi', APPLICATION)).toBeUndefined();
		expect([exchange.isDone(), list.isDone()]).toEqual([true, true]);
	});

	test('says which value is probably wrong', async () => {
		tokenApi().post('/oauth2/token').reply(401, { error: 'invalid_client' });
		expect(await check('smartcarApplicationApi', APPLICATION)).toMatch(
			/Check that 'Client ID' is not the Application ID/,
		);
	});

	test('calls the custom hosts, with or without slashes at their end', async () => {
		const server = nock('http://localhost:4010')
			.post('/oauth2/token')
			.reply(200, { access_token: 'fresh' })
			.get('/v3/connections')
			.query({ 'page[size]': '1' })
			.reply(200, LIST);
		const customHosts = {
			customHosts: true,
			tokenUrl: 'http://localhost:4010/oauth2/token/',
			signalsUrl: ' http://localhost:4010/v3// ',
		};
		expect(await check('smartcarApplicationApi', { ...APPLICATION, ...customHosts })).toBeUndefined();
		expect(server.isDone()).toBe(true);
	});

	test('leaves the hosts alone while the switch is off', async () => {
		tokenApi().post('/oauth2/token').reply(200, { access_token: 'fresh' });
		const list = signalsApi().get('/connections').query(true).reply(200, LIST);
		const off = { customHosts: false, signalsUrl: 'http://localhost:4010/v3' };
		expect(await check('smartcarApplicationApi', { ...APPLICATION, ...off })).toBeUndefined();
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
		expect(await check('smartcarAccessTokenApi', { accessToken: 'mine ' })).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test('reads the user with a vehicle token', async () => {
		const user = vehicleApi()
			.get('/v2.0/user')
			.matchHeader('authorization', 'Bearer mine')
			.reply(200, { id: 'u1' });
		const values = { accessToken: 'mine', bearerType: 'vehicle' };
		expect(await check('smartcarAccessTokenApi', values)).toBeUndefined();
		expect(user.isDone()).toBe(true);
	});

	test('calls the custom host', async () => {
		const server = nock('http://localhost:4010').get('/v2.0/user').reply(200, { id: 'u1' });
		const hosts = { customHosts: true, vehicleDataUrl: 'http://localhost:4010/' };
		const values = { accessToken: 'mine', bearerType: 'vehicle', ...hosts };
		expect(await check('smartcarAccessTokenApi', values)).toBeUndefined();
		expect(server.isDone()).toBe(true);
	});

	test('says what a refused token may be', async () => {
		signalsApi().get('/connections').query(true).times(2).reply(401, {});
		const message = await check('smartcarAccessTokenApi', { accessToken: 'mine' });
		expect(message).toMatch(/it has expired, belongs to the other 'Token Type', or is another value/);
	});
});

describe('Smartcar Webhook API', () => {
	const values = { applicationManagementToken: 'amt\n' };
	const management = () =>
		nock('https://management.smartcar.com').get('/v2.0/management/connections').query({ limit: '1' });

	test('lists one connection of the v2.0 management API', async () => {
		const list = management().basicAuth({ user: 'default', pass: 'amt' }).reply(200, { connections: [] });
		expect(await check('smartcarWebhookApi', values)).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test('calls the custom host', async () => {
		const list = nock('http://localhost:4010')
			.get('/v2.0/management/connections')
			.query({ limit: '1' })
			.reply(200, {});
		const hosts = { customHosts: true, legacyManagementUrl: 'http://localhost:4010/v2.0/' };
		expect(await check('smartcarWebhookApi', { ...values, ...hosts })).toBeUndefined();
		expect(list.isDone()).toBe(true);
	});

	test.each([
		[401, /does not accept the Application Management Token/],
		[404, /uses the v2\.0 management API, which Smartcar ends/],
		[410, /The token can be right all the same/],
	])('explains a %i', async (status, message) => {
		management().times(2).reply(status, {});
		expect(await check('smartcarWebhookApi', values)).toMatch(message);
	});
});
