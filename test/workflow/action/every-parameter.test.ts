import nock from 'nock';
import type { GenericValue, INodeParameters, INodeProperties } from 'n8n-workflow';
import { createHarness, type Harness } from '../support/harness';
import { BAD_VALUES, type Kind } from './bad-values';
import { APPLICATION, locator, PACKAGE, read, useNock } from './smartcar';

useNock();

/** A parameter: where it is, what a user calls it, and what it takes. */
type Parameter = [path: string, label: string, kind: Kind];

const vehicle: Parameter = ['vehicleId', 'Vehicle', 'id'];
const user: Parameter = ['userId', 'User', 'id'];
const webhook: Parameter = ['webhookId', 'Webhook', 'id'];
const subscription: Parameter = ['subscriptionId', 'Subscription', 'id'];
const connection: Parameter = ['connectionId', 'Connection', 'id'];
const simplify: Parameter = ['simplify', 'Simplify', 'flag'];
const items: Parameter = ['output', 'Items', 'choice'];
const list: Parameter[] = [
	['returnAll', 'Return All', 'flag'],
	['limit', 'Limit', 'limit'],
];
const userOption: Parameter = ['options.userId', 'User ID', 'id'];
const units: Parameter = ['options.unitSystem', 'Unit System', 'choice'];
const common: Parameter[] = [
	['options.addResponseHeaders', 'Add Response Headers', 'flag'],
	['options.maxRetryWait', 'Max Retry Wait', 'seconds'],
	['options.concurrentRequests', 'Concurrent Requests', 'concurrency'],
];
const place: Parameter[] = [
	['latitude', 'Latitude', 'latitude'],
	['longitude', 'Longitude', 'longitude'],
];
const ofVehicle = [vehicle, user, simplify, ...common];

const OPERATIONS: Record<string, Parameter[]> = {
	'chargeSchedule/create': [
		...ofVehicle,
		...place,
		['scheduleType', 'Schedule Type', 'choice'],
		['startTime', 'Start Time', 'clock'],
		['stopTime', 'Stop Time', 'clock'],
		['days', 'Days (JSON)', 'json'],
		['weekdays', 'Weekdays (JSON)', 'json'],
		['weekends', 'Weekends (JSON)', 'json'],
	],
	'chargeSchedule/delete': [vehicle, user, ['scheduleId', 'Schedule ID', 'id'], ...common],
	'command/closeChargePort': ofVehicle,
	'command/lock': ofVehicle,
	'command/openChargePort': ofVehicle,
	'command/setChargeLimit': [...ofVehicle, ['percent', 'Charge Limit', 'percent']],
	'command/setDestination': [...ofVehicle, ...place],
	'command/startCharging': ofVehicle,
	'command/stopCharging': ofVehicle,
	'command/unlock': ofVehicle,
	'compatibleVehicle/getMany': [
		...list,
		simplify,
		['filters.make', 'Make', 'text'],
		['filters.powertrainType', 'Powertrain Type', 'choice'],
		['filters.region', 'Region', 'choice'],
		...common,
	],
	'connection/delete': [connection, ...common],
	'connection/get': [connection, simplify, ...common],
	'connection/getMany': [
		...list,
		simplify,
		['filters.externalUserId', 'External User ID', 'text'],
		['filters.userId', 'User ID', 'id'],
		['filters.vehicleId', 'Vehicle ID', 'id'],
		['filters.vehicleMode', 'Vehicle Mode', 'choice'],
		...common,
	],
	'signal/get': [...ofVehicle, ['signalCode', 'Signal', 'id']],
	'signal/getMany': [
		...ofVehicle,
		items,
		['filters.groups', 'Groups', 'list'],
		['filters.otherSignalCodes', 'Other Signals', 'list'],
		['filters.signalCodes', 'Signals', 'list'],
		['filters.skipFailed', 'Skip Failed Signals', 'flag'],
		['options.ifNoSignals', 'If No Signals', 'choice'],
	],
	'subscription/create': [
		webhook,
		...ofVehicle,
		['waitForSubscription', 'Wait for Subscription', 'flag'],
		['options.maxSubscriptionWait', 'Max Wait for Subscription', 'subscriptionWait'],
	],
	'subscription/delete': [subscription, ...common],
	'subscription/get': [subscription, simplify, ...common],
	'subscription/getMany': [
		...list,
		simplify,
		['filters.userId', 'User ID', 'id'],
		['filters.vehicleId', 'Vehicle ID', 'id'],
		['filters.vehicleMode', 'Vehicle Mode', 'choice'],
		['filters.webhookId', 'Webhook ID', 'id'],
		...common,
	],
	'user/get': [userOption, ...common],
	'vehicle/batch': [
		vehicle,
		['paths', 'Paths', 'paths'],
		['additionalPaths', 'Additional Paths', 'paths'],
		items,
		simplify,
		['options.failOnSubRequestError', 'Fail On Sub-Request Error', 'flag'],
		units,
		userOption,
		...common,
	],
	'vehicle/getBatteryCapacity': [
		vehicle,
		simplify,
		['options.redirectUri', 'Redirect URI', 'address'],
		userOption,
		...common,
	],
	'vehicle/getMany': [...list, userOption, ...common],
	'vehicle/getTirePressure': [vehicle, simplify, units, userOption, ...common],
	'webhook/get': [webhook, simplify, ...common],
	'webhook/getMany': [
		...list,
		simplify,
		['filters.autoSubscribe', 'Auto Subscribe', 'flag'],
		['filters.callbackUri', 'Callback URI', 'text'],
		['filters.isEnabled', 'Is Enabled', 'flag'],
		['filters.name', 'Name', 'text'],
		...common,
	],
};

/** Values with which every parameter can be reached; those that an operation does not have do no harm. */
const GOOD: INodeParameters = {
	...Object.fromEntries(
		[vehicle, user, webhook, subscription, connection].map(([path]) => [path, locator(path)]),
	),
	signalCode: locator('wheel-tires'),
	scheduleId: 'sched_1',
	latitude: 50.08,
	longitude: 14.42,
	startTime: '22:00',
	stopTime: '06:00',
};

/** What makes a parameter visible that is not so with the defaults. */
const SHOWN_WITH: Record<string, INodeParameters> = {
	days: { scheduleType: 'weekly' },
	weekdays: { scheduleType: 'workweek' },
	weekends: { scheduleType: 'workweek' },
};

const VALUE = '={{ $json.value }}';

let harness: Harness;
let properties: INodeProperties[];

beforeAll(async () => {
	harness = await createHarness(PACKAGE, { smartcarApplicationApi: { ...APPLICATION } });
	properties = harness.nodeTypes.getByNameAndVersion('smartcar', 1).description.properties;
});

/** The parameters of an operation, with one of them set to a bad value, by an expression wherever it takes one. */
function parametersWith(key: string, path: string, bad: GenericValue): INodeParameters {
	const [resource = '', operation = ''] = key.split('/');
	const [name = '', option] = path.split('.');
	const value = name in GOOD && typeof GOOD[name] === 'object' ? locator(VALUE) : VALUE;
	const given = path === 'options.concurrentRequests' ? JSON.parse(JSON.stringify(bad ?? null)) : value;
	return {
		resource,
		operation,
		...GOOD,
		...SHOWN_WITH[name],
		[name]: option === undefined ? given : { [option]: given },
	};
}

/** What is wrong with how a bad value is refused; undefined when it is done as it should be. */
async function flawOf(key: string, [path, label]: Parameter, bad: GenericValue): Promise<string | undefined> {
	const asked: string[] = [];
	const onRequest = (request: { path: string }) => asked.push(request.path);
	nock.emitter.on('no match', onRequest);
	const node = harness.buildNode('smartcar', parametersWith(key, path, bad));
	const { error } = read(await harness.runNode(node, [{ value: bad }]));
	nock.emitter.off('no match', onRequest);
	const shown = `${String(JSON.stringify(bad)).slice(0, 40)}: `;
	if (asked.length > 0) return `${shown}asked for ${asked.join(', ').slice(0, 80)}`;
	if (!error?.message.startsWith(`'${label}' must be `)) return `${shown}${error?.message ?? 'accepted'}`;
	const at: unknown = Reflect.get(Reflect.get(error, 'context') ?? {}, 'itemIndex');
	return at === 0 ? undefined : `${shown}item ${String(at)}`;
}

const ROWS = Object.entries(OPERATIONS).flatMap(([key, parameters]) =>
	parameters.map((parameter): [string, string, Parameter] => [key, parameter[1], parameter]),
);

test.each(ROWS)('%s: bad values of %s are refused by its name, before any request', async (key, _label, parameter) => {
	const flaws: string[] = [];
	for (const bad of BAD_VALUES[parameter[2]]) {
		const flaw = await flawOf(key, parameter, bad);
		if (flaw !== undefined) flaws.push(flaw);
	}
	expect(flaws).toEqual([]);
});

/** The paths of all parameters that a user can fill in for an operation, in a workflow. */
function pathsOf(key: string): string[] {
	const [resource, operation] = key.split('/');
	return properties
		.filter(({ displayOptions: { show } = {} }) => {
			const of = (name: string, value: string | undefined) => show?.[name]?.some((one) => one === value) ?? false;
			return of('resource', resource) && of('operation', operation) && !show?.['@tool'];
		})
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection' ? options.map((option) => `${name}.${option.name}`) : [name],
		);
}

test.each(Object.keys(OPERATIONS))('every parameter of %s is in the table', (key) => {
	expect(OPERATIONS[key]?.map(([path]) => path).sort()).toEqual(pathsOf(key).sort());
});

test('every operation is in the table', () => {
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option) =>
				'value' in option ? [`${displayOptions?.show?.resource?.[0]}/${option.value}`] : [],
			),
		);
	expect(offered.sort()).toEqual(Object.keys(OPERATIONS).sort());
});
