import { createServer } from 'node:http';
import { inspect } from 'node:util';
import nock from 'nock';
import {
	APPLICATION,
	locator,
	runSmartcar,
	signalsApi,
	tokenApi,
	useNock,
	vehicleApi,
} from './runSmartcar';
import { listenLocally } from '../../support/listenLocally';
import { UNREACHABLE_URI } from '../../support/simulatedFleet';
import { execution, tires } from './smartcarResponses';
import { timedReplies } from './timedReplies';

useNock();

const TIRES = '/v2.0/vehicles/v1/tires/pressure';
const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId: locator('={{ $json.vehicle }}'),
};
const items = [{ vehicle: 'v1' }];
const tokenRequest = {
	grant_type: 'client_credentials',
	client_id: 'client_1',
	client_secret: 'secret',
};
const newToken = { access_token: 'new', token_type: 'Bearer', expires_in: 3600 };

test('an expired token is renewed once, and the request is sent again', async () => {
	const scopes = [
		vehicleApi()
			.get(TIRES)
			.matchHeader('authorization', 'Bearer old')
			.reply(401, { type: 'AUTHENTICATION' }),
		tokenApi()
			.post('/oauth2/token', tokenRequest)
			.matchHeader('content-type', /x-www-form-urlencoded/)
			.reply(200, newToken),
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer new').reply(200, tires()),
	];
	const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: 'old' } };
	const { json, harness } = await runSmartcar(parameters, { secrets, items });
	expect(json).toEqual([{ ...tires(), unit: 'kPa', vehicleId: 'v1' }]);
	expect(harness.secrets.smartcarApplicationApi?.accessToken).toMatch(/^new /);
	expect(scopes.map((scope) => scope.isDone())).toEqual([true, true, true]);
});

test('a command is sent again with a new token, because the one with the expired token was not executed', async () => {
	const body = { data: { attributes: { percent: 80 } } };
	const post = (token: string) =>
		signalsApi()
			.post('/vehicles/v1/commands/charge/set-limit', body)
			.matchHeader('authorization', `Bearer ${token}`)
			.once();
	const scopes = [
		post('old').reply(401, { errors: [{ status: '401', type: 'AUTHENTICATION' }] }),
		tokenApi()
			.post('/oauth2/token', /client_of_command/)
			.reply(200, newToken),
		post('new').reply(200, execution()),
	];
	const secrets = {
		smartcarApplicationApi: {
			...APPLICATION,
			clientId: 'client_of_command',
			accessToken: 'old',
		},
	};
	const { json } = await runSmartcar(
		{
			resource: 'command',
			operation: 'setChargeLimit',
			vehicleId: locator('v1'),
			percent: 80,
			options: { userId: locator('u1') },
		},
		{ secrets },
	);
	expect(json).toMatchObject([{ status: 'SUCCESS' }]);
	expect(scopes.map((scope) => scope.isDone())).toEqual([true, true, true]);
});

test('each item is sent with the token of its own application if the credential has an expression', async () => {
	const applications = [
		{ client: 'client_a', vehicle: 'v1' },
		{ client: 'client_b', vehicle: 'v2' },
	];
	for (const { client, vehicle } of applications) {
		tokenApi()
			.post('/oauth2/token', new RegExp(client))
			.reply(200, { ...newToken, access_token: `token-of-${client}` });
		vehicleApi()
			.get(`/v2.0/vehicles/${vehicle}/tires/pressure`)
			.matchHeader('authorization', `Bearer token-of-${client}`)
			.reply(200, tires());
	}
	const secrets = {
		smartcarApplicationApi: { ...APPLICATION, clientId: '={{ $json.client }}', accessToken: '' },
	};
	const { json, error } = await runSmartcar(parameters, { secrets, items: applications });
	expect(error).toBeUndefined();
	expect(json.map(({ vehicleId }) => vehicleId)).toEqual(['v1', 'v2']);
});

test('requests a token with trimmed values if there is none', async () => {
	const scopes = [
		tokenApi().post('/oauth2/token', tokenRequest).reply(200, newToken),
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer new').reply(200, tires()),
	];
	const secrets = {
		smartcarApplicationApi: { clientId: ' client_1\n', clientSecret: '\tsecret ' },
	};
	const { json } = await runSmartcar(parameters, { secrets, items });
	expect(json).toHaveLength(1);
	expect(scopes.map((scope) => scope.isDone())).toEqual([true, true]);
});

test.each([
	['another application', 'client_2'],
	['the same application, with another secret', APPLICATION.clientId],
])(
	'the stored token is not sent if an expression in the credential selects %s',
	async (_what, clientId) => {
		const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: '' } };
		tokenApi().post('/oauth2/token').reply(200, { access_token: 'first' });
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer first').reply(200, tires());
		const { harness } = await runSmartcar(parameters, { secrets, items });
		const storedCredential = harness.secrets.smartcarApplicationApi;
		const otherCredential = { ...storedCredential, clientId, clientSecret: 'other' };
		const sentTokens: unknown[] = [];
		vehicleApi()
			.get(TIRES)
			.reply(function reply() {
				sentTokens.push(this.req.headers.authorization);
				return [200, tires()];
			});
		tokenApi().post('/oauth2/token', /other/).reply(200, { access_token: 'second' });
		const { json } = await runSmartcar(parameters, {
			secrets: { smartcarApplicationApi: otherCredential },
			items,
		});
		expect(json).toHaveLength(1);
		expect(sentTokens).toEqual(['Bearer second']);
	},
);

test('items of an application to which the stored token does not belong share one token request', async () => {
	const secrets = { smartcarApplicationApi: { ...APPLICATION, accessToken: '' } };
	tokenApi().post('/oauth2/token').reply(200, { access_token: 'of-one' });
	vehicleApi().get(TIRES).times(3).reply(200, tires());
	const { harness } = await runSmartcar(parameters, { secrets, items });
	const storedCredential = harness.secrets.smartcarApplicationApi;
	// Each run starts with the token of the first application, as if an item of that had renewed it.
	const otherCredential = { ...storedCredential, clientId: 'client_of_another' };
	const exchange = tokenApi()
		.post('/oauth2/token')
		.once()
		.reply(200, { access_token: 'of-another' });
	for (let run = 0; run < 2; run++) {
		const smartcarApplicationApi = { ...otherCredential };
		const { json } = await runSmartcar(parameters, { secrets: { smartcarApplicationApi }, items });
		expect(json).toHaveLength(1);
	}
	expect(exchange.isDone()).toBe(true);
});

test('many items with a missing token send one token request', async () => {
	const exchange = tokenApi().post('/oauth2/token').once().reply(200, newToken);
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
		/^Smartcar did not accept the client ID and client secret \(invalid_client: Unknown client\)\. If they worked before, the secret may have been deleted/,
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
		// A secret of its own, because the credential keeps a rejection for some seconds.
		const clientSecret = `secret-${status}`;
		const secrets = { smartcarApplicationApi: { ...APPLICATION, clientSecret, accessToken: '' } };
		const withoutRetries = { ...parameters, options: { maxRetryWait: 0 } };
		const { error } = await runSmartcar(withoutRetries, { secrets, items });
		expect(error?.message).toMatch(message);
		expect(error).toMatchObject({ name: 'NodeApiError', context: { itemIndex: 0 } });
		expect(exchange.isDone()).toBe(true);
	},
);

test('many items with a rejected secret send one token request', async () => {
	let exchanges = 0;
	tokenApi()
		.post('/oauth2/token')
		.times(50)
		.reply(401, () => {
			exchanges++;
			return { error: 'invalid_client' };
		});
	const { json } = await runSmartcar(parameters, {
		secrets: { smartcarApplicationApi: { clientId: 'client_1', clientSecret: 'deleted' } },
		items: Array.from({ length: 50 }, (_, car) => ({ vehicle: `v${car}` })),
		node: { onError: 'continueRegularOutput' },
	});
	expect(json).toHaveLength(50);
	expect(new Set(json.map(({ errorCode }) => errorCode))).toEqual(new Set(['invalid_client']));
	expect(exchanges).toBe(1);
});

test.each([
	['seconds', 'limited', () => '3600'],
	['a date', 'limited-to-date', () => new Date(Date.now() + 3_600_000).toUTCString()],
])(
	'many items send one token request if the token endpoint asks to wait for long: %s',
	async (_format, clientSecret, retryAfter) => {
		let exchanges = 0;
		tokenApi()
			.post('/oauth2/token')
			.times(50)
			.reply(
				429,
				() => {
					exchanges++;
					return {};
				},
				{ 'Retry-After': retryAfter() },
			);
		const { json } = await runSmartcar(parameters, {
			secrets: { smartcarApplicationApi: { clientId: 'client_1', clientSecret } },
			items: Array.from({ length: 50 }, (_, car) => ({ vehicle: `v${car}` })),
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toHaveLength(50);
		for (const item of json) {
			expect(item.retryAfter).toBeGreaterThan(3500);
			expect(item.retryAfter).toBeLessThanOrEqual(3600);
		}
		expect(exchanges).toBe(1);
	},
);

test('a token that expires during a run is renewed once', async () => {
	const cars = Array.from({ length: 12 }, (_, index) => ({ vehicle: `v${index}` }));
	const expired = { type: 'AUTHENTICATION' };
	for (const [index, { vehicle }] of cars.entries()) {
		const get = (token: string) =>
			vehicleApi()
				.get(`/v2.0/vehicles/${vehicle}/tires/pressure`)
				.matchHeader('authorization', `Bearer ${token}`);
		// The first item still gets its data. Some of the others get their 401 after the renewal.
		if (index === 0) get('mid-run').reply(200, tires());
		else
			get('mid-run')
				.delay(index % 2 === 0 ? 200 : 0)
				.reply(401, expired);
		get('new').reply(200, tires());
	}
	let exchanges = 0;
	tokenApi()
		.post('/oauth2/token')
		.times(cars.length)
		.reply(200, () => {
			exchanges++;
			return newToken;
		});
	const { json, error } = await runSmartcar(
		{ ...parameters, options: { concurrentRequests: 10 } },
		{
			secrets: { smartcarApplicationApi: { ...APPLICATION, accessToken: 'mid-run' } },
			items: cars,
		},
	);
	expect(error).toBeUndefined();
	expect(json).toHaveLength(12);
	expect(exchanges).toBe(1);
});

test.each([
	['a stored token', 'good', 1],
	['the first token, which may have been revoked', '', 2],
])(
	'a token that is rejected although it is new is not renewed for each item: %s',
	async (_what, accessToken, expected) => {
		const cars = Array.from({ length: 20 }, (_, index) => ({ vehicle: `v${index}` }));
		const rejected = vehicleApi().get(/tires/).times(100).reply(401, { type: 'AUTHENTICATION' });
		let exchanges = 0;
		tokenApi()
			.post('/oauth2/token')
			.times(cars.length + 1)
			.reply(200, () => ({ ...newToken, access_token: `new-${++exchanges}` }));
		const { json } = await runSmartcar(parameters, {
			secrets: {
				smartcarApplicationApi: {
					...APPLICATION,
					clientId: `client_v2${accessToken}`,
					accessToken,
				},
			},
			items: cars,
			node: { onError: 'continueRegularOutput' },
		});
		expect(rejected.isDone()).toBe(false);
		expect(json.map(({ httpStatus }) => httpStatus)).toEqual(cars.map(() => 401));
		expect(exchanges).toBe(expected);
	},
);

describe('a token endpoint that fails temporarily', () => {
	const secrets = () => ({ smartcarApplicationApi: { ...APPLICATION, accessToken: '' } });
	// Another secret in each test, because the credential keeps a rejection for some seconds.
	const secretsOf = (clientSecret: string) => ({
		smartcarApplicationApi: { ...APPLICATION, clientSecret, accessToken: '' },
	});
	const atTokenUrl = (tokenUrl: string) => ({
		smartcarApplicationApi: {
			clientId: 'client_1',
			clientSecret: 'not-for-logs',
			customHosts: true,
			tokenUrl,
		},
	});
	const exchange = () => tokenApi().post('/oauth2/token', tokenRequest);
	const tiresWithNewToken = () =>
		vehicleApi().get(TIRES).matchHeader('authorization', 'Bearer new').reply(200, tires());

	test.each([429, 503])(
		'gets a second request after %i and the time of Retry-After',
		async (status) => {
			const { reply, gapMs } = timedReplies();
			// Without Retry-After the node waits two seconds at most.
			exchange().reply(status, reply({}), { 'Retry-After': '3' });
			exchange().reply(200, reply(newToken));
			tiresWithNewToken();
			const { json, error } = await runSmartcar(parameters, { secrets: secrets(), items });
			expect(error).toBeUndefined();
			expect(json).toHaveLength(1);
			expect(gapMs()).toBeGreaterThanOrEqual(2_950);
		},
	);

	test('gets a second request after a closed connection', async () => {
		let requests = 0;
		const server = createServer((request, response) => {
			if (++requests === 1) request.socket.destroy();
			else response.setHeader('content-type', 'application/json').end(JSON.stringify(newToken));
		});
		nock.enableNetConnect('127.0.0.1');
		const url = await listenLocally(server);
		tiresWithNewToken();
		const { json } = await runSmartcar(parameters, {
			secrets: atTokenUrl(`${url}/oauth2/token`),
			items,
		});
		server.close();
		nock.disableNetConnect();
		expect(json).toHaveLength(1);
		expect(requests).toBe(2);
	});

	const unlock = {
		resource: 'command',
		operation: 'unlock',
		vehicleId: locator('v1'),
		options: { userId: locator('u1') },
	};

	test('delays a command until there is a token, and the command is sent once', async () => {
		exchange().reply(503, {}, { 'Retry-After': '0' });
		exchange().reply(200, newToken);
		signalsApi().post('/vehicles/v1/commands/security/unlock').once().reply(200, execution());
		const { json } = await runSmartcar(unlock, { secrets: secrets() });
		expect(json).toMatchObject([{ status: 'SUCCESS' }]);
	});

	test('gets no second request if Retry-After is longer than Max Retry Wait', async () => {
		tokenApi().post('/oauth2/token').once().reply(429, {}, { 'Retry-After': '7' });
		const { error } = await runSmartcar(
			{ ...parameters, options: { maxRetryWait: 5 } },
			{ secrets: secretsOf('wait-7'), items },
		);
		expect(error?.message).toMatch(/answered HTTP 429 without an access token$/);
	});

	test('gives the error item the status and the wait', async () => {
		tokenApi().post('/oauth2/token').once().reply(429, {}, { 'Retry-After': '3600' });
		const { json } = await runSmartcar(parameters, {
			secrets: secretsOf('wait-3600'),
			items,
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toMatchObject([{ httpStatus: 429, retryAfter: 3600 }]);
	});

	test('fails a command without the warning that it may have been executed', async () => {
		exchange().once().reply(503, {});
		const { json } = await runSmartcar(
			{ ...unlock, options: { ...unlock.options, maxRetryWait: 0 } },
			{ secrets: secrets(), node: { onError: 'continueRegularOutput' } },
		);
		expect(json).toMatchObject([{ httpStatus: 503 }]);
		expect(json[0]?.advice).toMatch(/^Try again later\. With 'Custom Hosts' on, .* credential\.$/);
	});

	test('gives an error without the client secret if it cannot be reached', async () => {
		const { error } = await runSmartcar(parameters, {
			secrets: atTokenUrl(`${UNREACHABLE_URI}/oauth2/token`),
			items,
		});
		expect(error?.message).toMatch(/^The token endpoint .* could not be reached: /);
		expect(inspect(error, { depth: null, showHidden: true })).not.toContain('not-for-logs');
	});

	test.each([
		['answers 503', 503, /^The token endpoint http:\/\/localhost:9\/token answered HTTP 503/],
		['cannot be reached', undefined, /^The token endpoint http:\/\/localhost:9\/token could not/],
	])(
		'gives an error without the password in the Token URL if it %s',
		async (_what, status, message) => {
			const request = nock('http://localhost:9').post('/token').query(true);
			if (status === undefined) request.replyWithError('refused');
			else request.reply(status, '');
			const { error } = await runSmartcar(
				{ ...parameters, options: { maxRetryWait: 0 } },
				{ secrets: atTokenUrl('http://proxy:not-for-logs@localhost:9/token?key=x'), items },
			);
			expect(error?.message).toMatch(message);
			expect(inspect(error, { depth: null, showHidden: true })).not.toContain('not-for-logs');
		},
	);
});

test('an error item has the status and the error code of a rejected client, after one request', async () => {
	const exchange = tokenApi()
		.post('/oauth2/token')
		.once()
		.reply(401, { error: 'invalid_client', error_description: 'Unknown client.' });
	const clientSecret = 'secret-of-unknown-client';
	const { json } = await runSmartcar(parameters, {
		secrets: { smartcarApplicationApi: { ...APPLICATION, clientSecret, accessToken: '' } },
		items,
		node: { onError: 'continueRegularOutput' },
	});
	expect(json).toMatchObject([
		{
			error: expect.stringContaining('(invalid_client: Unknown client)'),
			errorCode: 'invalid_client',
			httpStatus: 401,
			advice: expect.stringContaining('The Smartcar dashboard shows four values'),
		},
	]);
	expect(exchange.isDone()).toBe(true);
});

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

test('the error has advice if the renewed token is rejected too', async () => {
	// After the end of v2.0 each error has this advice.
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 30));
	vehicleApi()
		.get(TIRES)
		.twice()
		.reply(401, { type: 'AUTHENTICATION', description: 'The token is not valid.' });
	tokenApi().post('/oauth2/token').reply(200, newToken);
	const { error } = await runSmartcar(parameters, { items });
	clock.mockRestore();
	expect(error).toMatchObject({
		message: 'The token is not valid (AUTHENTICATION, HTTP 401)',
		description: expect.stringContaining("Set 'API Version' to 'Version 3'"),
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

test('sends the access token of each item if the credential has an expression', async () => {
	const vehicles = ['v1', 'v2'];
	for (const vehicle of vehicles)
		vehicleApi()
			.get(`/v2.0/vehicles/${vehicle}/tires/pressure`)
			.matchHeader('authorization', `Bearer token of ${vehicle}`)
			.reply(200, tires());
	const { json, error } = await runSmartcar(
		{
			...parameters,
			authentication: 'accessTokenApi',
			vehicleId: locator('={{ $json.vehicle }}'),
		},
		{
			items: vehicles.map((vehicle) => ({ vehicle })),
			secrets: { smartcarAccessTokenApi: { accessToken: '=token of {{ $json.vehicle }}' } },
		},
	);
	expect(error).toBeUndefined();
	expect(json.map(({ vehicleId }) => vehicleId)).toEqual(vehicles);
});

test('explains that the value is not an access token, after one request', async () => {
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
