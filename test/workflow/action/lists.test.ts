import nock from 'nock';
import {
	locator,
	managementApi,
	runSmartcar,
	signalsApi,
	useNock,
	vehicleApi,
} from './runSmartcar';
import {
	connection,
	numberedIds,
	page,
	signal,
	signals,
	subscription,
	webhook,
} from './smartcarResponses';

useNock();

describe('Webhook: Get Many', () => {
	const parameters = { resource: 'webhook', operation: 'getMany' };

	test('sends every filter, also from an expression', async () => {
		const query = {
			'filter[name]': 'fleet & co',
			'filter[callbackUri]': 'https://example.com/hook?a=b',
			'filter[isEnabled]': 'false',
			'filter[autoSubscribe]': 'true',
			'page[number]': '1',
			'page[size]': '50',
		};
		const list = managementApi()
			.get('/webhooks')
			.query(query)
			.reply(200, page([webhook('w1')], 1, 50, 1));
		const filters = {
			name: '={{ $json.name }}',
			callbackUri: 'https://example.com/hook?a=b',
			isEnabled: false,
			autoSubscribe: '={{ $json.auto }}',
		};
		const { json } = await runSmartcar(
			{ ...parameters, filters },
			{ items: [{ name: 'fleet & co', auto: true }] },
		);
		expect(list.isDone()).toBe(true);
		expect(json).toEqual([
			{
				id: 'w1',
				name: 'Webhook w1',
				isEnabled: true,
				callbackUri: 'https://example.com/w1',
				errorCallbackUri: 'https://example.com/w1',
				autoSubscribe: true,
				triggers: ['wheel-tires'],
				signals: ['odometer-traveleddistance'],
				createdAt: '2026-01-10T08:00:00.000Z',
			},
		]);
	});

	test('Return All reads all pages from the configured host, without using the links of a page', async () => {
		const ids = numberedIds('w', 1, 230);
		const pages = [1, 2, 3].map((number) =>
			managementApi()
				.get('/webhooks')
				.query({ 'page[number]': number, 'page[size]': 100 })
				.reply(
					200,
					page(ids.slice((number - 1) * 100, number * 100).map(webhook), number, 100, 230),
				),
		);
		const { json } = await runSmartcar({ ...parameters, returnAll: true });
		expect(json.map(({ id }) => id)).toEqual(ids);
		expect(pages.map((scope) => scope.isDone())).toEqual([true, true, true]);
	});

	test('splits a limit of more than one page into equal pages', async () => {
		const ids = numberedIds('w', 1, 300);
		for (const number of [1, 2]) {
			managementApi()
				.get('/webhooks')
				.query({ 'page[number]': number, 'page[size]': 75 })
				.reply(200, page(ids.slice((number - 1) * 75, number * 75).map(webhook), number, 75, 300));
		}
		const { json } = await runSmartcar({ ...parameters, limit: 150 });
		expect(json.map(({ id }) => id)).toEqual(ids.slice(0, 150));
	});

	test('an empty list returns no item and no error', async () => {
		managementApi()
			.get('/webhooks')
			.query(true)
			.reply(200, page([], 1, 50, 0));
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error).toBeUndefined();
	});

	test('without Simplify it returns the resource unchanged', async () => {
		managementApi()
			.get('/webhooks')
			.query(true)
			.reply(200, page([webhook('w1')], 1, 50, 1));
		const { json } = await runSmartcar({ ...parameters, simplify: false });
		expect(json).toEqual([webhook('w1')]);
	});

	test.each([
		['http://localhost:4010', 'http://localhost:4010/v3/'],
		['https://localhost:4010', 'HTTPS://LOCALHOST:4010/v3'],
	])('uses the custom host %s of the credential, entered as %s', async (host, managementUrl) => {
		const list = nock(host)
			.get('/v3/webhooks')
			.query(true)
			.reply(200, page([webhook('w1')], 1, 50, 1));
		const smartcarApplicationApi = {
			accessToken: 'good',
			clientId: 'a',
			clientSecret: 'b',
			customHosts: true,
			managementUrl,
		};
		const { json } = await runSmartcar(parameters, { secrets: { smartcarApplicationApi } });
		expect(json).toHaveLength(1);
		expect(list.isDone()).toBe(true);
	});

	test('a list without data is an error', async () => {
		managementApi().get('/webhooks').query(true).reply(200, { webhooks: [] });
		const { error, json } = await runSmartcar(parameters);
		expect(error?.message).toBe(
			"Smartcar's response to GET /webhooks has an unexpected format: 'data' Required",
		);
		expect(json).toEqual([]);
	});

	test('a 200 with errors in place of the list is an error with their text', async () => {
		const errors = [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: 'Not allowed.' }];
		managementApi().get('/webhooks').query(true).reply(200, { errors });
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toBe('Not allowed (AUTHENTICATION / FORBIDDEN, HTTP 401)');
	});
});

describe('Subscription: Get Many', () => {
	test('sends every filter', async () => {
		const query = {
			'filter[userId]': 'u1',
			'filter[webhookId]': 'w1',
			'filter[vehicleId]': 'v1',
			'filter[vehicle.mode]': 'simulated',
			'page[number]': '1',
			'page[size]': '2',
		};
		const list = managementApi()
			.get('/subscriptions')
			.query(query)
			.reply(200, page([subscription('s1'), subscription('s2')], 1, 2, 9));
		const filters = {
			userId: locator('={{ $json.user }}'),
			webhookId: locator('https://management.api.smartcar.com/v3/webhooks/w1', 'url'),
			vehicleId: locator('v1', 'list'),
			vehicleMode: 'simulated',
		};
		const parameters = { resource: 'subscription', operation: 'getMany', limit: 2, filters };
		const { json } = await runSmartcar(parameters, { items: [{ user: ' u1 ' }] });
		expect(list.isDone()).toBe(true);
		expect(json).toMatchObject([
			{
				id: 's1',
				vehicleId: 'v-s1',
				userId: 'u-s1',
				webhookId: 'w-s1',
				make: 'TESLA',
				mode: 'live',
			},
			{ id: 's2' },
		]);
	});

	test.each([
		[
			'a link to another resource',
			locator('https://management.api.smartcar.com/v3/subscriptions/s1', 'url'),
			/^'Webhook' must be a link that contains \/webhooks\/ followed by the ID, or be removed from the filters$/,
			/^The value is "https:.*subscriptions\/s1"\./,
		],
		[
			'a typed path',
			locator('../user'),
			/^'Webhook' must be an ID .*, or be removed from the filters$/,
			/^The value is "\.\.\/user"\./,
		],
		[
			'an empty selection',
			locator('', 'list'),
			/^'Webhook' must be an ID .*, or be removed from the filters$/,
			/^The value is ""\./,
		],
	])('rejects %s in a filter', async (_what, webhookId, message, description) => {
		const { error } = await runSmartcar({
			resource: 'subscription',
			operation: 'getMany',
			filters: { webhookId },
		});
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(description);
	});
});

test.each([
	{ resource: 'webhook', operation: 'getMany' },
	{ resource: 'vehicle', apiVersion: 'v2.0', operation: 'getMany' },
])('a request for a list times out after 60 seconds: %j', async (parameters) => {
	const timers = jest.spyOn(globalThis, 'setTimeout');
	managementApi()
		.get('/webhooks')
		.query(true)
		.reply(200, page([webhook('w1')], 1, 50, 1));
	vehicleApi()
		.get('/v2.0/vehicles')
		.query(true)
		.reply(200, { vehicles: ['v1'], paging: { count: 1, offset: 0 } });
	const { json } = await runSmartcar(parameters);
	const delays = timers.mock.calls.map(([, milliseconds]) => milliseconds ?? 0);
	timers.mockRestore();
	expect(json).toHaveLength(1);
	expect(Math.max(...delays)).toBe(60_000);
});

test('an invalid entry is returned unchanged and marked, after the other entries', async () => {
	const invalidEntry = { id: 'w2', attributes: 'none' };
	managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 50 })
		.reply(
			200,
			page([webhook('w1'), JSON.parse(JSON.stringify(invalidEntry)), webhook('w3')], 1, 50, 3),
		);
	const { json, error, hints } = await runSmartcar({ resource: 'webhook', operation: 'getMany' });
	expect(error).toBeUndefined();
	expect(json.map(({ id }) => id)).toEqual(['w1', 'w3', 'w2']);
	expect(json[2]).toEqual({
		...invalidEntry,
		unexpectedFormat: "'attributes' Expected object, received string",
	});
	expect(hints.map(({ message }) => message)).toEqual([
		"Some entries of /webhooks have an unexpected format. The output contains them as Smartcar sent them, and the field 'unexpectedFormat' says what does not fit.",
	]);
});

test('an invalid entry that is alone on its page is marked as well', async () => {
	const ids = numberedIds('w', 1, 100);
	const invalidEntry = { id: 'w101', attributes: 'none' };
	for (const [number, data] of [ids.map(webhook), [invalidEntry]].entries()) {
		managementApi()
			.get('/webhooks')
			.query({ 'page[number]': number + 1, 'page[size]': 100 })
			.reply(200, page(data, number + 1, 100, 101));
	}
	const { json, error } = await runSmartcar({
		resource: 'webhook',
		operation: 'getMany',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(json).toHaveLength(101);
	expect(json.at(-1)).toMatchObject({ id: 'w101', unexpectedFormat: expect.any(String) });
});

test('a list whose entries are all invalid is an error', async () => {
	for (const number of [1, 2]) {
		managementApi()
			.get('/webhooks')
			.query({ 'page[number]': number, 'page[size]': 100 })
			.reply(200, page([{ id: `w${number}`, attributes: 'none' }], number, 1, 2));
	}
	const { json, error } = await runSmartcar({
		resource: 'webhook',
		operation: 'getMany',
		returnAll: true,
	});
	expect(error?.message).toBe(
		"Smartcar's response to GET /webhooks has an unexpected format: 'attributes' Expected object, received string",
	);
	expect(json).toEqual([]);
});

test('errors beside an empty list are an error, and beside entries they are not', async () => {
	const errors = [{ type: 'UPSTREAM', code: 'UNKNOWN', detail: 'Try again later.' }];
	const list = () => managementApi().get('/webhooks').query(true);
	const getMany = { resource: 'webhook', operation: 'getMany' };
	list().reply(200, { data: [], errors });
	const { json, error } = await runSmartcar(getMany);
	expect(error?.message).toBe('Try again later (UPSTREAM / UNKNOWN, HTTP 502)');
	expect(json).toEqual([]);
	list().reply(200, { data: [webhook('w1')], errors });
	expect((await runSmartcar(getMany)).json).toMatchObject([{ id: 'w1' }]);
	list().reply(200, { data: [], errors: [] });
	const empty = await runSmartcar(getMany);
	expect(empty.error).toBeUndefined();
});

test('a list ends with the first page without a next link, whatever the total is', async () => {
	const lastPage = { ...page([webhook('w1'), webhook('w2')], 1, 100, 5), links: { next: null } };
	managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 100 })
		.reply(200, lastPage);
	const { json, error, hints } = await runSmartcar({
		resource: 'webhook',
		operation: 'getMany',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(json.map(({ id }) => id)).toEqual(['w1', 'w2']);
	expect(hints.map(({ message }) => message)).toEqual([
		'Smartcar said that /webhooks has a total of 5, but its pages held 2. Entries may be missing from the output.',
	]);
});

test('a list goes on after a page whose next link is an object', async () => {
	for (const [number, next] of [
		[1, { href: '/webhooks?page=2' }],
		[2, null],
	])
		managementApi()
			.get('/webhooks')
			.query({ 'page[number]': number, 'page[size]': 100 })
			.reply(200, { data: [webhook(`w${number}`)], links: { next } });
	const { json } = await runSmartcar({
		resource: 'webhook',
		operation: 'getMany',
		returnAll: true,
	});
	expect(json.map(({ id }) => id)).toEqual(['w1', 'w2']);
});

test.each(['1', 'many', -1])('a list is read even if its total is %j', async (totalCount) => {
	managementApi()
		.get('/webhooks')
		.query(true)
		.reply(200, { data: [webhook('w1')], meta: { totalCount }, links: { next: null } });
	const { json, error } = await runSmartcar({ resource: 'webhook', operation: 'getMany' });
	expect(error).toBeUndefined();
	expect(json).toHaveLength(1);
});

test.each(['', '  '])('a text filter with the value %j is ignored', async (name) => {
	const list = managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 50 })
		.reply(200, page([webhook('w1')], 1, 50, 1));
	const { json } = await runSmartcar(
		{ resource: 'webhook', operation: 'getMany', filters: { name: '={{ $json.name }}' } },
		{ items: [{ name }] },
	);
	expect(json).toHaveLength(1);
	expect(list.isDone()).toBe(true);
});

test('Vehicle: Get State reads all vehicles even if the only connection of a page is invalid', async () => {
	const ids = numberedIds('v', 1, 100);
	const invalidEntry = { ...connection('v101'), relationships: {} };
	for (const [number, data] of [ids.map((id) => connection(id)), [invalidEntry]].entries()) {
		signalsApi()
			.get('/connections')
			.query((query) => query['page[number]'] === String(number + 1))
			.reply(200, page(data, number + 1, 100, 101));
	}
	const request = signalsApi().get(/^\/v3\/vehicles\/v\d+\/signals$/);
	request.times(100).reply(200, signals(signal('tractionbattery-stateofcharge')));
	const { json, error, hints } = await runSmartcar({
		resource: 'vehicle',
		operation: 'getState',
		vehicles: 'allConnected',
	});
	expect(error).toBeUndefined();
	expect(json.map(({ vehicleId }) => vehicleId)).toEqual(ids);
	expect(hints.map(({ message }) => message)).toContain(
		'Some entries of /connections have an unexpected format. They are missing from the output.',
	);
});

describe('Vehicle: Get Many', () => {
	const parameters = { resource: 'vehicle', apiVersion: 'v2.0', operation: 'getMany' };

	test('Return All reads pages of 50 by offset', async () => {
		const ids = numberedIds('v', 1, 120);
		for (const offset of [0, 50, 100]) {
			vehicleApi()
				.get('/v2.0/vehicles')
				.query({ limit: 50, offset })
				.reply(200, { vehicles: ids.slice(offset, offset + 50), paging: { count: 120, offset } });
		}
		const { json } = await runSmartcar({ ...parameters, returnAll: true });
		expect(json).toEqual(ids.map((id) => ({ id })));
	});

	test('requests no more vehicles than the limit', async () => {
		const ids = numberedIds('v', 1, 120);
		for (const [offset, limit] of [
			[0, 50],
			[50, 10],
		] as const) {
			vehicleApi()
				.get('/v2.0/vehicles')
				.query({ limit, offset })
				.reply(200, {
					vehicles: ids.slice(offset, offset + limit),
					paging: { count: 120, offset },
				});
		}
		const { json } = await runSmartcar({ ...parameters, limit: 60 });
		expect(json).toHaveLength(60);
	});

	test('reads up to the limit even if a page repeats a vehicle', async () => {
		const ids = numberedIds('v', 1, 120);
		for (const [offset, limit, vehicles] of [
			[0, 50, ids.slice(0, 50)],
			[50, 2, ids.slice(49, 51)],
			[52, 1, ids.slice(51, 52)],
		] as const) {
			vehicleApi()
				.get('/v2.0/vehicles')
				.query({ limit, offset })
				.reply(200, { vehicles, paging: { count: 120, offset } });
		}
		const { json } = await runSmartcar({ ...parameters, limit: 52 });
		expect(json).toEqual(ids.slice(0, 52).map((id) => ({ id })));
	});

	test('sends the user as a header', async () => {
		const list = vehicleApi()
			.get('/v2.0/vehicles')
			.query(true)
			.matchHeader('sc-user-id', 'u1')
			.reply(200, { vehicles: ['v1'], paging: { count: 1, offset: 0 } });
		await runSmartcar(
			{ ...parameters, options: { userId: '={{ $json.user }}' } },
			{ items: [{ user: 'u1' }] },
		);
		expect(list.isDone()).toBe(true);
	});
});
