import type { IDataObject, INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import {
	APPLICATION,
	locator,
	managementApi,
	searchList,
	signalsApi,
	useNock,
	vehicleApi,
} from './runSmartcar';
import { connection, numberedIds, page, signal, subscription, webhook } from './smartcarResponses';

useNock();

const secrets = {
	smartcarApplicationApi: { ...APPLICATION },
	smartcarAccessTokenApi: { accessToken: 'mine', bearerType: 'vehicle' },
};

const search = async (
	method: string,
	filter?: string,
	token?: string,
	parameters: INodeParameters = { authentication: 'applicationApi' },
	path?: string,
) => await searchList(method, { filter, token, parameters, path, secrets });

const connectionsPage = (mode: string, number: number) =>
	signalsApi()
		.get('/connections')
		.query({ 'filter[vehicle.mode]': mode, 'page[number]': number, 'page[size]': 100 });

test('lists vehicles by name, live vehicles first, then simulated ones', async () => {
	connectionsPage('live', 1).reply(200, page([connection('36ab27d0-fd9d')], 1, 100, 1));
	const first = await search('searchVehicles');
	expect(first).toEqual({
		results: [{ name: '2021 Tesla Model 3 · 36ab27d0', value: '36ab27d0-fd9d' }],
		paginationToken: 'simulated:1',
	});
	const simulated = { make: 'VOLVO', model: 'EX30', year: 2025, mode: 'simulated' };
	connectionsPage('simulated', 1).reply(200, page([connection('v2', simulated)], 1, 100, 1));
	expect(await search('searchVehicles', undefined, first.paginationToken)).toEqual({
		results: [{ name: '2025 Volvo EX30 · v2 (simulated)', value: 'v2' }],
		paginationToken: undefined,
	});
});

test('lists a vehicle of several users once', async () => {
	connectionsPage('live', 1).reply(
		200,
		page([connection('v1'), { ...connection('v1'), id: 'other' }], 1, 100, 2),
	);
	expect((await search('searchVehicles')).results).toHaveLength(1);
});

test.each([undefined, 'Model 3'])(
	'names a vehicle of several users by the connection that has the name (search: %s)',
	async (filter) => {
		const unnamed = { ...connection('v1'), attributes: { vehicle: null } };
		const others = [connection('v1'), { ...unnamed, id: 'c-3' }];
		connectionsPage('live', 1).reply(200, page([{ ...unnamed, id: 'c-1' }, ...others], 1, 100, 3));
		expect((await search('searchVehicles', filter)).results).toEqual([
			{ name: '2021 Tesla Model 3 · v1', value: 'v1' },
		]);
	},
);

test('a search reads pages until something matches', async () => {
	const firstHundred = numberedIds('v', 1, 100).map((id) => connection(id));
	connectionsPage('live', 1).reply(200, page(firstHundred, 1, 100, 101));
	connectionsPage('live', 2).reply(
		200,
		page([connection('v101', { make: 'Volvo', model: 'EX30' })], 2, 100, 101),
	);
	const found = await search('searchVehicles', ' volvo ex');
	expect(found.results.map(({ value }) => value)).toEqual(['v101']);
	expect(found.paginationToken).toBe('simulated:1');
});

describe('a list whose pages are shorter than requested', () => {
	const MAX_SIZE = 50;
	const TOTAL = 130;
	const shortPage = (createEntry: (id: string) => IDataObject, number: number) => {
		const first = (number - 1) * MAX_SIZE + 1;
		const ids = numberedIds('v', first, Math.min(number * MAX_SIZE, TOTAL));
		return page(ids.map(createEntry), number, MAX_SIZE, TOTAL);
	};

	test.each([
		['1', 50, '2'],
		['2', 50, '3'],
		['3', 30, undefined],
	])(
		'continues after page %s if Smartcar says that another follows',
		async (token, count, next) => {
			const number = Number(token);
			managementApi()
				.get('/subscriptions')
				.query({ 'page[number]': number, 'page[size]': 100 })
				.reply(200, shortPage(subscription, number));
			const { results, paginationToken } = await search('searchSubscriptions', undefined, token);
			expect(results).toHaveLength(count);
			expect(paginationToken).toBe(next);
		},
	);

	test('is read to its end before the simulated vehicles', async () => {
		connectionsPage('live', 2).reply(200, shortPage(connection, 2));
		const { paginationToken } = await search('searchVehicles', undefined, 'live:2');
		expect(paginationToken).toBe('live:3');
	});
});

test('a search without a match ends', async () => {
	connectionsPage('live', 1).reply(200, page([connection('v1')], 1, 100, 1));
	connectionsPage('simulated', 1).reply(200, page([], 1, 100, 0));
	expect(await search('searchVehicles', 'lada')).toEqual({
		results: [],
		paginationToken: undefined,
	});
});

test('lists vehicles by ID with a vehicle token', async () => {
	connectionsPage('live', 1)
		.times(2)
		.reply(401, { errors: [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' }] });
	vehicleApi()
		.get('/v2.0/vehicles')
		.query({ limit: 50, offset: 0 })
		.matchHeader('authorization', 'Bearer mine')
		.reply(200, { vehicles: numberedIds('v', 1, 50), paging: { count: 51, offset: 0 } });
	const parameters = { authentication: 'accessTokenApi' };
	const first = await search('searchVehicles', undefined, undefined, parameters);
	expect(first.results[0]).toEqual({ name: 'v1', value: 'v1' });
	expect(first.paginationToken).toBe('ids:50');
	vehicleApi()
		.get('/v2.0/vehicles')
		.query({ limit: 50, offset: 50 })
		.reply(200, { vehicles: ['v51'], paging: { count: 51, offset: 50 } });
	expect(await search('searchVehicles', undefined, 'ids:50', parameters)).toEqual({
		results: [{ name: 'v51', value: 'v51' }],
		paginationToken: undefined,
	});
});

describe('before the end of version 2.0', () => {
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 30));
	});
	afterEach(() => jest.restoreAllMocks());

	const parameters = { authentication: 'accessTokenApi' };

	test.each([404, 410])(
		'shows the error of version 3 for an expired token if version 2.0 answers %i',
		async (status) => {
			const errors = [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED', detail: 'Token expired.' }];
			connectionsPage('live', 1).times(2).reply(401, { errors });
			const ended = { type: 'RESOURCE_NOT_FOUND', code: 'VERSION', description: 'Retired.' };
			vehicleApi().get('/v2.0/vehicles').query(true).reply(status, ended);
			await expect(search('searchVehicles', undefined, undefined, parameters)).rejects.toThrow(
				'Token expired (AUTHENTICATION / UNAUTHORIZED, HTTP 401)',
			);
		},
	);

	test('shows the error of version 2.0 if it rejects a token that version 3 does not accept', async () => {
		const errors = [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED', detail: 'Token expired.' }];
		connectionsPage('live', 1).times(2).reply(401, { errors });
		const rejected = { type: 'PERMISSION', code: null, description: 'Vehicles are not shared.' };
		vehicleApi().get('/v2.0/vehicles').query(true).reply(403, rejected);
		await expect(search('searchVehicles', undefined, undefined, parameters)).rejects.toThrow(
			'Vehicles are not shared (PERMISSION, HTTP 403)',
		);
	});
});

describe('after the end of version 2.0', () => {
	beforeEach(() => {
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 11, 2));
	});
	afterEach(() => jest.restoreAllMocks());

	test('shows the error of version 3 for an expired token, whatever version 2.0 answers', async () => {
		const errors = [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED', detail: 'Token expired.' }];
		connectionsPage('live', 1).times(2).reply(401, { errors });
		vehicleApi().get('/v2.0/vehicles').query(true).reply(403, { message: 'Forbidden' });
		const parameters = { authentication: 'accessTokenApi' };
		await expect(search('searchVehicles', undefined, undefined, parameters)).rejects.toThrow(
			'Token expired (AUTHENTICATION / UNAUTHORIZED, HTTP 401)',
		);
	});
});

test('lists vehicles by ID with OAuth2, without a request for the connections', async () => {
	vehicleApi()
		.get('/v2.0/vehicles')
		.query({ limit: 50, offset: 0 })
		.reply(200, { vehicles: ['v1'], paging: { count: 1, offset: 0 } });
	const rejected = connectionsPage('live', 1).reply(401, {});
	const found = await searchList('searchVehicles', {
		parameters: { authentication: 'oAuth2Api' },
		secrets: { smartcarOAuth2Api: { oauthTokenData: { access_token: 'mine' } } },
	});
	expect(found).toEqual({
		results: [{ name: 'v1', value: 'v1' }],
		paginationToken: undefined,
	});
	expect(rejected.isDone()).toBe(false);
});

test('throws the error that Smartcar sends', async () => {
	connectionsPage('live', 1).reply(403, {
		errors: [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: 'Not allowed.' }],
	});
	await expect(search('searchVehicles')).rejects.toThrow(
		'Not allowed (AUTHENTICATION / FORBIDDEN, HTTP 403)',
	);
});

test('lists subscriptions by vehicle, page by page', async () => {
	managementApi()
		.get('/subscriptions')
		.query({ 'page[number]': 2, 'page[size]': 100 })
		.reply(200, page([subscription('5f0c1d2e-7777')], 2, 100, 201));
	expect(await search('searchSubscriptions', undefined, '2')).toEqual({
		results: [
			{
				name: '2021 Tesla Model 3 · v-5f0c1d → webhook w-5f0c1d · 5f0c1d2e',
				value: '5f0c1d2e-7777',
			},
		],
		paginationToken: '3',
	});
});

test('lists connections by vehicle', async () => {
	connectionsPage('live', 1).reply(200, page([connection('36ab27d0-fd9d')], 1, 100, 1));
	expect(await search('searchConnections')).toEqual({
		results: [{ name: '2021 Tesla Model 3 · 36ab27d0 → c-36ab27', value: 'c-36ab27d0-fd9d' }],
		paginationToken: 'simulated:1',
	});
});

test('lists webhooks by name and marks disabled ones', async () => {
	const disabled = { ...webhook('w2'), attributes: { name: 'Old', isEnabled: false } };
	managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 100 })
		.reply(200, page([webhook('w1'), disabled, { id: 'w3', attributes: {} }], 1, 100, 3));
	expect((await search('searchWebhooks')).results).toEqual([
		{ name: 'Webhook w1', value: 'w1' },
		{ name: 'Old (disabled)', value: 'w2' },
		{ name: 'w3', value: 'w3' },
	]);
});

const PASTED = '36AB27D0-fd9d-4455-823a-ce30af709ffc';

test.each([
	['searchVehicles', 'filter[vehicleId]'],
	['searchUsers', 'filter[userId]'],
])('%s finds a pasted ID with one filtered request per mode', async (method, parameter) => {
	const id = PASTED.toLowerCase();
	const filtered = (mode: string) =>
		signalsApi()
			.get('/connections')
			.query({
				[parameter]: id,
				'filter[vehicle.mode]': mode,
				'page[number]': 1,
				'page[size]': 100,
			});
	const relationships = { vehicle: { data: { id } }, user: { data: { id } } };
	const found = { ...connection(id), relationships };
	filtered('live').reply(200, page([], 1, 100, 0));
	filtered('simulated').reply(200, page([found], 1, 100, 1));
	const { results } = await search(method, ` ${PASTED} `);
	expect(results.map(({ value }) => value)).toEqual([id]);
});

test.each([
	['searchConnections', signalsApi, '/connections', connection('v1')],
	['searchSubscriptions', managementApi, '/subscriptions', subscription('s1')],
	['searchWebhooks', managementApi, '/webhooks', { id: 'w1', attributes: { isEnabled: false } }],
] as const)('%s finds a pasted ID with one request', async (method, api, path, found) => {
	const id = PASTED.toLowerCase();
	api()
		.get(`${path}/${id}`)
		.reply(200, { data: { ...found, id } });
	expect((await search(method, ` ${PASTED} `)).results).toMatchObject([{ value: id }]);
});

test('searches the list for a pasted ID that is not the ID of a webhook', async () => {
	managementApi()
		.get(`/webhooks/${PASTED.toLowerCase()}`)
		.reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND', code: null }] });
	const list = managementApi()
		.get('/webhooks')
		.query(true)
		.reply(200, page([], 1, 100, 0));
	expect((await search('searchWebhooks', PASTED)).results).toEqual([]);
	expect(list.isDone()).toBe(true);
});

const LIVE = { 'filter[vehicle.mode]': 'live' };

test.each([
	['searchConnections', signalsApi, '/connections', connection('v1'), LIVE],
	['searchSubscriptions', managementApi, '/subscriptions', subscription('s1'), {}],
] as const)(
	'%s finds the entries of a pasted vehicle ID',
	async (method, api, path, found, mode) => {
		const vehicleId = PASTED.toLowerCase();
		api()
			.get(`${path}/${vehicleId}`)
			.reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND', code: null }] });
		api()
			.get(path)
			.query({ 'filter[vehicleId]': vehicleId, ...mode, 'page[number]': 1, 'page[size]': 100 })
			.reply(200, page([found], 1, 100, 1));
		expect((await search(method, PASTED)).results).toMatchObject([{ value: found.id }]);
	},
);

test.each([
	['its ID', '01-7'],
	['its name', 'OL'],
])('finds a disabled webhook by a part of %s', async (_what, text) => {
	const disabled = { id: 'fe01-77', attributes: { name: 'Old', isEnabled: false } };
	managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 100 })
		.reply(200, page([webhook('w1'), disabled], 1, 100, 2));
	expect((await search('searchWebhooks', text)).results).toEqual([
		{ name: 'Old (disabled)', value: 'fe01-77' },
	]);
});

test('a search for webhooks goes on with the second page where the first one matched', async () => {
	const searchedPage = (number: number) =>
		managementApi().get('/webhooks').query({ 'page[number]': number, 'page[size]': 100 });
	const named = (id: string) => ({ id, attributes: { name: `Tires ${id}` } });
	const others = numberedIds('w', 1, 99).map((id) => webhook(id));
	searchedPage(1).reply(200, page([named('a'), ...others], 1, 100, 101));
	searchedPage(2).reply(200, page([named('b')], 2, 100, 101));

	const first = await search('searchWebhooks', 'tires');
	expect(first.results.map(({ value }) => value)).toEqual(['a']);
	const second = await search('searchWebhooks', 'tires', first.paginationToken);
	expect(second.results.map(({ value }) => value)).toEqual(['b']);
});

test('a search that gives up before the end of the list says so', async () => {
	for (let number = 1; number <= 20; number++) {
		const entries = numberedIds('v', number * 100, number * 100 + 99).map((id) => connection(id));
		connectionsPage('live', number).reply(200, page(entries, number, 100, 5000));
	}
	await expect(search('searchVehicles', 'lada')).rejects.toThrow(
		'No match in the first 20 pages of the list: paste the full ID, or choose By ID',
	);
});

describe('users', () => {
	const connectionsOf = (vehicleId: string) =>
		signalsApi().get('/connections').query({
			'filter[vehicleId]': vehicleId,
			'filter[vehicle.mode]': 'live',
			'page[number]': 1,
			'page[size]': 100,
		});
	const connectionWithName = {
		...connection('v1'),
		attributes: { user: { id: 'u1', externalId: 'customer-42' } },
	};

	test('are those of the selected vehicle, with their external ID', async () => {
		connectionsOf('v1').reply(
			200,
			page([connectionWithName, { ...connection('v1'), id: 'again' }], 1, 100, 2),
		);
		const parameters = {
			authentication: 'applicationApi',
			vehicleId: { __rl: true, mode: 'id', value: 'v1' },
		};
		expect((await search('searchUsers', undefined, undefined, parameters)).results).toEqual([
			{ name: 'customer-42 · u1', value: 'u1' },
		]);
		connectionsOf('v1').reply(200, page([connectionWithName], 1, 100, 1));
		expect((await search('searchUsers', 'CUSTOMER', undefined, parameters)).results).toEqual([
			{ name: 'customer-42 · u1', value: 'u1' },
		]);
	});

	test('are found by each of their vehicles', async () => {
		const first = connection('v1', { make: 'BMW', model: 'i3', year: 2020 });
		for (const filter of ['i3', 'Model 3']) {
			connectionsPage('live', 1).reply(200, page([first, connection('v2')], 1, 100, 2));
			expect((await search('searchUsers', filter)).results).toEqual([
				{ name: expect.stringContaining(filter), value: 'u1' },
			]);
		}
	});

	const model3 = { make: 'TESLA', model: 'Model 3', year: 2021 };

	test('show what each user has granted, and the vehicle if none is selected', async () => {
		const granted = (id: string, permissions: string[]) => ({
			...connection('v1'),
			id: `c-${id}`,
			attributes: { vehicle: model3, permissions, user: { id } },
			relationships: { vehicle: { data: { id: 'v1' } } },
		});
		const users = [
			granted('c3655131-aaaa', ['read_vin', 'control_charge']),
			granted('u2', ['read_vin']),
		];
		connectionsOf('v1').reply(200, page(users, 1, 100, 2));
		const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);
		const parameters = { authentication: 'applicationApi', vehicleId: locator('v1') };
		expect(names(await search('searchUsers', undefined, undefined, parameters))).toEqual([
			'2 permissions, may control charging · c3655131',
			'1 permission · u2',
		]);
		connectionsPage('live', 1).reply(200, page(users, 1, 100, 2));
		expect(names(await search('searchUsers'))[1]).toBe(
			'2021 Tesla Model 3 · v1 · 1 permission · u2',
		);
	});

	test.each([
		['in the same filters', 'parameters.filters.userId', { filters: { vehicleId: locator('v1') } }],
		[
			'in the node, for an option',
			'parameters.options.userId',
			{ vehicleId: locator('v1'), options: {} },
		],
		[
			'by its link',
			'parameters.options.userId',
			{ vehicleId: locator('https://vehicle.api.smartcar.com/v3/vehicles/v1', 'url') },
		],
	])('are those of the vehicle that is selected %s', async (_what, path, selection) => {
		connectionsOf('v1').reply(200, page([connectionWithName], 1, 100, 1));
		const parameters = { authentication: 'applicationApi', ...selection };
		expect(
			(await search('searchUsers', undefined, undefined, parameters, path)).results,
		).toHaveLength(1);
	});

	test.each([undefined, '={{ $json.vehicle }}'])(
		'are all users while the vehicle is %s',
		async (value) => {
			connectionsPage('live', 1).reply(200, page([connection('v1')], 1, 100, 1));
			const vehicleId = value === undefined ? {} : { vehicleId: { __rl: true, mode: 'id', value } };
			const parameters = { authentication: 'applicationApi', ...vehicleId };
			expect((await search('searchUsers', undefined, undefined, parameters)).results).toHaveLength(
				1,
			);
		},
	);
});

test('lists the documented signals and searches by name and code', async () => {
	expect((await search('searchSignals', 'tires')).results).toEqual([
		{
			name: 'Tire Pressure (Wheel: Tires, Tyres)',
			value: 'wheel-tires',
			description: expect.any(String),
		},
	]);
	expect((await search('searchSignals', 'cabin hvac')).results).toEqual([
		{
			name: 'HVAC: Is Cabin HVAC Active',
			value: 'hvac-iscabinhvacactive',
			description: 'True while the climate control is on. Code: hvac-iscabinhvacactive.',
		},
	]);
	expect((await search('searchSignals')).results).toHaveLength(93);
});

describe('charge schedules', () => {
	const timersRequest = () =>
		signalsApi().get('/vehicles/v1/signals/charge-chargetimers').matchHeader('sc-user-id', 'u1');
	const vehicleAndUser = { vehicleId: locator('v1'), options: { userId: locator('u1') } };
	const searchSchedules = async (filter?: string, selection: INodeParameters = vehicleAndUser) => {
		const parameters = { authentication: 'applicationApi', ...selection };
		return await search(
			'searchChargeSchedules',
			filter,
			undefined,
			parameters,
			'parameters.scheduleId',
		);
	};
	const home = { name: 'Home', latitude: 50.08, longitude: 14.42 };
	const window = { start: '22:00', end: '06:00', days: ['MONDAY'] };
	const timer = (scheduleId: string, more: IDataObject = {}): IDataObject => ({
		type: 'LOCATION',
		scheduleType: 'DAILY',
		scheduleId,
		condition: home,
		schedules: [window],
		...more,
	});
	const responseWith = (...values: unknown[]) => ({
		data: signal('charge-chargetimers', { body: JSON.parse(JSON.stringify({ values })) }),
	});

	test('lists the schedules with an ID by type, times and location', async () => {
		const other = timer('sched_2', {
			scheduleType: 'WEEKLY',
			condition: { latitude: 1.5, longitude: -2 },
			schedules: [window, { start: '01:00', end: '02:00' }, window],
		});
		const malformed = {
			scheduleId: 'sched_3',
			scheduleType: 7,
			condition: 'home',
			schedules: [{ start: 5 }],
		};
		timersRequest()
			.times(2)
			.reply(
				200,
				responseWith({ type: 'GLOBAL', schedules: [] }, timer('sched_1'), other, malformed),
			);
		expect(await searchSchedules()).toEqual({
			results: [
				{ name: 'Daily · 22:00 to 06:00 · Home · sched_1', value: 'sched_1' },
				{ name: 'Weekly · 22:00 to 06:00, 01:00 to 02:00 · 1.5, -2 · sched_2', value: 'sched_2' },
				{ name: '? to ? · sched_3', value: 'sched_3' },
			],
		});
		expect((await searchSchedules(' WEEKLY ')).results.map(({ value }) => value)).toEqual([
			'sched_2',
		]);
	});

	test.each([
		['the vehicle', { options: vehicleAndUser.options }],
		[
			'a vehicle without an expression',
			{ ...vehicleAndUser, vehicleId: locator('={{ $json.id }}') },
		],
	])('need %s', async (_what, parameters) => {
		await expect(searchSchedules('', parameters)).rejects.toThrow(
			'Select a vehicle first (expressions do not work here), or choose By ID',
		);
	});

	test('say that Smartcar names no user of a connected vehicle', async () => {
		const relationships = { vehicle: { data: { id: 'v1' } } };
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(200, page([{ ...connection('v1'), relationships }], 1, 100, 1));
		await expect(searchSchedules('', { vehicleId: locator('v1') })).rejects.toThrow(
			'Smartcar lists no user for this vehicle: choose one in the option User, or choose By ID',
		);
	});

	test('are read for the user who may control charging, if none is chosen', async () => {
		const granted = (userId: string, permissions: string[]) => ({
			...connection('v1'),
			id: `c-${userId}`,
			attributes: { permissions },
			relationships: { vehicle: { data: { id: 'v1' } }, user: { data: { id: userId } } },
		});
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(
				200,
				page([granted('u2', ['read_vin']), granted('u1', ['control_charge'])], 1, 100, 2),
			);
		timersRequest().reply(200, responseWith(timer('sched_1')));
		expect((await searchSchedules('', { vehicleId: locator('v1') })).results).toHaveLength(1);
	});

	const notFound = {
		errors: [
			{ status: '404', type: 'RESOURCE_NOT_FOUND', code: 'SIGNAL_NOT_FOUND', detail: 'No.' },
		],
	};
	const failed = { status: { value: 'ERROR', error: { type: 'PERMISSION', code: null } } };
	const unsupported = { status: { value: 'ERROR', error: { type: 'COMPATIBILITY', code: null } } };
	test.each([
		[
			'is missing',
			404,
			notFound,
			/^Smartcar has not read the schedules of this vehicle yet: subscribe it to a webhook that sends the signal Charge Timers/,
		],
		[
			'has failed',
			200,
			{ data: signal('charge-chargetimers', { ...failed, body: { values: [timer('old')] } }) },
			/could not read the schedules/,
		],
		[
			'is not supported',
			200,
			{ data: signal('charge-chargetimers', unsupported) },
			/^This vehicle does not report charge schedules/,
		],
		[
			'has another shape',
			200,
			{ data: signal('charge-chargetimers', { body: { value: 1 } }) },
			/could not read the schedules/,
		],
		[
			'contains no ID',
			200,
			responseWith({ type: 'GLOBAL', schedules: [] }),
			/^The schedules of this vehicle are not for a location/,
		],
		[
			'contains no schedules',
			200,
			{ data: signal('charge-chargetimers', { body: { values: [] } }) },
			/has no schedules of this vehicle yet: try/,
		],
	])('suggests By ID in one line if the signal %s', async (_what, status, body, message) => {
		timersRequest().reply(status, body);
		const found = searchSchedules();
		await expect(found).rejects.toThrow(message);
		await expect(found).rejects.toThrow(/^[^-–—]*, or choose By ID$/);
	});

	test('throws any other error', async () => {
		timersRequest().reply(403, {
			errors: [{ type: 'PERMISSION', code: null, detail: 'Permission missing.' }],
		});
		await expect(searchSchedules()).rejects.toThrow('Permission missing (PERMISSION, HTTP 403)');
	});
});
