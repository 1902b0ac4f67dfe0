import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FakeStore } from './fakeStore';
import { slowFirstStore, useTriggerServers, type TriggerServerOptions } from './triggerServer';

beforeAll(async () => await DataDeduplicationService.init(new FakeStore()));

const startServer = useTriggerServers();

const CHARGE = 'tractionbattery-stateofcharge';
const below20 = { signal: CHARGE, when: 'below', value: 20, unit: '%', resetAt: 25 };

/** Starts a trigger with the condition `below20`. @param changes parameters to add or replace */
const startTrigger = async (changes: IDataObject = {}, options: TriggerServerOptions = {}) =>
	await startServer({
		nodeId: randomUUID(),
		...options,
		parameters: {
			events: ['CONDITION_MET'],
			conditions: { values: [below20] },
			...changes,
		},
	});

const chargeEvent = (value: number, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: {
		vehicle: { id: vehicleId, make: 'KIA', model: 'EV6', year: 2023 },
		signals: [{ code: CHARGE, body: { value, unit: 'percent' } }],
	},
	meta: { mode: 'TEST' },
});

const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

test('only a delivery with the signal of a condition starts an execution', async () => {
	const { deliver, stored } = await startTrigger();
	const other = { ...chargeEvent(10), data: { vehicle: { id: 'v-1' }, signals: [] } };

	expect(await deliver(chargeEvent(10))).toMatchObject({
		body: expect.stringContaining('accepted'),
	});
	expect(await deliver(other)).toMatchObject({
		status: 200,
		body: expect.stringContaining('ignored'),
	});
	expect(stored).toHaveLength(1);
});

test('the execution emits an item for the condition, once', async () => {
	const { execute } = await startTrigger();

	expect(jsonOf(await execute(chargeEvent(19)))).toMatchObject([
		{ message: '2023 KIA EV6: battery level is at 19%, below 20%', vehicleId: 'v-1' },
	]);
	expect(await execute(chargeEvent(18))).toEqual([]);
	expect(await execute(chargeEvent(30))).toEqual([]);
	expect(await execute(chargeEvent(18))).toHaveLength(1);
});

test('with Vehicle State, each event is emitted, followed by an item for each condition that it meets', async () => {
	const { execute, deliver } = await startTrigger({ events: ['CONDITION_MET', 'VEHICLE_STATE'] });

	expect(await deliver(chargeEvent(50))).toMatchObject({
		body: expect.stringContaining('accepted'),
	});
	expect(jsonOf(await execute(chargeEvent(50)))).toMatchObject([{ eventType: 'VEHICLE_STATE' }]);
	expect(jsonOf(await execute(chargeEvent(10)))).toMatchObject([
		{ eventType: 'VEHICLE_STATE' },
		{ condition: 'Battery Level Falls Below 20%' },
	]);
});

test('with One Item Per: Signal or Error, the item of a condition follows the items of its event', async () => {
	const { execute } = await startTrigger({
		events: ['CONDITION_MET', 'VEHICLE_STATE'],
		itemPer: 'entry',
	});
	const event = chargeEvent(10);
	event.data.signals.push({ code: 'odometer-traveleddistance', body: { value: 5, unit: 'km' } });

	expect(jsonOf(await execute(event))).toMatchObject([
		{ eventType: 'VEHICLE_STATE', code: CHARGE, value: 10 },
		{ eventType: 'VEHICLE_STATE', code: 'odometer-traveleddistance', value: 5 },
		{ condition: 'Battery Level Falls Below 20%', value: 10 },
	]);
});

test('with Combine Events, conditions apply to each event of an execution on its own', async () => {
	const { store, finish } = slowFirstStore();
	const { deliver, emitted, execute, received, stored, waitFor } = await startTrigger(
		{ options: { combineEvents: true } },
		{ runsExecutions: true, store },
	);
	// After this the trigger knows that executions run in its process.
	await execute(chargeEvent(50, 'v-0'));
	const values = { 'v-1': 19, 'v-2': 18, 'v-3': 50, 'v-4': 17 };

	const deliveries = Object.entries(values).map(
		async ([vehicleId, value]) => await deliver(chargeEvent(value, vehicleId)),
	);
	await waitFor(() => received() === 4);
	finish();
	await Promise.all(deliveries);

	expect(stored.map(([items]) => items?.length)).toEqual([1, 3]);
	expect(
		Object.fromEntries((await emitted()).map(({ json }) => [json.vehicleId, json.value])),
	).toEqual({
		'v-1': 19,
		'v-2': 18,
		'v-4': 17,
	});

	for (const vehicleId of ['v-1', 'v-2', 'v-4'])
		expect(await deliver(chargeEvent(16, vehicleId))).toMatchObject({
			body: expect.stringContaining('no condition is newly met'),
		});
});

test('publishing the workflow again makes no event late', async () => {
	const { activate, deliver, emitted } = await startTrigger({}, { runsExecutions: true });
	const deliverWith = async (sequence: number, value: number) =>
		await deliver({ ...chargeEvent(value), meta: { sequence } });
	await deliverWith(8, 50);
	// Waits until the trigger knows what the execution of the first event has found out.
	await deliverWith(9, 50);
	await activate();

	expect(await deliverWith(1, 10)).toMatchObject({ body: expect.stringContaining('accepted') });
	expect(await emitted()).toHaveLength(1);
});

test('in a test run an event that meets no condition is emitted', async () => {
	const { execute, deliver } = await startTrigger({}, { mode: 'manual' });

	expect(await deliver(chargeEvent(50))).toMatchObject({
		body: expect.stringContaining('accepted'),
	});
	expect(jsonOf(await execute(chargeEvent(50)))).toMatchObject([{ eventType: 'VEHICLE_STATE' }]);
});

test('in a test run each event that meets a condition emits its item', async () => {
	const { execute } = await startTrigger({}, { mode: 'manual' });

	for (const value of [19, 18])
		expect(jsonOf(await execute(chargeEvent(value)))).toMatchObject([{ value, limit: 20 }]);
});

test.each<[string, IDataObject, string]>([
	['no condition', { conditions: {} }, "'Condition Met' needs at least one condition"],
	[
		'a reset on the wrong side',
		{ conditions: { values: [below20, { ...below20, resetAt: 10 }] } },
		'Condition 2 (Battery Level Falls Below): Reset At must be at least 20%',
	],
	[
		'a limit as a fraction',
		{ conditions: { values: [{ ...below20, value: 0.2 }] } },
		'Condition 1 (Battery Level Falls Below): Value must be at least 1%, not 0.2',
	],
])('a workflow with %s is not published', async (_what, changes, message) => {
	const { activate } = await startTrigger(changes);

	await expect(activate()).rejects.toThrow(message);
});

test('a published workflow still uses a condition that would no longer be published, and logs a warning', async () => {
	const values = [{ ...below20, value: 0.2 }, below20];
	const { execute, deliver, logLines } = await startTrigger({ conditions: { values } });

	for (const value of [19, 18])
		expect(await deliver(chargeEvent(value))).toMatchObject({ status: 200 });
	expect(jsonOf(await execute(chargeEvent(17)))).toMatchObject([{ value: 17, limit: 20 }]);
	const warnings = logLines.filter(({ level }) => level === 'warn');
	expect(warnings).toMatchObject([
		{
			message: expect.stringContaining(
				'Condition 1 (Battery Level Falls Below): Value must be at least 1%',
			),
		},
	]);
});

test('an expression in a condition is evaluated if it needs no execution', async () => {
	const values = [{ ...below20, value: '={{ 10 * 2 }}' }];
	const { activate, execute } = await startTrigger({ conditions: { values } });
	await activate();

	expect(jsonOf(await execute(chargeEvent(19)))).toMatchObject([{ limit: 20 }]);
});

test.each<[string, IDataObject, string]>([
	[
		'a value with $json',
		{ values: [below20, { ...below20, value: '={{ $json.limit }}' }] },
		"Condition 2 (Battery Level Falls Below): the expression in 'Value' cannot be evaluated when the workflow is published: Node 'smartcarTrigger' hasn't been executed",
	],
	[
		'a value with the output of another node',
		{ values: [{ ...below20, resetAt: "={{ $('X').item.json.v }}" }] },
		"Condition 1 (Battery Level Falls Below): the expression in 'Reset At' cannot be evaluated when the workflow is published: Referenced node doesn't exist",
	],
])('a condition with %s is not published', async (_what, conditions, message) => {
	const { activate } = await startTrigger({ conditions });

	await expect(activate()).rejects.toMatchObject({
		message,
		description: expect.stringContaining('such as $json'),
	});
});

test('the item of *Becomes* has the value as the user entered it', async () => {
	const signal = 'charge-detailedchargingstatus';
	const values = [{ signal, when: 'becomes', value: 'Fully_Charged' }];
	const { execute } = await startTrigger({ conditions: { values } });
	const event = chargeEvent(50);
	const signals = [{ code: signal, body: { value: 'FULLY_CHARGED' } }];

	expect(jsonOf(await execute({ ...event, data: { ...event.data, signals } }))).toMatchObject([
		{ condition: 'Charging Status Becomes Fully_Charged', limit: 'Fully_Charged' },
	]);
});
