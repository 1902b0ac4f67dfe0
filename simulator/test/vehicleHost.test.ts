import { batteryOf } from '../fleet/batteryOf';
import {
	BMW,
	entryAt,
	sendRequest,
	startTestSimulator,
	stopTestSimulators,
} from './support/testSimulator';

afterEach(stopTestSimulators);

describe('connections', () => {
	it('are listed newest first, 10 per page, live ones by default', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const { body } = await sendRequest(`${hosts.signalsUrl}/connections`, {
			token: tokens.issueForApplication(),
		});
		expect(body).toMatchObject({
			meta: {
				pageNumber: 1,
				pageSize: 10,
				totalCount: 5,
				orderBy: 'createdAt',
				orderDirection: 'DESC',
			},
		});
		const newest = entryAt(fleet.connections, 4);
		expect(body).toMatchObject({
			data: expect.arrayContaining([
				{
					id: newest.id,
					type: 'connection',
					attributes: {
						permissions: newest.permissions,
						vehicle: expect.objectContaining({
							make: 'TOYOTA',
							mode: 'live',
							powertrainType: 'HEV',
						}),
						user: { id: newest.userId, externalId: fleet.user(newest.userId)?.externalId },
					},
					relationships: {
						vehicle: {
							data: { id: newest.vehicleId, type: 'vehicle' },
							links: { related: `${hosts.signalsUrl}/vehicles/${newest.vehicleId}` },
						},
						user: { data: { id: newest.userId, type: 'user' } },
					},
					meta: { createdAt: expect.any(String), updatedAt: expect.any(String) },
					links: { self: `${hosts.signalsUrl}/connections/${newest.id}` },
				},
			]),
		});
		expect(body).toMatchObject({ data: { 0: { id: newest.id } } });
	});

	it('are filtered by user, vehicle, mode and external ID', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const list = async (query: string): Promise<unknown> =>
			(await sendRequest(`${hosts.signalsUrl}/connections?${query}`, { token })).body;
		const total = (totalCount: number) => ({ meta: { totalCount } });
		expect(await list('filter[vehicle.mode]=simulated')).toMatchObject(total(1));
		expect(await list(`filter[userId]=${entryAt(fleet.users, 0).id}`)).toMatchObject(total(2));
		expect(await list(`filter[vehicleId]=${entryAt(fleet.vehicles, 0).id}`)).toMatchObject(
			total(2),
		);
		expect(await list('filter[user.externalId]=customer-3')).toMatchObject(total(1));
		expect(
			(await sendRequest(`${hosts.signalsUrl}/connections?filter[vehicle.mode]=test`, { token }))
				.status,
		).toBe(400);
	});

	it('are deleted with their subscriptions, one by one or with their user', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator();
		webhooks.create({ name: 'all', callbackUri: 'https://n8n.example/all', autoSubscribe: true });
		const token = tokens.issueForApplication();
		const { id } = entryAt(fleet.connections, 0);
		const url = `${hosts.signalsUrl}/connections/${id}`;
		expect((await sendRequest(url, { token })).body).toMatchObject({ data: { id } });
		expect((await sendRequest(url, { token, method: 'DELETE' })).status).toBe(204);
		expect((await sendRequest(url, { token })).status).toBe(404);
		expect(fleet.subscriptions).toHaveLength(5);

		const user = entryAt(fleet.users, 1);
		expect(
			(await sendRequest(`${hosts.signalsUrl}/users/${user.id}`, { token, method: 'DELETE' }))
				.status,
		).toBe(204);
		expect(
			(await sendRequest(`${hosts.signalsUrl}/users/${user.id}`, { token, method: 'DELETE' }))
				.status,
		).toBe(404);
		expect(fleet.connections.filter(({ userId }) => userId === user.id)).toEqual([]);
		expect(fleet.subscriptions).toHaveLength(2);
	});
});

describe('vehicles and signals', () => {
	it('returns a vehicle without sc-user-id', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const { id, year } = entryAt(fleet.vehicles, BMW);
		const { body } = await sendRequest(`${hosts.signalsUrl}/vehicles/${id}`, {
			token: tokens.issueForApplication(),
		});
		expect(body).toEqual({
			data: {
				id,
				type: 'vehicle',
				attributes: { make: 'BMW', model: '320i', year, powertrainType: 'ICE', mode: 'simulated' },
				links: { self: `${hosts.signalsUrl}/vehicles/${id}` },
			},
		});
	});

	it('does not return a vehicle that no user is connected to any more', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const vehicle = entryAt(fleet.vehicles, 0);
		fleet.disconnect(fleet.connectionsOf(vehicle));
		const url = `${hosts.signalsUrl}/vehicles/${vehicle.id}`;
		expect((await sendRequest(url, { token: tokens.issueForApplication() })).status).toBe(403);
	});

	it('requires sc-user-id with a user who is connected to the vehicle', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const url = `${hosts.signalsUrl}/vehicles/${entryAt(fleet.vehicles, 0).id}/signals`;
		const missing = await sendRequest(url, { token });
		expect(missing.status).toBe(400);
		expect(missing.body).toMatchObject({
			errors: [{ type: 'VALIDATION', code: 'MISSING_PARAMETER', detail: 'missing userId' }],
		});
		expect(
			(await sendRequest(url, { token, headers: { 'sc-user-id': entryAt(fleet.users, 2).id } }))
				.status,
		).toBe(403);
	});

	it('returns no signals for a vehicle that never had a subscription', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const options = {
			token: tokens.issueForApplication(),
			headers: { 'sc-user-id': entryAt(fleet.users, 0).id },
		};
		const url = `${hosts.signalsUrl}/vehicles/${entryAt(fleet.vehicles, 0).id}/signals`;
		expect(await sendRequest(url, options)).toMatchObject({
			status: 200,
			body: { data: [], meta: { totalCount: 0 } },
		});
		expect((await sendRequest(`${url}/closure-islocked`, options)).status).toBe(404);
	});

	it('rejects a read while the vehicle is throttled', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const vehicle = entryAt(fleet.vehicles, 0);
		const options = {
			token: tokens.issueForApplication(),
			headers: { 'sc-user-id': entryAt(fleet.users, 0).id },
		};
		const url = `${hosts.signalsUrl}/vehicles/${vehicle.id}/signals`;
		fleet.throttle(vehicle, { retryAfterSeconds: 9 });
		const throttled = await sendRequest(url, options);
		expect(throttled).toMatchObject({
			status: 429,
			body: { errors: [{ type: 'RATE_LIMIT', code: 'VEHICLE' }] },
		});
		expect(throttled.headers.get('retry-after')).toBe('9');
	});

	it('returns all signals, some with an error: NOT_CHARGING with the last value, a missing permission as UNKNOWN', async () => {
		const { hosts, tokens, fleet, webhooks } = await startTestSimulator();
		webhooks.create({ name: 'all', callbackUri: 'https://n8n.example/all', autoSubscribe: true });
		const vehicle = entryAt(fleet.vehicles, 0);
		const battery = batteryOf(vehicle);
		battery.isCharging = false;
		const token = tokens.issueForApplication();
		const url = `${hosts.signalsUrl}/vehicles/${vehicle.id}/signals`;
		const owner = { token, headers: { 'sc-user-id': entryAt(fleet.users, 0).id } };
		const { body } = await sendRequest(url, owner);
		const signal = (code: string, attributes: object) =>
			expect.objectContaining({ id: code, attributes });
		expect(body).toMatchObject({
			data: expect.arrayContaining([
				signal('tractionbattery-stateofcharge', {
					code: 'tractionbattery-stateofcharge',
					name: 'StateOfCharge',
					group: 'TractionBattery',
					status: { value: 'SUCCESS' },
					body: { value: battery.percent, unit: 'percent' },
				}),
				signal(
					'charge-wattage',
					expect.objectContaining({
						status: {
							value: 'ERROR',
							error: expect.objectContaining({ type: 'VEHICLE_STATE', code: 'NOT_CHARGING' }),
						},
						body: { value: battery.wattage, unit: 'watts' },
					}),
				),
			]),
			included: { vehicle: { id: vehicle.id } },
		});
		// The second owner has not granted access to locks.
		const secondOwner = { token, headers: { 'sc-user-id': entryAt(fleet.users, 1).id } };
		expect((await sendRequest(`${url}/closure-islocked`, secondOwner)).body).toMatchObject({
			data: {
				attributes: { status: { value: 'ERROR', error: { type: 'PERMISSION', code: 'UNKNOWN' } } },
			},
		});
		expect((await sendRequest(`${url}/closure-unknown`, owner)).body).toMatchObject({
			errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', code: 'SIGNAL_NOT_FOUND' }],
		});
	});
});
