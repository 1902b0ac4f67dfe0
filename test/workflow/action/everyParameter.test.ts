import type { GenericValue, INodeParameters, INodeProperties } from 'n8n-workflow';
import { createHarness, type Harness } from '../support/harness';
import { BAD_VALUES, type ValueKind } from './invalidValues';
import {
	APPLICATION,
	locator,
	offeredOperations,
	readResult,
	recordUnmockedRequests,
	useNock,
} from './runSmartcar';

useNock();

type Parameter = [path: string, label: string, kind: ValueKind];

const vehicle: Parameter = ['vehicleId', 'Vehicle', 'id'];
const user: Parameter = ['userId', 'User', 'id'];
const webhook: Parameter = ['webhookId', 'Webhook', 'id'];
const subscription: Parameter = ['subscriptionId', 'Subscription', 'id'];
const connection: Parameter = ['connectionId', 'Connection', 'id'];
const schedule: Parameter = ['scheduleId', 'Schedule', 'id'];
const simplify: Parameter = ['simplify', 'Simplify', 'boolean'];
const oneItemPer: Parameter = ['output', 'One Item Per', 'choice'];
const list: Parameter[] = [
	['returnAll', 'Return All', 'boolean'],
	['limit', 'Limit', 'limit'],
];
const userOption: Parameter = ['options.userId', 'User', 'id'];

const ifNoSignals: Parameter = ['options.ifNoSignals', 'If No Signals', 'choice'];
const units: Parameter = ['options.unitSystem', 'Unit System', 'choice'];
const commonOptions = (concurrencyOption: string): Parameter[] => [
	['options.addResponseHeaders', 'Add Response Headers', 'boolean'],
	['options.maxRetryWait', 'Max Retry Wait (Seconds)', 'seconds'],
	[`options.${concurrencyOption}`, 'Concurrent Requests', 'concurrency'],
];
const common = commonOptions('concurrentRequests');
const commonOfCommands = commonOptions('concurrentCommands');
const place: Parameter[] = [
	['latitude', 'Latitude', 'latitude'],
	['longitude', 'Longitude', 'longitude'],
];
const connectLink: Parameter[] = [
	['options.linkFormat', 'Link Format', 'choice'],
	['options.redirectUri', 'Redirect URI', 'address'],
	['options.state', 'State', 'nonEmptyText'],
];
const version: Parameter = ['apiVersion', 'API Version', 'choice'];
const ofVehicle = [vehicle, userOption, simplify, ...common];
const ofCommand = [vehicle, userOption, simplify, ...commonOfCommands];
const vehicleMode: Parameter = ['vehicleMode', 'Vehicle Mode', 'choice'];

const OPERATIONS: Record<string, Parameter[]> = {
	'chargeSchedule/create': [
		...ofCommand,
		...place,
		['scheduleType', 'Schedule Type', 'choice'],
		['startTime', 'Start Time', 'clock'],
		['stopTime', 'Stop Time', 'clock'],
		['specifyTimes', 'Specify Times', 'choice'],
		['dayTimes', 'Days', 'days'],
		['weekdayStartTime', 'Weekday Start Time', 'clock'],
		['weekdayStopTime', 'Weekday Stop Time', 'clock'],
		['weekendStartTime', 'Weekend Start Time', 'clock'],
		['weekendStopTime', 'Weekend Stop Time', 'clock'],
		['days', 'Days (JSON)', 'json'],
		['weekdays', 'Weekdays (JSON)', 'json'],
		['weekends', 'Weekends (JSON)', 'optionalJson'],
	],
	'chargeSchedule/delete': [vehicle, userOption, schedule, ...commonOfCommands],
	'command/closeChargePort': ofCommand,
	'command/lock': ofCommand,
	'command/openChargePort': ofCommand,
	'command/setChargeLimit': [...ofCommand, ['percent', 'Charge Limit (%)', 'percent']],
	'command/setDestination': [...ofCommand, ...place],
	'command/startCharging': [
		...ofCommand,
		['options.ifAlreadyDone', 'If Already Charging', 'choice'],
	],
	'command/stopCharging': [...ofCommand, ['options.ifAlreadyDone', 'If Not Charging', 'choice']],
	'command/unlock': ofCommand,
	'compatibleVehicle/getMany': [
		...list,
		simplify,
		['filters.make', 'Make', 'text'],
		['filters.powertrainType', 'Powertrain Type', 'choice'],
		['filters.region', 'Region', 'choice'],
		['options.refresh', 'Refresh', 'boolean'],
		...common,
	],
	'connection/createConnectLink': [
		['externalUserId', 'External User ID', 'externalId'],
		['vehicleMode', 'Vehicle Mode', 'choice'],
		['permissions', 'Permissions', 'permissions'],
		['options.additionalPermissions', 'Additional Permissions', 'permissions'],
		['options.make', 'Make', 'nonEmptyText'],
		...connectLink,
	],
	'connection/createReconnectLink': [
		vehicle,
		['options.externalUserId', 'External User ID', 'optionalExternalId'],
		...connectLink,
	],
	'connection/delete': [connection, ...common],
	'connection/get': [connection, simplify, ...common],
	'connection/getMany': [
		...list,
		simplify,
		['filters.externalUserId', 'External User ID', 'externalId'],
		['filters.userId', 'User', 'id'],
		['filters.vehicleId', 'Vehicle', 'id'],
		['filters.vehicleMode', 'Vehicle Mode', 'choice'],
		...common,
	],
	'signal/get': [...ofVehicle, ['signalCode', 'Signal', 'id']],
	'signal/getMany': [
		...ofVehicle,
		oneItemPer,
		['filters.groups', 'Groups', 'list'],
		['filters.otherSignalCodes', 'Other Signals', 'list'],
		['filters.signalCodes', 'Signals', 'list'],
		['filters.skipFailed', 'Skip Failed Signals', 'boolean'],
		ifNoSignals,
	],
	'subscription/create': [
		webhook,
		...ofVehicle,
		['waitForSubscription', 'Wait for Subscription', 'boolean'],
		['options.maxSubscriptionWait', 'Max Wait for Subscription (Seconds)', 'subscriptionWait'],
	],
	'subscription/delete': [
		['deleteBy', 'Delete By', 'choice'],
		subscription,
		vehicle,
		webhook,
		...common,
	],
	'subscription/get': [subscription, simplify, ...common],
	'subscription/getMany': [
		...list,
		simplify,
		['filters.userId', 'User', 'id'],
		['filters.vehicleId', 'Vehicle', 'id'],
		['filters.vehicleMode', 'Vehicle Mode', 'choice'],
		['filters.webhookId', 'Webhook', 'id'],
		...common,
	],
	'user/delete': [user, ...common],
	'user/get': [version, user, userOption, ...common],
	'user/getMany': [vehicleMode, ...list, ...common],
	'vehicle/batch': [
		version,
		vehicle,
		['paths', 'Paths', 'paths'],
		['additionalPaths', 'Additional Paths', 'paths'],
		oneItemPer,
		simplify,
		['options.failOnSubRequestError', 'Fail on Path Error', 'boolean'],
		units,
		userOption,
		...common,
	],
	'vehicle/get': [vehicle, simplify, ...common],
	'vehicle/getBatteryCapacity': [
		version,
		vehicle,
		simplify,
		['options.redirectUri', 'Redirect URI (v2.0)', 'address'],
		userOption,
		...common,
	],
	'vehicle/getMany': [version, vehicleMode, ...list, userOption, ...common],
	'vehicle/getState': [
		['vehicles', 'Vehicles', 'choice'],
		vehicle,
		vehicleMode,
		ifNoSignals,
		userOption,
		...common,
	],
	'vehicle/getTirePressure': [version, vehicle, simplify, units, userOption, ...common],
	'webhook/get': [webhook, simplify, ...common],
	'webhook/getMany': [
		...list,
		simplify,
		['filters.autoSubscribe', 'Auto Subscribe', 'boolean'],
		['filters.callbackUri', 'Callback URI', 'text'],
		['filters.isEnabled', 'Is Enabled', 'boolean'],
		['filters.name', 'Name', 'text'],
		...common,
	],
};

/** Valid values for the required parameters of all operations. An operation ignores the others. */
const VALID: INodeParameters = {
	...Object.fromEntries(
		[vehicle, user, webhook, subscription, connection, schedule].map(([path]) => [
			path,
			locator(path),
		]),
	),
	signalCode: locator('wheel-tires'),
	latitude: 50.08,
	longitude: 14.42,
	percent: 80,
	startTime: '22:00',
	stopTime: '06:00',
	externalUserId: 'customer-42',
	weekdayStartTime: '22:00',
	weekdayStopTime: '06:00',
};

/** Values that make a parameter visible that is hidden by default. */
const SHOWN_WITH: Record<string, INodeParameters> = {
	days: { scheduleType: 'weekly', specifyTimes: 'json' },
	dayTimes: { scheduleType: 'weekly' },
	specifyTimes: { scheduleType: 'weekly' },
	weekdayStartTime: { scheduleType: 'workweek' },
	weekdayStopTime: { scheduleType: 'workweek' },
	weekendStartTime: { scheduleType: 'workweek', weekendStopTime: '08:00' },
	weekendStopTime: { scheduleType: 'workweek', weekendStartTime: '23:00' },
	// Only for Subscription: Delete. Other operations ignore it.
	vehicleId: { deleteBy: 'vehicleAndWebhook' },
	webhookId: { deleteBy: 'vehicleAndWebhook' },
	weekdays: { scheduleType: 'workweek', specifyTimes: 'json' },
	weekends: {
		scheduleType: 'workweek',
		specifyTimes: 'json',
		weekdays: '{ "startTime": "22:00", "stopTime": "06:00" }',
	},
};

const VALUE = '={{ $json.value }}';

let harness: Harness;
let properties: INodeProperties[];

beforeAll(async () => {
	harness = await createHarness({ smartcarApplicationApi: { ...APPLICATION } });
	properties = harness.nodeTypes.getByNameAndVersion('smartcar', 1).description.properties;
});

/** Valid parameters of an operation, except that the one at `path` has this value. */
function parametersWith(
	key: string,
	path: string,
	value: INodeParameters[string],
): INodeParameters {
	const [resource = '', operation = ''] = key.split('/');
	const [name = '', option] = path.split('.');
	return {
		resource,
		operation,
		...VALID,
		...SHOWN_WITH[name],
		...(key === 'vehicle/getState' && name === 'vehicleMode' && { vehicles: 'allConnected' }),
		...(key === 'user/get' && option === 'userId' && { apiVersion: 'v2.0' }),
		[name]: option === undefined ? value : { [option]: value },
	};
}

/**
 * What a workflow can have as the parameter so that it gets the bad value. An expression, if the
 * parameter allows one: VALUE reads it from the item.
 */
function valuesFor([, , kind]: Parameter, bad: GenericValue): Array<INodeParameters[string]> {
	if (kind === 'concurrency') return [JSON.parse(JSON.stringify(bad ?? null))];
	return kind === 'id' ? [locator(VALUE), locator(VALUE, 'url'), VALUE] : [VALUE];
}

/** Runs the operation with a bad value. Returns what is wrong with its error, or undefined. */
async function problemWithError(
	key: string,
	[path, label]: Parameter,
	value: INodeParameters[string],
	bad: GenericValue,
): Promise<string | undefined> {
	const requests = recordUnmockedRequests();
	const node = harness.buildNode('smartcar', parametersWith(key, path, value));
	const { error } = readResult(await harness.runNode(node, [{ value: bad }]));
	const requestedPaths = requests.stop();
	const shown = `${String(JSON.stringify(bad)).slice(0, 40)}: `;
	if (requestedPaths.length > 0)
		return `${shown}requested ${requestedPaths.join(', ').slice(0, 80)}`;
	if (!error?.message.startsWith(`'${label}' must be `))
		return `${shown}${error?.message ?? 'accepted'}`;
	const itemIndex: unknown = Reflect.get(Reflect.get(error, 'context') ?? {}, 'itemIndex');
	return itemIndex === 0 ? undefined : `${shown}item ${String(itemIndex)}`;
}

const ROWS = Object.entries(OPERATIONS).flatMap(([key, parameters]) =>
	parameters.map((parameter): [string, string, Parameter] => [key, parameter[1], parameter]),
);

test.each(ROWS)(
	'%s rejects bad values of %s before any request',
	async (key, _label, parameter) => {
		const problems: string[] = [];
		for (const bad of BAD_VALUES[parameter[2]]) {
			for (const value of valuesFor(parameter, bad)) {
				const problem = await problemWithError(key, parameter, value, bad);
				if (problem !== undefined) problems.push(problem);
			}
		}
		expect(problems).toEqual([]);
	},
);

/** The paths of all parameters of an operation in a workflow. */
function pathsOf(key: string): string[] {
	const [resource, operation] = key.split('/');
	return properties
		.filter(({ displayOptions: { show } = {} }) => {
			const isShownFor = (name: string, value: string | undefined) =>
				(show?.[name] ?? show?.[`/${name}`])?.some((shownValue) => shownValue === value) ?? false;
			return (
				isShownFor('resource', resource) && isShownFor('operation', operation) && !show?.['@tool']
			);
		})
		.filter(({ type }) => type !== 'notice')
		.flatMap(({ name, type, options = [] }) =>
			type === 'collection' ? options.map((option) => `${name}.${option.name}`) : [name],
		);
}

test.each(Object.keys(OPERATIONS))('every parameter of %s is in the table', (key) => {
	// Some parameters are defined once for each API version.
	expect(OPERATIONS[key]?.map(([path]) => path).sort()).toEqual([...new Set(pathsOf(key))].sort());
});

test('every operation is in the table', () => {
	expect(offeredOperations(properties).sort()).toEqual(Object.keys(OPERATIONS).sort());
});

// Smartcar has no list of External User IDs, which the user's application assigns.
test('every ID of Smartcar is a resource locator with a list', () => {
	const fields = properties.flatMap((property) =>
		property.type === 'collection'
			? (property.options ?? []).flatMap((option) => ('type' in option ? option : []))
			: property,
	);
	const ids = fields.filter(({ name }) => /(^|[a-z])(Id|ID)$|^signalCode$/.test(name));
	const externalIds = ids.filter(({ name }) => name === 'externalUserId');
	const smartcarIds = ids.filter(({ name }) => name !== 'externalUserId');
	expect(new Set(externalIds.map(({ type }) => type))).toEqual(new Set(['string']));
	expect(smartcarIds.length).toBeGreaterThan(30);
	for (const { name, type, modes } of smartcarIds) {
		expect([name, type, modes?.map((mode) => mode.name)]).toEqual([
			name,
			'resourceLocator',
			['list', 'id', 'url'],
		]);
	}
});

test('the fields use every list method of the node, and no other', () => {
	const { methods } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	const matches = JSON.stringify(properties).matchAll(/"searchListMethod":"(\w+)"/g);
	const methodNames = [...new Set([...matches].map(([, name]) => name))];
	expect(methodNames.sort()).toEqual(Object.keys(methods?.listSearch ?? {}).sort());
});
