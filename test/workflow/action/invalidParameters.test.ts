import nock from 'nock';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { APPLICATION, locator, recordUnmockedRequests, runSmartcar, useNock } from './runSmartcar';

useNock();

const tires = (vehicleId: INodeParameters[string]): INodeParameters => ({
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId,
});
const tiresOfValue = tires(locator('={{ $json.value }}'));
const vehicles = (parameters: INodeParameters): INodeParameters => ({
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getMany',
	...parameters,
});
const subscriptions = (filters: INodeParameters): INodeParameters => ({
	resource: 'subscription',
	operation: 'getMany',
	filters,
});
const signals = (filters: INodeParameters): INodeParameters => ({
	resource: 'signal',
	operation: 'getMany',
	vehicleId: locator('v1'),
	filters,
});
const batch = (parameters: INodeParameters): INodeParameters => ({
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'batch',
	vehicleId: locator('v1'),
	...parameters,
});
const capacity = (options: INodeParameters): INodeParameters => ({
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getBatteryCapacity',
	vehicleId: locator('v1'),
	options,
});

const subscription = (id: string): INodeParameters => ({
	resource: 'subscription',
	operation: 'get',
	subscriptionId: locator(id),
});

const VALUE = '={{ $json.value }}';

/** One row for each error message. everyParameter.test.ts tries all values on all parameters. */
type Row = [what: string, parameters: INodeParameters, item: IDataObject, message: RegExp];

const ROWS: Row[] = [
	['an empty vehicle', tiresOfValue, { value: '' }, /^'Vehicle' must be an ID/],
	[
		'a vehicle from the list with a slash',
		tires(locator('a/b', 'list')),
		{},
		/^'Vehicle' must be an ID/,
	],
	[
		'a user whom n8n has removed from the options, since it could not load the list',
		vehicles({ apiVersion: 'v3', options: { userId: locator('', 'list') } }),
		{},
		/^'User' must be .*, or be removed from the options$/,
	],
	[
		'such a user with version 2.0',
		vehicles({ options: { userId: locator('', 'list') } }),
		{},
		/^'User' must be .*, or be removed from the options$/,
	],
	[
		'a limit of 0, entered without an expression',
		vehicles({ limit: 0 }),
		{},
		/^'Limit' must be a whole number of at least 1$/,
	],
	[
		'text as Return All',
		vehicles({ returnAll: VALUE }),
		{ value: 'yes' },
		/^'Return All' must be true or false$/,
	],
	[
		'an empty filter',
		subscriptions({ userId: '' }),
		{},
		/^'User' must be an ID .* or be removed from the filters$/,
	],
	[
		'an unknown mode',
		subscriptions({ vehicleMode: VALUE }),
		{ value: 'test' },
		/^'Vehicle Mode' must be one of live, simulated$/,
	],
	[
		'an empty list of signals',
		signals({ signalCodes: [] }),
		{},
		/^'Signals' must be a list of 1 to 500 entries with only letters, digits and hyphens, or be removed/,
	],
	[
		'an empty name',
		{ resource: 'webhook', operation: 'getMany', filters: { name: VALUE } },
		{},
		/^'Name' must be text/,
	],
	[
		'a path of blanks',
		batch({ paths: ['/odometer', ' '] }),
		{},
		/^'Paths' must be a list of paths such as/,
	],
	[
		'a batch without paths',
		batch({ paths: [] }),
		{},
		/^'Paths' must be a list of at least one path$/,
	],
	[
		'the same path twice',
		batch({ paths: ['/fuel', '/fuel'] }),
		{},
		/^'Paths' must be a list without duplicate paths$/,
	],
	[
		'the same path in another form',
		batch({ paths: ['/fuel'], additionalPaths: 'fuel/' }),
		{},
		/^'Additional Paths' must be a list without duplicate paths$/,
	],
	[
		'the batch itself',
		batch({ additionalPaths: '/batch' }),
		{},
		/^'Additional Paths' must be paths to read/,
	],
	[
		'a path with a query',
		batch({ additionalPaths: '/fuel?x=1' }),
		{},
		/^'Additional Paths' must be a list of paths/,
	],
	[
		'an unknown output',
		batch({ paths: ['/fuel'], output: VALUE }),
		{ value: 'x' },
		/^'One Item Per' must be separate or combined$/,
	],
	[
		'a redirect URI that is not a URL',
		capacity({ redirectUri: 'done' }),
		{},
		/^'Redirect URI \(v2\.0\)' must be a URL/,
	],
	[
		'a wait that is too long',
		capacity({ maxRetryWait: 4000 }),
		{},
		/^'Max Retry Wait \(Seconds\)' must be a whole number from 0 to 3600$/,
	],
	[
		'a concurrency that is too high',
		capacity({ concurrentRequests: 100 }),
		{},
		/^'Concurrent Requests' must be a whole number from 1 to 10$/,
	],
	[
		'an unknown unit system',
		{ ...tires(locator('v1')), options: { unitSystem: VALUE } },
		{ value: 'x' },
		/^'Unit System' must be metric or imperial$/,
	],
	[
		'an unknown authentication',
		{ ...vehicles({}), authentication: VALUE },
		{ value: 'x' },
		/^'Authentication' must be applicationApi, oAuth2Api or accessTokenApi$/,
	],
	[
		'a destination without coordinates',
		{
			resource: 'command',
			operation: 'setDestination',
			vehicleId: locator('v1'),
			latitude: 0,
			longitude: 0,
		},
		{},
		/^'Latitude' must be filled in, and 'Longitude' as well: both are 0$/,
	],
	...[
		{ latitude: 0, longitude: 14.42 },
		{ latitude: 50.08, longitude: 0 },
	].map((place): Row => {
		const label = place.latitude === 0 ? 'Latitude' : 'Longitude';
		return [
			`a destination without the ${label}`,
			{ resource: 'command', operation: 'setDestination', vehicleId: locator('v1'), ...place },
			{},
			new RegExp(`^'${label}' must be filled in\\. If 0 is right, enter 0\\.000001$`),
		];
	}),
	[
		'a charge limit that is not set',
		{ resource: 'command', operation: 'setChargeLimit', vehicleId: locator('v1') },
		{},
		/^'Charge Limit \(%\)' must be a whole number from 50 to 100$/,
	],
	[
		'a command that is not chosen',
		{ resource: 'command', vehicleId: locator('v1') },
		{},
		/^'Latitude' must be filled in, and 'Longitude' as well: both are 0$/,
	],
	[
		'an operation of another resource',
		{ resource: 'user', operation: 'batch' },
		{},
		/^'Operation' must be delete, get or getMany$/,
	],
	[
		'an operation of another resource, for a resource with only one operation',
		{ resource: 'compatibleVehicle', operation: 'get' },
		{},
		/^'Operation' must be getMany$/,
	],
	[
		'an unknown resource',
		{ resource: 'vehicles', operation: 'getMany' },
		{},
		/^'Resource' must be chargeSchedule, command, compatibleVehicle, .* or webhook$/,
	],
];

test.each(ROWS)('%s is rejected before any request', async (_what, parameters, item, message) => {
	const requests = recordUnmockedRequests();
	const { error } = await runSmartcar(parameters, { items: [item] });
	const requestedPaths = requests.stop();
	expect(error?.message).toMatch(message);
	expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
	expect(requestedPaths).toEqual([]);
});

test('NaN is shown as NaN', async () => {
	const { error } = await runSmartcar(vehicles({ limit: '={{ $json.missing * 2 }}' }));
	expect(error?.description).toMatch(/^The value is NaN\. /);
});

test.each([
	['a vehicle with a slash', tires(locator('a/b')), "'Vehicle' must be an ID"],
	['a vehicle with a parent folder', tires(locator('..')), "'Vehicle' must be an ID"],
	['a vehicle with an encoded slash', tires(locator('a%2Fb')), "'Vehicle' must be an ID"],
	['a subscription with a slash', subscription('a/b'), "'Subscription' must be an ID"],
	['no vehicle', tires(locator('')), 'Parameter "Vehicle" is required'],
])(
	'%s, typed into the node, is rejected by n8n before the node runs',
	async (_what, parameters, message) => {
		await expect(runSmartcar(parameters)).rejects.toThrow(message);
	},
);

test.each(['localhost', 'https://user:pass@localhost', 'https://localhost?a=b'])(
	'the error for the custom host %s names the field',
	async (vehicleDataUrl) => {
		const smartcarApplicationApi = { ...APPLICATION, customHosts: true, vehicleDataUrl };
		const { error } = await runSmartcar(vehicles({}), { secrets: { smartcarApplicationApi } });
		expect(error?.message).toBe(
			"'Vehicle Data URL' in the Smartcar credential cannot be used as a URL",
		);
	},
);

test('with On Error: Continue the other items get their results', async () => {
	nock('https://api.smartcar.com')
		.get('/v2.0/vehicles/v1/tires/pressure')
		.reply(200, { frontLeft: 1, frontRight: 2, backLeft: 3, backRight: 4 });
	const node = { onError: 'continueRegularOutput' } as const;
	const { json } = await runSmartcar(tiresOfValue, {
		node,
		items: [{ value: 'a/b' }, { value: 'v1' }],
	});
	expect(json).toEqual([
		{
			error:
				"'Vehicle' must be an ID with only letters, digits, hyphens and underscores, as returned by Vehicle: Get Many",
			advice: expect.stringContaining('The value is "a/b".'),
		},
		expect.objectContaining({ frontLeft: 1 }),
	]);
});
