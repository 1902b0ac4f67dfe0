import { waitForSubscription } from '../../../../../../nodes/Smartcar/actions/subscription/findSubscription';
import { testClient } from '../../testClient';

beforeEach(() => jest.useFakeTimers({ now: 0 }));
afterEach(() => jest.useRealTimers());

test('looks for a subscription at increasing intervals of four seconds at most, and once more at the end', async () => {
	const lookedAt: number[] = [];
	const httpRequestWithAuthentication = async () => {
		lookedAt.push(Date.now());
		return { statusCode: 200, body: { data: [], links: {}, meta: {} }, headers: {} };
	};
	const ids = { webhookId: 'w1', vehicleId: 'v1', userId: 'u1' };

	const found = waitForSubscription(
		testClient({ httpRequestWithAuthentication }),
		ids,
		13_000,
		false,
	);
	await jest.advanceTimersByTimeAsync(60_000);

	expect(await found).toBeUndefined();
	expect(lookedAt).toEqual([0, 250, 750, 1_750, 3_750, 7_750, 11_750, 13_000]);
});
