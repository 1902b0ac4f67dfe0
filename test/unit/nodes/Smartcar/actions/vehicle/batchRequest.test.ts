import type { IHttpRequestOptions } from 'n8n-workflow';
import { requestBatch } from '../../../../../../nodes/Smartcar/actions/vehicle/batchRequest';
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
