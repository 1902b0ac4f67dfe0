import type { Vehicle } from '../fleet/types';
import type { Simulator } from '../simulator';
import {
	entryAt,
	FORD,
	type HttpResponse,
	sendRequest,
	startTestSimulator,
	stopTestSimulators,
	TOYOTA,
} from './support/testSimulator';

afterEach(stopTestSimulators);

async function sendBatch(
	{ hosts, tokens }: Simulator,
	vehicle: Vehicle,
	body: unknown,
	headers: Record<string, string> = {},
): Promise<HttpResponse> {
	return await sendRequest(`${hosts.vehicleDataUrl}/v2.0/vehicles/${vehicle.id}/batch`, {
		token: tokens.issueForApplication(),
		body,
		headers,
	});
}

const requests = (...paths: string[]) => ({ requests: paths.map((path) => ({ path })) });

describe('batch', () => {
	it('returns every documented path for a vehicle with battery and fuel tank', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, FORD);
		const paths = [
			'/',
			'/battery',
			'/battery/capacity',
			'/battery/nominal_capacity',
			'/charge',
			'/charge/limit',
			'/engine/oil',
			'/fuel',
			'/location',
			'/odometer',
			'/security',
			'/tires/pressure',
			'/vin',
			'/permissions',
			'/diagnostics/system_status',
			'/diagnostics/dtcs',
		];
		const { status, body } = await sendBatch(simulator, vehicle, requests(...paths));
		expect(status).toBe(200);
		expect(body).toEqual({
			responses: paths.map((path) => ({
				path,
				code: 200,
				body: expect.any(Object),
				headers: {
					'sc-data-age': new Date(vehicle.reportedAt).toISOString(),
					'sc-fetched-at': expect.any(String),
					'sc-unit-system': 'metric',
				},
			})),
		});
		expect(body).toMatchObject({
			responses: expect.arrayContaining([
				expect.objectContaining({ path: '/vin', body: { vin: vehicle.vin } }),
				expect.objectContaining({ path: '/odometer', body: { distance: vehicle.odometerKm } }),
			]),
		});
	});

	it('converts every item to the requested unit system', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, 0);
		vehicle.odometerKm = 1609.344;
		const imperial = { 'sc-unit-system': 'imperial' };
		const { body } = await sendBatch(simulator, vehicle, requests('/odometer'), imperial);
		expect(body).toMatchObject({
			responses: [{ body: { distance: 1000 }, headers: { 'sc-unit-system': 'imperial' } }],
		});
	});

	it('returns an error per item: unknown path, missing permission, vehicle not capable', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, TOYOTA);
		const { status, body } = await sendBatch(
			simulator,
			vehicle,
			requests('/nothing', 'location', '/battery', '/odometer'),
		);
		expect(status).toBe(200);
		expect(body).toEqual({
			responses: [
				{
					path: '/nothing',
					code: 404,
					body: expect.objectContaining({ type: 'RESOURCE_NOT_FOUND', code: 'PATH' }),
				},
				{
					path: 'location',
					code: 403,
					body: expect.objectContaining({ type: 'PERMISSION', statusCode: 403 }),
				},
				{ path: '/battery', code: 501, body: expect.objectContaining({ type: 'COMPATIBILITY' }) },
				{
					path: '/odometer',
					code: 200,
					body: { distance: vehicle.odometerKm },
					headers: expect.any(Object),
				},
			],
		});
	});

	it('returns 409 per item while the vehicle is asleep', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, 0);
		vehicle.reachability = 'asleep';
		const { body } = await sendBatch(simulator, vehicle, requests('/odometer', '/vin'));
		expect(body).toMatchObject({
			responses: [{ code: 409, body: { code: 'ASLEEP' } }, { code: 200 }],
		});
	});

	it('throttles a vehicle, with retry-after in the headers of the item', async () => {
		const simulator = await startTestSimulator();
		const vehicle = entryAt(simulator.fleet.vehicles, 0);
		simulator.fleet.throttle(vehicle, { times: 2, retryAfterSeconds: 120 });
		const { headers, body } = await sendBatch(
			simulator,
			vehicle,
			requests('/odometer', '/vin', '/battery'),
		);
		expect(headers.get('retry-after')).toBeNull();
		expect(body).toMatchObject({
			responses: [
				{
					code: 429,
					body: { type: 'RATE_LIMIT', code: 'VEHICLE' },
					headers: { 'retry-after': '120' },
				},
				{ code: 429 },
				{ code: 200 },
			],
		});
	});

	it.each([
		['no body', ''],
		['a string', '"odometer"'],
		['an array', []],
		['no requests', {}],
		['requests that are not a list', { requests: 'odometer' }],
		['an empty list', { requests: [] }],
		['paths that are not in objects', { requests: ['/odometer'] }],
		['a path that is not a string', { requests: [{ path: 1 }] }],
	])('rejects %s and names the field', async (_what, invalidBody) => {
		const simulator = await startTestSimulator();
		const { status, body } = await sendBatch(
			simulator,
			entryAt(simulator.fleet.vehicles, 0),
			invalidBody,
		);
		expect(status).toBe(400);
		expect(body).toMatchObject({ type: 'VALIDATION', code: null, statusCode: 400 });
		expect(body).toMatchObject({
			detail: [{ field: expect.arrayContaining(['requests']), message: expect.any(String) }],
		});
	});

	it('rejects a body that is not JSON', async () => {
		const simulator = await startTestSimulator();
		const { status, body } = await sendBatch(
			simulator,
			entryAt(simulator.fleet.vehicles, 0),
			'{"requests":',
		);
		expect(status).toBe(400);
		expect(body).toMatchObject({ type: 'VALIDATION' });
	});
});
