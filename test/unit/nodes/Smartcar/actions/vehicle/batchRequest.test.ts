import { sleep, type IHttpRequestOptions } from 'n8n-workflow';
import { requestBatch } from '../../../../../../nodes/Smartcar/actions/vehicle/batchRequest';
import { RateLimiter } from '../../../../../../nodes/Smartcar/transport/rateLimiter';
import { testClient } from '../../testClient';

beforeEach(() => {
	jest.useFakeTimers({ now: 0 });
	// The shortest waits.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
	jest.restoreAllMocks();
	jest.useRealTimers();
});

/** Another limit would pause the whole run. */
const limit = { type: 'RATE_LIMIT', code: 'VEHICLE' };

test.each([
	[
		'one request if they are due within a second',
		{ '/fuel': 5, '/odometer': 6 },
		[{ at: 6_000, paths: ['/fuel', '/odometer'] }],
	],
	[
		'a request each otherwise',
		{ '/fuel': 5, '/odometer': 7 },
		[
			{ at: 5_000, paths: ['/fuel'] },
			{ at: 7_000, paths: ['/odometer'] },
		],
	],
])('the retries of two paths take %s', async (_what, retryAfter, retries) => {
	const requests: Array<{ at: number; paths: string[] }> = [];
	const httpRequestWithAuthentication = async (_type: string, { body }: IHttpRequestOptions) => {
		const isFirst = requests.length === 0;
		const paths = Object(body).requests.map(({ path }: { path: string }) => path);
		requests.push({ at: Date.now(), paths });
		const responses = Object.entries(retryAfter).map(([path, seconds]) =>
			isFirst
				? { path, code: 429, body: limit, headers: { 'Retry-After': String(seconds) } }
				: { path, code: 200, body: {}, headers: {} },
		);
		return { statusCode: 200, body: { responses }, headers: {} };
	};
	const paths = Object.keys(retryAfter);

	const results = requestBatch(testClient({ httpRequestWithAuthentication }), 'v1', paths);
	await jest.advanceTimersByTimeAsync(60_000);

	expect((await results).map(({ code }) => code)).toEqual([200, 200]);
	expect(requests).toEqual([{ at: 0, paths }, ...retries]);
});

test('an item that has waited for a limit of the application waits on if another item has made the pause longer', async () => {
	const limiter = new RateLimiter(2);
	const limited = { code: 429, body: { type: 'RATE_LIMIT', code: 'SMARTCAR_API' } };
	const readFuel = async (vehicleId: string, firstResponseMs: number) => {
		let requests = 0;
		const httpRequestWithAuthentication = async () => {
			const isFirst = ++requests === 1;
			if (isFirst) await sleep(firstResponseMs);
			const result = isFirst ? limited : { code: 200, body: {} };
			const response = { path: '/fuel', ...result, headers: { 'Retry-After': '60' } };
			return { statusCode: 200, body: { responses: [response] }, headers: {} };
		};
		const client = testClient({ httpRequestWithAuthentication }, { limiter });
		return await requestBatch(client, vehicleId, ['/fuel']);
	};

	const results = Promise.all([readFuel('v1', 0), readFuel('v2', 300)]);
	await jest.advanceTimersByTimeAsync(120_000);

	expect((await results).flat().map(({ code }) => code)).toEqual([200, 200]);
});
