import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execution, page, signal, signals } from './smartcarResponses';
import {
	APPLICATION,
	locator,
	managementApi,
	runSmartcar,
	signalsApi,
	tokenApi,
	useNock,
} from './runSmartcar';

useNock();

const vehicleId = locator('v1');
const lock = { resource: 'command', operation: 'lock', vehicleId };
const LOCK = '/vehicles/v1/commands/security/lock';

const connectionOf = (userId: string, permissions?: string[]): IDataObject => ({
	id: `c-${userId}`,
	attributes: { permissions },
	relationships: { vehicle: { data: { id: 'v1' } }, user: { data: { id: userId } } },
});

/** Mocks the lookup of the vehicle's users, once. */
const mockUsers = (...connections: IDataObject[]) =>
	signalsApi()
		.get('/connections')
		.query({
			'filter[vehicleId]': 'v1',
			'filter[vehicle.mode]': 'live',
			'page[number]': 1,
			'page[size]': 100,
		})
		.reply(200, page(connections, 1, 100, connections.length));

const reader = connectionOf('u-reader', ['read_vin', 'read_tires', 'read_battery']);
const owner = connectionOf('u-owner', ['control_charge', 'control_security', 'control_navigation']);

const place = { latitude: 50.08, longitude: 14.42 };

const COMMANDS: Array<[string, INodeParameters, string]> = [
	['lock', {}, 'security/lock'],
	['unlock', {}, 'security/unlock'],
	['startCharging', {}, 'charge/start'],
	['stopCharging', {}, 'charge/stop'],
	['openChargePort', {}, 'charge-port/open'],
	['closeChargePort', {}, 'charge-port/close'],
	['setChargeLimit', { percent: 80 }, 'charge/set-limit'],
	['setDestination', place, 'navigation/set-destination'],
];

test.each(COMMANDS)(
	'%s is sent for the user who may do it',
	async (operation, parameters, path) => {
		mockUsers(reader, owner);
		signalsApi()
			.post(`/vehicles/v1/commands/${path}`)
			.matchHeader('sc-user-id', 'u-owner')
			.reply(200, execution());
		const { json, error } = await runSmartcar({
			resource: 'command',
			operation,
			vehicleId,
			...parameters,
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ status: 'SUCCESS', userId: 'u-owner' }]);
	},
);

// n8n would replace the message, because the ID contains EPERM.
test('the error of a vehicle without a user names the vehicle', async () => {
	signalsApi()
		.get('/connections')
		.query(true)
		.times(2)
		.reply(200, page([], 1, 100, 0));
	const { error } = await runSmartcar({ ...lock, vehicleId: locator('oneperm') });
	expect(error?.message).toBe('No user has connected the vehicle oneperm to this application');
});

test('a user of another vehicle is not chosen, even if Smartcar lists their connection too', async () => {
	const stranger = {
		...connectionOf('u-stranger', ['control_security', 'control_charge']),
		relationships: { vehicle: { data: { id: 'v2' } }, user: { data: { id: 'u-stranger' } } },
	};
	mockUsers(stranger, owner);
	signalsApi().post(LOCK).matchHeader('sc-user-id', 'u-owner').reply(200, execution());
	const { json } = await runSmartcar(lock);
	expect(json).toMatchObject([{ status: 'SUCCESS', userId: 'u-owner' }]);
});

test('charge schedules are created and deleted for the user who may control charging', async () => {
	mockUsers(reader, owner);
	const path = '/vehicles/v1/charge-schedules';
	const ownerHeaders = { reqheaders: { 'sc-user-id': 'u-owner' } };
	nock('https://vehicle.api.smartcar.com/v3', ownerHeaders)
		.post(`${path}/daily`)
		.reply(200, execution({ scheduleId: 's1' }))
		.delete(`${path}/s1`)
		.reply(204);
	const schedule = { resource: 'chargeSchedule', vehicleId };
	const times = { startTime: '22:00', stopTime: '06:00' };
	const created = await runSmartcar({ ...schedule, operation: 'create', ...place, ...times });
	expect(created.json).toMatchObject([{ scheduleId: 's1', userId: 'u-owner' }]);
	mockUsers(reader, owner);
	const deletion = { ...schedule, operation: 'delete', scheduleId: locator('s1') };
	expect((await runSmartcar(deletion)).json).toEqual([{ deleted: true }]);
});

test('signals are read for the user who has granted the most permissions', async () => {
	const minimal = connectionOf('u-minimal', ['read_vin']);
	const readerHeaders = { reqheaders: { 'sc-user-id': 'u-reader' } };
	nock('https://vehicle.api.smartcar.com/v3', readerHeaders)
		.get('/vehicles/v1/signals')
		.reply(200, signals(signal('wheel-tires')))
		.get('/vehicles/v1/signals/wheel-tires')
		.reply(200, { data: signal('wheel-tires') });
	mockUsers(minimal, reader);
	const many = await runSmartcar({ resource: 'signal', operation: 'getMany', vehicleId });
	expect(many.json).toMatchObject([{ code: 'wheel-tires' }]);
	mockUsers(minimal, reader);
	const get = { resource: 'signal', operation: 'get', signalCode: locator('wheel-tires') };
	expect((await runSmartcar({ ...get, vehicleId })).json).toMatchObject([{ code: 'wheel-tires' }]);
});

test('a vehicle is subscribed with the user who has granted the most permissions', async () => {
	mockUsers(connectionOf('u-minimal', ['read_vin']), reader);
	const attributes = { webhookId: 'w1', vehicleId: 'v1', userId: 'u-reader' };
	managementApi().post('/subscriptions', { data: { attributes } }).reply(202, {});
	const { json } = await runSmartcar({
		resource: 'subscription',
		operation: 'create',
		webhookId: locator('w1'),
		vehicleId,
		waitForSubscription: false,
	});
	expect(json).toMatchObject([{ pending: true, userId: 'u-reader' }]);
});

test('the users of a vehicle are looked up once for all items', async () => {
	const lookup = mockUsers(owner);
	signalsApi().post(LOCK).times(3).reply(200, execution());
	const { json } = await runSmartcar(lock, { items: [{}, {}, {}] });
	expect(json).toHaveLength(3);
	expect(lookup.isDone()).toBe(true);
});

test('the users are looked up once, even if the access token is renewed meanwhile', async () => {
	tokenApi().post('/oauth2/token').reply(200, { access_token: 'new' });
	const lookup = mockUsers(owner);
	signalsApi().post(LOCK).times(3).reply(200, execution());
	const smartcarApplicationApi = { ...APPLICATION, accessToken: '' };
	const { json } = await runSmartcar(lock, {
		items: [{}, {}, {}],
		secrets: { smartcarApplicationApi },
	});
	expect(json).toHaveLength(3);
	expect(lookup.isDone()).toBe(true);
});

test('the users are looked up with the credential of each item, if it has an expression', async () => {
	const lookups = [mockUsers(reader), mockUsers(owner)];
	signalsApi().post(LOCK).matchHeader('sc-user-id', 'u-owner').reply(200, execution());
	const { json } = await runSmartcar(
		{ ...lock, authentication: 'accessTokenApi' },
		{
			items: [{ token: 'of-one' }, { token: 'of-another' }],
			secrets: { smartcarAccessTokenApi: { accessToken: '={{ $json.token }}' } },
			node: { onError: 'continueRegularOutput' },
		},
	);
	expect(json).toMatchObject([
		{ error: expect.stringContaining('has granted control_security') },
		{ userId: 'u-owner' },
	]);
	expect(lookups.map((lookup) => lookup.isDone())).toEqual([true, true]);
});

test.each([
	['cleared', locator('', 'list')],
	['added, but not touched', { mode: 'list', value: '' }],
])('the option User without a selection is ignored: %s', async (_what, userId) => {
	mockUsers(owner);
	signalsApi().post(LOCK).matchHeader('sc-user-id', 'u-owner').reply(200, execution());
	expect((await runSmartcar({ ...lock, options: { userId } })).json).toHaveLength(1);
});

test('the request is sent for a user whose permissions Smartcar does not list', async () => {
	mockUsers(connectionOf('u1'));
	signalsApi().post(LOCK).matchHeader('sc-user-id', 'u1').reply(200, execution());
	expect((await runSmartcar(lock)).json).toHaveLength(1);
});

describe('a user whose permissions Smartcar does not list', () => {
	const unlisted = connectionOf('u-unlisted');
	const nothing = connectionOf('u-nothing', []);
	const mockLock = (userId: string) =>
		signalsApi().post(LOCK).matchHeader('sc-user-id', userId).reply(200, execution());

	test.each([
		['is chosen before one who has not granted the permission', [reader, unlisted], 'u-unlisted'],
		['is not chosen before one who has granted it', [unlisted, owner], 'u-owner'],
	])('%s', async (_what, connections, userId) => {
		mockUsers(...connections);
		mockLock(userId);
		const { json, error } = await runSmartcar(lock);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ userId }]);
	});

	test.each([
		['is not chosen to read all signals before one who has granted some', reader, 'u-reader'],
		['is chosen to read all signals before one who has granted none', nothing, 'u-unlisted'],
	])('%s', async (_what, other, userId) => {
		mockUsers(other, unlisted);
		signalsApi()
			.get('/vehicles/v1/signals')
			.matchHeader('sc-user-id', userId)
			.reply(200, signals(signal('wheel-tires')));
		const { json } = await runSmartcar({ resource: 'signal', operation: 'getMany', vehicleId });
		expect(json).toMatchObject([{ code: 'wheel-tires' }]);
	});
});

test('if no connection of the vehicle names a user, the error says so', async () => {
	mockUsers({ ...connectionOf(''), relationships: { vehicle: { data: { id: 'v1' } } } });
	expect((await runSmartcar(lock)).error?.message).toBe(
		'Smartcar lists no user for the vehicle v1',
	);
});

test('if no user has granted the permission, the error says what each one has granted', async () => {
	mockUsers(reader, connectionOf('u-nothing', []));
	const { error } = await runSmartcar(lock);
	expect(error).toMatchObject({
		message: 'No user of the vehicle v1 has granted control_security',
		description:
			"Add the permission under 'Permissions' of Connection: Create Connect Link or, if the link requests no permissions of its own, under Vehicle Access in the Smartcar dashboard. Then the owner has to connect the vehicle again. So far user u-reader has granted read_vin, read_tires, read_battery; user u-nothing has granted nothing.",
	});
});

const lockPermissions = ['control_security'];

/** A connection with the permission, of a user whom Smartcar does not name. */
const unnamed = {
	...connectionOf('u-unnamed', lockPermissions),
	relationships: { vehicle: { data: { id: 'v1' } } },
};

test('if only a connection without a user has the permission, the error asks for the user', async () => {
	mockUsers(reader, unnamed);
	expect((await runSmartcar(lock)).error).toMatchObject({
		message:
			'Smartcar does not say which user of the vehicle v1, if any, has granted control_security',
		description: expect.stringContaining("Choose one in the option 'User'"),
	});
});

describe('a selected user who has not granted the permission', () => {
	const selected = { ...lock, options: { userId: locator('u-reader') } };
	const rejectLock = (type = 'PERMISSION', code: string | null = null, status = 403) =>
		signalsApi()
			.post(LOCK)
			.reply(status, { errors: [{ type, code, detail: 'Permission missing.' }] });

	test.each([
		['PERMISSION', null],
		['AUTHENTICATION', 'FORBIDDEN'],
		['AUTHENTICATION', 'ACCESS_DENIED'],
	])('fails with the ID of a user who has granted it (%s / %s)', async (type, code) => {
		rejectLock(type, code);
		mockUsers(reader, owner);
		const { error } = await runSmartcar(selected);
		expect(error).toMatchObject({
			message: 'This user has not granted control_security; user u-owner has',
			description: "Choose that user in the option 'User', or remove the option. Vehicle ID: v1",
			httpCode: '403',
		});
	});

	test('fails with the error of Smartcar if it does not accept the token', async () => {
		rejectLock('AUTHENTICATION', 'UNAUTHORIZED', 400);
		mockUsers(reader, owner);
		expect((await runSmartcar(selected)).error?.message).toMatch(/^Permission missing/);
	});

	const NO_USER = {
		message: 'No user of the vehicle v1 has granted control_security',
		description: expect.stringContaining(
			'So far user u-reader has granted read_vin, read_tires, read_battery.',
		),
	};

	test('fails with what each user has granted if none has granted the permission', async () => {
		rejectLock();
		mockUsers(reader);
		expect((await runSmartcar(selected)).error).toMatchObject(NO_USER);
	});

	test('has no resolution by the owner in its item if another user has granted it', async () => {
		const resolution = { type: 'REAUTHENTICATE', url: 'https://connect.smartcar.com/x' };
		const errors = [{ type: 'PERMISSION', detail: 'Permission missing.', resolution }];
		signalsApi().post(LOCK).reply(403, { errors });
		mockUsers(reader, owner);
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(selected, { node });
		expect(json).toMatchObject([{ error: expect.stringContaining('user u-owner has') }]);
		expect(json[0]).not.toHaveProperty('resolution');
		expect(json[0]).not.toHaveProperty('resolutionUrl');
	});

	test('has the same error in its item with On Error: Continue', async () => {
		rejectLock();
		mockUsers(reader);
		const node = { onError: 'continueRegularOutput' } as const;
		const { json, error } = await runSmartcar(selected, { node });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ error: NO_USER.message, advice: NO_USER.description, httpStatus: 403 },
		]);
	});

	test("fails with Smartcar's error if it is unknown what another user has granted", async () => {
		rejectLock();
		mockUsers(reader, connectionOf('u-unlisted'));
		expect((await runSmartcar(selected)).error?.message).toBe(
			'Permission missing (PERMISSION, HTTP 403)',
		);
	});

	test('fails with what is known if Smartcar does not list the permissions of that user', async () => {
		rejectLock();
		mockUsers(connectionOf('u-reader'), connectionOf('u-nothing', []));
		expect((await runSmartcar(selected)).error).toMatchObject({
			message: 'No user of the vehicle v1 has granted control_security',
			description: expect.stringMatching(
				/So far user u-reader has granted unknown permissions; user u-nothing has granted nothing\.$/,
			),
		});
	});

	test.each([
		['that user has granted the permission', [connectionOf('u-reader', lockPermissions)]],
		[
			'that user and another one have granted it',
			[owner, connectionOf('u-reader', lockPermissions)],
		],
		['a user whom Smartcar does not name has granted it', [reader, unnamed]],
	])("fails with Smartcar's error if %s", async (_what, connections) => {
		rejectLock();
		mockUsers(...connections);
		expect((await runSmartcar(selected)).error?.message).toBe(
			'Permission missing (PERMISSION, HTTP 403)',
		);
	});

	test("fails with Smartcar's error if the users cannot be looked up", async () => {
		rejectLock();
		signalsApi().get('/connections').query(true).reply(403, {});
		expect((await runSmartcar(selected)).error?.message).toBe(
			'Permission missing (PERMISSION, HTTP 403)',
		);
	});
});

test.each<[string, INodeParameters]>([
	['Get State', { operation: 'getState', vehicleId }],
	['Get State of all vehicles', { operation: 'getState', vehicles: 'allConnected' }],
	['Batch', { operation: 'batch', vehicleId, paths: ['/odometer'] }],
])(
	'%s reads for the user who has granted what it needs, not for one who has granted more',
	async (_what, parameters) => {
		const connections = [
			connectionOf('u-most', ['read_vin', 'read_compass', 'control_charge']),
			connectionOf('u-needed', ['read_odometer']),
		];
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(200, page(connections, 1, 100, connections.length));
		const request = signalsApi()
			.get('/vehicles/v1/signals')
			.matchHeader('sc-user-id', 'u-needed')
			.reply(200, signals(signal('odometer-traveleddistance')));
		const { json, error } = await runSmartcar({ resource: 'vehicle', ...parameters });
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(request.isDone()).toBe(true);
	},
);

describe('Get State of all vehicles, when a connection names no user', () => {
	const withoutUser: IDataObject = {
		id: 'c-without-user',
		attributes: {},
		relationships: { vehicle: { data: { id: 'v2' } } },
	};
	const all = { resource: 'vehicle', operation: 'getState', vehicles: 'allConnected' };
	const mockConnections = (filters: Record<string, string>, ...connections: IDataObject[]) =>
		signalsApi()
			.get('/connections')
			.query({
				...filters,
				'filter[vehicle.mode]': 'live',
				'page[number]': 1,
				'page[size]': 100,
			})
			.reply(200, page(connections, 1, 100, connections.length));
	const mockSignals = (id: string, userId: string) =>
		signalsApi()
			.get(`/vehicles/${id}/signals`)
			.matchHeader('sc-user-id', userId)
			.reply(200, signals(signal('wheel-tires')));
	const NO_USER = {
		message: 'Smartcar lists no user for the vehicle v2',
		description:
			"Requests about a vehicle are sent for a user. Choose one in the option 'User' (for Get State, first set 'Vehicles' to 'One Vehicle'), or ask the owner to reconnect the vehicle.",
	};

	test('returns an error item for that vehicle, and the rows of the others', async () => {
		mockConnections({}, withoutUser, reader);
		mockSignals('v1', 'u-reader');
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(all, { node });
		expect(json).toEqual([
			{ error: NO_USER.message, advice: NO_USER.description, vehicleId: 'v2' },
			expect.objectContaining({ vehicleId: 'v1', userId: 'u-reader' }),
		]);
	});

	test('fails without On Error: Continue', async () => {
		mockConnections({}, withoutUser);
		expect((await runSmartcar(all)).error).toMatchObject(NO_USER);
	});

	test('reads that vehicle for the user in the option User', async () => {
		mockConnections({ 'filter[userId]': 'u1' }, withoutUser);
		mockSignals('v2', 'u1');
		const { json } = await runSmartcar({ ...all, options: { userId: locator('u1') } });
		expect(json).toMatchObject([{ vehicleId: 'v2', userId: 'u1' }]);
	});
});

describe('Batch with v3 and the option User', () => {
	const batch = {
		resource: 'vehicle',
		operation: 'batch',
		vehicleId,
		paths: ['/odometer', '/tires/pressure'],
		options: { userId: locator('u-reader') },
	};
	const mockSignals = (...codes: string[]) =>
		signalsApi()
			.get('/vehicles/v1/signals')
			.matchHeader('sc-user-id', 'u-reader')
			.reply(200, signals(...codes.map((code) => signal(code))));
	const missingOdometer = { path: '/odometer', httpStatus: 404, errorCode: 'SIGNAL_NOT_FOUND' };
	const readTires = { path: '/tires/pressure', httpStatus: 200, success: true };

	test('reports the missing permission of a path without data', async () => {
		mockSignals('wheel-tires');
		mockUsers(reader, owner);
		expect((await runSmartcar(batch)).json).toMatchObject([
			{
				path: '/odometer',
				httpStatus: 403,
				errorType: 'PERMISSION',
				error: expect.stringContaining('The user has not granted read_odometer'),
				resolution: 'REAUTHENTICATE',
			},
			readTires,
		]);
	});

	test('names another user who has granted the permission', async () => {
		mockSignals('wheel-tires');
		mockUsers(reader, connectionOf('u-driver', ['read_odometer']));
		const { json } = await runSmartcar(batch);
		expect(json[0]).toMatchObject({
			path: '/odometer',
			httpStatus: 403,
			error:
				"The user has not granted read_odometer; user u-driver has. Read this path for that user: choose the user in the option 'User'.",
		});
		expect(json[0]).not.toHaveProperty('resolution');
	});

	test('reports missing data if the user has granted the permission', async () => {
		mockSignals('wheel-tires');
		mockUsers(connectionOf('u-reader', ['read_odometer', 'read_tires']));
		expect((await runSmartcar(batch)).json).toMatchObject([missingOdometer, readTires]);
	});

	test('reports missing data if the connections cannot be read', async () => {
		mockSignals('wheel-tires');
		signalsApi().get('/connections').query(true).reply(403, {});
		expect((await runSmartcar(batch)).json).toMatchObject([missingOdometer, readTires]);
	});

	test('does not read the connections if each path has data', async () => {
		mockSignals('wheel-tires', 'odometer-traveleddistance');
		const lookup = mockUsers(reader);
		const { json } = await runSmartcar(batch);
		expect(json).toMatchObject([{ path: '/odometer', httpStatus: 200 }, readTires]);
		expect(lookup.isDone()).toBe(false);
	});
});
