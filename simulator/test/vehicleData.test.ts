import {
	BMW,
	entryAt,
	FORD,
	sendRequest,
	SKODA,
	startTestSimulator,
	stopTestSimulators,
	TESLA,
	TOYOTA,
	vehicleToken,
} from './support/testSimulator';

afterEach(stopTestSimulators);

describe('v2.0 vehicle data', () => {
	it('pages the list of vehicles, 10 per page by default', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator({ vehicles: 23 });
		const token = tokens.issueForApplication();
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const ids = fleet.vehicles.map(({ id }) => id);
		expect((await sendRequest(url, { token })).body).toEqual({
			vehicles: ids.slice(0, 10),
			paging: { count: 23, offset: 0 },
		});
		expect((await sendRequest(`${url}?limit=50&offset=20`, { token })).body).toEqual({
			vehicles: ids.slice(20),
			paging: { count: 23, offset: 20 },
		});
	});

	it.each(['limit=0', 'limit=51', 'limit=ten', 'offset=-1', 'page=1'])(
		'rejects %s',
		async (query) => {
			const { hosts, tokens } = await startTestSimulator();
			const response = await sendRequest(`${hosts.vehicleDataUrl}/v2.0/vehicles?${query}`, {
				token: tokens.issueForApplication(),
			});
			expect(response.status).toBe(400);
			expect(response.body).toMatchObject({
				type: 'VALIDATION',
				statusCode: 400,
				detail: [{ field: [query.split('=')[0]], message: expect.any(String) }],
			});
		},
	);

	it('limits a request to the user in sc-user-id, or to the vehicle of a per-vehicle token', async () => {
		const simulator = await startTestSimulator();
		const { hosts, tokens, fleet } = simulator;
		const user = entryAt(fleet.users, 1);
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const scoped = await sendRequest(url, {
			token: tokens.issueForApplication(),
			headers: { 'sc-user-id': user.id },
		});
		// The second user owns two vehicles, and shares the Skoda with the first user.
		expect(scoped.body).toMatchObject({
			vehicles: [
				entryAt(fleet.vehicles, FORD).id,
				entryAt(fleet.vehicles, BMW).id,
				entryAt(fleet.vehicles, SKODA).id,
			],
		});
		const vehicle = entryAt(fleet.vehicles, TESLA);
		const byVehicleToken = await sendRequest(url, { token: vehicleToken(simulator, vehicle) });
		expect(byVehicleToken.body).toEqual({
			vehicles: [vehicle.id],
			paging: { count: 1, offset: 0 },
		});
	});

	it('returns the user of a per-vehicle token or of sc-user-id, and 400 for an application token alone', async () => {
		const simulator = await startTestSimulator();
		const { hosts, tokens, fleet } = simulator;
		const url = `${hosts.vehicleDataUrl}/v2.0/user`;
		const first = entryAt(fleet.users, 0);
		const second = entryAt(fleet.users, 1);
		const byVehicle = await sendRequest(url, {
			token: vehicleToken(simulator, entryAt(fleet.vehicles, 0)),
		});
		expect(byVehicle.body).toEqual({ id: first.id });
		const token = tokens.issueForApplication();
		expect((await sendRequest(url, { token, headers: { 'sc-user-id': second.id } })).body).toEqual({
			id: second.id,
		});
		const withoutUser = await sendRequest(url, { token });
		expect(withoutUser.status).toBe(400);
		expect(withoutUser.body).toMatchObject({
			type: 'VALIDATION',
			detail: [{ field: ['sc-user-id'] }],
		});
	});

	it('returns tire pressure in kPa, or psi on request, with the SC headers', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const vehicle = entryAt(fleet.vehicles, 0);
		vehicle.tires = { frontLeft: 250, frontRight: 251, backLeft: 240, backRight: 239 };
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles/${vehicle.id}/tires/pressure`;
		const token = tokens.issueForApplication();
		const metric = await sendRequest(url, { token });
		expect(metric.body).toEqual({ frontLeft: 250, frontRight: 251, backLeft: 240, backRight: 239 });
		expect(metric.headers.get('sc-unit-system')).toBe('metric');
		expect(metric.headers.get('sc-data-age')).toBe(new Date(vehicle.reportedAt).toISOString());
		expect(Date.parse(metric.headers.get('sc-fetched-at') ?? '')).toBeGreaterThan(
			vehicle.reportedAt,
		);
		expect(metric.headers.get('sc-request-id')).toMatch(/^[0-9a-f-]{36}$/);
		const imperial = await sendRequest(url, { token, headers: { 'sc-unit-system': 'imperial' } });
		expect(imperial.headers.get('sc-unit-system')).toBe('imperial');
		expect(imperial.body).toEqual({
			frontLeft: 36.26,
			frontRight: 36.4,
			backLeft: 34.81,
			backRight: 34.66,
		});
		expect(
			(await sendRequest(url, { token, headers: { 'sc-unit-system': 'furlongs' } })).status,
		).toBe(400);
	});

	it('returns the nominal capacity from each source, and 501 for a vehicle without a traction battery', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const token = tokens.issueForApplication();
		const capacityOf = async (index: number) =>
			await sendRequest(
				`${hosts.vehicleDataUrl}/v2.0/vehicles/${entryAt(fleet.vehicles, index).id}/battery/nominal_capacity`,
				{
					token,
				},
			);
		expect((await capacityOf(SKODA)).body).toEqual({
			availableCapacities: [{ capacity: 82, description: null }],
			capacity: { nominal: 82, source: 'SMARTCAR' },
			url: null,
		});
		expect((await capacityOf(TESLA)).body).toEqual({
			availableCapacities: [
				{ capacity: 57.5, description: 'BEV:RWD' },
				{ capacity: 79, description: 'BEV:Long Range' },
			],
			capacity: null,
			url: expect.stringMatching(
				/\/battery-capacity\?vehicle_id=.+&client_id=.+&token=.+&response_type=.+&redirect_uri=$/,
			),
		});
		expect((await capacityOf(FORD)).body).toMatchObject({
			capacity: { nominal: 14.4, source: 'USER_SELECTED' },
			url: expect.any(String),
		});
		const withoutBattery = await capacityOf(BMW);
		expect(withoutBattery.status).toBe(501);
		expect(withoutBattery.body).toMatchObject({
			type: 'COMPATIBILITY',
			code: 'VEHICLE_NOT_CAPABLE',
		});
	});

	it('lets the owner select a capacity and redirects to the application', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const { id } = entryAt(fleet.vehicles, TESLA);
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles/${id}/battery/nominal_capacity`;
		const token = tokens.issueForApplication();
		const undetermined = (await sendRequest(url, { token })).body;
		if (typeof undetermined !== 'object' || undetermined === null || !('url' in undetermined))
			throw new Error('the response has no URL for the selection');
		const selectionUrl = `${String(undetermined.url)}${encodeURIComponent('https://fleet.example/done')}`;
		expect((await sendRequest(selectionUrl)).body).toContain('79 kWh');
		expect((await sendRequest(`${selectionUrl}&capacity=80`)).status).toBe(400);
		const chosen = await sendRequest(`${selectionUrl}&capacity=79`);
		expect(chosen.status).toBe(302);
		expect(chosen.headers.get('location')).toBe(`https://fleet.example/done?vehicle_id=${id}`);
		expect((await sendRequest(url, { token })).body).toMatchObject({
			capacity: { nominal: 79, source: 'USER_SELECTED' },
		});
	});

	it('rejects an invalid ID, a vehicle of another user, an unknown path, and a missing permission', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const base = `${hosts.vehicleDataUrl}/v2.0/vehicles`;
		const token = tokens.issueForApplication();
		expect((await sendRequest(`${base}/a%2Fb/odometer`, { token })).body).toMatchObject({
			type: 'VALIDATION',
			statusCode: 400,
		});
		const { id } = entryAt(fleet.vehicles, TOYOTA);
		const ofOtherUser = await sendRequest(`${base}/${id}/odometer`, {
			token,
			headers: { 'sc-user-id': entryAt(fleet.users, 0).id },
		});
		expect(ofOtherUser.body).toMatchObject({ type: 'PERMISSION', code: null, statusCode: 403 });
		expect((await sendRequest(`${base}/${id}/nothing`, { token })).body).toMatchObject({
			type: 'RESOURCE_NOT_FOUND',
			code: 'PATH',
			statusCode: 404,
		});
		expect((await sendRequest(`${base}/${id}/location`, { token })).body).toMatchObject({
			type: 'PERMISSION',
			resolution: { type: 'REAUTHENTICATE' },
		});
	});

	it('returns 409 while the vehicle is asleep or unreachable, except for values that the service stores', async () => {
		const { hosts, tokens, fleet } = await startTestSimulator();
		const vehicle = entryAt(fleet.vehicles, 0);
		const base = `${hosts.vehicleDataUrl}/v2.0/vehicles/${vehicle.id}`;
		const token = tokens.issueForApplication();
		vehicle.reachability = 'asleep';
		expect((await sendRequest(`${base}/odometer`, { token })).body).toMatchObject({
			type: 'VEHICLE_STATE',
			code: 'ASLEEP',
			statusCode: 409,
			resolution: { type: 'RETRY_LATER' },
		});
		expect((await sendRequest(`${base}/vin`, { token })).body).toEqual({ vin: vehicle.vin });
		vehicle.reachability = 'unreachable';
		expect((await sendRequest(`${base}/odometer`, { token })).body).toMatchObject({
			code: 'UNREACHABLE',
		});
	});
});
