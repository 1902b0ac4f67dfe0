import { batteryOf } from '../fleet/batteryOf';
import type { Vehicle } from '../fleet/types';
import type { Simulator } from '../simulator';
import {
	entryAt,
	type HttpResponse,
	sendRequest,
	SKODA,
	startTestSimulator,
	stopTestSimulators,
	TESLA,
	VOLVO,
} from './support/testSimulator';

afterEach(stopTestSimulators);

const location = { latitude: 50.08, longitude: 14.42 };
const night = { startTime: '22:00', stopTime: '06:00' };

interface RequestOptions {
	method?: string;
	body?: unknown;
	userId?: string;
}

async function sendSchedule(
	{ hosts, tokens, fleet }: Simulator,
	vehicle: Vehicle,
	path: string,
	{ userId = fleet.connectionsOf(vehicle)[0]?.userId ?? '', ...options }: RequestOptions,
): Promise<HttpResponse> {
	const url = `${hosts.signalsUrl}/vehicles/${vehicle.id}/charge-schedules/${path}`;
	return await sendRequest(url, {
		...options,
		token: tokens.issueForApplication(),
		headers: { 'sc-user-id': userId },
	});
}

const bodyOf = (attributes: object): RequestOptions => ({ body: { data: { attributes } } });

/**
 * The response of the signals API for `charge-chargetimers`. The API has no signals of a vehicle
 * without a subscription, so it first creates a webhook that subscribes all vehicles.
 */
async function getTimers(
	{ hosts, tokens, fleet, webhooks }: Simulator,
	vehicle: Vehicle,
): Promise<unknown> {
	webhooks.create({ name: 'all', callbackUri: 'https://n8n.example/all', autoSubscribe: true });
	const { body } = await sendRequest(
		`${hosts.signalsUrl}/vehicles/${vehicle.id}/signals/charge-chargetimers`,
		{
			token: tokens.issueForApplication(),
			headers: { 'sc-user-id': fleet.connectionsOf(vehicle)[0]?.userId ?? '' },
		},
	);
	return body;
}

/** The same response with these timers. */
const timers = (...values: object[]) => ({ data: { attributes: { body: { values } } } });
const GLOBAL = { type: 'GLOBAL', condition: null };

describe('charge schedules', () => {
	it('creates a daily schedule and returns it in charge-chargetimers', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		const response = await sendSchedule(
			simulator,
			vehicle,
			'daily',
			bodyOf({ location, ...night }),
		);
		expect(response.status).toBe(200);
		expect(response.body).toEqual({
			data: {
				id: 'exec_0000000001',
				type: 'charge-schedule-execution',
				attributes: {
					action: 'create',
					scheduleType: 'daily',
					status: { value: 'SUCCESS' },
					executionMode: 'sync',
					scheduleId: 'sched_000001',
					parameters: { location, ...night },
				},
				links: { schedule: `/vehicles/${vehicle.id}/charge-schedules/sched_000001` },
				meta: {
					executedAt: expect.any(String),
					completedAt: expect.any(String),
					durationInSeconds: 0,
				},
			},
		});
		expect(await getTimers(simulator, vehicle)).toMatchObject(
			timers(GLOBAL, {
				type: 'LOCATION',
				condition: location,
				schedules: [
					{ start: '22:00', end: '06:00', days: expect.arrayContaining(['MONDAY', 'SUNDAY']) },
				],
				scheduleType: 'DAILY',
				scheduleId: 'sched_000001',
			}),
		);
	});

	it('creates weekly and workweek schedules', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		const day = { startTime: '10:00', stopTime: '14:30' };
		const weekly = { location, days: { sunday: day, Tuesday: night } };
		expect(await sendSchedule(simulator, vehicle, 'weekly', bodyOf(weekly))).toMatchObject({
			status: 200,
			body: { data: { attributes: { scheduleType: 'weekly', parameters: weekly } } },
		});
		const workweek = { location, weekdays: night, weekends: day };
		expect((await sendSchedule(simulator, vehicle, 'workweek', bodyOf(workweek))).status).toBe(200);
		expect(await getTimers(simulator, vehicle)).toMatchObject(
			timers(
				GLOBAL,
				{
					scheduleType: 'WEEKLY',
					scheduleId: 'sched_000001',
					schedules: [
						{ start: '22:00', end: '06:00', days: ['TUESDAY'] },
						{ start: '10:00', end: '14:30', days: ['SUNDAY'] },
					],
				},
				{
					scheduleType: 'WORKWEEK',
					scheduleId: 'sched_000002',
					schedules: [
						{ start: '22:00', days: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] },
						{ start: '10:00', days: ['SATURDAY', 'SUNDAY'] },
					],
				},
			),
		);
	});

	it('deletes a schedule, also one that was created in the vehicle, and then returns 404', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		const windows = [{ start: '01:00', end: '02:00', days: ['MONDAY' as const] }];
		const { id } = simulator.fleet.addChargeSchedule(vehicle, { type: 'DAILY', location, windows });
		await sendSchedule(simulator, vehicle, 'daily', bodyOf({ location, ...night }));
		expect(await sendSchedule(simulator, vehicle, id, { method: 'DELETE' })).toMatchObject({
			status: 200,
			body: { data: { attributes: { action: 'delete', scheduleType: 'daily', scheduleId: id } } },
		});
		expect(batteryOf(vehicle).chargeSchedules.map((schedule) => schedule.id)).toEqual([
			'sched_000002',
		]);
		expect(await sendSchedule(simulator, vehicle, id, { method: 'DELETE' })).toMatchObject({
			status: 404,
			body: { errors: [{ type: 'RESOURCE_NOT_FOUND' }] },
		});
	});

	it('supports only daily schedules for a Volvo, and none for other makes', async () => {
		const simulator = await startTestSimulator({ vehicles: 6 });
		const volvo = entryAt(simulator.fleet.vehicles, VOLVO);
		const notCapable = {
			status: 501,
			body: { errors: [{ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' }] },
		};
		const workweek = bodyOf({ location, weekdays: night });
		const weekly = bodyOf({ location, days: { monday: night } });
		expect(
			(await sendSchedule(simulator, volvo, 'daily', bodyOf({ location, ...night }))).status,
		).toBe(200);
		expect(await sendSchedule(simulator, volvo, 'workweek', workweek)).toMatchObject(notCapable);
		expect(await sendSchedule(simulator, volvo, 'weekly', weekly)).toMatchObject(notCapable);
		expect(
			(await sendSchedule(simulator, volvo, 'sched_000001', { method: 'DELETE' })).status,
		).toBe(200);
		const skoda = entryAt(simulator.fleet.vehicles, SKODA);
		expect(
			await sendSchedule(simulator, skoda, 'daily', bodyOf({ location, ...night })),
		).toMatchObject(notCapable);
		expect(await sendSchedule(simulator, skoda, 'x', { method: 'DELETE' })).toMatchObject(
			notCapable,
		);
	});

	it.each([
		['daily', { ...night }, 'data.attributes.location'],
		['daily', { location, startTime: '24:00', stopTime: '06:00' }, 'data.attributes.startTime'],
		['daily', { location, startTime: '22:00' }, 'data.attributes.stopTime'],
		['daily', { location, ...night, endTime: '06:00' }, 'data.attributes.endTime'],
		[
			'daily',
			{ location: { latitude: 95, longitude: 0 }, ...night },
			'data.attributes.location.latitude',
		],
		['weekly', { location, days: {} }, 'data.attributes.days'],
		['weekly', { location, days: { someday: night } }, 'data.attributes.days.someday'],
		['workweek', { location }, 'must have weekdays or weekends'],
		[
			'workweek',
			{ location, weekdays: { startTime: '22:00' } },
			'data.attributes.weekdays.stopTime',
		],
	])('rejects a %s schedule with %j', async (kind, attributes, detail) => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		expect(await sendSchedule(simulator, vehicle, kind, bodyOf(attributes))).toMatchObject({
			status: 400,
			body: { errors: [{ type: 'VALIDATION', detail: expect.stringContaining(detail) }] },
		});
		expect(batteryOf(vehicle).chargeSchedules).toEqual([]);
	});

	it('requires sc-user-id, control_charge and a vehicle that is online', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		const body = bodyOf({ location, ...night });
		expect((await sendSchedule(simulator, vehicle, 'daily', { ...body, userId: '' })).status).toBe(
			400,
		);
		const connection = entryAt(simulator.fleet.connectionsOf(vehicle), 0);
		connection.permissions = connection.permissions.filter(
			(permission) => permission !== 'control_charge',
		);
		expect(await sendSchedule(simulator, vehicle, 'daily', body)).toMatchObject({
			status: 403,
			body: { errors: [{ type: 'PERMISSION' }] },
		});
		connection.permissions.push('control_charge');
		vehicle.reachability = 'asleep';
		expect((await sendSchedule(simulator, vehicle, 'daily', body)).status).toBe(409);
		expect(batteryOf(vehicle).chargeSchedules).toEqual([]);
	});

	it('can be slow, like a command', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		simulator.commands.plan({ slowMs: 1_000 });
		const body = bodyOf({ location, ...night });
		expect(await sendSchedule(simulator, vehicle, 'daily', body)).toMatchObject({
			status: 202,
			body: { data: { attributes: { scheduleId: 'sched_000001' } } },
		});
	});
});
