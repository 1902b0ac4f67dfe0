import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import Ajv from 'ajv';
import type { INodeParameters } from 'n8n-workflow';
import { createHarness, PACKAGE_FOLDER } from '../support/harness';
import {
	compatibilityApi,
	locator,
	managementApi,
	offeredOperations,
	runSmartcar,
	signalsApi,
	useNock,
} from './runSmartcar';
import {
	compatibleVehicle,
	connection,
	execution,
	failedSignal,
	page,
	signal,
	signals,
	subscription,
	tireValues,
	webhook,
} from './smartcarResponses';

useNock();

const FOLDER = path.join(PACKAGE_FOLDER, 'dist/nodes/Smartcar/__schema__/v1.0.0');
const schemaFile = (key: string) => path.join(FOLDER, `${key}.json`);

/** Mocks Smartcar's responses to all operations. */
function mockResponses(): void {
	managementApi()
		.get('/webhooks')
		.query(true)
		.reply(200, page([webhook('w1')], 1, 50, 1));
	managementApi()
		.get('/subscriptions')
		.query(true)
		.reply(200, page([subscription('s1')], 1, 50, 1));
	managementApi()
		.get('/subscriptions/s1')
		.reply(200, { data: subscription('s1') });
	managementApi().post('/subscriptions').reply(202, {});
	managementApi().delete('/subscriptions/s1').reply(204);
	managementApi()
		.get('/webhooks/w1')
		.reply(200, { data: webhook('w1') });
	mockSignalsAndCompatibilityApi();
}

function mockSignalsAndCompatibilityApi(): void {
	const vehicle = '/vehicles/v1';
	const [code, other] = ['tractionbattery-stateofcharge', 'wheel-tires'];
	signalsApi()
		.get(`${vehicle}/signals`)
		.reply(200, signals(signal(code), failedSignal(other)));
	signalsApi()
		.get(`${vehicle}/signals/${code}`)
		.reply(200, { data: signal(code) });
	signalsApi()
		.get('/connections')
		.query(true)
		.times(2)
		.reply(200, page([connection('v1')], 1, 50, 1));
	signalsApi()
		.get('/connections/c1')
		.reply(200, { data: connection('v1') });
	signalsApi().delete('/connections/c1').reply(204);
	signalsApi().delete('/users/u1').reply(204);
	signalsApi()
		.get('/vehicles/v1')
		.reply(200, { data: { id: 'v1', attributes: { make: 'SKODA', year: 2024 } } });
	signalsApi()
		.get(`${vehicle}/signals/wheel-tires`)
		.reply(200, { data: signal('wheel-tires', { body: tireValues() }) });
	signalsApi()
		.get(`${vehicle}/signals/tractionbattery-nominalcapacity`)
		.reply(200, {
			data: signal('tractionbattery-nominalcapacity', {
				body: { capacity: 75, source: 'SMARTCAR', availableCapacities: [{ capacity: 75 }] },
			}),
		});
	signalsApi()
		.post(/\/vehicles\/v1\/commands\/.+/)
		.reply(200, execution({ commandType: 'charge-start' }));
	signalsApi()
		.post(`${vehicle}/charge-schedules/daily`)
		.reply(200, execution({ action: 'create', scheduleType: 'daily', scheduleId: 'sched_1' }));
	signalsApi().delete(`${vehicle}/charge-schedules/sched_1`).reply(204);
	compatibilityApi()
		.get('/v3/compatible-vehicles')
		.query(true)
		.reply(200, { data: [compatibleVehicle('Tesla')] });
}

const vehicleId = locator('v1');
const options = { userId: locator('u1') };
const place = { latitude: 50.08, longitude: 14.42 };
const command = (name: string, parameters: INodeParameters = {}): [string, INodeParameters] => [
	`command/${name}`,
	{ vehicleId, options, ...parameters },
];
const OPERATIONS: Array<[string, INodeParameters]> = [
	[
		'chargeSchedule/create',
		{ vehicleId, options, ...place, startTime: '22:00', stopTime: '06:00' },
	],
	['chargeSchedule/delete', { vehicleId, options, scheduleId: locator('sched_1') }],
	command('closeChargePort'),
	command('lock'),
	command('openChargePort'),
	command('setChargeLimit', { percent: 80 }),
	command('setDestination', place),
	command('startCharging'),
	command('stopCharging'),
	command('unlock'),
	['compatibleVehicle/getMany', {}],
	['connection/createConnectLink', { externalUserId: 'customer-42' }],
	['connection/createReconnectLink', { vehicleId }],
	['connection/delete', { connectionId: locator('c1') }],
	['connection/get', { connectionId: locator('c1') }],
	['connection/getMany', {}],
	['signal/get', { vehicleId, options, signalCode: locator('tractionbattery-stateofcharge') }],
	['signal/getMany', { vehicleId, options }],
	[
		'subscription/create',
		{ webhookId: locator('w1'), vehicleId, options, waitForSubscription: false },
	],
	[
		'subscription/delete',
		{ deleteBy: 'vehicleAndWebhook', vehicleId: locator('v-s1'), webhookId: locator('w-s1') },
	],
	['webhook/get', { webhookId: locator('w1') }],
	['webhook/getMany', {}],
	['subscription/getMany', {}],
	['subscription/get', { subscriptionId: locator('s1') }],
	['vehicle/get', { vehicleId }],
	['vehicle/getMany', {}],
	['vehicle/batch', { vehicleId, paths: ['/battery', '/tires/pressure', '/vin'] }],
	['vehicle/getBatteryCapacity', { vehicleId }],
	['vehicle/getState', { vehicleId }],
	['vehicle/getTirePressure', { vehicleId }],
	['user/delete', { ...options }],
	['user/get', { ...options }],
	['user/getMany', {}],
];

/** Operations whose items lack the fields that would be empty. */
const OMIT_EMPTY_FIELDS = new Set([
	'signal/get',
	'signal/getMany',
	'vehicle/batch',
	'vehicle/getTirePressure',
]);

test.each(OPERATIONS)('the output of %s matches its schema', async (key, parameters) => {
	mockResponses();
	const [resource = '', operation = ''] = key.split('/');
	const { json } = await runSmartcar({ resource, operation, ...parameters });
	expect(json.length).toBeGreaterThan(0);
	const schema = JSON.parse(readFileSync(schemaFile(key), 'utf8'));
	const validate = new Ajv({ strict: false, allowUnionTypes: true }).compile(schema);
	for (const item of json) {
		const keys = Object.keys(schema.properties);
		const present = OMIT_EMPTY_FIELDS.has(key) ? keys.filter((name) => name in item) : keys;
		expect(Object.keys(item)).toEqual(present);
		expect(validate(item) ? [] : validate.errors).toEqual([]);
	}
});

test('every operation has a schema and is tested above', async () => {
	const harness = await createHarness({});
	const { description } = harness.nodeTypes.getByNameAndVersion('smartcar', 1);
	const offered = offeredOperations(description.properties);
	expect(offered.sort()).toEqual(OPERATIONS.map(([key]) => key).sort());
	expect(offered.filter((key) => !existsSync(schemaFile(key)))).toEqual([]);
});
