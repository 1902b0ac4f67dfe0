import { failedSignal, page, signal, signals } from './smartcarResponses';
import { locator, runSmartcar, signalsApi, useNock } from './runSmartcar';

useNock();

const userId = locator('u1');
const ids = { vehicleId: locator('v1'), options: { userId } };
const getMany = { resource: 'signal', operation: 'getMany', ...ids };
const getOne = {
	resource: 'signal',
	operation: 'get',
	...ids,
	signalCode: locator('tractionbattery-stateofcharge'),
};
const listRequest = () => signalsApi().get('/vehicles/v1/signals').matchHeader('sc-user-id', 'u1');
const singleRequest = () =>
	signalsApi()
		.get('/vehicles/v1/signals/tractionbattery-stateofcharge')
		.matchHeader('sc-user-id', 'u1');

const charge = signal('tractionbattery-stateofcharge');
const tires = signal('wheel-tires', {
	group: 'Wheel',
	name: 'Tires',
	body: { values: [{ row: 0 }], rowCount: 2 },
});
const style = signal('wheel-style');
const locked = failedSignal('closure-islocked');

const VALUE = {
	value: 61,
	unit: 'percent',
	oemUpdatedAt: '2026-07-01T06:11:00.000Z',
	retrievedAt: '2026-07-01T06:20:10.900Z',
};

const CHARGE = {
	code: 'tractionbattery-stateofcharge',
	name: 'StateOfCharge',
	group: 'TractionBattery',
	...VALUE,
	failed: false,
	vehicleId: 'v1',
};

const FAILURE = {
	failed: true,
	errorType: 'PERMISSION',
	errorCode: 'UNKNOWN',
	errorDetail: 'Permission missing.',
	stale: VALUE,
};

describe('Signal: Get Many', () => {
	test('one item per signal, with the earlier value of a failed signal as stale', async () => {
		listRequest().reply(200, signals(charge, tires, locked));
		const { json, items } = await runSmartcar(getMany);
		expect(json).toEqual([
			CHARGE,
			expect.objectContaining({
				code: 'wheel-tires',
				values: [{ row: 0 }],
				rowCount: 2,
			}),
			{
				code: 'closure-islocked',
				name: 'StateOfCharge',
				group: 'TractionBattery',
				...FAILURE,
				vehicleId: 'v1',
			},
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 0 },
		]);
	});

	test('one item per vehicle, by code, with the response headers', async () => {
		listRequest().reply(200, signals(charge, locked), { 'SC-Request-Id': 'request-1' });
		const { json } = await runSmartcar({
			...getMany,
			output: 'combined',
			options: { userId, addResponseHeaders: true },
		});
		expect(json).toEqual([
			{
				vehicleId: 'v1',
				make: 'SKODA',
				model: 'Enyaq',
				year: 2024,
				mode: null,
				powertrainType: 'BEV',
				userId: 'u1',
				signals: {
					'tractionbattery-stateofcharge': { ...VALUE, failed: false },
					'closure-islocked': FAILURE,
				},
				headers: { 'sc-request-id': 'request-1' },
			},
		]);
	});

	test('without Simplify it returns the signals unchanged', async () => {
		listRequest().times(2).reply(200, signals(charge));
		expect((await runSmartcar({ ...getMany, simplify: false })).json).toEqual([charge]);
		expect((await runSmartcar({ ...getMany, simplify: false, output: 'combined' })).json).toEqual([
			signals(charge),
		]);
	});

	test.each([
		['a bare list', [charge]],
		['an envelope without included', { data: [charge] }],
	])('reads %s', async (_what, body) => {
		listRequest().reply(200, body);
		expect((await runSmartcar(getMany)).json).toEqual([CHARGE]);
	});

	test('reads times as numbers, where 0 means no time', async () => {
		const meta = { fetchedAt: 1772442895000, oemUpdatedAt: 0 };
		listRequest().reply(200, signals({ ...charge, meta }));
		const { json } = await runSmartcar(getMany);
		expect(json).toMatchObject([{ retrievedAt: '2026-03-02T09:14:55.000Z' }]);
		expect(json[0]).not.toHaveProperty('oemUpdatedAt');
	});

	test.each([
		[{ signalCodes: ['wheel-tires'] }, ['wheel-tires']],
		[{ groups: ['TractionBattery'] }, ['tractionbattery-stateofcharge']],
		[
			{ groups: ['TractionBattery', 'Closure'] },
			['tractionbattery-stateofcharge', 'closure-islocked'],
		],
		[
			{ groups: ['TractionBattery', 'Closure'], skipFailed: true },
			['tractionbattery-stateofcharge'],
		],
		[
			{ signalCodes: ['wheel-tires'], otherSignalCodes: ' Closure-IsLocked ' },
			['wheel-tires', 'closure-islocked'],
		],
		[{ skipFailed: true }, ['tractionbattery-stateofcharge', 'wheel-tires']],
		[{ signalCodes: '={{ $json.codes }}' }, ['wheel-tires']],
		[{ signalCodes: '["Wheel.Tires", "closure-islocked"]' }, ['wheel-tires', 'closure-islocked']],
	])('the filters %j return %j', async (filters, codes) => {
		listRequest().reply(200, signals(charge, tires, locked));
		const { json } = await runSmartcar(
			{ ...getMany, filters },
			{ items: [{ codes: ['wheel-tires'] }] },
		);
		expect(json.map(({ code }) => code)).toEqual(codes);
	});

	test('rejects a name in Other Signals, because a name can select a whole group', async () => {
		const filters = { otherSignalCodes: 'Charge Limits' };
		const { error } = await runSmartcar({ ...getMany, filters });
		expect(error?.message).toMatch(/^'Other Signals' must be a list of 1 to 500 entries/);
	});

	test.each([null, '', 'Tires'])(
		'the group of a signal comes from its code, not from the group %j',
		async (group) => {
			listRequest().reply(200, signals(charge, signal('wheel-tires', { group })));
			const { json } = await runSmartcar({ ...getMany, filters: { groups: ['Wheel'] } });
			expect(json.map(({ code }) => code)).toEqual(['wheel-tires']);
		},
	);

	test('a field of the body does not replace the code or the name of the signal', async () => {
		const body = { value: 1, code: 'P0300', name: 'Misfire', group: 'Engine' };
		listRequest().reply(200, signals(signal('diagnostics-dtclist', { name: 'DTCList', body })));
		const { json } = await runSmartcar(getMany);
		expect(json).toMatchObject([{ code: 'diagnostics-dtclist', name: 'DTCList', value: 1, body }]);
	});

	test.each([' Wheel-Tires ', 'Wheel.Tires'])(
		'the code "%s" is read in lower case and with a hyphen',
		async (code) => {
			signalsApi()
				.get('/vehicles/v1/signals/wheel-tires')
				.reply(200, { data: signal('wheel-tires') });
			const { json } = await runSmartcar({
				...getMany,
				operation: 'get',
				signalCode: locator(code),
			});
			expect(json).toMatchObject([{ code: 'wheel-tires' }]);
		},
	);

	test('a vehicle without signals shows a hint', async () => {
		listRequest().reply(200, signals());
		const { json, hints } = await runSmartcar(getMany);
		expect(json).toEqual([]);
		expect(hints).toEqual([
			expect.objectContaining({
				message: expect.stringMatching(
					/no signals for the vehicle v1\. Smartcar collects signals only from/,
				),
			}),
		]);
	});

	test.each([
		['Signal: Get Many', getMany, []],
		[
			'Vehicle: Get State',
			{ ...getMany, resource: 'vehicle', operation: 'getState' },
			[expect.objectContaining({ stateOfCharge: null, vehicleId: 'v1' })],
		],
	])('%s shows the same hint if Smartcar has no list of them', async (_name, parameters, items) => {
		listRequest().reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND', code: null }] });
		const { json, hints } = await runSmartcar(parameters);
		expect(json).toEqual(items);
		expect(hints).toEqual([
			expect.objectContaining({ message: expect.stringMatching(/no signals for the vehicle v1/) }),
		]);
	});

	test.each([
		[
			'the vehicle is not known',
			{ errors: [{ type: 'RESOURCE_NOT_FOUND', code: 'VEHICLE_NOT_FOUND' }] },
		],
		['the path is wrong', { errors: [{ type: 'RESOURCE_NOT_FOUND', code: 'PATH' }] }],
		['a proxy has responded', '<html>Not Found</html>'],
	])('another 404 is an error: %s', async (_why, body) => {
		listRequest().reply(404, body);
		const { error } = await runSmartcar(getMany);
		expect(error).toMatchObject({ httpCode: '404' });
	});

	test('many vehicles without signals show one hint', async () => {
		const vehicles = Array.from({ length: 30 }, (_, index) => ({ id: `v${index}` }));
		for (const { id } of vehicles)
			signalsApi().get(`/vehicles/${id}/signals`).reply(200, signals());
		const { hints } = await runSmartcar(
			{ ...getMany, vehicleId: locator('={{ $json.id }}') },
			{ items: vehicles },
		);
		expect(hints).toHaveLength(1);
		expect(hints[0]?.message).toMatch(
			/^Smartcar has no signals for 30 vehicles \(v0, v1, v2, v3, v4 and 25 more\)\. Smartcar collects/,
		);
	});

	test('a vehicle without signals fails with If No Signals: Fail', async () => {
		listRequest().reply(200, signals());
		const { error } = await runSmartcar({ ...getMany, options: { userId, ifNoSignals: 'fail' } });
		expect(error).toMatchObject({
			message: 'Smartcar has no signals for the vehicle v1',
			description: expect.stringContaining(
				'Smartcar collects signals only from vehicles that are subscribed',
			),
			failure: { cause: 'configuration-invalid' },
		});
	});

	test('filters without a match show a hint', async () => {
		listRequest().reply(200, signals(charge));
		const { hints } = await runSmartcar({ ...getMany, filters: { groups: ['Wheel'] } });
		expect(hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('No signal of the vehicle v1 matches the filters'),
			}),
		]);
	});

	test.each([
		['Signal: Get Many', getMany],
		['Vehicle: Get State', { ...getMany, resource: 'vehicle', operation: 'getState' }],
		[
			'Vehicle: Batch',
			{ ...getMany, resource: 'vehicle', operation: 'batch', paths: ['/battery'] },
		],
	])('%s shows a hint if Smartcar has more signals than it sent', async (_name, parameters) => {
		listRequest().reply(200, { ...signals(charge), meta: { totalCount: 20 } });
		const { hints } = await runSmartcar(parameters);
		expect(hints).toEqual([
			expect.objectContaining({
				message: expect.stringContaining('has a total of 20, but sent only the first 1'),
			}),
		]);
	});

	test.each([
		['Signal: Get Many, if none passes the filters', 'signal', 'getMany', [charge]],
		['Signal: Get Many, if it sent none', 'signal', 'getMany', []],
		['Vehicle: Get State, if it sent none', 'vehicle', 'getState', []],
		['Vehicle: Get State, if it sent another one', 'vehicle', 'getState', [style]],
	])(
		'If No Signals: Fail says that the list is incomplete: %s',
		async (_what, resource, operation, data) => {
			listRequest().reply(200, { data, meta: { totalCount: 20 } });
			const { error } = await runSmartcar({
				...getMany,
				resource,
				operation,
				filters: { signalCodes: ['odometer-traveleddistance'] },
				options: { userId, ifNoSignals: 'fail' },
			});
			expect(error).toMatchObject({
				message:
					'Smartcar sent an incomplete list of the signals of the vehicle v1, without one that could be returned',
				description: 'Try again later. Signal: Get reads a single signal.',
				failure: { cause: 'temporarily-unavailable' },
			});
		},
	);

	test.each([
		['Smartcar has more signals than it sent', signals(charge), { totalCount: 20 }],
		['the code of an entry is unknown', signals(charge, { attributes: 'none' }), {}],
	])(
		'Get State lists the missing signals of its row as not readable if %s',
		async (_what, response, meta) => {
			listRequest().reply(200, { ...response, meta });
			const { json } = await runSmartcar({
				...getMany,
				resource: 'vehicle',
				operation: 'getState',
			});
			expect(json).toMatchObject([{ stateOfCharge: 61, odometerKm: null, isOnline: null }]);
			const codes = String(json[0]?.notReadable).split(', ');
			expect(codes).toHaveLength(11);
			expect(codes).toContain('odometer-traveleddistance');
			expect(codes).not.toContain('tractionbattery-stateofcharge');
		},
	);

	test('Batch says that a missing path may have data if Smartcar has more signals than it sent', async () => {
		signalsApi()
			.get('/connections')
			.query(true)
			.times(2)
			.reply(200, page([], 1, 100, 0));
		listRequest().reply(200, { ...signals(charge), meta: { totalCount: 20 } });
		const { json } = await runSmartcar({
			...getMany,
			resource: 'vehicle',
			operation: 'batch',
			paths: ['/battery', '/odometer'],
		});
		expect(json).toMatchObject([
			{ path: '/battery', success: true },
			{
				path: '/odometer',
				success: false,
				error: expect.stringContaining('did not send all signals of this vehicle'),
			},
		]);
	});

	test('a signal that is missing beside a next page is not read, unless the list has its total', async () => {
		const getState = { ...getMany, resource: 'vehicle', operation: 'getState' };
		const links = { next: '/vehicles/v1/signals?page=2' };
		listRequest().reply(200, { ...signals(charge), meta: {}, links });
		const incomplete = await runSmartcar(getState);
		expect(incomplete.json).toMatchObject([
			{ notReadable: expect.stringContaining('odometer-traveleddistance') },
		]);
		listRequest().reply(200, { ...signals(charge), meta: { totalCount: 1 }, links });
		expect((await runSmartcar(getState)).json).toMatchObject([{ notReadable: '' }]);
	});

	test('an invalid entry is returned unchanged and marked, after the signals', async () => {
		const invalidEntry = { id: 7, attributes: 'none' };
		listRequest().times(2).reply(200, signals(charge, invalidEntry));
		const marked = {
			...invalidEntry,
			unexpectedFormat: expect.stringContaining("'id' Expected string"),
		};
		const separate = await runSmartcar(getMany);
		expect(separate.json).toEqual([CHARGE, marked]);
		expect(separate.hints[0]?.message).toContain('Some entries of /vehicles/v1/signals have');
		const { json } = await runSmartcar({ ...getMany, output: 'combined' });
		expect(json).toMatchObject([
			{ signals: { 'tractionbattery-stateofcharge': { value: 61 } }, invalidSignals: [marked] },
		]);
	});

	describe('an invalid entry with a code', () => {
		const invalidTires = signal('wheel-tires', { body: 'none' });

		test.each([
			['Wheel', ['wheel-tires', 7]],
			['TractionBattery', ['tractionbattery-stateofcharge', 7]],
		])(
			'passes the filters like a signal, and one without a code passes all: %s',
			async (group, ids) => {
				listRequest().reply(200, signals(charge, invalidTires, { id: 7, attributes: 'none' }));
				const { json } = await runSmartcar({ ...getMany, filters: { groups: [group] } });
				expect(json.map(({ code, id }) => code ?? id)).toEqual(ids);
			},
		);

		test('that no filter selects is no signal for If No Signals: Fail', async () => {
			listRequest().reply(200, signals(charge, invalidTires));
			const { error } = await runSmartcar({
				...getMany,
				filters: { groups: ['Closure'] },
				options: { userId, ifNoSignals: 'fail' },
			});
			expect(error?.message).toBe('No signal of the vehicle v1 matches the filters');
		});
	});

	test('a list whose signals are all invalid is an error', async () => {
		listRequest().reply(200, signals({ attributes: 'none' }, { id: 7, attributes: {} }));
		const { json, error } = await runSmartcar(getMany);
		expect(error?.message).toMatch(
			/^Smartcar's response to GET \/vehicles\/v1\/signals has an unexpected format: /,
		);
		expect(json).toEqual([]);
	});

	test('a response without data is an error', async () => {
		listRequest().reply(200, { signals: [] });
		const { error } = await runSmartcar(getMany);
		expect(error?.message).toBe(
			"Smartcar's response to GET /vehicles/v1/signals has an unexpected format: 'data' Required",
		);
	});
});

describe('Signal: Get', () => {
	test.each([
		['in an envelope', { data: charge, included: signals().included }],
		['bare', charge],
	])('reads a signal %s', async (_what, body) => {
		singleRequest().reply(200, body);
		expect((await runSmartcar(getOne)).json).toEqual([CHARGE]);
	});

	test('without Simplify it returns the signal unchanged', async () => {
		singleRequest().reply(200, { data: charge });
		expect((await runSmartcar({ ...getOne, simplify: false })).json).toEqual([charge]);
	});

	test('returns a failed signal as failed', async () => {
		singleRequest().reply(200, { data: failedSignal('tractionbattery-stateofcharge') });
		expect((await runSmartcar(getOne)).json).toMatchObject([
			{ failed: true, stale: { value: 61 } },
		]);
	});

	test('any status other than SUCCESS is a failure', async () => {
		singleRequest().reply(200, {
			data: signal('tractionbattery-stateofcharge', { status: { value: 'UNAVAILABLE' } }),
		});
		expect((await runSmartcar(getOne)).json).toMatchObject([
			{ failed: true, errorCode: 'UNAVAILABLE' },
		]);
	});

	test('reads pasted links', async () => {
		singleRequest().reply(200, { data: charge });
		const base = 'https://vehicle.api.smartcar.com/v3/vehicles/v1';
		const { json } = await runSmartcar({
			...getOne,
			vehicleId: locator(base, 'url'),
			signalCode: locator(`${base}/signals/tractionbattery-stateofcharge`, 'url'),
		});
		expect(json).toEqual([CHARGE]);
	});

	test('the error for a missing signal says what to check', async () => {
		const errors = [
			{
				status: '404',
				type: 'RESOURCE_NOT_FOUND',
				code: 'SIGNAL_NOT_FOUND',
				detail: 'There is no such signal.',
			},
		];
		singleRequest().reply(404, { errors });
		const { error } = await runSmartcar(getOne);
		expect(error).toMatchObject({
			message: 'There is no such signal (RESOURCE_NOT_FOUND / SIGNAL_NOT_FOUND, HTTP 404)',
			description: expect.stringContaining(
				'Check the IDs of the vehicle and the user, and make sure that the vehicle is subscribed',
			),
		});
	});
});
