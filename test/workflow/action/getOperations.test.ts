import nock from 'nock';
import { DEFAULT_HOSTS } from '../../../nodes/shared/hosts';
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
	page,
	signal,
	signals,
	subscription,
	tires,
	tireValues,
	webhook,
} from './smartcarResponses';

useNock();

const HEADERS = {
	'SC-Data-Age': '2026-03-02T09:10:00.000Z',
	'SC-Fetched-At': '2026-03-02T09:14:55.000Z',
	'SC-Unit-System': 'imperial',
	'SC-Request-Id': 'request-1',
	'X-Other': 'left out',
};

/** What Add Response Headers returns of HEADERS. */
const RETURNED_HEADERS = {
	'sc-data-age': '2026-03-02T09:10:00.000Z',
	'sc-fetched-at': '2026-03-02T09:14:55.000Z',
	'sc-unit-system': 'imperial',
	'sc-request-id': 'request-1',
};

describe('Subscription: Get', () => {
	const parameters = { resource: 'subscription', operation: 'get', subscriptionId: locator('s1') };

	test.each([
		[true, { id: 's1', vehicleId: 'v-s1', createdAt: '2026-01-10T08:00:00.000Z' }],
		[false, subscription('s1')],
	])('with Simplify %s', async (simplify, expected) => {
		managementApi()
			.get('/subscriptions/s1')
			.reply(200, { data: subscription('s1') });
		const { json } = await runSmartcar({ ...parameters, simplify });
		expect(json).toEqual([expect.objectContaining(expected)]);
	});

	test('a missing subscription is an error with the text of Smartcar', async () => {
		const errors = [
			{
				status: '404',
				type: 'RESOURCE_NOT_FOUND',
				code: 'SUBSCRIPTION',
				title: 'Not Found',
				detail: 'No such subscription.',
			},
		];
		managementApi().get('/subscriptions/s1').reply(404, { errors });
		const { error } = await runSmartcar(parameters);
		expect(error).toMatchObject({
			message: 'No such subscription (RESOURCE_NOT_FOUND / SUBSCRIPTION, HTTP 404)',
			httpCode: '404',
		});
	});
});

test.each([
	['subscription', '/subscriptions/x1', subscription('x1')],
	['webhook', '/webhooks/x1', webhook('x1')],
])('%s: Get returns a time of an unexpected type unchanged', async (resource, path, entry) => {
	const meta = { createdAt: 1_772_442_800_000 };
	managementApi()
		.get(path)
		.reply(200, { data: { ...entry, meta } });
	const { json } = await runSmartcar({
		resource,
		operation: 'get',
		[`${resource}Id`]: locator('x1'),
	});
	expect(json).toMatchObject([meta]);
});

describe('Webhook: Get', () => {
	const parameters = { resource: 'webhook', operation: 'get', webhookId: locator('w1') };
	const request = () => managementApi().get('/webhooks/w1');

	test('returns the simplified webhook with the response headers', async () => {
		request().reply(200, { data: webhook('w1') }, HEADERS);
		const { json } = await runSmartcar({ ...parameters, options: { addResponseHeaders: true } });
		expect(json).toEqual([
			expect.objectContaining({
				id: 'w1',
				name: 'Webhook w1',
				triggers: ['wheel-tires'],
				headers: RETURNED_HEADERS,
			}),
		]);
	});

	test('returns the raw webhook for a link', async () => {
		request().reply(200, { data: webhook('w1') });
		const webhookId = locator(' https://management.api.smartcar.com/v3/webhooks/w1/?a=b ', 'url');
		expect((await runSmartcar({ ...parameters, webhookId, simplify: false })).json).toEqual([
			webhook('w1'),
		]);
	});
});

describe('User: Get', () => {
	test('returns the ID of the user', async () => {
		vehicleApi().get('/v2.0/user').reply(200, { id: 'u1' }, HEADERS);
		expect(
			(await runSmartcar({ resource: 'user', operation: 'get', apiVersion: 'v2.0' })).json,
		).toEqual([{ id: 'u1' }]);
	});

	test('finds a user whose ID was entered in capitals', async () => {
		const id = 'b0000000-0000-4000-8000-00000000000c';
		const relationships = { vehicle: { data: { id: 'v1' } }, user: { data: { id } } };
		signalsApi()
			.get('/connections')
			.query(({ 'filter[userId]': userId }) => userId === id)
			.times(2)
			.reply(200, page([{ ...connection('v1'), relationships }], 1, 100, 1));
		const { json, error } = await runSmartcar({
			resource: 'user',
			operation: 'get',
			userId: locator(id.toUpperCase()),
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ vehicles: [{ id: 'v1' }], id }]);
	});
});

test.each([
	['getTirePressure', signal('wheel-tires', { body: tireValues() })],
	['getBatteryCapacity', signal('tractionbattery-nominalcapacity', { body: { capacity: 82 } })],
])('Vehicle: %s with version 3 returns the raw signal with headers', async (operation, raw) => {
	signalsApi()
		.get(`/vehicles/v1/signals/${raw.id}`)
		.reply(200, { data: raw }, { 'SC-Request-Id': 'request-1' });
	const { json } = await runSmartcar({
		resource: 'vehicle',
		apiVersion: 'v3',
		operation,
		vehicleId: locator('v1'),
		simplify: false,
		options: { userId: 'u1', addResponseHeaders: true },
	});
	expect(json).toEqual([{ ...raw, headers: { 'sc-request-id': 'request-1' } }]);
});

describe('Vehicle: Get', () => {
	const vehicle = { id: 'v1', make: 'TESLA', model: 'Model 3', year: 2021 };

	test.each([
		['without an envelope', vehicle],
		['in data', { data: vehicle }],
		['in data and attributes', { data: { id: 'v1', attributes: vehicle } }],
	])('reads a vehicle %s', async (_what, body) => {
		signalsApi().get('/vehicles/v1').reply(200, body);
		const { json } = await runSmartcar({
			resource: 'vehicle',
			operation: 'get',
			vehicleId: locator('v1'),
		});
		expect(json).toEqual([{ ...vehicle, mode: null, powertrainType: null }]);
	});
});

describe('Vehicle: Get Tire Pressure', () => {
	const parameters = {
		resource: 'vehicle',
		apiVersion: 'v2.0',
		operation: 'getTirePressure',
		vehicleId: locator('v1'),
	};
	const request = () => vehicleApi().get('/v2.0/vehicles/v1/tires/pressure');

	test('returns the pressure in kPa', async () => {
		request().reply(200, tires(), { 'sc-unit-system': 'metric' });
		const { json } = await runSmartcar(parameters);
		expect(json).toEqual([
			{
				frontLeft: 220,
				frontRight: 221,
				backLeft: 219,
				backRight: 218,
				unit: 'kPa',
				vehicleId: 'v1',
			},
		]);
	});

	test('reads numbers that are text, and a missing tire as null', async () => {
		request().reply(200, { frontLeft: '219.5', backLeft: 219, backRight: 218 });
		const { json } = await runSmartcar(parameters);
		expect(json).toMatchObject([{ frontLeft: 219.5, frontRight: null, backLeft: 219 }]);
	});

	test('without Simplify it does not add missing tires', async () => {
		request().reply(200, { frontLeft: 219 });
		const { json } = await runSmartcar({ ...parameters, simplify: false });
		expect(json).toEqual([{ frontLeft: 219 }]);
	});

	test.each([{}, { pressures: [] }])('fails for a response without tires: %j', async (body) => {
		request().reply(200, body);
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toContain('unexpected format');
	});

	test('requests a unit system and a user, and returns the unit of the response', async () => {
		request()
			.matchHeader('sc-unit-system', 'imperial')
			.matchHeader('sc-user-id', 'u1')
			.reply(200, tires(32), HEADERS);
		const options = { unitSystem: 'imperial', userId: 'u1', addResponseHeaders: true };
		const { json } = await runSmartcar({ ...parameters, options });
		expect(json).toEqual([
			expect.objectContaining({ frontLeft: 32, unit: 'psi', headers: RETURNED_HEADERS }),
		]);
	});

	test('with version 3 no unit system is requested, because the node converts the values', async () => {
		nock(DEFAULT_HOSTS.signalsUrl, { badheaders: ['sc-unit-system'] })
			.get('/vehicles/v1/signals/wheel-tires')
			.reply(200, { data: signal('wheel-tires', { body: tireValues(230) }) });
		const options = { unitSystem: 'imperial', userId: 'u1' };
		const { json } = await runSmartcar({ ...parameters, apiVersion: 'v3', options });
		expect(json).toMatchObject([{ frontLeft: 33.36, unit: 'psi' }]);
	});

	test('with version 3 the error names a status other than SUCCESS', async () => {
		const unavailable = signal('wheel-tires', { status: { value: 'UNAVAILABLE' }, body: null });
		signalsApi().get('/vehicles/v1/signals/wheel-tires').reply(200, { data: unavailable });
		signalsApi().get('/vehicles/v1/signals').reply(200, signals(unavailable));
		const v3Parameters = { ...parameters, apiVersion: 'v3', options: { userId: 'u1' } };
		const { error } = await runSmartcar(v3Parameters);
		expect(error?.message).toBe('Smartcar reports the status UNAVAILABLE, not SUCCESS (HTTP 502)');
		const batch = await runSmartcar({
			...v3Parameters,
			operation: 'batch',
			paths: ['/tires/pressure'],
		});
		expect(batch.json).toMatchObject([
			{ success: false, error: 'Smartcar reports the status UNAVAILABLE, not SUCCESS' },
		]);
	});

	test('without Simplify it returns the response unchanged', async () => {
		request().reply(200, { ...tires(), spare: 300 });
		const { json } = await runSmartcar({ ...parameters, simplify: false });
		expect(json).toEqual([{ ...tires(), spare: 300 }]);
	});

	test('reads a vehicle that was selected from the list', async () => {
		request().reply(200, tires());
		const { json } = await runSmartcar({ ...parameters, vehicleId: locator('v1', 'list') });
		expect(json).toHaveLength(1);
	});
});

describe('Vehicle: Get Battery Capacity', () => {
	const parameters = {
		resource: 'vehicle',
		apiVersion: 'v2.0',
		operation: 'getBatteryCapacity',
		vehicleId: locator('v1'),
	};
	const request = () => vehicleApi().get('/v2.0/vehicles/v1/battery/nominal_capacity');
	const url =
		'https://connect.smartcar.com/battery-capacity?vehicle_id=v1&client_id=c&token=t&response_type=vehicle_id&redirect_uri=';
	const candidates = [
		{ capacity: 75, description: 'BEV:Long Range' },
		{ capacity: 82, description: 'BEV:Performance' },
	];

	test('returns a known capacity', async () => {
		const availableCapacities = [{ capacity: 82, description: null }];
		request().reply(200, {
			availableCapacities,
			capacity: { nominal: 82, source: 'SMARTCAR' },
			url: null,
		});
		const { json } = await runSmartcar(parameters);
		expect(json).toEqual([
			{
				capacity: 82,
				unit: 'kWh',
				source: 'SMARTCAR',
				selectionUrl: null,
				availableCapacities,
				vehicleId: 'v1',
			},
		]);
	});

	test('returns the selection URL with the redirect URI', async () => {
		request().reply(200, { availableCapacities: candidates, capacity: null, url });
		const options = { redirectUri: 'https://example.com/done' };
		const { json, hints } = await runSmartcar({ ...parameters, options });
		expect(hints).toEqual([]);
		expect(json).toEqual([
			{
				capacity: null,
				unit: 'kWh',
				source: null,
				selectionUrl: `${url}https%3A%2F%2Fexample.com%2Fdone`,
				availableCapacities: candidates,
				vehicleId: 'v1',
			},
		]);
	});

	test('a hint says that the selection URL has no redirect URI', async () => {
		request().reply(200, { availableCapacities: candidates, capacity: null, url });
		const { json, hints } = await runSmartcar(parameters);
		expect(json).toMatchObject([{ selectionUrl: url }]);
		expect(hints).toMatchObject([{ message: expect.stringContaining("'Redirect URI (v2.0)'") }]);
	});

	test('without Simplify it returns the capacity that the owner chose', async () => {
		const body = {
			availableCapacities: candidates,
			capacity: { nominal: 75, source: 'USER_SELECTED' },
			url,
		};
		request().reply(200, body);
		expect((await runSmartcar({ ...parameters, simplify: false })).json).toEqual([body]);
	});
});
