import { locator, runSmartcar, useNock, vehicleApi } from './smartcar';
import { tires } from './resources';

useNock();

const parameters = {
	resource: 'vehicle',
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

test('with Continue On Fail each item has its result, in the order of the input and paired', async () => {
	fleet();
	const node = { onError: 'continueRegularOutput' } as const;
	const { items: output } = await runSmartcar(parameters, { items, node });
	expect(output.map(({ json, pairedItem }) => [json.frontLeft ?? json, pairedItem])).toEqual([
		[1, { item: 0 }],
		[2, { item: 1 }],
		[3, { item: 2 }],
		[{ error: MESSAGE }, { item: 3 }],
		[5, { item: 4 }],
	]);
});

test('with the error output the failed item goes there', async () => {
	fleet();
	const node = { onError: 'continueErrorOutput' } as const;
	const { json, errorItems } = await runSmartcar(parameters, { items, node });
	expect(json.map(({ frontLeft }) => frontLeft)).toEqual([1, 2, 3, 5]);
	expect(errorItems).toHaveLength(1);
	expect(errorItems[0]?.json).toMatchObject({ error: MESSAGE });
});

test('no more requests are under way than Concurrent Requests allows', async () => {
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
