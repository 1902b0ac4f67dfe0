import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pWaitFor from 'p-wait-for';
import { locator, runSmartcar, signalsApi, useNock, vehicleApi } from './runSmartcar';
import {
	connection,
	execution,
	numberedIds,
	page,
	signal,
	signals,
	tires,
} from './smartcarResponses';

useNock();

const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId: locator('={{ $json.vehicle }}'),
};
const request = (vehicle: string) => vehicleApi().get(`/v2.0/vehicles/${vehicle}/tires/pressure`);
const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'The vehicle is asleep.' };
const items = ['v1', 'v2', 'v3', 'v4', 'v5'].map((vehicle) => ({ vehicle }));

/** Mocks the responses to all items. v4 is asleep, and v2 gets its response after v4. */
function mockReplies() {
	const failureSent = once(request('v4').reply(409, asleep), 'replied');
	request('v1').reply(200, tires(1));
	request('v2').reply(200, async () => {
		await failureSent;
		return tires(2);
	});
	request('v3').reply(200, tires(3));
	request('v5').reply(200, tires(5));
}

const MESSAGE = 'The vehicle is asleep (VEHICLE_STATE / ASLEEP, HTTP 409)';

test('without On Error: Continue the error names its item', async () => {
	mockReplies();
	const { error } = await runSmartcar(parameters, { items });
	expect(error).toMatchObject({ message: MESSAGE, context: { itemIndex: 3 } });
});

test('with On Error: Continue each item has a result, in input order and paired', async () => {
	mockReplies();
	const node = { onError: 'continueRegularOutput' } as const;
	const { items: output } = await runSmartcar(parameters, { items, node });
	expect(output.map(({ json, pairedItem }) => [json.frontLeft ?? json, pairedItem])).toEqual([
		[1, { item: 0 }],
		[2, { item: 1 }],
		[3, { item: 2 }],
		[expect.objectContaining({ error: MESSAGE, errorCode: 'ASLEEP' }), { item: 3 }],
		[5, { item: 4 }],
	]);
});

test('with the error output the failed item goes to it', async () => {
	mockReplies();
	const node = { onError: 'continueErrorOutput' } as const;
	const { json, errorItems } = await runSmartcar(parameters, { items, node });
	expect(json.map(({ frontLeft }) => frontLeft)).toEqual([1, 2, 3, 5]);
	expect(errorItems).toHaveLength(1);
	expect(errorItems[0]?.json).toMatchObject({ error: MESSAGE });
});

describe('the error item of a failed item', () => {
	const limited = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Slow down.' };
	const mockRateLimit = () => request('v1').reply(429, limited, { 'Retry-After': '500' });
	const ERROR_FIELDS = {
		error: 'Slow down (RATE_LIMIT / VEHICLE, HTTP 429)',
		errorType: 'RATE_LIMIT',
		errorCode: 'VEHICLE',
		httpStatus: 429,
		retryAfter: 500,
		advice: expect.stringContaining('Smartcar asks you to wait 500 s.'),
		vehicleId: 'v1',
	};

	test('has the error in fields', async () => {
		mockRateLimit();
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(parameters, { items: [{ vehicle: 'v1' }], node });
		expect(json).toEqual([ERROR_FIELDS]);
	});

	test('has how to resolve it and the ID of the request, as an item of Batch', async () => {
		const resolution = { type: 'REAUTHENTICATE', url: 'https://connect.smartcar.com/x' };
		const asleep = { type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'Asleep.' };
		request('v1').reply(409, { ...asleep, resolution, requestId: 'request-1' });
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(parameters, { items: [{ vehicle: 'v1' }], node });
		expect(json).toMatchObject([
			{
				resolution: 'REAUTHENTICATE',
				resolutionUrl: 'https://connect.smartcar.com/x',
				requestId: 'request-1',
			},
		]);
	});

	test('has them on the error output too, together with the fields of the input item', async () => {
		mockRateLimit();
		request('v2').reply(200, tires());
		const node = { onError: 'continueErrorOutput' } as const;
		const { json, errorItems } = await runSmartcar(parameters, {
			items: [{ vehicle: 'v1' }, { vehicle: 'v2' }],
			node,
		});
		expect(json).toHaveLength(1);
		expect(errorItems.map((item) => item.json)).toEqual([{ vehicle: 'v1', ...ERROR_FIELDS }]);
	});

	test('is returned only for the item whose expression in Options fails', async () => {
		const first = request('v1').reply(200, tires());
		request('v2').reply(200, tires());
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(
			{ ...parameters, options: { maxRetryWait: '={{ $json.wait.length }}' } },
			{ items: [{ vehicle: 'v1' }, { vehicle: 'v2', wait: 'x' }], node },
		);
		expect(json).toHaveLength(2);
		expect(json[0]).toMatchObject({ error: expect.any(String) });
		expect(first.isDone()).toBe(false);
		expect(json[1]).toMatchObject({ vehicleId: 'v2' });
	});

	test.each([
		[{ options: { concurrentRequests: 99 } }, /'Concurrent Requests' must be/],
		[{ authentication: 'none' }, /'Authentication' must be/],
	])('is returned for every item if a setting is invalid: %j', async (setting, message) => {
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar({ ...parameters, ...setting }, { items, node });
		expect(json.map(({ error }) => error)).toEqual(items.map(() => expect.stringMatching(message)));
	});
});

test('sends no more requests at once than Concurrent Requests allows', async () => {
	let active = 0;
	let mostActive = 0;
	const cars = numberedIds('v', 0, 7).map((vehicle) => ({ vehicle }));
	request('v0').reply(200, tires());
	for (const { vehicle } of cars.slice(1)) {
		request(vehicle).reply(200, async () => {
			mostActive = Math.max(mostActive, ++active);
			await pWaitFor(() => mostActive >= 2, { interval: 5 });
			// Time for a third request, if one is sent.
			await sleep(10);
			active--;
			return tires();
		});
	}
	const { json } = await runSmartcar(
		{ ...parameters, options: { concurrentRequests: 2 } },
		{ items: cars },
	);
	expect(json).toHaveLength(8);
	expect(mostActive).toBe(2);
});

test.each([
	['command', 'lock', {}, 'POST', 'commands/security/lock'],
	['chargeSchedule', 'delete', { scheduleId: locator('s1') }, 'DELETE', 'charge-schedules/s1'],
])(
	'sends one %s at a time, in input order, whatever Concurrent Requests of a read is',
	async (resource, operation, fields, method, path) => {
		const cars = numberedIds('v', 0, 3).map((vehicle) => ({ vehicle }));
		const log: string[] = [];
		for (const { vehicle } of cars) {
			signalsApi()
				.intercept(`/vehicles/${vehicle}/${path}`, method)
				.reply(200, async () => {
					log.push(`${vehicle} sent`);
					// Time for a second request, if one is sent.
					await sleep(10);
					log.push(`${vehicle} answered`);
					return execution();
				});
		}
		const parameters = {
			resource,
			operation,
			vehicleId: locator('={{ $json.vehicle }}'),
			...fields,
			// A read has the option concurrentRequests, a command has concurrentCommands.
			options: { userId: locator('u1'), concurrentRequests: 3 },
		};
		await runSmartcar(parameters, { items: cars });
		expect(log).toEqual(cars.flatMap(({ vehicle }) => [`${vehicle} sent`, `${vehicle} answered`]));
	},
);

describe('Unlock for ten vehicles, with a 409 for one of them', () => {
	const vehicles = numberedIds('v', 1, 10);
	const unlock = {
		resource: 'command',
		operation: 'unlock',
		vehicleId: locator('={{ $json.vehicle }}'),
		options: { userId: locator('u1'), concurrentCommands: 3 },
	};
	const tooMany = { errors: [{ type: 'RATE_LIMIT', code: 'VEHICLE', detail: 'Too many.' }] };
	const inMotion = { errors: [{ type: 'VEHICLE_STATE', code: 'IN_MOTION', detail: 'Driving.' }] };

	const post = (vehicle: string) =>
		signalsApi().post(`/vehicles/${vehicle}/commands/security/unlock`);

	/**
	 * Mocks the responses about all vehicles: v2 gets 429 first. v3 gets 409 as soon as v2 and v4 are
	 * requested, and v4 gets its response after that. Returns the requested vehicles.
	 */
	function mockResponses() {
		const requests: string[] = [];
		const isRequested = (vehicle: string) => requests.includes(vehicle);
		post('v2').reply(429, () => (requests.push('v2'), tooMany), { 'Retry-After': '1' });
		const rejection = post('v3').reply(409, async () => {
			requests.push('v3');
			await pWaitFor(() => isRequested('v2') && isRequested('v4'), { interval: 5 });
			return inMotion;
		});
		const rejectionSent = once(rejection, 'replied');
		for (const vehicle of vehicles.filter((other) => other !== 'v3')) {
			post(vehicle).reply(200, async () => {
				requests.push(vehicle);
				if (vehicle === 'v4') {
					await rejectionSent;
					// Time for the node to read the failure.
					await sleep(50);
				}
				return execution();
			});
		}
		return requests;
	}

	test('sends no request after the failure, not even one that waits for another or for its retry', async () => {
		const requests = mockResponses();
		const { error } = await runSmartcar(unlock, {
			items: vehicles.map((vehicle) => ({ vehicle })),
		});
		expect(error).toMatchObject({
			message: 'Driving (VEHICLE_STATE / IN_MOTION, HTTP 409)',
			context: { itemIndex: 2 },
		});
		expect(requests).toEqual(['v1', 'v2', 'v3', 'v4']);
	});

	test('with On Error: Continue it unlocks the others and reports every item', async () => {
		const requests = mockResponses();
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(unlock, {
			items: vehicles.map((vehicle) => ({ vehicle })),
			node,
		});
		expect(json.map(({ vehicleId, error }) => error ?? vehicleId)).toEqual([
			'v1',
			'v2',
			'Driving (VEHICLE_STATE / IN_MOTION, HTTP 409)',
			...vehicles.slice(3),
		]);
		expect([...requests].sort()).toEqual([...vehicles, 'v2'].sort());
	});
});

test('reports the error of the item that failed first, not of an item that was stopped by it', async () => {
	const vehiclesOf: Record<string, string[]> = {
		u1: ['v1'],
		u2: ['v2', 'v3', 'v4'],
		u3: ['v5'],
	};
	for (const [user, vehicles] of Object.entries(vehiclesOf))
		signalsApi()
			.get('/connections')
			.query((query) => query['filter[userId]'] === user)
			.reply(
				200,
				page(
					vehicles.map((vehicle) => connection(vehicle)),
					1,
					100,
					vehicles.length,
				),
			);
	const read = (vehicle: string) => signalsApi().get(`/vehicles/${vehicle}/signals`);
	// The node requests the first item alone, and the first vehicle of an item alone.
	for (const vehicle of ['v1', 'v2']) read(vehicle).reply(200, signals(signal('wheel-tires')));
	const limited = read('v5').reply(
		429,
		{ errors: [{ type: 'RATE_LIMIT', code: 'VEHICLE', detail: 'Slow down.' }] },
		{ 'Retry-After': '1' },
	);
	const limitSent = once(limited, 'replied');
	read('v3').reply(409, async () => {
		await limitSent;
		return { errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', detail: 'Asleep.' }] };
	});
	// The failure of v3 stops u3, which waits a second for its retry. The response about v4 takes
	// longer, so u2, which has failed first, ends after u3.
	read('v4').reply(200, async () => {
		await limitSent;
		await sleep(1_500);
		return signals(signal('wheel-tires'));
	});
	const { error } = await runSmartcar(
		{
			resource: 'vehicle',
			operation: 'getState',
			vehicles: 'allConnected',
			options: { userId: locator('={{ $json.user }}') },
		},
		{ items: Object.keys(vehiclesOf).map((user) => ({ user })) },
	);
	expect(error?.message).toBe('Asleep (VEHICLE_STATE / ASLEEP, HTTP 409)');
});

test('Get State of all connected vehicles sends no request after a vehicle has failed', async () => {
	const vehicles = ['v1', 'v2', 'v3'].map((vehicle) => connection(vehicle));
	signalsApi()
		.get('/connections')
		.query(true)
		.reply(200, page(vehicles, 1, 100, 3));
	const read = (vehicle: string) => signalsApi().get(`/vehicles/${vehicle}/signals`);
	read('v1').reply(200, signals(signal('wheel-tires')));
	const limited = read('v3').reply(
		429,
		{ errors: [{ type: 'RATE_LIMIT', code: 'VEHICLE', detail: 'Slow down.' }] },
		{ 'Retry-After': '1' },
	);
	const retry = read('v3').reply(200, signals(signal('wheel-tires')));
	const limitSent = once(limited, 'replied');
	read('v2').reply(409, async () => {
		await limitSent;
		return { errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', detail: 'Asleep.' }] };
	});
	const { error } = await runSmartcar({
		resource: 'vehicle',
		operation: 'getState',
		vehicles: 'allConnected',
	});
	expect(error?.message).toBe('Asleep (VEHICLE_STATE / ASLEEP, HTTP 409)');
	expect(error?.description).toMatch(/Vehicle ID: v2$/);
	expect(retry.isDone()).toBe(false);
});
