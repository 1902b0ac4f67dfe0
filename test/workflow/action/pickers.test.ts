import { LoadOptionsContext } from 'n8n-core';
import type { INodeListSearchResult, INodeParameters } from 'n8n-workflow';
import { createHarness } from '../support/harness';
import { APPLICATION, managementApi, PACKAGE, signalsApi, useNock, vehicleApi } from './smartcar';
import { connection, numbered, page, subscription, webhook } from './resources';

useNock();

async function search(
	method: string,
	filter?: string,
	token?: string,
	parameters: INodeParameters = { authentication: 'applicationApi' },
): Promise<INodeListSearchResult> {
	const harness = await createHarness(PACKAGE, {
		smartcarApplicationApi: { ...APPLICATION },
		smartcarAccessTokenApi: { accessToken: 'mine', bearerType: 'vehicle' },
	});
	const node = harness.buildNode('smartcar', parameters);
	const data = harness.additionalData({ currentNodeParameters: parameters });
	const context = new LoadOptionsContext(harness.buildWorkflow(node), node, data, 'parameters.vehicleId');
	const { methods } = harness.nodeTypes.getByNameAndVersion(node.type, 1);
	const searchList = methods?.listSearch?.[method];
	if (!searchList) throw new Error(`There is no list ${method}`);
	return await searchList.call(context, filter, token);
}

const connections = (mode: string, number: number) =>
	signalsApi()
		.get('/connections')
		.query({ 'filter[vehicle.mode]': mode, 'page[number]': number, 'page[size]': 100 });

test('vehicles have names; live ones come first, then simulated ones', async () => {
	connections('live', 1).reply(200, page([connection('36ab27d0-fd9d')], 1, 100, 1));
	const first = await search('searchVehicles');
	expect(first).toEqual({
		results: [{ name: '2021 Tesla Model 3 · 36ab27d0', value: '36ab27d0-fd9d' }],
		paginationToken: 'simulated:1',
	});
	const simulated = { make: 'VOLVO', model: 'EX30', year: 2025, mode: 'simulated' };
	connections('simulated', 1).reply(200, page([connection('v2', simulated)], 1, 100, 1));
	expect(await search('searchVehicles', undefined, first.paginationToken)).toEqual({
		results: [{ name: '2025 Volvo EX30 · v2 (simulated)', value: 'v2' }],
		paginationToken: undefined,
	});
});

test('a vehicle that several users share is listed once', async () => {
	connections('live', 1).reply(200, page([connection('v1'), { ...connection('v1'), id: 'other' }], 1, 100, 2));
	expect((await search('searchVehicles')).results).toHaveLength(1);
});

test('a search goes on over pages until something matches', async () => {
	const crowd = numbered('v', 1, 100).map((id) => connection(id));
	connections('live', 1).reply(200, page(crowd, 1, 100, 101));
	connections('live', 2).reply(200, page([connection('v101', { make: 'Volvo', model: 'EX30' })], 2, 100, 101));
	const found = await search('searchVehicles', ' volvo ex');
	expect(found.results.map(({ value }) => value)).toEqual(['v101']);
	expect(found.paginationToken).toBe('simulated:1');
});

test('a search without a match ends', async () => {
	connections('live', 1).reply(200, page([connection('v1')], 1, 100, 1));
	connections('simulated', 1).reply(200, page([], 1, 100, 0));
	expect(await search('searchVehicles', 'lada')).toEqual({ results: [], paginationToken: undefined });
});

test('a vehicle token lists plain IDs', async () => {
	connections('live', 1)
		.times(2)
		.reply(401, { errors: [{ type: 'AUTHENTICATION', code: 'UNAUTHORIZED' }] });
	vehicleApi()
		.get('/v2.0/vehicles')
		.query({ limit: 50, offset: 0 })
		.matchHeader('authorization', 'Bearer mine')
		.reply(200, { vehicles: numbered('v', 1, 50), paging: { count: 51, offset: 0 } });
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

test('a trouble is told, not taken for an empty list', async () => {
	connections('live', 1).reply(403, {
		errors: [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: 'Not allowed.' }],
	});
	await expect(search('searchVehicles')).rejects.toThrow('Not allowed (AUTHENTICATION / FORBIDDEN, HTTP 403)');
});

test('subscriptions are named by their vehicle, page by page', async () => {
	managementApi()
		.get('/subscriptions')
		.query({ 'page[number]': 2, 'page[size]': 100 })
		.reply(200, page([subscription('5f0c1d2e-7777')], 2, 100, 201));
	expect(await search('searchSubscriptions', undefined, '2')).toEqual({
		results: [{ name: '2021 Tesla Model 3 · v-5f0c1d → 5f0c1d2e', value: '5f0c1d2e-7777' }],
		paginationToken: '3',
	});
});

test('connections are named by their vehicle', async () => {
	connections('live', 1).reply(200, page([connection('36ab27d0-fd9d')], 1, 100, 1));
	expect(await search('searchConnections')).toEqual({
		results: [{ name: '2021 Tesla Model 3 · 36ab27d0 → c-36ab27', value: 'c-36ab27d0-fd9d' }],
		paginationToken: 'simulated:1',
	});
});

test('webhooks have their name, and those that are off say so', async () => {
	const off = { ...webhook('w2'), attributes: { name: 'Old', isEnabled: false } };
	managementApi()
		.get('/webhooks')
		.query({ 'page[number]': 1, 'page[size]': 100 })
		.reply(200, page([webhook('w1'), off, { id: 'w3', attributes: {} }], 1, 100, 3));
	expect((await search('searchWebhooks')).results).toEqual([
		{ name: 'Webhook w1', value: 'w1' },
		{ name: 'Old (disabled)', value: 'w2' },
		{ name: 'w3', value: 'w3' },
	]);
});

describe('users', () => {
	const ofVehicle = (vehicleId: string) =>
		signalsApi().get('/connections').query({
			'filter[vehicleId]': vehicleId,
			'filter[vehicle.mode]': 'live',
			'page[number]': 1,
			'page[size]': 100,
		});
	const named = { ...connection('v1'), attributes: { user: { id: 'u1', externalId: 'customer-42' } } };

	test('are those of the chosen vehicle, under the name that one gave them', async () => {
		ofVehicle('v1').reply(200, page([named, { ...connection('v1'), id: 'again' }], 1, 100, 2));
		const parameters = { authentication: 'applicationApi', vehicleId: { __rl: true, mode: 'id', value: 'v1' } };
		expect((await search('searchUsers', undefined, undefined, parameters)).results).toEqual([
			{ name: 'u1 (2021 Tesla Model 3 · v1)', value: 'u1' },
		]);
		ofVehicle('v1').reply(200, page([named], 1, 100, 1));
		expect((await search('searchUsers', 'CUSTOMER', undefined, parameters)).results).toEqual([
			{ name: 'customer-42 · u1', value: 'u1' },
		]);
	});

	test.each([undefined, '={{ $json.vehicle }}'])('are all of them while the vehicle is %s', async (value) => {
		connections('live', 1).reply(200, page([connection('v1')], 1, 100, 1));
		const vehicleId = value === undefined ? {} : { vehicleId: { __rl: true, mode: 'id', value } };
		const parameters = { authentication: 'applicationApi', ...vehicleId };
		expect((await search('searchUsers', undefined, undefined, parameters)).results).toHaveLength(1);
	});
});

test('signals are those that are documented, searched by name and code', async () => {
	expect((await search('searchSignals', 'tires')).results).toEqual([{ name: 'Wheel: Tires', value: 'wheel-tires' }]);
	expect((await search('searchSignals', 'cabin hvac')).results).toEqual([
		{ name: 'HVAC: Is Cabin HVAC Active', value: 'hvac-iscabinhvacactive' },
	]);
	expect((await search('searchSignals')).results).toHaveLength(93);
});
