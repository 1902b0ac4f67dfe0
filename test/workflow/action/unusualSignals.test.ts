import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { failedSignal, page, signal, signals } from './smartcarResponses';
import { locator, runSmartcar, signalsApi, useNock } from './runSmartcar';

useNock();

const userId = locator('u1');
const vehicleId = locator('v1');

/** A connection with the permissions that the tests need. */
const connection = (attributes: IDataObject = {}): IDataObject => ({
	id: 'c1',
	type: 'connection',
	attributes: {
		permissions: [
			'read_battery',
			'read_charge',
			'read_diagnostics',
			'read_fuel',
			'read_security',
			'read_tires',
		],
		vehicle: { make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live', powertrainType: 'BEV' },
		...attributes,
	},
	relationships: { vehicle: { data: { id: 'v1' } }, user: { data: { id: 'u1' } } },
});

const mockConnection = (attributes?: IDataObject) =>
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection(attributes)], 1, 100, 1));

const mockSignals = (...data: IDataObject[]) =>
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(...data));

const getState = async () =>
	await runSmartcar({ resource: 'vehicle', operation: 'getState', vehicleId, options: { userId } });

const batch = async (paths: string[], parameters: INodeParameters = {}) =>
	await runSmartcar({ resource: 'vehicle', operation: 'batch', vehicleId, paths, ...parameters });

const charge = signal('tractionbattery-stateofcharge');

describe('a signal in an unexpected format', () => {
	const invalidTires = signal('wheel-tires', { body: [220, 221, 219, 218] });
	const hint =
		'Some entries of /vehicles/v1/signals have an unexpected format. They are missing from the output.';

	test('is listed as not readable by Get State, and shows a hint', async () => {
		mockSignals(charge, invalidTires);
		const { json, hints } = await getState();
		expect(json).toMatchObject([
			{ stateOfCharge: 61, tireFrontLeftKpa: null, notReadable: 'wheel-tires' },
		]);
		expect(hints.map(({ message }) => message)).toEqual([hint]);
	});

	test('fails the path of Batch that needs it, and no other', async () => {
		mockConnection();
		mockSignals(charge, invalidTires);
		const { json, hints } = await batch(['/battery', '/tires/pressure']);
		expect(json).toMatchObject([
			{ path: '/battery', success: true },
			{
				path: '/tires/pressure',
				success: false,
				error:
					"The signal wheel-tires has an unexpected format: 'attributes.body' Expected an object",
				httpStatus: 502,
			},
		]);
		expect(hints.map(({ message }) => message)).toEqual([hint]);
	});

	test('shows a hint even if its code is unknown', async () => {
		mockSignals(charge, { attributes: 'none' });
		const { json, hints } = await getState();
		expect(json).toMatchObject([{ stateOfCharge: 61 }]);
		expect(hints.map(({ message }) => message)).toEqual([hint]);
	});
});

test('of two charge limits, Batch returns the global one', async () => {
	const limits = (type: string, limit: number) =>
		signal('charge-chargelimits', { body: { values: [{ type, limit }], unit: 'percent' } });
	mockConnection();
	mockSignals(limits('GLOBAL', 80), limits('LOCATION', 60));
	expect((await batch(['/charge/limit'])).json).toMatchObject([{ data: { limit: 0.8 } }]);
});

test.each([
	[true, 'CHARGING'],
	[false, 'NOT_CHARGING'],
])(
	'without a detailed charging status, Batch derives the state from the signal IsCharging: %s',
	async (value, state) => {
		mockConnection();
		mockSignals(signal('charge-ischarging', { body: { value } }));
		expect((await batch(['/charge'])).json).toMatchObject([{ data: { isPluggedIn: null, state } }]);
	},
);

test('Batch lists the front and the rear storage, and the charging port', async () => {
	mockConnection();
	mockSignals(
		signal('closure-fronttrunk', { body: { isOpen: true } }),
		signal('closure-reartrunk', { body: { isOpen: false } }),
		signal('charge-ischargingportflapopen', { body: { value: true } }),
	);
	expect((await batch(['/security'])).json).toMatchObject([
		{
			data: {
				storage: [
					{ type: 'front', status: 'OPEN' },
					{ type: 'rear', status: 'CLOSED' },
				],
				chargingPort: [{ type: 'chargingPort', status: 'OPEN' }],
			},
		},
	]);
});

const unsupported = (code: string) =>
	signal(code, { status: { value: 'ERROR', error: { type: 'COMPATIBILITY' } }, body: undefined });

test.each([
	[
		'the hood of a car with an engine',
		[
			signal('closure-enginecover', { body: { isOpen: true } }),
			unsupported('closure-fronttrunk'),
			signal('closure-reartrunk', { body: { isOpen: false } }),
		],
		[
			{ type: 'front', status: 'OPEN' },
			{ type: 'rear', status: 'CLOSED' },
		],
	],
	[
		'the front trunk rather than the hood',
		[
			signal('closure-enginecover', { body: { isOpen: true } }),
			signal('closure-fronttrunk', { body: { isOpen: false } }),
			unsupported('closure-reartrunk'),
		],
		[{ type: 'front', status: 'CLOSED' }],
	],
	[
		'none, if the car has none',
		[unsupported('closure-fronttrunk'), unsupported('closure-reartrunk')],
		[],
	],
	[
		'null, if the front trunk could not be read',
		[
			failedSignal('closure-fronttrunk'),
			signal('closure-enginecover', { body: { isOpen: false } }),
			unsupported('closure-reartrunk'),
		],
		null,
	],
	[
		'null, if the hood could not be read',
		[
			unsupported('closure-fronttrunk'),
			failedSignal('closure-enginecover'),
			unsupported('closure-reartrunk'),
		],
		null,
	],
	[
		'the hood, if nothing is known about the front trunk',
		[
			signal('closure-enginecover', { body: { isOpen: true } }),
			signal('closure-fronttrunk', { body: { isOpen: null, isLocked: null } }),
			unsupported('closure-reartrunk'),
		],
		[{ type: 'front', status: 'OPEN' }],
	],
	[
		'the tailgate of a car without a rear trunk',
		[
			unsupported('closure-fronttrunk'),
			unsupported('closure-reartrunk'),
			signal('closure-tailgate', { body: { isOpen: true } }),
		],
		[{ type: 'rear', status: 'OPEN' }],
	],
	['null, if the front is not known', [unsupported('closure-reartrunk')], null],
])('Batch lists as storage %s', async (_what, signals, storage) => {
	mockConnection();
	mockSignals(signal('closure-islocked', { body: { value: true } }), ...signals);
	expect((await batch(['/security'])).json).toMatchObject([{ data: { storage } }]);
});

test('Batch gives a path the age of its oldest value', async () => {
	mockConnection();
	mockSignals(
		{ ...signal('internalcombustionengine-range'), meta: {} },
		signal('internalcombustionengine-fuellevel'),
		{
			...signal('internalcombustionengine-amountremaining'),
			meta: { oemUpdatedAt: '2026-04-01T08:00:00.000Z', retrievedAt: '2026-08-01T08:00:00.000Z' },
		},
	);
	const { json } = await batch(['/fuel'], { options: { userId, addResponseHeaders: true } });
	expect(json).toMatchObject([
		{
			headers: {
				'sc-data-age': '2026-04-01T08:00:00.000Z',
				'sc-fetched-at': '2026-07-01T06:20:10.900Z',
			},
		},
	]);
});

test('Get State with If No Signals: Fail fails if no value of the row could be read, so that no row is emptied', async () => {
	mockSignals(
		failedSignal('odometer-traveleddistance'),
		unsupported('wheel-tires'),
		signal('vehicleidentification-vin', { body: { value: '5YJ3E1EA7KF317000' } }),
	);
	const options = { userId, ifNoSignals: 'fail' };
	const parameters = { resource: 'vehicle', operation: 'getState', vehicleId, options };
	const { json, error } = await runSmartcar(parameters);
	expect(json).toEqual([]);
	expect(error?.message).toBe('Smartcar could not read any value of Get State for the vehicle v1');
});

test('Get State without it returns a row without values, and a hint', async () => {
	mockSignals(failedSignal('odometer-traveleddistance'));
	const { json, hints } = await getState();
	expect(json).toMatchObject([{ odometerKm: null, notReadable: 'odometer-traveleddistance' }]);
	expect(hints).toMatchObject([
		{
			message: expect.stringMatching(
				/^Smartcar could not read any value of Get State for the vehicle v1\./,
			),
		},
	]);
});

const capacities = [{ capacity: 75, description: 'BEV:Long Range' }];

test.each([
	[
		{ capacity: 75, source: 'SMARTCAR', availableCapacities: capacities },
		{ availableCapacities: capacities, capacity: { nominal: 75, source: 'SMARTCAR' }, url: null },
	],
	[
		{ availableCapacities: capacities },
		{ availableCapacities: capacities, capacity: null, url: null },
	],
	[
		{ capacity: 75 },
		{ availableCapacities: [], capacity: { nominal: 75, source: null }, url: null },
	],
])('the nominal capacity %j has the form of v2.0 in Batch', async (body, data) => {
	mockConnection();
	mockSignals(signal('tractionbattery-nominalcapacity', { body }));
	const { json } = await batch(['/battery/nominal_capacity']);
	expect(json).toMatchObject([{ success: true }]);
	expect(json[0]?.data).toEqual(data);
});

describe('a path of Batch that could be read only in part', () => {
	const closedDoor = signal('closure-doors', {
		body: { values: [{ row: 0, column: 0, isOpen: false }] },
	});
	const failedCodes = 'closure-islocked, closure-windows';

	beforeEach(() => {
		mockConnection();
		const [locked, windows] = failedCodes.split(', ').map(failedSignal);
		mockSignals(charge, locked ?? {}, windows ?? {}, closedDoor, failedSignal('closure-doors'));
	});

	test('is a success that names what is missing', async () => {
		const options = { failOnSubRequestError: true };
		const { json, error } = await batch(['/security', '/battery'], { options });
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ path: '/security', success: true, notReadable: failedCodes },
			{ path: '/battery', success: true },
		]);
		expect(json[1]).not.toHaveProperty('notReadable');
	});

	test('is named in the item of the vehicle', async () => {
		const { json } = await batch(['/security', '/battery'], { output: 'combined' });
		expect(json).toMatchObject([
			{ notReadable: { '/security': failedCodes }, succeeded: 2, failed: 0 },
		]);
	});

	test('is named without Simplify', async () => {
		const { json } = await batch(['/security', '/battery'], { simplify: false });
		expect(json[0]).toMatchObject({ path: '/security', code: 200, notReadable: failedCodes });
		expect(json[1]).not.toHaveProperty('notReadable');
	});
});

test('a signal that the vehicle does not support is not listed as not readable by Batch', async () => {
	const error = { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' };
	const sunroof = signal('closure-sunroof', { status: { value: 'ERROR', error }, body: null });
	mockConnection();
	mockSignals(signal('closure-islocked', { body: { value: true } }), sunroof);
	const { json } = await batch(['/security']);
	expect(json).toMatchObject([{ data: { isLocked: true, sunroof: [] } }]);
	expect(json[0]).not.toHaveProperty('notReadable');
});

test('Batch returns null, not an empty list, for parts whose signals are missing or failed', async () => {
	mockConnection();
	mockSignals(
		signal('closure-islocked', { body: { value: true } }),
		failedSignal('closure-windows'),
		signal('closure-reartrunk', { body: { isOpen: false } }),
	);
	const { json } = await batch(['/security']);
	expect(json).toMatchObject([
		{
			data: {
				isLocked: true,
				doors: null,
				windows: null,
				sunroof: null,
				storage: [{ type: 'rear', status: 'CLOSED' }],
				chargingPort: null,
			},
			notReadable: 'closure-windows',
		},
	]);
});

test('a path of Batch without data has the error of a signal that the vehicle supports', async () => {
	const error = { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' };
	const sunroof = signal('closure-sunroof', { status: { value: 'ERROR', error }, body: null });
	mockConnection();
	mockSignals(sunroof, failedSignal('closure-islocked'));
	const { json } = await batch(['/security']);
	expect(json).toMatchObject([{ path: '/security', httpStatus: 403, errorType: 'PERMISSION' }]);
});

test('without Simplify, a failed path of Batch keeps the message and the link for the owner', async () => {
	const suggestedUserMessage = 'Sign in again.';
	const resolution = { type: 'REAUTHENTICATE', url: 'https://connect.smartcar.com/x' };
	const type = 'CONNECTED_SERVICES_ACCOUNT';
	const code = 'AUTHENTICATION_FAILED';
	const error = { type, code, detail: 'No longer valid.', suggestedUserMessage, resolution };
	mockConnection();
	mockSignals(signal('wheel-tires', { status: { value: 'ERROR', error }, body: null }));
	const { json } = await batch(['/tires/pressure'], { simplify: false });
	expect(json).toMatchObject([
		{ code: 400, body: { type, code, resolution, suggestedUserMessage } },
	]);
});

describe('the paths of Batch that need no signals', () => {
	test('are read from the connection of a vehicle without signals', async () => {
		mockConnection();
		const { json, error } = await batch(['/', '/permissions']);
		expect(error).toBeUndefined();
		expect(json).toMatchObject([
			{ path: '/', data: { id: 'v1', make: 'TESLA', model: 'Model 3', year: 2021 } },
			{ path: '/permissions', data: { permissions: expect.arrayContaining(['read_tires']) } },
		]);
	});

	test('are completed with the attributes in the response with the signals if the connection lacks them', async () => {
		mockConnection({ vehicle: { mode: 'live' } });
		const included = {
			vehicle: { id: 'v1', attributes: { make: 'TESLA', model: 'Model 3', year: 2021 } },
		};
		signalsApi().get('/vehicles/v1/signals').reply(200, { data: [], included });
		expect((await batch(['/'])).json).toMatchObject([
			{ path: '/', data: { make: 'TESLA', model: 'Model 3', year: 2021 } },
		]);
	});

	test('do not blame a missing subscription if the connection lacks the data', async () => {
		mockConnection({ permissions: null, vehicle: null });
		signalsApi().get('/vehicles/v1/signals').reply(200, { data: [] });
		const { json } = await batch(['/', '/permissions']);
		const error =
			'The connection of this vehicle lacks this data. Connection: Get Many without Simplify shows what it has.';
		expect(json).toMatchObject([
			{ path: '/', success: false, error, httpStatus: 404 },
			{ path: '/permissions', success: false, error, httpStatus: 404 },
		]);
	});
});

test('Batch reads the connection although Smartcar has no list of signals', async () => {
	mockConnection();
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND' }] });
	expect((await batch(['/battery', '/permissions'])).json).toMatchObject([
		{ path: '/battery', success: false, errorCode: 'SIGNAL_NOT_FOUND', httpStatus: 404 },
		{ path: '/permissions', success: true },
	]);
});

test('attributes in an unexpected formatat do not fail the signals', async () => {
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, { ...signals(charge), included: [] });
	expect((await getState()).json).toMatchObject([{ stateOfCharge: 61, make: null }]);
});

describe('a value in an unknown format', () => {
	test('fails its path in Batch, or is named there if the path has other values', async () => {
		mockConnection();
		mockSignals(
			signal('tractionbattery-stateofcharge', { body: { percentage: 70 } }),
			signal('tractionbattery-range', { body: { value: 300, unit: 'km' } }),
			signal('tractionbattery-nominalcapacity', { body: { value: 82 } }),
		);
		const { json } = await batch(['/battery', '/battery/capacity']);
		expect(json).toMatchObject([
			{
				path: '/battery',
				data: { percentRemaining: null, range: 300 },
				notReadable: 'tractionbattery-stateofcharge',
			},
			{
				path: '/battery/capacity',
				success: false,
				error: 'The signal tractionbattery-nominalcapacity has an unexpected format',
				httpStatus: 502,
			},
		]);
	});

	test('is null in Batch if the vehicle sent null', async () => {
		mockConnection();
		mockSignals(
			signal('tractionbattery-stateofcharge', { body: { value: null } }),
			signal('tractionbattery-nominalcapacity', {
				body: { capacity: null, availableCapacities: [] },
			}),
		);
		expect((await batch(['/battery', '/battery/capacity'])).json).toMatchObject([
			{ data: { percentRemaining: null } },
			{ data: { capacity: null } },
		]);
	});

	test.each<[IDataObject, number]>([
		[{ capacity: { nominal: 82 } }, 1],
		[{ value: 82 }, 1],
		[{ capacity: null }, 0],
		[{ availableCapacities: [{ capacity: 82 }] }, 0],
	])('shows a hint in Get Battery Capacity: %j', async (body, hintCount) => {
		mockConnection();
		signalsApi()
			.get('/vehicles/v1/signals/tractionbattery-nominalcapacity')
			.reply(200, { data: signal('tractionbattery-nominalcapacity', { body }) });
		const { json, hints } = await runSmartcar({
			resource: 'vehicle',
			operation: 'getBatteryCapacity',
			vehicleId,
		});
		expect(json).toMatchObject([{ capacity: null }]);
		expect(hints).toHaveLength(hintCount);
	});
});

describe('attributes that are null in the response with the signals, but known from the connection', () => {
	const included = {
		vehicle: { id: 'v1', attributes: { make: 'TESLA', year: '2021', mode: null } },
	};
	const mockVehicle = (...data: IDataObject[]) => {
		mockConnection();
		signalsApi()
			.get('/vehicles/v1/signals')
			.reply(200, { ...signals(...data), included });
	};

	test('are in the row of Get State, with the year as a number', async () => {
		mockVehicle(charge);
		const { json } = await runSmartcar({ resource: 'vehicle', operation: 'getState', vehicleId });
		expect(json).toMatchObject([{ make: 'TESLA', model: 'Model 3', year: 2021, mode: 'live' }]);
	});

	test('are used by Batch', async () => {
		mockVehicle(charge);
		expect((await batch(['/', '/battery', '/fuel'])).json).toMatchObject([
			{ path: '/', data: { make: 'TESLA', model: 'Model 3', year: 2021 } },
			{ path: '/battery', success: true },
			{ path: '/fuel', httpStatus: 501 },
		]);
	});
});

test('reportedAt of Get State ignores text that is not a time', async () => {
	const retrievedAt = '2026-07-02T00:00:00.000Z';
	mockSignals(
		{ ...signal('odometer-traveleddistance'), meta: { oemUpdatedAt: '', retrievedAt } },
		{ ...signal('closure-islocked'), meta: { oemUpdatedAt: 'unknown' } },
	);
	expect((await getState()).json).toMatchObject([{ reportedAt: retrievedAt }]);
});

test.each([null, 'Diagnostics'])(
	'Batch derives the ID of a system from the code of its signal if the name is %s',
	async (name) => {
		const status = (code: string) => signal(code, { name, body: { status: 'OK' } });
		mockConnection();
		mockSignals(
			status('diagnostics-evhvbattery'),
			signal('diagnostics-flux', { name: null, body: { status: 'OK' } }),
		);
		const { json } = await batch(['/diagnostics/system_status']);
		expect(json).toMatchObject([
			{
				data: { systems: [{ systemId: 'SYSTEM_EV_HV_BATTERY' }, { systemId: 'SYSTEM_FLUX' }] },
			},
		]);
	},
);

test.each([
	[{ values: [] }, []],
	[{}, null],
])('the trouble codes %j become %j in Batch', async (body, activeCodes) => {
	mockConnection();
	mockSignals(signal('diagnostics-dtclist', { body }));
	const { json } = await batch(['/diagnostics/dtcs']);
	expect(json).toMatchObject([{ data: { activeCodes } }]);
});

describe('values in another unit', () => {
	const fuelLevel = signal('internalcombustionengine-fuellevel', { body: { value: 0.64 } });
	const odometer = signal('odometer-traveleddistance', { body: { value: 100, unit: 'miles' } });

	test('are converted in Get State', async () => {
		mockSignals(fuelLevel, odometer);
		expect((await getState()).json).toMatchObject([{ fuelPercent: 64, odometerKm: 160.9344 }]);
	});

	test('are converted in Batch', async () => {
		mockConnection({ permissions: null });
		mockSignals(fuelLevel, odometer);
		expect((await batch(['/fuel', '/odometer'])).json).toMatchObject([
			{ data: { percentRemaining: 0.64 } },
			{ data: { distance: 160.9344 } },
		]);
	});
});

describe('tire pressures whose unit is uncertain', () => {
	const tires = (pressure: number) => {
		const places = [0, 1].flatMap((row) => [0, 1].map((column) => ({ row, column })));
		const values = places.map((place) => ({ ...place, tirePressure: pressure }));
		return signal('wheel-tires', { body: { values, unit: 'psi' } });
	};
	const hint =
		'The unit that Smartcar used for the tire pressures of v1 is uncertain. They were converted from the most likely one, so check them before you rely on them.';

	test.each([
		[100, true],
		[33, undefined],
	])('Get Tire Pressure of %i psi has unitUncertain %s', async (pressure, expected) => {
		mockConnection();
		signalsApi()
			.get('/vehicles/v1/signals/wheel-tires')
			.reply(200, { data: tires(pressure) });
		const { json } = await runSmartcar({
			resource: 'vehicle',
			operation: 'getTirePressure',
			vehicleId,
		});
		expect(json[0]?.unitUncertain).toBe(expected);
	});

	test.each([
		[100, [hint]],
		[33, []],
	])('Get State of %i psi shows the hints %j', async (pressure, expected) => {
		mockSignals(tires(pressure));
		const { hints } = await getState();
		expect(hints.map(({ message }) => message)).toEqual(expected);
	});

	test.each([
		['/tires/pressure', [hint]],
		['/battery', []],
	])('Batch of %s shows the hints %j', async (path, expected) => {
		mockConnection();
		mockSignals(charge, tires(100));
		const { hints } = await batch([path]);
		expect(hints.map(({ message }) => message)).toEqual(expected);
	});
});

describe('a tire pressure signal without a pressure of the four tires', () => {
	const thirdColumn = [0, 1].map((row) => ({ row, column: 2, tirePressure: 800 }));
	const hint =
		'The tire pressures of v1 have an unexpected format, or are not those of four tires. Signal: Get returns them as Smartcar sent them.';

	test.each<[string, IDataObject, string[]]>([
		['shows a hint for pressures in a third column', { values: thirdColumn, unit: 'kPa' }, [hint]],
		[
			'shows a hint for text in place of a pressure',
			{ values: [{ row: 0, column: 0, tirePressure: 'low' }] },
			[hint],
		],
		['shows a hint if it has no list', { pressure: 220 }, [hint]],
		[
			'shows no hint if a pressure is null',
			{ values: [{ row: 0, column: 0, tirePressure: null }] },
			[],
		],
	])('%s', async (_what, body, expected) => {
		const tires = signal('wheel-tires', { body });
		mockConnection();
		signalsApi().get('/vehicles/v1/signals/wheel-tires').reply(200, { data: tires });
		const single = await runSmartcar({
			resource: 'vehicle',
			operation: 'getTirePressure',
			vehicleId: locator('v1'),
		});
		expect(single.json).toMatchObject([{ frontLeft: null, backRight: null }]);
		expect(single.hints.map(({ message }) => message)).toEqual(expected);

		mockConnection();
		mockSignals(tires);
		const { json, hints } = await batch(['/tires/pressure']);
		expect(json).toMatchObject([{ data: { frontLeft: null, backRight: null } }]);
		expect(hints.map(({ message }) => message)).toEqual(expected);
	});
});
