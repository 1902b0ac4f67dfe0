import type { INodeParameters } from 'n8n-workflow';
import { allowOnlyLocalRequests, useSimulatedService } from './simulatedService';
import { locator } from './runSmartcar';

allowOnlyLocalRequests();

const service = useSimulatedService({ vehicles: 5, timeScale: 0.01 });

/** A Tesla with its battery and its connection. */
function connectedTesla() {
	const { fleet } = service.simulator();
	const vehicle = fleet.vehicles.find(
		({ battery, make }) => battery !== null && make.toUpperCase() === 'TESLA',
	);
	if (!vehicle?.battery) throw new Error('The fleet has no Tesla, which takes all commands');
	const connection = fleet.connections.find(({ vehicleId }) => vehicleId === vehicle.id);
	if (!connection) throw new Error('The Tesla has no connection');
	return { vehicle, battery: vehicle.battery, connection };
}

/** Parameters for that vehicle and its user. */
function vehicleAndUser(): INodeParameters {
	const { vehicle, connection } = connectedTesla();
	return { vehicleId: locator(vehicle.id), options: { userId: locator(connection.userId) } };
}

const command = (operation: string, parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'command',
	operation,
	...vehicleAndUser(),
	...parameters,
});

test('reads signals with the vehicle ID and the user ID of a connection', async () => {
	const { vehicle, connection } = connectedTesla();
	vehicle.everSubscribed = true;
	const filters = { vehicleId: vehicle.id, vehicleMode: vehicle.mode };
	const connections = await service.run({ resource: 'connection', operation: 'getMany', filters });
	expect(connections.json).toMatchObject([
		{ id: connection.id, userId: connection.userId, make: vehicle.make },
	]);
	const signals = await service.run({
		resource: 'signal',
		operation: 'getMany',
		...vehicleAndUser(),
		filters: { skipFailed: true },
	});
	expect(signals.json).toContainEqual(
		expect.objectContaining({ code: 'closure-islocked', value: vehicle.isLocked }),
	);
	const vin = await service.run({
		resource: 'signal',
		operation: 'get',
		...vehicleAndUser(),
		signalCode: locator('vehicleidentification-vin'),
	});
	expect(vin.json).toMatchObject([{ value: vehicle.vin, failed: false }]);
});

test('shows a hint for a vehicle that was never subscribed', async () => {
	const { vehicle } = connectedTesla();
	vehicle.everSubscribed = false;
	const { json, hints } = await service
		.run({ resource: 'signal', operation: 'getMany', ...vehicleAndUser() })
		.finally(() => (vehicle.everSubscribed = true));
	expect(json).toEqual([]);
	expect(hints).toHaveLength(1);
});

test('commands change the vehicle, also if the response is slow', async () => {
	const { vehicle, battery } = connectedTesla();
	vehicle.isLocked = false;
	service.simulator().commands.plan({ slowMs: 20_000 });
	expect((await service.run(command('lock'))).json).toMatchObject([
		{ status: 'SUCCESS', command: 'security-lock' },
	]);
	expect(vehicle.isLocked).toBe(true);
	await service.run(command('unlock'));
	expect(vehicle.isLocked).toBe(false);
	await service.run(command('setChargeLimit', { percent: 77 }));
	expect(battery.limitPercent).toBe(77);
	await service.run(command('setDestination', { latitude: 50.08, longitude: 14.42 }));
	expect(vehicle.destination).toEqual({ latitude: 50.08, longitude: 14.42 });
});

test.each([
	['errors', { kind: 'errors', type: 'VEHICLE_STATE', code: 'ASLEEP' }, /VEHICLE_STATE \/ ASLEEP/],
	['another status', { kind: 'status', value: 'FAILED' }, /reports the status FAILED/],
	['a closed connection', { kind: 'drop' }, /closed in the middle of the response$/],
] as const)('a slow command that ends with %s is an error', async (_what, outcome, message) => {
	service.simulator().commands.plan({ slowMs: 5_000, outcome });
	const { error, json } = await service.run(command('lock'));
	expect(json).toEqual([]);
	expect(error?.message).toMatch(message);
});

test('creates a schedule, lists it and deletes it', async () => {
	const { battery } = connectedTesla();
	const created = await service.run({
		resource: 'chargeSchedule',
		operation: 'create',
		...vehicleAndUser(),
		latitude: 50.08,
		longitude: 14.42,
		scheduleType: 'weekly',
		dayTimes: { values: [{ day: 'monday', startTime: '22:00', stopTime: '06:00' }] },
	});
	expect(created.error).toBeUndefined();
	expect(battery.chargeSchedules.map(({ id }) => id)).toEqual([created.json[0]?.scheduleId]);
	const parameters = { authentication: 'applicationApi', ...vehicleAndUser() };
	const { results } = await service.list('searchChargeSchedules', parameters);
	expect(results).toEqual([
		{
			name: expect.stringMatching(/^Weekly · .* · 50\.08, 14\.42 · /),
			value: created.json[0]?.scheduleId,
		},
	]);
	const scheduleId = locator(results[0]?.value, 'list');
	const deleted = await service.run({
		resource: 'chargeSchedule',
		operation: 'delete',
		...vehicleAndUser(),
		scheduleId,
	});
	expect(deleted.json).toEqual([{ deleted: true }]);
	expect(battery.chargeSchedules).toEqual([]);
});

test('subscribes a vehicle once and unsubscribes it', async () => {
	const { fleet, webhooks } = service.simulator();
	const webhook = webhooks.create({ name: 'Fleet', callbackUri: 'https://n8n.example/fleet' });
	const ofWebhook = () => fleet.subscriptions.filter(({ webhookId }) => webhookId === webhook.id);
	const create = {
		resource: 'subscription',
		operation: 'create',
		webhookId: locator(webhook.id),
		...vehicleAndUser(),
	};
	const first = await service.run(create);
	expect(first.json).toMatchObject([
		{ alreadySubscribed: false, pending: false, webhookId: webhook.id },
	]);
	const second = await service.run(create);
	expect(second.json).toMatchObject([{ id: first.json[0]?.id, alreadySubscribed: true }]);
	expect(ofWebhook()).toHaveLength(1);
	const deletion = {
		resource: 'subscription',
		operation: 'delete',
		subscriptionId: locator(first.json[0]?.id),
	};
	expect((await service.run(deletion)).json).toEqual([{ deleted: true }]);
	expect(ofWebhook()).toEqual([]);
	expect((await service.run(deletion)).json).toEqual([{ deleted: false }]);
});

test('reads a webhook and the compatible vehicles', async () => {
	const { id } = service
		.simulator()
		.webhooks.create({ name: 'Cars', callbackUri: 'https://n8n.example/cars' });
	const read = await service.run({ resource: 'webhook', operation: 'get', webhookId: locator(id) });
	expect(read.json).toMatchObject([{ id, name: 'Cars' }]);
	const filters = { make: 'TESLA', region: 'US' };
	const models = await service.run({
		resource: 'compatibleVehicle',
		operation: 'getMany',
		filters,
	});
	expect(models.json.length).toBeGreaterThan(0);
	expect(new Set(models.json.map(({ make, region }) => `${make} ${region}`))).toEqual(
		new Set(['TESLA US']),
	);
});
