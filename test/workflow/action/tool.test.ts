import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { createHarness } from '../support/harness';
import { connection, failedSignal, page, signal, signals } from './smartcarResponses';
import {
	APPLICATION,
	compatibilityApi,
	locator,
	managementApi,
	readResult,
	recordUnmockedRequests,
	runSmartcar,
	signalsApi,
	useNock,
	vehicleApi,
} from './runSmartcar';

useNock();

const getManyConnections = { resource: 'connection', operation: 'getMany' };

/** Runs the node as an AI agent's tool: n8n uses the same node with a type that ends in Tool. */
async function runAsTool(
	parameters: INodeParameters,
	nodeChanges: Partial<INode> = {},
	items?: IDataObject[],
) {
	const harness = await createHarness({
		smartcarApplicationApi: { ...APPLICATION },
	});
	const { description } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	description.name = 'smartcarTool';
	const node = harness.buildNode('smartcar', parameters);
	const { getByNameAndVersion } = harness.nodeTypes;
	harness.nodeTypes.getByNameAndVersion = (type, version) =>
		getByNameAndVersion.call(harness.nodeTypes, type.replace(/Tool$/, ''), version);
	const toolNode = { ...node, type: `${node.type}Tool`, ...nodeChanges };
	return readResult(await harness.runNode(toolNode, items));
}

/** Lists one connection as a tool. */
async function listConnectionsAsTool(parameters: INodeParameters) {
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	return await runAsTool({ ...getManyConnections, ...parameters });
}

test.each([
	['simplified by default', {}, expect.objectContaining({ id: 'c-v1', vehicleId: 'v1' })],
	['raw', { toolOutput: 'raw' }, connection('v1')],
	[
		'selected fields, in their order',
		{ toolOutput: 'selected', toolFields: ' userId, vehicleId ' },
		{ userId: 'u1', vehicleId: 'v1' },
	],
])('Output: %s', async (_what, parameters, expected) => {
	expect((await listConnectionsAsTool(parameters)).json).toEqual([expected]);
});

/** Reads the path /battery from these signals with Batch, with selected fields. */
async function readBattery(parameters: INodeParameters, ...storedSignals: IDataObject[]) {
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(...storedSignals));
	const { json } = await runAsTool({
		...{ resource: 'vehicle', operation: 'batch', apiVersion: 'v3', options: { userId: 'u1' } },
		...{ vehicleId: locator('v1'), paths: ['/battery'], toolOutput: 'selected' },
		...parameters,
	});
	return json;
}

test('Output: selected fields do not hide that a path failed', async () => {
	const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'The car is asleep.' };
	const responses = [
		{ path: '/odometer', code: 409, body: asleep },
		{ path: '/fuel', code: 200, body: { range: 100 } },
	];
	vehicleApi().post('/v2.0/vehicles/v1/batch').reply(200, { responses });
	const vehicle = { resource: 'vehicle', operation: 'batch', apiVersion: 'v2.0' };
	const batch = { ...vehicle, vehicleId: locator('v1'), paths: ['/odometer', '/fuel'] };
	const selected = { toolOutput: 'selected', toolFields: 'path, data' };
	expect((await runAsTool({ ...batch, ...selected })).json).toEqual([
		{
			path: '/odometer',
			success: false,
			error: 'The car is asleep.',
			errorType: 'VEHICLE_STATE',
			errorCode: 'ASLEEP',
		},
		{ path: '/fuel', data: { range: 100 } },
	]);
});

test('Output: selected fields do not hide that a signal failed', async () => {
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(failedSignal('charge-voltage'), signal('charge-amperage')));
	const { json } = await runAsTool({
		...{ resource: 'signal', operation: 'getMany', vehicleId: locator('v1') },
		...{ toolOutput: 'selected', toolFields: 'code, value', options: { userId: 'u1' } },
	});
	expect(json).toEqual([
		{ code: 'charge-voltage', failed: true, errorType: 'PERMISSION', errorCode: 'UNKNOWN' },
		{ code: 'charge-amperage', value: 61 },
	]);
});

const failedRange = failedSignal('tractionbattery-range');

test('Output: selected fields do not hide that a path could be read only in part', async () => {
	expect(
		await readBattery({ toolFields: 'data' }, signal('tractionbattery-stateofcharge'), failedRange),
	).toEqual([
		{ data: { percentRemaining: 0.61, range: null }, notReadable: 'tractionbattery-range' },
	]);
});

test('Output: selected fields do not hide that a path failed in the item of a vehicle', async () => {
	expect(await readBattery({ output: 'combined', toolFields: 'data' }, failedRange)).toMatchObject([
		{ data: {}, failed: 1, errors: { '/battery': { errorType: 'PERMISSION' } } },
	]);
	expect(await readBattery({ output: 'combined', toolFields: 'range' }, failedRange)).toMatchObject(
		[{ failed: 1, hint: expect.stringMatching(/^Fields not found: range\./) }],
	);
});

test('Output: selected fields do not hide that an entry has an unexpected format', async () => {
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([{ id: 7 }, connection('v1')], 1, 50, 2));
	const selected = { toolOutput: 'selected', toolFields: 'vehicleId' };
	const { json } = await runAsTool({ ...getManyConnections, ...selected });
	expect(json).toMatchObject([
		{ vehicleId: 'v1' },
		{ unexpectedFormat: expect.stringContaining("'id' Expected string") },
	]);
});

test('Output: selected fields do not hide that the unit of the tire pressures is uncertain', async () => {
	const places = [0, 1].flatMap((row) => [0, 1].map((column) => ({ row, column })));
	const values = places.map((place) => ({ ...place, tirePressure: 100 }));
	signalsApi()
		.get('/vehicles/v1/signals/wheel-tires')
		.reply(200, { data: signal('wheel-tires', { body: { values, unit: 'psi' } }) });
	const { json } = await runAsTool({
		...{ resource: 'vehicle', operation: 'getTirePressure', apiVersion: 'v3' },
		...{ vehicleId: locator('v1'), options: { userId: 'u1' } },
		...{ toolOutput: 'selected', toolFields: 'unit' },
	});
	expect(json).toEqual([{ unit: 'kPa', unitUncertain: true }]);
});

test('options accept true and false as text, which a model or an expression often returns', async () => {
	const { error, json } = await listConnectionsAsTool({
		returnAll: '={{ "true" }}',
		options: { addResponseHeaders: '={{ "false" }}' },
	});
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.not.objectContaining({ headers: expect.anything() })]);
});

test('filters accept true and false as text', async () => {
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(failedSignal('charge-voltage'), signal('charge-amperage')));
	const { json } = await runAsTool({
		...{ resource: 'signal', operation: 'getMany', vehicleId: locator('v1') },
		filters: { skipFailed: '={{ "true" }}' },
		options: { userId: 'u1' },
	});
	expect(json).toMatchObject([{ code: 'charge-amperage' }]);
});

test.each([
	[
		'an unknown output',
		{ toolOutput: '={{ "all" }}' },
		"'Output' must be raw, selected or simplified",
	],
	[
		'an empty output',
		{ toolOutput: '={{ undefined }}' },
		"'Output' must be raw, selected or simplified",
	],
	[
		'no fields',
		{ toolOutput: 'selected', toolFields: ' , ' },
		"'Fields' must be a comma-separated list of one or more fields, with up to 2000 characters in all",
	],
	[
		'too many fields',
		{ toolOutput: 'selected', toolFields: 'a,'.repeat(5000) },
		"'Fields' must be a comma-separated list of one or more fields, with up to 2000 characters in all",
	],
	[
		'a field that is not text',
		{ toolOutput: 'selected', toolFields: '[{"name":"make"}]' },
		"'Fields' must be a comma-separated list of one or more fields, with up to 2000 characters in all",
	],
])('%s is rejected before any request', async (_what, output, message) => {
	const requests = recordUnmockedRequests();
	const { error } = await runAsTool({ ...getManyConnections, ...output });
	expect(requests.stop()).toEqual([]);
	expect(error?.message.startsWith(`${message}. The value is `)).toBe(true);
});

test('Simplify has no effect for an agent, and Output has none in a workflow', async () => {
	const simplified = expect.objectContaining({ vehicleId: 'v1' });
	expect((await listConnectionsAsTool({ simplify: false })).json).toEqual([simplified]);
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	expect((await runSmartcar({ ...getManyConnections, toolOutput: 'raw' })).json).toEqual([
		simplified,
	]);
});

describe('an agent gets a hint', () => {
	const vehicleAndUser = { vehicleId: locator('v1'), options: { userId: locator('u1') } };
	const getManySignals = { resource: 'signal', operation: 'getMany', ...vehicleAndUser };
	const UNSUBSCRIBED =
		/^Smartcar has no signals for the vehicle v1\. Smartcar collects signals only from vehicles that are subscribed/;
	const getMany = (resource: string) => ({ resource, operation: 'getMany' });

	/** Lists, each with a function that mocks an empty response and with the hint. */
	const EMPTY_LISTS: Array<[string, INodeParameters, () => void, RegExp]> = [
		[
			'signals',
			getManySignals,
			() => signalsApi().get('/vehicles/v1/signals').reply(200, signals()),
			UNSUBSCRIBED,
		],
		[
			'signals that match the filters',
			{ ...getManySignals, filters: { groups: ['Wheel'] } },
			() =>
				signalsApi()
					.get('/vehicles/v1/signals')
					.reply(200, signals(signal('tractionbattery-stateofcharge'))),
			/^No signal of the vehicle v1 matches the filters/,
		],
		[
			'signals that could be read',
			{ ...getManySignals, filters: { skipFailed: true } },
			() =>
				signalsApi()
					.get('/vehicles/v1/signals')
					.reply(200, signals(failedSignal('charge-voltage'))),
			/^Smartcar could not read any of the selected signals of the vehicle v1\. Turn 'Skip Failed Signals' off/,
		],
		[
			'connections',
			getMany('connection'),
			() =>
				signalsApi()
					.get('/connections')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No connections found\. To list simulated vehicles, set the filter Vehicle Mode/,
		],
		[
			'subscriptions',
			getMany('subscription'),
			() =>
				managementApi()
					.get('/subscriptions')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No subscriptions found\. .* subscribe a vehicle to a webhook/,
		],
		[
			'webhooks',
			getMany('webhook'),
			() =>
				managementApi()
					.get('/webhooks')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No webhooks found\. .* Smartcar dashboard/,
		],
		[
			'vehicles',
			{ ...getMany('vehicle'), apiVersion: 'v2.0' },
			() =>
				vehicleApi()
					.get('/v2.0/vehicles')
					.query(true)
					.reply(200, { vehicles: [], paging: { count: 0 } }),
			/^The access token gives access to no vehicle/,
		],
		...['vehicle', 'user'].map((resource): (typeof EMPTY_LISTS)[number] => [
			`a ${resource} in v3`,
			getMany(resource),
			() =>
				signalsApi()
					.get('/connections')
					.query(true)
					.reply(200, page([], 1, 100, 0)),
			new RegExp(`^No ${resource}s found\\. To include both live and simulated vehicles`),
		]),
		[
			'a vehicle of either mode',
			{ ...getMany('vehicle'), vehicleMode: 'all' },
			() =>
				signalsApi()
					.get('/connections')
					.query(true)
					.times(2)
					.reply(200, page([], 1, 100, 0)),
			/^No vehicles found\. A vehicle appears only after/,
		],
		[
			'compatible vehicles',
			{ ...getMany('compatibleVehicle'), options: { refresh: true } },
			() => compatibilityApi().get('/v3/compatible-vehicles').query(true).reply(200, { data: [] }),
			/^No models found/,
		],
	];

	describe.each(EMPTY_LISTS)('without %s', (_what, parameters, mockResponse, hint) => {
		const expected = [{ count: 0, hint: expect.stringMatching(hint) }];

		test.each([{}, { toolOutput: 'raw' }])('with %j', async (output) => {
			mockResponse();
			expect((await runAsTool({ ...parameters, ...output })).json).toEqual(expected);
		});

		test('a workflow gets no item, and the editor shows why', async () => {
			mockResponse();
			const { json, hints } = await runSmartcar(parameters);
			expect(json).toEqual([]);
			expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
		});
	});

	test('with selected fields', async () => {
		signalsApi().get('/vehicles/v1/signals').reply(200, signals());
		const { json } = await runAsTool({
			...getManySignals,
			toolOutput: 'selected',
			toolFields: 'value, unit',
		});
		expect(json).toEqual([{ count: 0, hint: expect.stringMatching(UNSUBSCRIBED) }]);
	});

	test.each([
		['simplified', expect.objectContaining({ vehicleId: 'v1', signals: {} })],
		['raw', expect.objectContaining({ data: [] })],
	])('in one item per vehicle, %s', async (toolOutput, expected) => {
		signalsApi().get('/vehicles/v1/signals').reply(200, signals());
		const { json } = await runAsTool({ ...getManySignals, output: 'combined', toolOutput });
		expect(json).toEqual([expected]);
		expect(json[0]?.hint).toMatch(UNSUBSCRIBED);
	});

	test.each([{}, { toolOutput: 'selected', toolFields: 'vehicleId, hint' }])(
		'in the row of a vehicle without signals, with %j',
		async (output) => {
			signalsApi().get('/vehicles/v1/signals').reply(200, signals());
			const getState = { resource: 'vehicle', operation: 'getState', ...vehicleAndUser };
			const { json } = await runAsTool({ ...getState, ...output });
			expect(json).toMatchObject([{ vehicleId: 'v1', hint: expect.stringMatching(UNSUBSCRIBED) }]);
		},
	);

	test('in the first row of all connected vehicles if one has no signals', async () => {
		signalsApi()
			.get('/connections')
			.query(true)
			.reply(200, page([connection('v1'), connection('v2')], 1, 100, 2))
			.get('/vehicles/v1/signals')
			.reply(200, signals())
			.get('/vehicles/v2/signals')
			.reply(200, signals(signal('tractionbattery-stateofcharge')));
		const all = { resource: 'vehicle', operation: 'getState', vehicles: 'allConnected' };
		const { json } = await runAsTool(all);
		const hint = expect.stringMatching(UNSUBSCRIBED);
		expect(json).toMatchObject([{ vehicleId: 'v1', hint }, { vehicleId: 'v2' }]);
		// Once, since it is about the whole result.
		expect(json[1]).not.toHaveProperty('hint');
	});

	test.each([
		['connections', getMany('connection'), '/connections', 1],
		['vehicles', getMany('vehicle'), '/connections', 100],
		['users', getMany('user'), '/connections', 100],
	])('if a list of %s ends at the limit', async (_what, parameters, path, pageSize) => {
		const mockList = () =>
			signalsApi()
				.get(path)
				.query(true)
				.reply(200, page([connection('v1')], 1, pageSize, 1));
		mockList();
		const { json } = await runAsTool({ ...parameters, limit: 1 });
		expect(json).toMatchObject([
			{ hint: 'The list ends at the limit of 1. There may be more entries.' },
		]);
		mockList();
		const [item] = (await runAsTool({ ...parameters, limit: 2 })).json;
		expect(item).toBeDefined();
		expect(item).not.toHaveProperty('hint');
	});

	test('if no result has one of the selected fields', async () => {
		const { json } = await listConnectionsAsTool({
			toolOutput: 'selected',
			toolFields: 'make, vehicle, owner',
		});
		expect(json).toEqual([
			{
				make: expect.any(String),
				hint: expect.stringMatching(
					/^Fields not found: vehicle, owner\. Available fields: make, model, year/,
				),
			},
		]);
	});

	test('with HTML escaped in the editor, because an agent may have written it', async () => {
		const toolFields = 'make, <img src="https://example.com/a.png">';
		const { json, hints } = await listConnectionsAsTool({ toolOutput: 'selected', toolFields });
		expect(json[0]?.hint).toContain('not found: <img src="https://example.com/a.png">. Available');
		expect(hints[0]?.message).toContain(
			'not found: &lt;img src="https://example.com/a.png">. Available',
		);
	});

	test('except if some results have a selected field, or if only failures have it', async () => {
		signalsApi()
			.get('/vehicles/v1/signals')
			.reply(200, signals(signal('charge-amperage'), signal('wheel-tires', { body: {} })));
		const selected = { toolOutput: 'selected', toolFields: 'value, errorType' };
		const { json } = await runAsTool({ ...getManySignals, ...selected });
		expect(json).toEqual([{ value: 61 }, {}]);
	});

	const errors = [
		{
			status: '404',
			type: 'RESOURCE_NOT_FOUND',
			code: 'SIGNAL_NOT_FOUND',
			detail: 'No such signal.',
		},
	];

	test('in the error message for a missing signal', async () => {
		signalsApi().get('/vehicles/v1/signals/wheel-tires').times(3).reply(404, { errors });
		const getSignal = {
			resource: 'signal',
			operation: 'get',
			...vehicleAndUser,
			signalCode: locator('wheel-tires'),
		};
		const message =
			/^No such signal \(.*, HTTP 404\)\. .*that the vehicle is subscribed to a webhook\. Smartcar collects signals only from subscribed vehicles\. If Signal: Get Many returns other signals, the vehicle does not report this one, or its webhook is not set up to send it\. In the Smartcar dashboard, add it to the data of the webhook\./;
		expect((await runAsTool(getSignal)).error?.message).toMatch(message);
		const continued = await runAsTool(getSignal, { onError: 'continueRegularOutput' });
		expect(continued.json).toMatchObject([
			{ error: expect.stringMatching(message), httpStatus: 404 },
		]);
		expect(continued.json[0]).not.toHaveProperty('advice');
		expect((await runSmartcar(getSignal)).error?.message).toMatch(
			/^No such signal \(.*, HTTP 404\)$/,
		);
	});

	test.each([
		['in each error item', { onError: 'continueRegularOutput' } as const],
		['in the error', {}],
	])('once, %s, if several items fail with the same request', async (_what, nodeChanges) => {
		const lookup = (vehicleId: string) =>
			signalsApi()
				.get('/connections')
				.query((query) => query['filter[vehicleId]'] === vehicleId);
		lookup('v0').reply(200, page([connection('v0')], 1, 100, 1));
		signalsApi()
			.get('/vehicles/v0/signals')
			.reply(200, signals(signal('wheel-tires')));
		const forbidden = [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: 'Forbidden.' }];
		lookup('v1').delay(100).reply(403, { errors: forbidden });
		const parameters = {
			...getManySignals,
			vehicleId: locator('={{ $json.vehicle }}'),
			options: {},
		};
		const items = ['v0', 'v1', 'v1'].map((vehicle) => ({ vehicle }));
		const { json, error } = await runAsTool(parameters, nodeChanges, items);
		const message =
			'Forbidden (AUTHENTICATION / FORBIDDEN, HTTP 403). Check that the application has the permission and that the owner granted it.';
		if (error) expect(error.message).toBe(`${message} Vehicle ID: v1`);
		else expect(json.slice(1).map((item) => item.error)).toEqual([message, message]);
	});

	test('in the error message for a vehicle without the signal', async () => {
		signalsApi()
			.get('/vehicles/v1/signals/wheel-tires')
			.reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND', detail: 'None.' }] });
		const { error } = await runAsTool({
			...getManySignals,
			operation: 'get',
			signalCode: locator('wheel-tires'),
		});
		expect(error?.message).toMatch(
			/^None \(.*\)\. Check the IDs of the vehicle and the user, and make sure that the vehicle is subscribed/,
		);
	});

	test('in the error message for a wrong parameter', async () => {
		const { error } = await runAsTool({ ...getManySignals, vehicleId: locator('={{ "a/b" }}') });
		expect(error?.message).toBe(
			'\'Vehicle\' must be an ID with only letters, digits, hyphens and underscores, as returned by Vehicle: Get Many. The value is "a/b".',
		);
	});
});
