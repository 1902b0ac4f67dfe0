import { call, credentials, simulator, stopSimulators } from './support/testSimulator';

afterEach(stopSimulators);

describe('legacy management API', () => {
	const basic = (password: string) => ({
		authorization: `Basic ${Buffer.from(`default:${password}`).toString('base64')}`,
	});

	it('lists connections page by page for the application management token', async () => {
		const { hosts, fleet } = await simulator({ vehicles: 12 });
		const url = `${hosts.legacyManagementUrl}/management/connections`;
		const headers = basic(credentials.applicationManagementToken);
		const first = await call(`${url}?limit=10`, { headers });
		const expected = fleet.connections.map(({ userId, vehicleId, createdAt }) => ({
			userId,
			vehicleId,
			connectedAt: new Date(createdAt).toISOString(),
			mode: fleet.vehicle(vehicleId)?.mode,
		}));
		const cursor = fleet.connections[9]?.id;
		expect(first.body).toEqual({ connections: expected.slice(0, 10), paging: { cursor } });
		const second = await call(`${url}?limit=10&cursor=${cursor}`, { headers });
		expect(second.body).toEqual({ connections: expected.slice(10), paging: { cursor: null } });
	});

	it('refuses another password and a bearer token', async () => {
		const { hosts, tokens } = await simulator();
		const url = `${hosts.legacyManagementUrl}/management/connections`;
		expect((await call(url, { headers: basic(credentials.clientSecret) })).status).toBe(401);
		expect((await call(url, { token: tokens.issue() })).status).toBe(401);
		expect(
			(await call(`${url}?limit=101`, { headers: basic(credentials.applicationManagementToken) }))
				.status,
		).toBe(400);
	});
});

describe('compatible vehicles', () => {
	it('answers without a token, filtered by region, make in any case, and powertrain', async () => {
		const { hosts } = await simulator();
		const url = `${hosts.compatibilityUrl}/v3/compatible-vehicles`;
		const idsOf = async (query: string): Promise<unknown> => (await call(`${url}?${query}`)).body;
		expect(await idsOf('filter[make]=tesla&filter[region]=US')).toMatchObject({
			data: [
				{
					id: 'TESLA-Model 3-2018-2026-BEV-US',
					type: 'vehicle-model-capability',
					attributes: { make: 'TESLA', region: 'US', years: { start: 2018, end: 2026 } },
				},
			],
			meta: { totalCount: 1 },
		});
		expect(await idsOf('filter[powertrainType]=ICE')).toMatchObject({
			data: ['US', 'CA', 'EUROPE'].map((region) => ({ attributes: { model: '320i', region } })),
		});
		expect(await idsOf('filter[make]=LADA')).toMatchObject({ data: [], meta: { totalCount: 0 } });
		expect((await call(`${url}?filter[region]=MARS`)).status).toBe(400);
	});

	it('names capabilities by signal code, and only those the powertrain has', async () => {
		const { hosts } = await simulator();
		const { body } = await call(
			`${hosts.compatibilityUrl}/v3/compatible-vehicles?filter[make]=skoda`,
		);
		expect(body).toMatchObject({
			data: [
				{
					attributes: {
						capabilities: expect.arrayContaining([
							{
								type: 'signal',
								name: 'State Of Charge',
								group: 'TractionBattery',
								code: 'StateOfCharge',
								capability: 'tractionbattery-stateofcharge',
								permission: 'read_battery',
							},
							{
								type: 'command',
								name: 'Charge start',
								group: '',
								code: 'charge-start',
								capability: 'charge-start',
								permission: 'control_charge',
							},
						]),
					},
				},
			],
		});
		expect(JSON.stringify(body)).not.toContain('internalcombustionengine');
	});
});

describe('any host', () => {
	it('answers an unknown path with 404 in its own format', async () => {
		const { hosts, tokens, url } = await simulator();
		const token = tokens.issue();
		expect((await call(`${hosts.vehicleDataUrl}/v9`, { token })).body).toMatchObject({
			statusCode: 404,
			code: 'PATH',
		});
		expect((await call(`${hosts.managementUrl}/nothing`, { token })).body).toMatchObject({
			errors: [{ status: '404' }],
		});
		expect((await call(`${url}/`)).status).toBe(404);
	});

	it('records requests in order, with headers and body, and their status', async () => {
		const { hosts, tokens, fleet, requests } = await simulator();
		const token = tokens.issue();
		const path = `/v2.0/vehicles/${fleet.vehicles[0]?.id}/batch`;
		await call(`${hosts.managementUrl}/webhooks?page[size]=1`, { token: 'wrong' });
		await call(`${hosts.vehicleDataUrl}${path}`, { token, body: { requests: [{ path: '/vin' }] } });
		expect(requests).toMatchObject([
			{
				method: 'GET',
				path: '/management/v3/webhooks?page[size]=1',
				headers: { authorization: 'Bearer wrong' },
				body: undefined,
				status: 401,
			},
			{
				method: 'POST',
				path: `/vehicle-data${path}`,
				headers: { authorization: `Bearer ${token}` },
				body: { requests: [{ path: '/vin' }] },
				status: 200,
			},
		]);
	});

	it('adds the latency it is told to', async () => {
		const { hosts } = await simulator({ latencyMs: 120 });
		const startedAt = Date.now();
		await call(`${hosts.compatibilityUrl}/v3/compatible-vehicles`);
		expect(Date.now() - startedAt).toBeGreaterThanOrEqual(118);
	});
});
