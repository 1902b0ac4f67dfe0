import { APPLICATION, locator, runSmartcar, tokenApi, useNock, vehicleApi } from './smartcar';
import { tires } from './resources';

useNock();

const TIRES = '/v2.0/vehicles/v1/tires/pressure';
const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId: locator('={{ $json.vehicle }}'),
};
const items = [{ vehicle: 'v1' }];
const form = { grant_type: 'client_credentials', client_id: 'client_1', client_secret: 'secret' };
const issued = { access_token: 'new', token_type: 'Bearer', expires_in: 3600 };

test('an expired token is renewed once and the request sent again', async () => {
	const scopes = [
		vehicleApi()
			.get(TIRES)
			.matchHeader('authorization', 'Bearer old')
			.reply(401, { type: 'AUTHENTICATION' }),
		tokenApi()
			.post('/oauth2/token', form)
			.matchHeader('content-type', /x-www-form-urlencoded/)
			.reply(200, issued),
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer new').reply(200, tires()),
	];
	const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: 'old' } };
	const { json, harness } = await runSmartcar(parameters, { secrets, items });
	expect(json).toEqual([{ ...tires(), unit: 'kPa', vehicleId: 'v1' }]);
	expect(harness.secrets.smartcarApplicationApi?.accessToken).toBe('new');
	expect(scopes.map((scope) => scope.isDone())).toEqual([true, true, true]);
});

test('gets a token first if there is none, with trimmed values', async () => {
	const scopes = [
		tokenApi().post('/oauth2/token', form).reply(200, issued),
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer new').reply(200, tires()),
	];
	const secrets = {
		smartcarApplicationApi: { clientId: ' client_1\n', clientSecret: '\tsecret ' },
	};
	const { json } = await runSmartcar(parameters, { secrets, items });
	expect(json).toHaveLength(1);
	expect(scopes.map((scope) => scope.isDone())).toEqual([true, true]);
});

test('many items with a missing token send one token request', async () => {
	const exchange = tokenApi().post('/oauth2/token').once().reply(200, issued);
	for (let car = 1; car <= 6; car++) {
		const path = `/v2.0/vehicles/v${car}/tires/pressure`;
		vehicleApi().get(path).matchHeader('authorization', 'Bearer new').reply(200, tires());
	}
	const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: '' } };
	const cars = [1, 2, 3, 4, 5, 6].map((car) => ({ vehicle: `v${car}` }));
	const { json } = await runSmartcar(parameters, { secrets, items: cars });
	expect(json.map(({ vehicleId }) => vehicleId)).toEqual(['v1', 'v2', 'v3', 'v4', 'v5', 'v6']);
	expect(exchange.isDone()).toBe(true);
});

test.each([
	[
		400,
		{ error: 'invalid_request' },
		/^Smartcar did not accept the client ID and client secret \(invalid_request\)/,
	],
	[
		401,
		{ error: 'invalid_client', error_description: 'Unknown client.' },
		/^Smartcar did not accept the client ID and client secret \(invalid_client: Unknown client\)\. Check that 'Client ID' is not the Application ID/,
	],
	[
		503,
		'<html></html>',
		/^The token endpoint https:\/\/iam\.smartcar\.com\/oauth2\/token answered HTTP 503/,
	],
	[200, '<html></html>', /answered HTTP 200 without an access token$/],
])(
	'explains a token endpoint that responds with %i, after one request',
	async (status, body, message) => {
		const exchange = tokenApi().post('/oauth2/token').once().reply(status, body);
		const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: '' } };
		const { error } = await runSmartcar(parameters, { secrets, items });
		expect(error?.message).toMatch(message);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(exchange.isDone()).toBe(true);
	},
);

test('explains that a UUID is probably the Application ID', async () => {
	tokenApi().post('/oauth2/token').reply(401, { error: 'invalid_client' });
	const clientId = '6b1f0c52-0000-4000-8000-000000000001';
	const secrets = { smartcarApplicationApi: { clientId, clientSecret: 'secret' } };
	const { error } = await runSmartcar(parameters, { secrets, items });
	expect(error?.message).toContain(
		"The 'Client ID' in this credential looks like the Application ID",
	);
	expect(error).toMatchObject({ failure: { cause: 'credential-invalid' } });
});

test('a renewed token that is rejected too is an error with advice', async () => {
	vehicleApi()
		.get(TIRES)
		.twice()
		.reply(401, { type: 'AUTHENTICATION', description: 'The token is not valid.' });
	tokenApi().post('/oauth2/token').reply(200, issued);
	const { error } = await runSmartcar(parameters, { items });
	expect(error).toMatchObject({
		message: 'The token is not valid (AUTHENTICATION, HTTP 401)',
		description: expect.stringContaining("Set 'API Version' to Version 3"),
		failure: { cause: 'credential-invalid' },
	});
});

test('sends an access token without the whitespace around it', async () => {
	const request = vehicleApi()
		.get(TIRES)
		.matchHeader('authorization', 'Bearer mine')
		.reply(200, tires());
	const secrets = { smartcarAccessTokenApi: { accessToken: ' mine\n' } };
	const { json } = await runSmartcar(
		{ ...parameters, authentication: 'accessTokenApi' },
		{ secrets, items },
	);
	expect(json).toHaveLength(1);
	expect(request.isDone()).toBe(true);
});

test('explains another value in place of an access token, after one request', async () => {
	const request = vehicleApi().get(TIRES).once().reply(401, { type: 'AUTHENTICATION' });
	const secrets = { smartcarAccessTokenApi: { accessToken: 'client_01abc' } };
	const { error } = await runSmartcar(
		{ ...parameters, authentication: 'accessTokenApi' },
		{ secrets, items },
	);
	expect(error).toMatchObject({
		name: 'NodeApiError',
		message: expect.stringContaining(
			"The 'Access Token' in this credential looks like the client ID",
		),
		failure: { cause: 'credential-invalid' },
		context: { itemIndex: 0 },
	});
	expect(request.isDone()).toBe(true);
});
