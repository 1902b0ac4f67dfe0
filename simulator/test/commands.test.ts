import pWaitFor from 'p-wait-for';
import { batteryOf } from '../fleet/batteryOf';
import type { Vehicle } from '../fleet/types';
import type { Simulator } from '../simulator';
import {
	BMW,
	entryAt,
	type HttpResponse,
	sendRequest,
	startTestSimulator,
	stopTestSimulators,
	TESLA,
	vehicleToken,
} from './support/testSimulator';

afterEach(stopTestSimulators);

function commandRequest({ hosts, tokens, fleet }: Simulator, vehicle: Vehicle, path: string) {
	const userId = fleet.connectionsOf(vehicle)[0]?.userId ?? '';
	return {
		url: `${hosts.signalsUrl}/vehicles/${vehicle.id}/commands/${path}`,
		options: {
			method: 'POST',
			token: tokens.issueForApplication(),
			headers: { 'sc-user-id': userId },
		},
	};
}

async function sendCommand(
	simulator: Simulator,
	vehicle: Vehicle,
	path: string,
	attributes?: object,
): Promise<HttpResponse> {
	const { url, options } = commandRequest(simulator, vehicle, path);
	return await sendRequest(
		url,
		attributes === undefined ? options : { ...options, body: { data: { attributes } } },
	);
}

/** Prepares a vehicle for charging: plugged in, not charging, at 50 %. */
function prepareForCharging(vehicle: Vehicle): void {
	Object.assign(batteryOf(vehicle), {
		isPluggedIn: true,
		isCharging: false,
		percent: 50,
		limitPercent: 80,
	});
}

const errorResponse = (status: number, type: string, code: string) => ({
	status,
	body: { errors: [{ status: String(status), type, code }] },
});

describe('commands', () => {
	it('returns an execution, whose ID counts up', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		expect(
			await sendCommand(simulator, vehicle, 'charge/set-limit', { percent: 70 }),
		).toMatchObject({
			status: 200,
		});
		const { body } = await sendCommand(simulator, vehicle, 'charge/set-limit', { percent: 75 });
		expect(body).toEqual({
			data: {
				id: 'exec_0000000002',
				type: 'command-execution',
				attributes: {
					commandType: 'charge-set-limit',
					status: { value: 'SUCCESS' },
					executionMode: 'sync',
					parameters: { percent: 75 },
				},
				meta: {
					executedAt: expect.stringMatching(/Z$/),
					completedAt: expect.stringMatching(/Z$/),
					durationInSeconds: 0,
				},
			},
		});
	});

	it.each([
		['charge/start', undefined, (car: Vehicle) => batteryOf(car).isCharging],
		['charge/set-limit', { percent: 65 }, (car: Vehicle) => batteryOf(car).limitPercent === 65],
		['charge-port/open', undefined, (car: Vehicle) => batteryOf(car).isPortOpened],
		['security/lock', undefined, (car: Vehicle) => car.isLocked],
		[
			'navigation/set-destination',
			{ latitude: 50.08, longitude: -14.42 },
			(car: Vehicle) => car.destination?.latitude === 50.08 && car.destination.longitude === -14.42,
		],
	])('%s changes the vehicle', async (path, attributes, isDone) => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		prepareForCharging(vehicle);
		vehicle.isLocked = false;
		expect(isDone(vehicle)).toBe(false);
		const { status, body } = await sendCommand(simulator, vehicle, path, attributes);
		expect(status).toBe(200);
		expect(body).toMatchObject({ data: { attributes: { commandType: path.replace('/', '-') } } });
		expect(isDone(vehicle)).toBe(true);
	});

	it.each([
		['charge/stop', (car: Vehicle) => batteryOf(car).isCharging],
		['charge-port/close', (car: Vehicle) => batteryOf(car).isPortOpened],
		['security/unlock', (car: Vehicle) => car.isLocked],
	])('%s changes the vehicle back', async (path, isOn) => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		Object.assign(batteryOf(vehicle), {
			isPluggedIn: path === 'charge/stop',
			isCharging: path === 'charge/stop',
		});
		batteryOf(vehicle).isPortOpened = true;
		vehicle.isLocked = true;
		expect(isOn(vehicle)).toBe(true);
		expect(await sendCommand(simulator, vehicle, path)).toMatchObject({ status: 200 });
		expect(isOn(vehicle)).toBe(false);
	});

	it('reports the changed signals, and stops charging at a lower limit', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		prepareForCharging(vehicle);
		batteryOf(vehicle).isCharging = true;
		const changed: string[] = [];
		simulator.fleet.onChange(({ changedSignals }) => changed.push(...changedSignals));
		await sendCommand(simulator, vehicle, 'charge/set-limit', { percent: 50 });
		expect(batteryOf(vehicle).isCharging).toBe(false);
		expect(changed).toEqual(expect.arrayContaining(['charge-ischarging', 'charge-chargelimits']));
	});

	it.each([
		['CHARGING_PLUG_NOT_CONNECTED', 'charge/start', { isPluggedIn: false }],
		['CHARGING_IN_PROGRESS', 'charge/start', { isCharging: true }],
		['FULLY_CHARGED', 'charge/start', { percent: 80 }],
		['NOT_CHARGING', 'charge/stop', {}],
		['CHARGING_PLUG_NOT_CONNECTED', 'charge/stop', { isPluggedIn: false }],
		['CHARGING_IN_PROGRESS', 'charge-port/close', { isCharging: true }],
		['UNKNOWN', 'charge-port/close', {}],
	])('rejects with 409 %s: %s', async (code, path, battery) => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		prepareForCharging(vehicle);
		Object.assign(batteryOf(vehicle), battery);
		const before = structuredClone(vehicle);
		expect(await sendCommand(simulator, vehicle, path)).toMatchObject(
			errorResponse(409, 'VEHICLE_STATE', code),
		);
		expect(vehicle).toEqual(before);
	});

	it('rejects a command to a vehicle that is asleep, unreachable, or without a battery', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		vehicle.reachability = 'asleep';
		expect(await sendCommand(simulator, vehicle, 'security/lock')).toMatchObject(
			errorResponse(409, 'VEHICLE_STATE', 'ASLEEP'),
		);
		vehicle.reachability = 'unreachable';
		expect(await sendCommand(simulator, vehicle, 'security/lock')).toMatchObject(
			errorResponse(409, 'VEHICLE_STATE', 'UNREACHABLE'),
		);
		expect(
			await sendCommand(simulator, entryAt(simulator.fleet.vehicles, BMW), 'charge/start'),
		).toMatchObject(errorResponse(501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'));
	});

	it('requires a permission, sc-user-id, an application token, and a known vehicle and command', async () => {
		const simulator = await startTestSimulator();
		const { fleet, hosts } = simulator;
		const vehicle = entryAt(fleet.vehicles, 0);
		const { url, options } = commandRequest(simulator, vehicle, 'security/lock');
		const secondOwner = { ...options, headers: { 'sc-user-id': entryAt(fleet.users, 1).id } };
		expect(await sendRequest(url, secondOwner)).toMatchObject({
			status: 403,
			body: { errors: [{ type: 'PERMISSION' }] },
		});
		expect(await sendRequest(url, { ...options, headers: {} })).toMatchObject(
			errorResponse(400, 'VALIDATION', 'MISSING_PARAMETER'),
		);
		const stranger = { ...options, headers: { 'sc-user-id': entryAt(fleet.users, 2).id } };
		expect(await sendRequest(url, stranger)).toMatchObject(
			errorResponse(403, 'AUTHENTICATION', 'FORBIDDEN'),
		);
		expect((await sendRequest(url, { ...options, token: 'none' })).status).toBe(401);
		expect(
			(await sendRequest(url, { ...options, token: vehicleToken(simulator, vehicle) })).status,
		).toBe(403);
		const unknown = `${hosts.signalsUrl}/vehicles/${entryAt(fleet.users, 0).id}/commands/security/lock`;
		expect((await sendRequest(unknown, options)).status).toBe(404);
		expect((await sendRequest(`${url}/x`, options)).status).toBe(404);
		expect((await sendRequest(url.replace(vehicle.id, 'x'), options)).status).toBe(400);
	});

	it.each([
		['charge/set-limit', undefined, 'data: Required'],
		['charge/set-limit', { percent: 49 }, 'data.attributes.percent'],
		['charge/set-limit', { percent: 101 }, 'data.attributes.percent'],
		['charge/set-limit', { percent: 70.5 }, 'data.attributes.percent'],
		['charge/set-limit', { percent: '70' }, 'data.attributes.percent'],
		['charge/set-limit', { percent: 70, limit: 1 }, 'data.attributes.limit'],
		['navigation/set-destination', { latitude: 91, longitude: 0 }, 'data.attributes.latitude'],
		['navigation/set-destination', { latitude: 1 }, 'data.attributes.longitude'],
		['security/lock', {}, 'must be empty'],
	])('rejects %s with %j', async (path, attributes, detail) => {
		const simulator = await startTestSimulator();
		const response = await sendCommand(
			simulator,
			entryAt(simulator.fleet.vehicles, TESLA),
			path,
			attributes,
		);
		expect(response).toMatchObject({
			status: 400,
			body: { errors: [{ type: 'VALIDATION', detail: expect.stringContaining(detail) }] },
		});
	});

	it('rejects a command while the vehicle is throttled', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		simulator.fleet.throttle(vehicle, { retryAfterSeconds: 9 });
		const throttled = await sendCommand(simulator, vehicle, 'security/lock');
		expect(throttled).toMatchObject(errorResponse(429, 'RATE_LIMIT', 'VEHICLE'));
		expect(throttled.headers.get('retry-after')).toBe('9');
	});
});

describe('slow commands', () => {
	it('get 202 at once, and the execution when the vehicle is done', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		vehicle.isLocked = false;
		simulator.commands.plan({ slowMs: 2_000_000 });
		const { url, options } = commandRequest(simulator, vehicle, 'security/lock');
		const startedAt = Date.now();
		const authorization = `Bearer ${options.token}`;
		const response = await fetch(url, {
			method: 'POST',
			headers: { ...options.headers, authorization },
		});
		expect(response.status).toBe(202);
		expect(vehicle.isLocked).toBe(false);
		expect(entryAt(simulator.requests, 0).status).toBeNull();
		expect(await response.json()).toMatchObject({
			data: { type: 'command-execution', attributes: { status: { value: 'SUCCESS' } } },
		});
		expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1_998);
		expect(vehicle.isLocked).toBe(true);
		await pWaitFor(() => entryAt(simulator.requests, 0).status === 202, { timeout: 5_000 });
		expect((await sendCommand(simulator, vehicle, 'security/unlock')).status).toBe(200);
	});

	it('get the error of the vehicle in the body of the 202', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		vehicle.reachability = 'unreachable';
		simulator.commands.plan({ slowMs: 1_000 });
		expect(await sendCommand(simulator, vehicle, 'security/lock')).toMatchObject({
			status: 202,
			body: { errors: [{ status: '409', type: 'VEHICLE_STATE', code: 'UNREACHABLE' }] },
		});
	});

	it('can be planned to fail, and then leave the vehicle unchanged', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		vehicle.isLocked = false;
		const error = { type: 'UPSTREAM', code: 'NO_RESPONSE' } as const;
		simulator.commands.plan({ slowMs: 1_000, outcome: { kind: 'errors', ...error } });
		simulator.commands.plan({ slowMs: 1_000, outcome: { kind: 'status', value: 'FAILED' } });
		expect(await sendCommand(simulator, vehicle, 'security/lock')).toMatchObject({
			status: 202,
			body: { errors: [{ status: '502', ...error }] },
		});
		expect(await sendCommand(simulator, vehicle, 'security/lock')).toMatchObject({
			status: 202,
			body: { data: { attributes: { status: { value: 'FAILED' } } } },
		});
		expect(vehicle.isLocked).toBe(false);
	});

	it('can be planned to lose the connection', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		simulator.commands.plan({ slowMs: 1_000, outcome: { kind: 'drop' } });
		await expect(sendCommand(simulator, vehicle, 'security/lock')).rejects.toThrow('terminated');
		expect((await sendCommand(simulator, vehicle, 'security/lock')).status).toBe(200);
	});

	it('are canceled when the simulator closes', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TESLA);
		vehicle.isLocked = false;
		simulator.commands.plan({ slowMs: 1_000_000 });
		const { url, options } = commandRequest(simulator, vehicle, 'security/lock');
		const authorization = `Bearer ${options.token}`;
		const response = await fetch(url, {
			method: 'POST',
			headers: { ...options.headers, authorization },
		});
		expect(response.status).toBe(202);
		await stopTestSimulators();
		await expect(response.text()).rejects.toThrow('terminated');
		// Waits for a later command of the same duration. By then the first one would be done, too.
		const other = await startTestSimulator();
		other.commands.plan({ slowMs: 1_000_000 });
		expect(
			(await sendCommand(other, entryAt(other.fleet.vehicles, TESLA), 'security/lock')).status,
		).toBe(202);
		expect(vehicle.isLocked).toBe(false);
	});
});
