import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { createHarness } from '../support/harness';
import { connection, failedSignal, page, signal, signals } from './resources';
import {
	APPLICATION,
	compatibilityApi,
	locator,
	managementApi,
	PACKAGE_FOLDER,
	readResult,
	runSmartcar,
	signalsApi,
	useNock,
	vehicleApi,
} from './runSmartcar';

useNock();

const parameters = { resource: 'connection', operation: 'getMany' };

/** Runs the node as an AI agent's tool: n8n uses the same node with a type that ends in Tool. */
async function runAsTool(
	given: INodeParameters,
	extra: Partial<INode> = {},
	items?: IDataObject[],
) {
	const harness = await createHarness(PACKAGE_FOLDER, {
		smartcarApplicationApi: { ...APPLICATION },
	});
	const { description } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	description.name = 'smartcarTool';
	const node = harness.buildNode('smartcar', given);
	const { getByNameAndVersion } = harness.nodeTypes;
	harness.nodeTypes.getByNameAndVersion = (type, version) =>
		getByNameAndVersion.call(harness.nodeTypes, type.replace(/Tool$/, ''), version);
	return readResult(await harness.runNode({ ...node, type: `${node.type}Tool`, ...extra }, items));
}

async function runTool(extra: INodeParameters) {
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	return await runAsTool({ ...parameters, ...extra });
}

test.each([
	['simplified by default', {}, expect.objectContaining({ id: 'c-v1', vehicleId: 'v1' })],
	['raw', { toolOutput: 'raw' }, connection('v1')],
	[
		'selected fields, in their order',
		{ toolOutput: 'selected', toolFields: ' userId, vehicleId ' },
		{ userId: 'u1', vehicleId: 'v1' },
	],
])('Output: %s', async (_what, extra, expected) => {
	expect((await runTool(extra)).json).toEqual([expected]);
});

/** Reads the path /battery with the selected fields, from these signals. */
async function readBattery(parameters: INodeParameters, ...found: IDataObject[]) {
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(...found));
	const { json } = await runAsTool({
		...{ resource: 'vehicle', operation: 'batch', apiVersion: 'v3', options: { userId: 'u1' } },
		...{ vehicleId: locator('v1'), paths: ['/battery'], toolOutput: 'selected' },
		...parameters,
	});
	return json;
}

test('Output: selected fields do not hide that a path or signal failed, nor mark the others', async () => {
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
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(failedSignal('charge-voltage'), signal('charge-amperage')));
	const read = await runAsTool({
		...{ resource: 'signal', operation: 'getMany', vehicleId: locator('v1') },
		...{ toolOutput: 'selected', toolFields: 'code, value', options: { userId: 'u1' } },
	});
	expect(read.json).toEqual([
		{ code: 'charge-voltage', failed: true, errorType: 'PERMISSION', errorCode: 'UNKNOWN' },
		{ code: 'charge-amperage', value: 61 },
	]);
	const failedRange = failedSignal('tractionbattery-range');
	expect(
		await readBattery({ toolFields: 'data' }, signal('tractionbattery-stateofcharge'), failedRange),
	).toEqual([
		{ data: { percentRemaining: 0.61, range: null }, notReadable: 'tractionbattery-range' },
	]);
	expect(await readBattery({ output: 'combined', toolFields: 'data' }, failedRange)).toMatchObject([
		{ data: {}, failed: 1, errors: { '/battery': { errorType: 'PERMISSION' } } },
	]);
	expect(await readBattery({ output: 'combined', toolFields: 'range' }, failedRange)).toMatchObject(
		[{ failed: 1, hint: expect.stringMatching(/^Fields not found: range\./) }],
	);
});

test('Output: selected fields do not hide that an entry has an unexpected form', async () => {
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([{ id: 7 }, connection('v1')], 1, 50, 2));
	const selected = { toolOutput: 'selected', toolFields: 'vehicleId' };
	const { json } = await runAsTool({ ...parameters, ...selected });
	expect(json).toMatchObject([
		{ vehicleId: 'v1' },
		{ unexpectedForm: expect.stringContaining("'id' Expected string") },
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

test('true and false may be text, which a model or an expression often gives', async () => {
	const { error, json } = await runTool({
		returnAll: '={{ "true" }}',
		options: { addResponseHeaders: '={{ "false" }}' },
	});
	expect(error).toBeUndefined();
	expect(json).toEqual([expect.not.objectContaining({ headers: expect.anything() })]);
	signalsApi()
		.get('/vehicles/v1/signals')
		.reply(200, signals(failedSignal('charge-voltage'), signal('charge-amperage')));
	const read = await runAsTool({
		...{ resource: 'signal', operation: 'getMany', vehicleId: locator('v1') },
		filters: { skipFailed: '={{ "true" }}' },
		options: { userId: 'u1' },
	});
	expect(read.json).toMatchObject([{ code: 'charge-amperage' }]);
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
		'a field that is no text',
		{ toolOutput: 'selected', toolFields: '[{"name":"make"}]' },
		"'Fields' must be a comma-separated list of one or more fields, with up to 2000 characters in all",
	],
])('%s is rejected before any request', async (_what, extra, message) => {
	const { error } = await runTool(extra);
	expect(error?.message.startsWith(`${message}. The value is `)).toBe(true);
});

test('a workflow uses Simplify, an agent uses Output', async () => {
	const simplified = expect.objectContaining({ vehicleId: 'v1' });
	expect((await runTool({ simplify: false })).json).toEqual([simplified]);
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page([connection('v1')], 1, 50, 1));
	expect((await runSmartcar({ ...parameters, toolOutput: 'raw' })).json).toEqual([simplified]);
});

describe('an agent gets a hint', () => {
	const ofVehicle = { vehicleId: locator('v1'), options: { userId: locator('u1') } };
	const many = { resource: 'signal', operation: 'getMany', ...ofVehicle };
	const UNSUBSCRIBED =
		/^Smartcar has no signals for the vehicle v1\. Smartcar collects signals only from vehicles that are subscribed/;
	const list = (resource: string) => ({ resource, operation: 'getMany' });

	const EMPTY: Array<[string, INodeParameters, () => void, RegExp]> = [
		[
			'signals',
			many,
			() => signalsApi().get('/vehicles/v1/signals').reply(200, signals()),
			UNSUBSCRIBED,
		],
		[
			'signals that match the filters',
			{ ...many, filters: { groups: ['Wheel'] } },
			() =>
				signalsApi()
					.get('/vehicles/v1/signals')
					.reply(200, signals(signal('tractionbattery-stateofcharge'))),
			/^No signal of the vehicle v1 matches the filters/,
		],
		[
			'signals that could be read',
			{ ...many, filters: { skipFailed: true } },
			() =>
				signalsApi()
					.get('/vehicles/v1/signals')
					.reply(200, signals(failedSignal('charge-voltage'))),
			/^Smartcar could not read any of the selected signals of the vehicle v1\. Turn 'Skip Failed Signals' off/,
		],
		[
			'connections',
			list('connection'),
			() =>
				signalsApi()
					.get('/connections')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No connections found\. To list simulated vehicles, set the filter Vehicle Mode/,
		],
		[
			'subscriptions',
			list('subscription'),
			() =>
				managementApi()
					.get('/subscriptions')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No subscriptions found\. .* subscribe a vehicle to a webhook/,
		],
		[
			'webhooks',
			list('webhook'),
			() =>
				managementApi()
					.get('/webhooks')
					.query(true)
					.reply(200, page([], 1, 50, 0)),
			/^No webhooks found\. .* Smartcar dashboard/,
		],
		[
			'vehicles',
			{ ...list('vehicle'), apiVersion: 'v2.0' },
			() =>
				vehicleApi()
					.get('/v2.0/vehicles')
					.query(true)
					.reply(200, { vehicles: [], paging: { count: 0 } }),
			/^The access token gives access to no vehicle/,
		],
		...['vehicle', 'user'].map((resource): (typeof EMPTY)[number] => [
			`a ${resource} in v3`,
			list(resource),
			() =>
				signalsApi()
					.get('/connections')
					.query(true)
					.reply(200, page([], 1, 100, 0)),
			new RegExp(`^No ${resource}s found\\. To include both live and simulated vehicles`),
		]),
		[
			'a vehicle of either mode',
			{ ...list('vehicle'), vehicleMode: 'all' },
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
			{ ...list('compatibleVehicle'), options: { refresh: true } },
			() => compatibilityApi().get('/v3/compatible-vehicles').query(true).reply(200, { data: [] }),
			/^No models found/,
		],
	];

	describe.each(EMPTY)('without %s', (_what, given, answer, hint) => {
		const nothing = [{ count: 0, hint: expect.stringMatching(hint) }];

		test.each([{}, { toolOutput: 'raw' }])('with %j', async (extra) => {
			answer();
			expect((await runAsTool({ ...given, ...extra })).json).toEqual(nothing);
		});

		test('a workflow gets no item, and the editor shows why', async () => {
			answer();
			const { json, hints } = await runSmartcar(given);
			expect(json).toEqual([]);
			expect(hints.map(({ message }) => message)).toEqual([expect.stringMatching(hint)]);
		});
	});

	test('with selected fields', async () => {
		signalsApi().get('/vehicles/v1/signals').reply(200, signals());
		const { json } = await runAsTool({
			...many,
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
		const { json } = await runAsTool({ ...many, output: 'combined', toolOutput });
		expect(json).toEqual([expected]);
		expect(json[0]?.hint).toMatch(UNSUBSCRIBED);
	});

	test.each([{}, { toolOutput: 'selected', toolFields: 'vehicleId, hint' }])(
		'in the row of a vehicle without signals, with %j',
		async (extra) => {
			signalsApi().get('/vehicles/v1/signals').reply(200, signals());
			const row = { resource: 'vehicle', operation: 'getState', ...ofVehicle, ...extra };
			const { json } = await runAsTool(row);
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
		['connections', list('connection'), '/connections', 1],
		['vehicles', list('vehicle'), '/connections', 100],
		['users', list('user'), '/connections', 100],
	])('if a list of %s ends at the limit', async (_what, given, path, pageSize) => {
		const reply = () =>
			signalsApi()
				.get(path)
				.query(true)
				.reply(200, page([connection('v1')], 1, pageSize, 1));
		reply();
		const { json } = await runAsTool({ ...given, limit: 1 });
		expect(json).toMatchObject([
			{ hint: 'The list ends at the limit of 1. There may be more entries.' },
		]);
		reply();
		const [item] = (await runAsTool({ ...given, limit: 2 })).json;
		expect(item).toBeDefined();
		expect(item).not.toHaveProperty('hint');
	});

	test('if no result has one of the selected fields', async () => {
		const { json } = await runTool({ toolOutput: 'selected', toolFields: 'make, vehicle, owner' });
		expect(json).toEqual([
			{
				make: expect.any(String),
				hint: expect.stringMatching(
					/^Fields not found: vehicle, owner\. Available fields: make, model, year/,
				),
			},
		]);
	});

	test('without HTML in the editor, which the agent may have written', async () => {
		const toolFields = 'make, <img src="https://example.com/a.png">';
		const { json, hints } = await runTool({ toolOutput: 'selected', toolFields });
		expect(json[0]?.hint).toContain('not found: <img src="https://example.com/a.png">. Available');
		expect(hints[0]?.message).toContain(
			'not found: &lt;img src="https://example.com/a.png">. Available',
		);
	});

	test('not if only some results have a selected field, or if it is one of failures', async () => {
		signalsApi()
			.get('/vehicles/v1/signals')
			.reply(200, signals(signal('charge-amperage'), signal('wheel-tires', { body: {} })));
		const selected = { toolOutput: 'selected', toolFields: 'value, errorType' };
		const { json } = await runAsTool({ ...many, ...selected });
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
		const one = {
			resource: 'signal',
			operation: 'get',
			...ofVehicle,
			signalCode: locator('wheel-tires'),
		};
		const message =
			/^No such signal \(.*, HTTP 404\)\. .*that the vehicle is subscribed to a webhook\. Smartcar collects signals only from subscribed vehicles\. If Signal: Get Many returns other signals, the vehicle does not report this one, or its webhook is not set up to send it\. In the Smartcar dashboard, add it to the data of the webhook\./;
		expect((await runAsTool(one)).error?.message).toMatch(message);
		const goesOn = await runAsTool(one, { onError: 'continueRegularOutput' });
		expect(goesOn.json).toMatchObject([{ error: expect.stringMatching(message), httpStatus: 404 }]);
		expect(goesOn.json[0]).not.toHaveProperty('advice');
		expect((await runSmartcar(one)).error?.message).toMatch(/^No such signal \(.*, HTTP 404\)$/);
	});

	test.each([
		['in each of several items', { onError: 'continueRegularOutput' } as const],
		['in the error', {}],
	])('once, %s that fail with the same request', async (_what, extra) => {
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
		const given = { ...many, vehicleId: locator('={{ $json.vehicle }}'), options: {} };
		const items = ['v0', 'v1', 'v1'].map((vehicle) => ({ vehicle }));
		const { json, error } = await runAsTool(given, extra, items);
		const message =
			'Forbidden (AUTHENTICATION / FORBIDDEN, HTTP 403). Check that the application has the permission and that the owner granted it.';
		if (error) expect(error.message).toBe(`${message} Vehicle ID: v1`);
		else expect(json.slice(1).map((item) => item.error)).toEqual([message, message]);
	});

	test('in the error message for a vehicle without signals', async () => {
		signalsApi()
			.get('/vehicles/v1/signals')
			.reply(404, { errors: [{ type: 'RESOURCE_NOT_FOUND', detail: 'None.' }] });
		const { error } = await runAsTool(many);
		expect(error?.message).toMatch(
			/^None \(.*\)\. Check the IDs of the vehicle and the user, and make sure that the vehicle is subscribed/,
		);
	});

	test('in the error message for a wrong parameter', async () => {
		const { error } = await runAsTool({ ...many, vehicleId: locator('={{ "a/b" }}') });
		expect(error?.message).toBe(
			'\'Vehicle\' must be an ID of letters, digits, hyphens and underscores, such as Vehicle: Get Many returns. The value is "a/b".',
		);
	});
});
