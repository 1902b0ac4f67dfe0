import type { IDataObject } from 'n8n-workflow';
import { connection, numberedIds, page } from './smartcarResponses';
import { locator, runSmartcar, signalsApi, useNock } from './runSmartcar';

useNock();

const CONNECTION = {
	id: 'c-v1',
	vehicleId: 'v1',
	userId: 'u1',
	externalUserId: null,
	make: 'TESLA',
	model: 'Model 3',
	year: 2021,
	mode: 'live',
	powertrainType: null,
	permissionCount: null,
	createdAt: null,
	updatedAt: null,
};

describe('Connection: Get Many', () => {
	const parameters = { resource: 'connection', operation: 'getMany' };

	test('sends every filter', async () => {
		const query = {
			'filter[userId]': 'u1',
			'filter[vehicleId]': 'v1',
			'filter[vehicle.mode]': 'simulated',
			'filter[user.externalId]': 'customer 42',
			'page[number]': '1',
			'page[size]': '50',
		};
		const attributes = { user: { id: 'u1', externalId: 'customer 42' } };
		const list = signalsApi()
			.get('/connections')
			.query(query)
			.reply(200, page([{ ...connection('v1'), attributes }], 1, 50, 1));
		const filters = {
			userId: locator('u1'),
			vehicleId: locator(' v1 '),
			vehicleMode: 'simulated',
			externalUserId: 'customer 42',
		};
		const { json } = await runSmartcar({ ...parameters, filters });
		expect(list.isDone()).toBe(true);
		expect(json).toMatchObject([{ id: 'c-v1', externalUserId: 'customer 42' }]);
	});

	test.each([
		['customer-4', '"customer-4"'],
		['Customer-42', '"Customer-42"'],
		[null, 'an entry without it'],
		[42, 'an entry without it'],
	])(
		'fails if Smartcar ignores External User ID, which shows in a later page: %j',
		async (externalId, found) => {
			const entries = ['customer-42', 'customer-42', externalId].map((id, index) => ({
				...connection(`v${index}`),
				attributes: { user: { id: 'u1', externalId: id } },
			}));
			for (const number of [1, 2]) {
				const entriesOfPage = entries.slice((number - 1) * 2, number * 2);
				signalsApi()
					.get('/connections')
					.query((query) => query['page[number]'] === String(number))
					.reply(200, page(entriesOfPage, number, 2, entries.length));
			}
			const filters = { externalUserId: 'customer-42' };
			const { json, error } = await runSmartcar({ ...parameters, returnAll: true, filters });
			expect(error?.message).toBe(
				`Smartcar did not apply the filter 'External User ID': the list contains ${found}`,
			);
			expect(json).toEqual([]);
		},
	);

	test('Return All reads all pages, and each entry has the headers of its page', async () => {
		const ids = numberedIds('v', 1, 150);
		for (const number of [1, 2]) {
			const entries = ids.slice((number - 1) * 100, number * 100).map((id) => connection(id));
			signalsApi()
				.get('/connections')
				.query({ 'page[number]': number, 'page[size]': 100 })
				.reply(200, page(entries, number, 100, 150), { 'SC-Request-Id': `request-${number}` });
		}
		const { json } = await runSmartcar({
			...parameters,
			returnAll: true,
			options: { addResponseHeaders: true },
		});
		expect(json.map(({ vehicleId }) => vehicleId)).toEqual(ids);
		expect([json[99]?.headers, json[100]?.headers]).toEqual([
			{ 'sc-request-id': 'request-1' },
			{ 'sc-request-id': 'request-2' },
		]);
	});

	test('returns times of an unexpected type unchanged', async () => {
		const meta = { createdAt: 1772442800000, updatedAt: null };
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(200, page([{ ...connection('v1'), meta }], 1, 50, 1));
		expect((await runSmartcar(parameters)).json).toEqual([{ ...CONNECTION, ...meta }]);
	});

	test('without Simplify it returns the resource unchanged', async () => {
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(200, page([connection('v1')], 1, 50, 1));
		expect((await runSmartcar({ ...parameters, simplify: false })).json).toEqual([
			connection('v1'),
		]);
	});
});

describe('Connection: Get', () => {
	const parameters = { resource: 'connection', operation: 'get', connectionId: locator('c1') };

	test('returns the vehicle and the user, without the list of permissions', async () => {
		const attributes = {
			permissions: ['read_vin'],
			vehicle: { make: 'BMW' },
			user: { id: 'u1', externalId: 'customer-42' },
		};
		const meta = { createdAt: '2026-01-10T08:00:00.000Z' };
		signalsApi()
			.get('/connections/c1')
			.reply(200, { data: { ...connection('v1'), attributes, meta } });
		const { json } = await runSmartcar(parameters);
		expect(json).toEqual([
			{
				...CONNECTION,
				externalUserId: 'customer-42',
				make: 'BMW',
				model: null,
				year: null,
				mode: null,
				permissionCount: 1,
				createdAt: '2026-01-10T08:00:00.000Z',
			},
		]);
	});

	test('returns the raw connection for a link', async () => {
		signalsApi()
			.get('/connections/c1')
			.reply(200, { data: connection('v1') });
		const connectionId = locator('https://vehicle.api.smartcar.com/v3/connections/c1', 'url');
		const { json } = await runSmartcar({ ...parameters, connectionId, simplify: false });
		expect(json).toEqual([connection('v1')]);
	});
});

describe('Connection: Delete', () => {
	const parameters = { resource: 'connection', operation: 'delete', connectionId: locator('c1') };
	const remove = () => signalsApi().delete('/connections/c1');

	test('returns that the connection is deleted', async () => {
		remove().reply(204, '', { 'SC-Request-Id': 'request-1' });
		const { json } = await runSmartcar({ ...parameters, options: { addResponseHeaders: true } });
		expect(json).toEqual([{ deleted: true, headers: { 'sc-request-id': 'request-1' } }]);
	});

	test('sends no second request after a server error', async () => {
		remove()
			.once()
			.reply(500, { errors: [{ status: '500', type: 'SERVER', detail: 'Broken.' }] });
		const second = remove().reply(204);
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toBe('Broken (SERVER, HTTP 500)');
		expect(second.isDone()).toBe(false);
	});

	test('a 200 with errors is an error with their text', async () => {
		remove().reply(200, {
			errors: [{ status: '403', type: 'PERMISSION', code: null, detail: 'Not allowed.' }],
		});
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error).toMatchObject({
			message: 'Not allowed (PERMISSION, HTTP 403)',
			httpCode: '403',
		});
	});

	test.each<[number, object]>([
		[200, {}],
		[200, { errors: [] }],
		[200, { data: null }],
		[200, { data: { id: 'c1' } }],
		[200, { meta: { message: 'connection deleted' } }],
		[200, { status: 'success' }],
		[202, { message: 'deletion in progress' }],
	])('a %i with %j is a success', async (status, body) => {
		remove().reply(status, body);
		expect((await runSmartcar(parameters)).json).toEqual([{ deleted: true }]);
	});

	test.each<[string, number, object | string, RegExp]>([
		['other JSON', 200, { portal: 'Log in' }, /: 'body' has no data, errors or meta$/],
		['another status', 200, { status: 'offline' }, /: 'body' has no data, errors or meta$/],
		['a list', 200, page([], 1, 10, 0), /: 'data' Expected object, received array$/],
		['a redirect to nowhere', 302, '', /^Smartcar's response to .* is empty \(HTTP 302\)$/],
		[
			'a redirect with a web page',
			307,
			'<html></html>',
			/a web page instead of JSON \(HTTP 307\)$/,
		],
	])('%s is an error', async (_what, status, body, message) => {
		remove().reply(status, body);
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('A proxy, a gateway or a login page may have responded.');
	});

	test('a missing connection is a success with a hint', async () => {
		remove().reply(404, {
			errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', detail: 'No such connection.' }],
		});
		const { json, hints } = await runSmartcar(parameters);
		expect(json).toEqual([{ deleted: false }]);
		expect(hints).toHaveLength(1);
	});
});

/** A connection of a vehicle with a user. */
const connectionOf = (userId: string, vehicleId: string): IDataObject => ({
	...connection(vehicleId),
	id: `c-${vehicleId}-${userId}`,
	relationships: { vehicle: { data: { id: vehicleId } }, user: { data: { id: userId } } },
});

test('Vehicle: Get Many lists a user with two connections of a vehicle once', async () => {
	const connections = [connectionOf('u1', 'v1'), { ...connectionOf('u1', 'v1'), id: 'c-2' }];
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([...connections, connectionOf('u2', 'v1')], 1, 100, 3));
	const { json } = await runSmartcar({ resource: 'vehicle', operation: 'getMany' });
	expect(json).toMatchObject([{ id: 'v1', users: ['u1', 'u2'] }]);
});

test('Vehicle: Get Many lists the user first who has granted most permissions of Get State', async () => {
	const granting = (userId: string, permissions: string[]): IDataObject => ({
		...connectionOf(userId, 'v1'),
		attributes: { vehicle: { make: 'TESLA', mode: 'live' }, permissions },
	});
	const connections = [
		granting('u1', ['read_vin']),
		connectionOf('u2', 'v1'),
		granting('u3', ['read_vin', 'control_charge', 'control_security', 'read_tires']),
		granting('u4', ['read_battery', 'read_tires']),
	];
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page(connections, 1, 100, 4));
	// Limit counts vehicles, not connections.
	const { json } = await runSmartcar({ resource: 'vehicle', operation: 'getMany', limit: 1 });
	expect(json).toMatchObject([{ id: 'v1', users: ['u4', 'u3', 'u2', 'u1'] }]);
});

describe('User: Get Many', () => {
	const users = { resource: 'user', operation: 'getMany' };
	/** Mocks one page of the connections. */
	const mockPage = (mode: string, number: number, total: number, ...entries: IDataObject[]) =>
		signalsApi()
			.get('/connections')
			.query({ 'filter[vehicle.mode]': mode, 'page[number]': number, 'page[size]': 100 })
			.reply(200, page(entries, number, 100, total));
	const firstHundred = numberedIds('u', 1, 100).map((id) => connectionOf(id, `v-${id}`));

	test('returns the ID that the application gave to a user, and the vehicles', async () => {
		const attributes = {
			vehicle: { make: 'BMW', powertrainType: 'PHEV' },
			user: { id: 'u1', externalId: 'customer-42' },
		};
		mockPage('live', 1, 1, { ...connectionOf('u1', 'v1'), attributes });
		expect((await runSmartcar(users)).json).toEqual([
			{
				externalUserId: 'customer-42',
				vehicles: [
					{ make: 'BMW', model: null, year: null, mode: null, powertrainType: 'PHEV', id: 'v1' },
				],
				id: 'u1',
			},
		]);
	});

	test.each([
		['more pages follow', { limit: 20 }, () => mockPage('live', 1, 101, ...firstHundred)],
		[
			'the simulated vehicles follow',
			{ limit: 1, vehicleMode: 'all' },
			() => mockPage('live', 1, 1, connectionOf('u1', 'v1')),
		],
	])(
		'warns that vehicles may be missing if %s at the limit',
		async (_what, parameters, mockPages) => {
			mockPages();
			const { json, hints } = await runSmartcar({ ...users, ...parameters });
			expect(json).toHaveLength(parameters.limit);
			expect(hints.map(({ message }) => message)).toEqual([
				`Not all connections were read, because the limit was reached (users: ${parameters.limit}). Vehicles of these users may be missing. 'Return All' reads all connections.`,
			]);
		},
	);

	test('a list of vehicles warns that users may be missing on unread pages, but not in an unread mode', async () => {
		const vehicles = { resource: 'vehicle', operation: 'getMany' };
		mockPage('live', 1, 101, ...firstHundred);
		const { hints } = await runSmartcar({ ...vehicles, limit: 20 });
		expect(hints).toMatchObject([
			{ message: expect.stringContaining('Users of these vehicles may be missing.') },
		]);
		mockPage('live', 1, 1, connectionOf('u1', 'v1'));
		const all = await runSmartcar({ ...vehicles, limit: 1, vehicleMode: 'all' });
		expect(all.json).toHaveLength(1);
		expect(all.hints).toEqual([]);
	});

	test.each([
		[
			'if the limit is reached on the last page',
			{ limit: 1 },
			() => mockPage('live', 1, 100, ...firstHundred),
		],
		[
			'if Return All is on',
			{ returnAll: true },
			() => {
				mockPage('live', 1, 101, ...firstHundred);
				mockPage('live', 2, 101, connectionOf('u1', 'second-car'));
			},
		],
	])('lists all vehicles of a user without a hint %s', async (_what, parameters, mockPages) => {
		mockPages();
		const { json, hints } = await runSmartcar({ ...users, ...parameters });
		expect(json[0]?.vehicles).toHaveLength('limit' in parameters ? 1 : 2);
		expect(hints).toEqual([]);
	});
});
