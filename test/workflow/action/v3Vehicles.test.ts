import type { INodeParameters } from 'n8n-workflow';
import type { Vehicle } from '../../../simulator/simulator';
import { allowOnlyLocalRequests, useSimulatedService } from './simulatedService';
import { locator } from './runSmartcar';

allowOnlyLocalRequests();

const service = useSimulatedService({ vehicles: 12, timeScale: 0.01 });

const run = async (operation: string, parameters: INodeParameters = {}) =>
	await service.run({ resource: 'vehicle', operation, ...parameters });

/** Finds a vehicle of the fleet, and makes Smartcar have signals of it. */
function findCar(fits: (vehicle: Vehicle) => boolean): Vehicle {
	const vehicle = service.simulator().fleet.vehicles.find(fits);
	if (!vehicle) throw new Error('The fleet has no such vehicle');
	vehicle.everSubscribed = true;
	return vehicle;
}

/**
 * A live electric car whose only user has granted everything. In this fleet the only permission
 * that some users have not granted is the location.
 */
const electricCar = () =>
	findCar(
		(vehicle) =>
			vehicle.battery !== null &&
			vehicle.fuel === null &&
			vehicle.mode === 'live' &&
			usersOf(vehicle).length === 1 &&
			hasLocation(vehicle),
	);

const connectionsOf = (vehicle: Vehicle) => service.simulator().fleet.connectionsOf(vehicle);

const usersOf = (vehicle: Vehicle) => connectionsOf(vehicle).map(({ userId }) => userId);

const hasLocation = (vehicle: Vehicle) =>
	connectionsOf(vehicle).some(({ permissions }) => permissions.includes('read_location'));

/** The paths of all requests after the first `before` ones. */
const requestedPaths = (before: number) =>
	service
		.requests()
		.slice(before)
		.map(({ path }) => path.replace(/\?.*/, ''));

/** Runs an operation with v3 and v2.0. Returns the items or the error message of each. */
async function runWithBothVersions(
	operation: string,
	vehicle: Vehicle,
	parameters: INodeParameters = {},
) {
	const runs = ['v3', 'v2.0'].map(async (apiVersion) => {
		const { json, error } = await run(operation, {
			vehicleId: locator(vehicle.id),
			apiVersion,
			...parameters,
		});
		return error?.message ?? json;
	});
	return await Promise.all(runs);
}

test('an application credential needs no v2.0 by default', async () => {
	const { id } = electricCar();
	const vehicleId = locator(id);
	const before = service.requests().length;
	await run('getMany');
	await run('get', { vehicleId });
	await run('getTirePressure', { vehicleId });
	await run('getBatteryCapacity', { vehicleId });
	await run('batch', { vehicleId });
	await service.run({ resource: 'user', operation: 'getMany' });
	const requested = requestedPaths(before);
	expect(requested.length).toBeGreaterThan(6);
	expect(requested.filter((path) => path.includes('v2.0'))).toEqual([]);
});

describe('Vehicle: Get Many', () => {
	const vehicles = (mode: string) =>
		service.simulator().fleet.vehicles.filter((vehicle) => vehicle.mode === mode);

	test.each(['live', 'simulated'])('lists each %s vehicle once with its users', async (mode) => {
		const { json } = await run('getMany', { vehicleMode: mode, returnAll: true });
		expect(json).toHaveLength(vehicles(mode).length);
		for (const vehicle of vehicles(mode)) {
			const { id, make, model, year, powertrainType } = vehicle;
			const item = json.find((listed) => listed.id === id);
			expect(item).toMatchObject({ id, make, model, year, mode, powertrainType });
			expect(item?.users).toEqual(expect.arrayContaining(usersOf(vehicle)));
		}
		expect(Object.keys(json[0] ?? {}).at(-1)).toBe('id');
	});

	test('lists all vehicles', async () => {
		const { json } = await run('getMany', { vehicleMode: 'all', returnAll: true });
		expect(json).toHaveLength(service.simulator().fleet.vehicles.length);
	});

	test('lists the vehicles of a user', async () => {
		const [userId] = usersOf(electricCar());
		const { json } = await run('getMany', { vehicleMode: 'all', options: { userId } });
		const connections = service
			.simulator()
			.fleet.connections.filter((connection) => connection.userId === userId);
		expect(json.map(({ id }) => id).sort()).toEqual(
			connections.map(({ vehicleId }) => vehicleId).sort(),
		);
	});

	test('Limit counts vehicles', async () => {
		const { json } = await run('getMany', { vehicleMode: 'all', limit: 2 });
		expect(json).toHaveLength(2);
	});
});

describe('User', () => {
	const runUser = async (operation: string, parameters: INodeParameters = {}) =>
		await service.run({ resource: 'user', operation, ...parameters });

	test('Get Many lists each user once', async () => {
		const { json } = await runUser('getMany', { vehicleMode: 'all', returnAll: true });
		const ids = service.simulator().fleet.connections.map(({ userId }) => userId);
		expect(json.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
	});

	test('Get returns the vehicles of a user, live and simulated', async () => {
		const [userId] = usersOf(electricCar());
		const { json } = await runUser('get', { userId: locator(userId) });
		const { fleet } = service.simulator();
		const connections = fleet.connections.filter((connection) => connection.userId === userId);
		expect(json).toMatchObject([{ id: userId }]);
		expect(json[0]?.vehicles).toHaveLength(connections.length);
		const { id, make, powertrainType } = electricCar();
		expect(json[0]?.vehicles).toContainEqual(expect.objectContaining({ id, make, powertrainType }));
	});

	test('Get of an unknown user fails', async () => {
		const { error } = await runUser('get', {
			userId: locator('00000000-0000-4000-8000-000000000000'),
		});
		expect(error?.message).toMatch(/^The user 0{8}.* has no connected vehicle$/);
	});

	test('Delete removes a user, and says if there was no such user', async () => {
		const { fleet } = service.simulator();
		const userId = fleet.users.at(-1)?.id;
		const remove = async () => (await runUser('delete', { userId: locator(userId) })).json;
		expect(await remove()).toEqual([{ deleted: true }]);
		expect(fleet.connections.some((connection) => connection.userId === userId)).toBe(false);
		expect(await remove()).toEqual([{ deleted: false }]);
	});

	test('Delete fails when something else answers 404', async () => {
		service
			.simulator()
			.faults.plan({ method: 'DELETE', path: /users/ }, { kind: 'html', status: 404 });
		const { error } = await runUser('delete', { userId: locator(usersOf(electricCar())[0]) });
		expect(error?.message).toMatch(/web page/);
	});
});

test('Get returns a vehicle', async () => {
	const { id, make, model, year, mode, powertrainType } = electricCar();
	const { json } = await run('get', { vehicleId: locator(id) });
	expect(json).toEqual([{ make, model, year, mode, powertrainType, id }]);
});

/**
 * Matches a v3 value that is equal to a v2.0 value, except for the rounding. A fraction or a
 * coordinate has to agree in its decimals too.
 */
function roundedLike(value: unknown, path?: string): unknown {
	if (typeof value !== 'number') return value;
	const hasDecimals = Math.abs(value) <= 1 || path === '/location';
	return expect.closeTo(value, hasDecimals ? 3 : 0);
}

describe('the same items with v3 and v2.0', () => {
	test.each([{}, { unitSystem: 'imperial' }])('Get Tire Pressure with %j', async (options) => {
		const [v3, v2] = await runWithBothVersions('getTirePressure', electricCar(), { options });
		expect(v3).toEqual([
			expect.objectContaining({ unit: 'unitSystem' in options ? 'psi' : 'kPa' }),
		]);
		expect(Object.keys(Object(v3)[0])).toEqual(Object.keys(Object(v2)[0]));
		for (const [name, value] of Object.entries(Object(v2)[0]))
			expect(Object(v3)[0][name]).toEqual(roundedLike(value));
	});

	test('Get Battery Capacity, without a selection URL', async () => {
		const vehicle = electricCar();
		if (vehicle.battery) {
			vehicle.battery.capacity.chosen = { nominal: 82, source: 'SMARTCAR' };
			vehicle.battery.capacity.offersSelection = false;
		}
		const [v3, v2] = await runWithBothVersions('getBatteryCapacity', vehicle);
		expect(v3).toEqual(v2);
		expect(v3).toMatchObject([{ capacity: 82, selectionUrl: null, unit: 'kWh' }]);
	});

	const pathsOfBothVersions = [
		'/',
		'/vin',
		'/battery',
		'/battery/capacity',
		'/charge',
		'/charge/limit',
		'/location',
		'/odometer',
		'/tires/pressure',
		'/fuel',
		'/engine/oil',
		'/permissions',
	];

	const carWithTank = () => findCar(({ fuel, mode }) => fuel !== null && mode === 'live');

	test.each([
		['an electric car', {}, electricCar],
		['an electric car', { unitSystem: 'imperial' }, electricCar],
		['a car with a tank', {}, carWithTank],
		['a car with a tank', { unitSystem: 'imperial' }, carWithTank],
	])('Batch of %s with %j', async (_what, unitOptions, vehicleOf) => {
		const options = { options: unitOptions, paths: pathsOfBothVersions, output: 'combined' };
		const vehicle = vehicleOf();
		if (vehicle.battery) vehicle.battery.capacity.chosen ??= { nominal: 82, source: 'SMARTCAR' };
		const [v3, v2] = await runWithBothVersions('batch', vehicle, options);
		const [v3Item, v2Item] = [Object(v3)[0], Object(v2)[0]];
		for (const [path, body] of Object.entries<object>(v2Item.data))
			for (const [name, value] of Object.entries(body))
				expect([path, name, v3Item.data[path]?.[name]]).toEqual([
					path,
					name,
					roundedLike(value, path),
				]);
		expect(v3Item.units).toEqual(v2Item.units);
		expect(v2Item.units['/odometer'].distance).toBe('unitSystem' in unitOptions ? 'mi' : 'km');
		const statuses = (errors: object) =>
			Object.entries(errors).map(([path, { httpStatus }]) => [path, httpStatus]);
		expect(statuses(v3Item.errors)).toEqual(statuses(v2Item.errors));
	});

	test('Batch: lock status and systems have the form of v2.0', async () => {
		const vehicle = electricCar();
		const { battery } = vehicle;
		if (battery) Object.assign(battery, { isPluggedIn: false, isPortOpened: true });
		const { json } = await run('batch', {
			vehicleId: locator(vehicle.id),
			paths: ['/security', '/diagnostics/system_status', '/diagnostics/dtcs'],
			output: 'combined',
		});
		expect(json[0]?.data).toMatchObject({
			'/security': {
				isLocked: vehicle.isLocked,
				doors: expect.arrayContaining([{ type: 'backRight', status: 'CLOSED' }]),
				chargingPort: [{ type: 'chargingPort', status: 'OPEN' }],
			},
			'/diagnostics/system_status': {
				systems: expect.arrayContaining([
					expect.objectContaining({ systemId: 'SYSTEM_EV_HV_BATTERY', status: 'OK' }),
					expect.objectContaining({ systemId: 'SYSTEM_TPMS' }),
				]),
			},
			'/diagnostics/dtcs': { activeCodes: expect.any(Array) },
		});
	});
});

describe('Batch with v3', () => {
	test('reads the signals once and reports each path that it cannot read', async () => {
		const vehicle = electricCar();
		const connection = connectionsOf(vehicle)[0];
		if (!connection) throw new Error('The vehicle has no connection');
		const { permissions } = connection;
		connection.permissions = permissions.filter((permission) => permission !== 'read_odometer');
		const before = service.requests().length;
		const { json } = await run('batch', {
			vehicleId: locator(vehicle.id),
			paths: ['/odometer', '/fuel', '/battery'],
			additionalPaths: '/tesla/compass',
		}).finally(() => (connection.permissions = permissions));
		expect(json).toMatchObject([
			{ path: '/odometer', httpStatus: 403, success: false, errorType: 'PERMISSION' },
			{ path: '/fuel', httpStatus: 501, success: false, errorCode: 'VEHICLE_NOT_CAPABLE' },
			{ path: '/battery', httpStatus: 200, success: true, units: { range: 'km' } },
			{
				path: '/tesla/compass',
				httpStatus: 404,
				error: expect.stringMatching(/v3 does not have/),
			},
		]);
		expect(requestedPaths(before).filter((path) => path.endsWith('/signals'))).toHaveLength(1);
	});

	test('a vehicle without signals has data only for the path of its attributes', async () => {
		const vehicle = electricCar();
		vehicle.everSubscribed = false;
		const vehicleId = locator(vehicle.id);
		const runs = Promise.all([
			run('batch', { vehicleId, paths: ['/odometer', '/'] }),
			run('batch', { vehicleId, options: { failOnSubRequestError: true } }),
		]);
		const [{ json }, failed] = await runs.finally(() => (vehicle.everSubscribed = true));
		expect(json).toMatchObject([
			{ httpStatus: 404, error: expect.stringMatching(/subscribed to a webhook/) },
			{ httpStatus: 200, data: { make: vehicle.make } },
		]);
		expect(failed.error?.message).toMatch(/^1 of 1 paths could not be read: \/odometer/);
	});

	test('Fail on Path Error names the path that its reason is about', async () => {
		const { error } = await run('batch', {
			vehicleId: locator(electricCar().id),
			paths: ['/fuel'],
			additionalPaths: '/tesla/compass',
			options: { failOnSubRequestError: true },
		});
		expect(error?.message).toMatch(/^2 of 2 paths could not be read/);
		expect(error?.description).toMatch(/^\/fuel: The vehicle cannot perform this request/);
	});

	test('Fail on Path Error says why a path could not be read', async () => {
		const { error } = await run('batch', {
			vehicleId: locator(electricCar().id),
			additionalPaths: '/tesla/speedometer',
			options: { failOnSubRequestError: true },
		});
		expect(error?.message).toMatch(/^1 of 2 paths could not be read: \/tesla\/speedometer/);
		expect(error?.description).toContain(
			'v3 does not have the path /tesla/speedometer. Paths are in lower case, such as /odometer. Paths of a single make do not exist in v3: use Signal: Get instead. Vehicle ID: ',
		);
	});
});

describe('the user of a v3 read', () => {
	/** A vehicle with a second user, who granted few permissions. */
	const sharedCar = () => findCar((vehicle) => usersOf(vehicle).length === 2);
	const readTires = async (itemCount = 1, options: INodeParameters = {}) =>
		await service.run(
			{
				resource: 'vehicle',
				operation: 'getTirePressure',
				vehicleId: locator(sharedCar().id),
				options,
			},
			Array.from({ length: itemCount }, () => ({})),
		);

	test('is the one who granted the permission, looked up once for all items', async () => {
		const before = service.requests().length;
		const { json } = await readTires(4);
		expect(json).toHaveLength(4);
		expect(json[0]).toMatchObject({ frontLeft: sharedCar().tires.frontLeft });
		const lookups = requestedPaths(before).filter((path) => path.endsWith('/connections'));
		expect(lookups).toHaveLength(sharedCar().mode === 'live' ? 1 : 2);
	});

	test('is the option User, if it is set', async () => {
		const [firstUser, secondUser] = usersOf(sharedCar());
		const { error } = await readTires(1, { userId: secondUser });
		expect(error?.message).toBe(`This user has not granted read_tires; user ${firstUser} has`);
		const before = service.requests().length;
		expect((await readTires(1, { userId: firstUser })).json).toHaveLength(1);
		expect(requestedPaths(before).some((path) => path.endsWith('/connections'))).toBe(false);
	});

	test('an error names the users when none has granted the permission', async () => {
		const connections = connectionsOf(sharedCar());
		const granted = connections.map(({ permissions }) => permissions);
		for (const connection of connections) connection.permissions = ['read_odometer'];
		const { error } = await readTires();
		connections.forEach((connection, index) => (connection.permissions = granted[index] ?? []));
		expect(error?.message).toBe(`No user of the vehicle ${sharedCar().id} has granted read_tires`);
		for (const id of usersOf(sharedCar())) expect(error?.description).toContain(id);
	});

	test('a simulated vehicle is found too', async () => {
		const { id, tires } = findCar(({ mode }) => mode === 'simulated');
		const { json } = await run('getTirePressure', { vehicleId: locator(id) });
		expect(json).toMatchObject([{ frontLeft: tires.frontLeft }]);
	});

	test('an unknown vehicle is an error', async () => {
		const vehicleId = locator('00000000-0000-4000-8000-000000000000');
		const { error } = await run('getTirePressure', { vehicleId });
		expect(error?.message).toMatch(/^No user has connected the vehicle 0{8}/);
	});
});

describe('Get State', () => {
	const COLUMNS = [
		...['make', 'model', 'year', 'stateOfCharge', 'rangeKm', 'odometerKm', 'latitude'],
		...['longitude', 'tireFrontLeftKpa', 'tireFrontRightKpa', 'tireBackLeftKpa'],
		...['tireBackRightKpa', 'lowestTireKpa', 'isCharging', 'isPluggedIn', 'isLocked'],
		...['fuelPercent', 'fuelRangeKm', 'lowVoltageBatteryPercent', 'isOnline', 'notReadable'],
		...['reportedAt', 'mode', 'userId', 'vehicleId'],
	];

	test('returns one row for a vehicle', async () => {
		const vehicle = electricCar();
		const { json } = await run('getState', { vehicleId: locator(vehicle.id) });
		const { make, model, year, odometerKm, location, tires, isLocked, battery } = vehicle;
		expect(json).toEqual([
			expect.objectContaining({
				...{ make, model, year, odometerKm, ...location, isLocked },
				stateOfCharge: battery?.percent,
				isPluggedIn: battery?.isPluggedIn,
				tireBackRightKpa: tires.backRight,
				lowestTireKpa: Math.min(...Object.values(tires)),
				fuelPercent: null,
				notReadable: '',
				reportedAt: expect.stringMatching(/Z$/),
				userId: usersOf(vehicle)[0],
				vehicleId: vehicle.id,
			}),
		]);
		expect(Object.keys(json[0] ?? {})).toEqual(COLUMNS);
	});

	test.each(['live', 'simulated', 'all'])('returns each %s vehicle once', async (vehicleMode) => {
		const { vehicles } = service.simulator().fleet;
		for (const vehicle of vehicles) vehicle.everSubscribed = true;
		const { json, hints } = await run('getState', { vehicles: 'allConnected', vehicleMode });
		const connected = vehicles.filter(
			({ mode, ...vehicle }) =>
				(vehicleMode === 'all' || mode === vehicleMode) &&
				service.simulator().fleet.connections.some(({ vehicleId }) => vehicleId === vehicle.id),
		);
		expect(json.map(({ vehicleId }) => vehicleId).sort()).toEqual(
			connected.map(({ id }) => id).sort(),
		);
		for (const row of json) expect(Object.keys(row)).toEqual(COLUMNS);
		expect(hints).toEqual([]);
	});

	test('names the signals that failed', async () => {
		const vehicle = findCar((one) => !hasLocation(one) && usersOf(one).length === 1);
		const { json } = await run('getState', { vehicleId: locator(vehicle.id) });
		expect(json).toMatchObject([{ latitude: null, notReadable: 'location-preciselocation' }]);
	});

	test('shows one hint for all vehicles without signals, and returns their rows', async () => {
		const { vehicles } = service.simulator().fleet;
		for (const vehicle of vehicles) vehicle.everSubscribed = false;
		const { json, hints } = await run('getState', { vehicles: 'allConnected' }).finally(() => {
			for (const vehicle of vehicles) vehicle.everSubscribed = true;
		});
		expect(json[0]).toMatchObject({ make: expect.any(String), stateOfCharge: null });
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringMatching(new RegExp(`no signals for ${json.length} vehicles`)),
		]);
	});

	describe('with If No Signals: Fail, a vehicle without signals', () => {
		const options = { ifNoSignals: 'fail' };
		const advice = expect.stringMatching(/^Smartcar collects signals only from .* subscribed/);
		let vehicle: Vehicle;
		let message: string;

		beforeEach(() => {
			for (const other of service.simulator().fleet.vehicles) other.everSubscribed = true;
			vehicle = electricCar();
			vehicle.everSubscribed = false;
			message = `Smartcar has no signals for the vehicle ${vehicle.id}`;
		});
		afterEach(() => {
			vehicle.everSubscribed = true;
		});

		test.each([
			['One Vehicle', () => ({ vehicleId: locator(vehicle.id) })],
			['All Connected', () => ({ vehicles: 'allConnected' })],
		])('fails the run with %s', async (_vehicles, parameters) => {
			const { error, json } = await run('getState', { ...parameters(), options });
			expect(json).toEqual([]);
			expect(error).toMatchObject({
				message,
				description: advice,
				failure: { cause: 'configuration-invalid' },
			});
		});

		test('comes out of the error output, and the others keep their rows', async () => {
			const { json, errorItems, hints } = await service.run(
				{ resource: 'vehicle', operation: 'getState', vehicles: 'allConnected', options },
				undefined,
				{ onError: 'continueErrorOutput' },
			);
			expect(errorItems.map((item) => item.json)).toEqual([
				{
					error: message,
					advice,
					vehicleId: vehicle.id,
					make: vehicle.make,
					model: vehicle.model,
					year: vehicle.year,
				},
			]);
			for (const row of json) expect(Object.keys(row)).toEqual(COLUMNS);
			expect(json.map(({ vehicleId }) => vehicleId)).not.toContain(vehicle.id);
			expect(json.length).toBeGreaterThan(2);
			expect(hints).toEqual([]);
		});
	});

	describe('a vehicle that cannot be read does not affect the rows of others', () => {
		const parameters = { resource: 'vehicle', operation: 'getState', vehicles: 'allConnected' };
		const error = expect.stringMatching(/ASLEEP/);
		/** Makes the signals of one vehicle fail. Returns the fields that identify it. */
		const failOne = () => {
			const { id, make, model, year } = electricCar();
			const route = { path: new RegExp(`${id}/signals`) };
			const fault = { kind: 'error', type: 'VEHICLE_STATE', code: 'ASLEEP' } as const;
			service.simulator().faults.plan(route, fault);
			return { vehicleId: id, make, model, year };
		};

		test('with Continue', async () => {
			const failedVehicle = failOne();
			const onError = 'continueRegularOutput';
			const { json } = await service.run(parameters, undefined, { onError });
			expect(json.filter((item) => item.error !== undefined)).toEqual([
				expect.objectContaining({ error, errorCode: 'ASLEEP', httpStatus: 409, ...failedVehicle }),
			]);
			expect(json.length).toBeGreaterThan(3);
		});

		test('with Continue (Using Error Output), where its item is in the second output', async () => {
			const failedVehicle = failOne();
			const onError = 'continueErrorOutput';
			const { json, errorItems } = await service.run(parameters, undefined, { onError });
			expect(errorItems.map((item) => item.json)).toEqual([
				expect.objectContaining({ error, errorCode: 'ASLEEP', httpStatus: 409, ...failedVehicle }),
			]);
			for (const row of json) expect(Object.keys(row)).toEqual(COLUMNS);
			expect(json.length).toBeGreaterThan(2);
		});
	});
});

test.each([
	['v3', '/v3/'],
	['v2.0', '/v2.0/'],
	[undefined, '/v3/'],
])('an access token is used with version %s', async (apiVersion, expected) => {
	const before = service.requests().length;
	await run('getTirePressure', {
		authentication: 'accessTokenApi',
		vehicleId: locator(electricCar().id),
		...(apiVersion && { apiVersion }),
	});
	expect(requestedPaths(before)[0]).toContain(expected);
});
