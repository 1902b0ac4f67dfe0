import type { RequestLogEntry } from '../../../simulator/simulator';
import { locator } from './runSmartcar';
import { allowOnlyLocalRequests, useSimulatedService } from './simulatedService';

allowOnlyLocalRequests();

/** The most requests that the simulated service handled at the same time. */
const mostAtOnce = (requests: RequestLogEntry[]): number =>
	Math.max(...requests.map(({ concurrentRequests }) => concurrentRequests));

describe('a fleet of 1,000', () => {
	const service = useSimulatedService({ vehicles: 1000, latencyMs: 5 });

	test.each(['applicationApi', 'accessTokenApi'])(
		'is read once each, in input order, within Concurrent Requests, with %s',
		async (authentication) => {
			const { fleet } = service.simulator();
			const before = service.requests().length;
			const asleepIndex = 500;
			const asleep = fleet.vehicles[asleepIndex];
			if (!asleep) throw new Error('The fleet is too small');
			asleep.reachability = 'asleep';
			const parameters = {
				authentication,
				resource: 'vehicle',
				apiVersion: 'v2.0',
				operation: 'getTirePressure',
				vehicleId: locator('={{ $json.vehicle }}'),
				options: { concurrentRequests: 10 },
			};
			const { items } = await service.run(
				parameters,
				fleet.vehicles.map(({ id }) => ({ vehicle: id })),
				{ onError: 'continueRegularOutput' },
			);
			expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
				fleet.vehicles.map((_vehicle, item) => ({ item })),
			);
			expect(items.map(({ json }) => json.vehicleId)).toEqual(fleet.vehicles.map(({ id }) => id));
			expect(items.flatMap(({ json }) => json.error ?? [])).toEqual([
				expect.stringContaining('ASLEEP'),
			]);
			expect(items[asleepIndex]?.json).toHaveProperty('error');
			const requests = service.requests().slice(before);
			expect(mostAtOnce(requests)).toBeLessThanOrEqual(10);
			expect(mostAtOnce(requests)).toBeGreaterThan(5);
			expect(new Set(requests.map(({ path }) => path)).size).toBe(requests.length);
		},
		60_000,
	);
});

describe('the connections of 1,000 vehicles', () => {
	const service = useSimulatedService({ vehicles: 1000 });

	test('with a limit, only the pages that it needs are read', async () => {
		const { json } = await service.run({
			resource: 'vehicle',
			operation: 'getMany',
			limit: 150,
			options: { concurrentRequests: 10 },
		});
		expect(json).toHaveLength(150);
		const pages = service.requests().filter(({ path }) => path.includes('/connections'));
		expect(pages).toHaveLength(2);
	});
});

describe('a list of 20,000', () => {
	const service = useSimulatedService({ vehicles: 2 });
	const COUNT = 20_000;

	beforeAll(() => service.fillSubscriptions(COUNT));

	test('is complete and in order, from pages of 100 that are read once', async () => {
		const before = service.requests().length;
		const parameters = {
			resource: 'subscription',
			operation: 'getMany',
			returnAll: true,
			options: { concurrentRequests: 10 },
		};
		const { json, error } = await service.run(parameters);
		expect(error).toBeUndefined();
		const newestFirst = [...service.simulator().fleet.subscriptions].reverse().map(({ id }) => id);
		expect(json.map(({ id }) => id)).toEqual(newestFirst);
		const requests = service.requests().slice(before);
		const queries = requests.map(({ path }) => new URL(path, 'http://x').searchParams);
		expect(new Set(queries.map((query) => query.get('page[size]')))).toEqual(new Set(['100']));
		const pages = queries.map((query) => Number(query.get('page[number]'))).sort((a, b) => a - b);
		expect(pages).toEqual(Array.from({ length: COUNT / 100 }, (_, index) => index + 1));
		expect(mostAtOnce(requests)).toBeLessThanOrEqual(10);
	}, 60_000);
});

describe("Smartcar's rate limit", () => {
	const service = useSimulatedService({
		vehicles: 150,
		enforceApplicationLimit: true,
		timeScale: 0.01,
	});

	test('loses no request and sends nothing during a pause', async () => {
		const { fleet, onResponse } = service.simulator();
		const log: Array<{ at: number; answeredAt: number; status: number | null; path: string }> = [];
		onResponse(({ at, status, path }) => log.push({ at, answeredAt: Date.now(), status, path }));
		const parameters = {
			resource: 'vehicle',
			apiVersion: 'v2.0',
			operation: 'getTirePressure',
			vehicleId: locator('={{ $json.vehicle }}'),
			options: { concurrentRequests: 10 },
		};
		const { json, error } = await service.run(
			parameters,
			fleet.vehicles.map(({ id }) => ({ vehicle: id })),
		);
		expect(error).toBeUndefined();
		expect(json.map(({ vehicleId }) => vehicleId)).toEqual(fleet.vehicles.map(({ id }) => id));
		const rejections = log.filter(({ status }) => status === 429);
		expect(rejections.length).toBeGreaterThan(0);
		for (const rejection of rejections) {
			// Requests within 500 ms may have been sent before the node had read the rejection.
			const later = log.filter(
				({ at, path }) =>
					at > rejection.answeredAt + 500 || (path === rejection.path && at > rejection.at),
			);
			for (const { at } of later) expect(at).toBeGreaterThanOrEqual(rejection.answeredAt + 999);
		}
	}, 60_000);

	test('a wait longer than Max Retry Wait fails every item with a single request', async () => {
		const { fleet, faults } = service.simulator();
		const limit = {
			type: 'RATE_LIMIT',
			code: 'SMARTCAR_API',
			headers: { 'retry-after': '600' },
		} as const;
		faults.plan({ path: /pressure/ }, { kind: 'error', ...limit }, Infinity);
		const before = service.requests().length;
		const parameters = {
			resource: 'vehicle',
			apiVersion: 'v2.0',
			operation: 'getTirePressure',
			vehicleId: locator('={{ $json.vehicle }}'),
		};
		const { json } = await service.run(
			parameters,
			fleet.vehicles.map(({ id }) => ({ vehicle: id })),
			{ onError: 'continueRegularOutput' },
		);
		expect(json).toHaveLength(fleet.vehicles.length);
		for (const { error } of json) expect(error).toContain('RATE_LIMIT / SMARTCAR_API, HTTP 429');
		expect(service.requests().slice(before)).toHaveLength(1);
	});

	test('without Retry-After and with a Max Retry Wait of 0, every item fails with a single request', async () => {
		const { fleet, faults } = service.simulator();
		const limit = { type: 'RATE_LIMIT', code: 'SMARTCAR_API' } as const;
		faults.plan({ path: /pressure/ }, { kind: 'error', ...limit }, Infinity);
		const before = service.requests().length;
		const { json } = await service.run(
			{
				resource: 'vehicle',
				apiVersion: 'v2.0',
				operation: 'getTirePressure',
				vehicleId: locator('={{ $json.vehicle }}'),
				options: { maxRetryWait: 0 },
			},
			fleet.vehicles.map(({ id }) => ({ vehicle: id })),
			{ onError: 'continueRegularOutput' },
		);
		expect(json).toHaveLength(fleet.vehicles.length);
		for (const { error } of json) expect(error).toContain('RATE_LIMIT / SMARTCAR_API, HTTP 429');
		expect(service.requests().slice(before)).toHaveLength(1);
	});
});

describe("Smartcar's rate limit, with a Max Retry Wait of twice the time until it allows another request", () => {
	const service = useSimulatedService({
		vehicles: 124,
		enforceApplicationLimit: true,
		timeScale: 0.1,
	});

	test('fails no item, although several requests were sent when it was reached', async () => {
		const { fleet } = service.simulator();
		const { json, error } = await service.run(
			{
				resource: 'vehicle',
				apiVersion: 'v2.0',
				operation: 'getTirePressure',
				vehicleId: locator('={{ $json.vehicle }}'),
				options: { concurrentRequests: 3, maxRetryWait: 6 },
			},
			fleet.vehicles.map(({ id }) => ({ vehicle: id })),
		);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(124);
	}, 60_000);
});

describe("a vehicle's rate limit", () => {
	// More vehicles than concurrent requests, so that some requests are sent after the 429.
	const service = useSimulatedService({ vehicles: 12 });

	test('delays only the requests for that vehicle, without an error', async () => {
		const { fleet, onResponse } = service.simulator();
		const limited = fleet.vehicles[1];
		if (!limited) throw new Error('There is no second vehicle');
		fleet.throttle(limited, { times: 1, retryAfterSeconds: 3 });
		const responses: Array<{ vehicleId: string; status: number | null }> = [];
		onResponse(({ path, status }) => {
			const vehicleId = /vehicles\/([^/]+)\/signals/.exec(path)?.[1];
			if (vehicleId) responses.push({ vehicleId, status });
		});
		const { json, error } = await service.run(
			{ resource: 'signal', operation: 'getMany', vehicleId: locator('={{ $json.vehicle }}') },
			fleet.vehicles.map(({ id }) => ({ vehicle: id })),
			{ onError: 'continueRegularOutput' },
		);
		expect(error).toBeUndefined();
		expect(json.filter(({ errorType }) => errorType === 'RATE_LIMIT')).toEqual([]);
		expect(responses.filter(({ vehicleId }) => vehicleId === limited.id)).toEqual([
			{ vehicleId: limited.id, status: 429 },
			{ vehicleId: limited.id, status: 200 },
		]);
		expect(responses).toHaveLength(fleet.vehicles.length + 1);
		expect(responses.at(-1)).toEqual({ vehicleId: limited.id, status: 200 });
	});
});

describe('the sub-requests of a batch', () => {
	const service = useSimulatedService({ vehicles: 1 });
	const limited = (path: string, seconds: string) => ({
		path,
		code: 429,
		body: { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Too many.' },
		headers: { 'retry-after': seconds },
	});
	const successful = { path: '/vin', code: 200, body: { vin: 'V' }, headers: {} };

	const runBatch = async (maxRetryWait: number) => {
		const [vehicle] = service.simulator().fleet.vehicles;
		const before = service.requests().length;
		const result = await service.run({
			resource: 'vehicle',
			apiVersion: 'v2.0',
			operation: 'batch',
			vehicleId: locator(vehicle?.id),
			paths: ['/odometer', '/vin', '/tires/pressure'],
			options: { maxRetryWait },
		});
		const requests = service
			.requests()
			.slice(before)
			.map(({ at, body }) => ({ at, paths: JSON.stringify(body).match(/\/[a-z/]+/g) }));
		return { ...result, requests };
	};

	beforeEach(() => {
		const responses = [limited('/tires/pressure', '3'), successful, limited('/odometer', '1')];
		service
			.simulator()
			.faults.plan({ path: /batch/ }, { kind: 'response', status: 200, body: { responses } });
	});

	test('are each retried after their own wait, and keep their order', async () => {
		const { json, requests } = await runBatch(60);
		expect(json.map(({ path, success }) => [path, success])).toEqual([
			['/odometer', true],
			['/vin', true],
			['/tires/pressure', true],
		]);
		expect(requests.map(({ paths }) => paths)).toEqual([
			['/odometer', '/vin', '/tires/pressure'],
			['/odometer'],
			['/tires/pressure'],
		]);
		const [first, second, third] = requests.map(({ at }) => at);
		expect(Number(second) - Number(first)).toBeGreaterThanOrEqual(1000);
		expect(Number(third) - Number(first)).toBeGreaterThanOrEqual(3000);
	});

	test('keep their error if their wait is too long, while others are retried', async () => {
		const { json, requests } = await runBatch(2);
		expect(requests).toHaveLength(2);
		expect(json).toMatchObject([
			{ path: '/odometer', success: true },
			{ path: '/vin', success: true },
			{ path: '/tires/pressure', success: false, httpStatus: 429, retryAfter: 3 },
		]);
	});

	test('keep the other results if a retry fails', async () => {
		service
			.simulator()
			.faults.plan({ path: /batch/ }, { kind: 'error', type: 'VEHICLE_STATE', code: 'ASLEEP' });
		const { json, error } = await runBatch(2);
		expect(error).toBeUndefined();
		expect(json.map(({ path, success }) => [path, success])).toEqual([
			['/odometer', false],
			['/vin', true],
			['/tires/pressure', false],
		]);
	});
});
