import { locator, runSmartcar, signalsApi, useNock, vehicleApi } from './runSmartcar';
import { execution, tires } from './resources';

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

/** v2 is slow and v4 asleep. */
function fleet() {
	request('v1').reply(200, tires(1));
	request('v2').delay(80).reply(200, tires(2));
	request('v3').reply(200, tires(3));
	request('v4').reply(409, asleep);
	request('v5').reply(200, tires(5));
}

const MESSAGE = 'The vehicle is asleep (VEHICLE_STATE / ASLEEP, HTTP 409)';

test('without Continue On Fail the error names its item', async () => {
	fleet();
	const { error } = await runSmartcar(parameters, { items });
	expect(error).toMatchObject({ message: MESSAGE, context: { itemIndex: 3 } });
});

test('with Continue On Fail each item has a result, in input order and paired', async () => {
	fleet();
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
	fleet();
	const node = { onError: 'continueErrorOutput' } as const;
	const { json, errorItems } = await runSmartcar(parameters, { items, node });
	expect(json.map(({ frontLeft }) => frontLeft)).toEqual([1, 2, 3, 5]);
	expect(errorItems).toHaveLength(1);
	expect(errorItems[0]?.json).toMatchObject({ error: MESSAGE });
});

describe('the item of an input that failed', () => {
	const limited = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Slow down.' };
	const failOne = () => request('v1').reply(429, limited, { 'Retry-After': '500' });
	const ERROR_FIELDS = {
		error: 'Slow down (RATE_LIMIT / VEHICLE, HTTP 429)',
		errorType: 'RATE_LIMIT',
		errorCode: 'VEHICLE',
		httpStatus: 429,
		retryAfter: 500,
		advice: expect.stringContaining('Smartcar asks you to wait 500 s.'),
	};

	test('has the error as fields', async () => {
		failOne();
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(parameters, { items: [{ vehicle: 'v1' }], node });
		expect(json).toEqual([ERROR_FIELDS]);
	});

	test('has them on the error output too, beside the fields of the input', async () => {
		failOne();
		request('v2').reply(200, tires());
		const node = { onError: 'continueErrorOutput' } as const;
		const { json, errorItems } = await runSmartcar(parameters, {
			items: [{ vehicle: 'v1' }, { vehicle: 'v2' }],
			node,
		});
		expect(json).toHaveLength(1);
		expect(errorItems.map((item) => item.json)).toEqual([{ vehicle: 'v1', ...ERROR_FIELDS }]);
	});

	test('is returned only for the item for which an expression in Options fails', async () => {
		request('v2').reply(200, tires());
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(
			{ ...parameters, options: { maxRetryWait: '={{ $json.wait.length }}' } },
			{ items: [{ vehicle: 'v1' }, { vehicle: 'v2', wait: 'x' }], node },
		);
		expect(json).toHaveLength(2);
		expect(json[0]).toMatchObject({ error: expect.any(String) });
		expect(json[1]).toMatchObject({ vehicleId: 'v2' });
	});

	test.each([
		[{ options: { concurrentRequests: 99 } }, /'Concurrent Requests' must be/],
		[{ authentication: 'none' }, /'Authentication' must be/],
	])('is there for each item with an unusable setting: %j', async (setting, message) => {
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar({ ...parameters, ...setting }, { items, node });
		expect(json.map(({ error }) => error)).toEqual(items.map(() => expect.stringMatching(message)));
	});
});

test('sends no more requests at once than Concurrent Requests allows', async () => {
	let now = 0;
	let most = 0;
	const cars = Array.from({ length: 8 }, (_, index) => ({ vehicle: `v${index}` }));
	for (const { vehicle } of cars) {
		request(vehicle).reply(200, async () => {
			most = Math.max(most, ++now);
			await new Promise((resolve) => setTimeout(resolve, 10));
			now--;
			return tires();
		});
	}
	const { json } = await runSmartcar(
		{ ...parameters, options: { concurrentRequests: 2 } },
		{ items: cars },
	);
	expect(json).toHaveLength(8);
	expect(most).toBe(2);
});

describe('Unlock for ten vehicles, with a 409 for one of them', () => {
	const vehicles = Array.from({ length: 10 }, (_, index) => `v${index + 1}`);
	const unlock = {
		resource: 'command',
		operation: 'unlock',
		vehicleId: locator('={{ $json.vehicle }}'),
		options: { userId: locator('u1'), concurrentRequests: 3 },
	};
	const tooMany = { errors: [{ type: 'RATE_LIMIT', code: 'VEHICLE', detail: 'Too many.' }] };
	const inMotion = { errors: [{ type: 'VEHICLE_STATE', code: 'IN_MOTION', detail: 'Driving.' }] };

	/** Replies for every vehicle and returns the requests, each with whether v3 had failed before. */
	function answerAll() {
		const requests: Array<{ vehicle: string; afterFailure: boolean }> = [];
		let failed = false;
		for (const vehicle of vehicles) {
			const path = `/vehicles/${vehicle}/commands/security/unlock`;
			const record = () => requests.push({ vehicle, afterFailure: failed });
			if (vehicle === 'v2') {
				signalsApi()
					.post(path)
					.reply(429, () => (record(), tooMany), { 'Retry-After': '1' });
			}
			if (vehicle === 'v3') {
				signalsApi()
					.post(path)
					.reply(409, async () => {
						record();
						await new Promise((resolve) => setTimeout(resolve, 50));
						failed = true;
						return inMotion;
					});
				continue;
			}
			signalsApi()
				.post(path)
				.reply(200, async () => {
					record();
					await new Promise((resolve) => setTimeout(resolve, vehicle === 'v4' ? 100 : 5));
					return execution();
				});
		}
		return requests;
	}

	test('sends no request after the failure, not even one that waits for its turn or for a retry', async () => {
		const requests = answerAll();
		const { error } = await runSmartcar(unlock, {
			items: vehicles.map((vehicle) => ({ vehicle })),
		});
		expect(error).toMatchObject({
			message: 'Driving (VEHICLE_STATE / IN_MOTION, HTTP 409)',
			context: { itemIndex: 2 },
		});
		expect(requests.filter(({ afterFailure }) => afterFailure)).toEqual([]);
		expect(requests.map(({ vehicle }) => vehicle)).toEqual(['v1', 'v2', 'v3', 'v4']);
	});

	test('with Continue On Fail it unlocks the others and reports every item', async () => {
		const requests = answerAll();
		const node = { onError: 'continueRegularOutput' } as const;
		const { json } = await runSmartcar(unlock, {
			items: vehicles.map((vehicle) => ({ vehicle })),
			node,
		});
		expect(json.map(({ vehicleId, error }) => vehicleId ?? error)).toEqual([
			'v1',
			'v2',
			'Driving (VEHICLE_STATE / IN_MOTION, HTTP 409)',
			...vehicles.slice(3),
		]);
		expect(new Set(requests.map(({ vehicle }) => vehicle)).size).toBe(10);
	});
});
