import path from 'node:path';
import { NodeApiError } from 'n8n-workflow';
import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { readThrownResponse, toPath } from '../../../../../nodes/Smartcar/transport/client';
import { RateLimiter } from '../../../../../nodes/Smartcar/transport/rateLimiter';
import type { ApiRequest } from '../../../../../nodes/Smartcar/transport/request';
import { testNode } from '../../testNode';
import { testClient } from '../testClient';

test('toPath encodes each segment, so that an ID cannot lead to another path', () => {
	expect(toPath(['v2.0', 'vehicles', 'a/../b', 'batch'])).toBe('/v2.0/vehicles/a%2F..%2Fb/batch');
});

test.each([
	['a list of vehicles', ['v2.0', 'vehicles'], 60_000],
	['a list of connections', ['connections'], 60_000],
	['a vehicle, which can be slow', ['vehicles', 'v1', 'signals'], 310_000],
])('the timeout of a request for %s (%j) is %i ms', async (_what, segments, timeout) => {
	const httpRequest = jest.fn(async () => ({ statusCode: 200, body: {}, headers: {} }));
	const request = { method: 'GET', host: 'signalsUrl', withoutToken: true } as const;
	await testClient({ httpRequest }).request({ ...request, path: segments }, z.unknown());
	expect(httpRequest).toHaveBeenCalledWith(expect.objectContaining({ timeout }));
});

describe('readThrownResponse', () => {
	const url = 'https://api.smartcar.com/v2.0/user';
	const conflict = Object.assign(new Error('Request failed'), {
		config: { url },
		response: { status: 409, data: { type: 'VEHICLE_STATE' }, headers: { 'Retry-After': '7' } },
	});

	test.each([
		['an error', conflict],
		["one of n8n's errors", Object.assign(new NodeApiError(testNode(), {}), { cause: conflict })],
	])('reads the response that %s contains', (_what, error) => {
		expect(readThrownResponse(error, url)).toEqual({
			status: 409,
			body: { type: 'VEHICLE_STATE' },
			headers: { 'retry-after': '7' },
		});
	});

	test('reads the 401 of an address that n8n was redirected to', () => {
		const response = { status: 401, data: 'no', headers: {} };
		const config = { url: 'https://elsewhere.example/x' };
		const error = Object.assign(new Error('Request failed'), { config, response });
		expect(readThrownResponse(error, url)).toEqual({ status: 401, body: 'no', headers: {} });
	});

	test('reads the code of a network error', () => {
		const cause = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
		expect(readThrownResponse(cause, url)).toEqual({ cause, code: 'ECONNRESET' });
	});

	test('a body that breaks off after the status 200 is a network error', () => {
		const response = { status: 200, data: undefined, headers: {} };
		const cause = Object.assign(new Error('stream has been aborted'), {
			code: 'ERR_BAD_RESPONSE',
			response,
		});
		expect(readThrownResponse(cause, url)).toEqual({ cause, code: 'ERR_BAD_RESPONSE' });
	});
});

describe('the longest total wait of an item for retries', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/**
	 * Returns a function that sends a request for a name and resolves to the status of the response
	 * or of the error. The first request for each limited name is answered with a 429 of this code,
	 * any other one with 200.
	 * @param retryAfter in seconds, by name. Otherwise 40.
	 */
	function limitedClient(
		code: 'VEHICLE' | 'vehicle' | 'PROJECT',
		limitedNames: string[],
		retryAfter: Record<string, number> = {},
		limiter = new RateLimiter(2),
	) {
		const limited = new Set(limitedNames);
		const httpRequest = async ({ url }: IHttpRequestOptions) => {
			const name = path.basename(url);
			const isLimited = limited.delete(name);
			const error = { statusCode: 429, type: 'RATE_LIMIT', code };
			return isLimited
				? { statusCode: 429, body: error, headers: { 'retry-after': retryAfter[name] ?? 40 } }
				: { statusCode: 200, body: {}, headers: {} };
		};
		const client = testClient({ httpRequest }, { limiter });
		return async (name: string) => {
			const request = {
				method: 'GET',
				host: 'signalsUrl',
				path: [name],
				withoutToken: true,
			} as const;
			const response = client.request(request, z.unknown());
			return await response.then(
				({ status }) => status,
				({ httpCode }: NodeApiError) => httpCode,
			);
		};
	}

	const settle = async <T>(result: Promise<T>): Promise<T> => {
		await jest.advanceTimersByTimeAsync(120_000);
		return await result;
	};

	test.each(['VEHICLE', 'vehicle'] as const)(
		'counts concurrent waits once, with a limit of the %s',
		async (code) => {
			const send = limitedClient(code, ['a', 'b']);
			const a = send('a');
			// At the very same moment, b would be checked before the wait of a is subtracted.
			await jest.advanceTimersByTimeAsync(100);
			expect(await settle(Promise.all([a, send('b')]))).toEqual([200, 200]);
		},
	);

	test('counts four concurrent waits as one, although they began one after the other', async () => {
		const concurrent = ['a', 'b', 'c', 'd'];
		const names = [...concurrent, 'later'];
		const retryAfter = Object.fromEntries(names.map((name) => [name, 15]));
		const send = limitedClient('VEHICLE', names, retryAfter);
		for (const name of concurrent) {
			void send(name);
			await jest.advanceTimersByTimeAsync(100);
		}
		await jest.advanceTimersByTimeAsync(20_000);
		expect(await settle(send('later'))).toBe(200);
	});

	test('counts the rest of a long wait once, although a short one has ended meanwhile', async () => {
		const send = limitedClient('VEHICLE', ['long', 'short', 'c'], { short: 5 });
		const long = send('long');
		await jest.advanceTimersByTimeAsync(1_000);
		const short = send('short');
		await jest.advanceTimersByTimeAsync(10_000);
		expect(await settle(Promise.all([long, short, send('c')]))).toEqual([200, 200, 200]);
	});

	test.each(['VEHICLE', 'PROJECT'] as const)(
		'counts waits one after the other in full, with a limit of the %s',
		async (code) => {
			const send = limitedClient(code, ['a', 'b']);
			expect(await settle(send('a'))).toBe(200);
			expect(await settle(send('b'))).toBe('429');
		},
	);

	test('counts the part of a wait that is not concurrent with another one', async () => {
		const send = limitedClient('VEHICLE', ['a', 'b', 'c']);
		const a = send('a');
		await jest.advanceTimersByTimeAsync(15_000);
		const b = send('b');
		await jest.advanceTimersByTimeAsync(10_000);
		// The waits of a and b end after 55 seconds, and that of c would end after 65.
		const c = send('c');
		expect(await settle(Promise.all([a, b, c]))).toEqual([200, 200, '429']);
	});

	test('does not end a retry because of a pause that another item has caused meanwhile', async () => {
		const limiter = new RateLimiter(2);
		const send = limitedClient('VEHICLE', ['a'], {}, limiter);
		const a = send('a');
		await jest.advanceTimersByTimeAsync(30_000);
		// Longer than what remains of the wait of a.
		limiter.pause(40_000, { status: 429, body: {}, headers: {} });
		expect(await settle(a)).toBe(200);
	});

	test('is used for increasing waits if Smartcar does not say how long to wait', async () => {
		const body = { statusCode: 429, type: 'RATE_LIMIT', code: 'PROJECT' };
		const httpRequest = jest.fn(async () => ({ statusCode: 429, body, headers: {} }));
		const request = { method: 'GET', host: 'signalsUrl', path: ['a'], withoutToken: true } as const;
		const failure = testClient({ httpRequest })
			.request(request, z.unknown())
			.catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(30_000);
		// The shortest waits are 1, 2, 4, 8 and 16 seconds.
		expect(httpRequest.mock.calls.length).toBeLessThan(6);
		expect(await settle(failure)).toMatchObject({ httpCode: '429' });
	});

	test('ends a first request and the next one if Smartcar asks for a longer pause', async () => {
		const send = limitedClient('PROJECT', ['a'], { a: 100 });
		const first = send('a');
		await jest.advanceTimersByTimeAsync(5_000);
		expect(await first).toBe('429');
		expect(await settle(send('b'))).toBe('429');
	});

	test('ends a request and the next one if nothing remains of it, even if retry-after is 0', async () => {
		const send = limitedClient('PROJECT', ['a', 'b'], { a: 60, b: 0 });
		expect(await settle(send('a'))).toBe(200);
		expect(await send('b')).toBe('429');
		// The limit that b has hit pauses the run, although Smartcar asks for no wait.
		expect(await send('c')).toBe('429');
	});

	test('counts a pause once if two requests wait for it', async () => {
		const send = limitedClient('PROJECT', ['a']);
		const a = send('a');
		await jest.advanceTimersByTimeAsync(1000);
		expect(await settle(Promise.all([a, send('b')]))).toEqual([200, 200]);
	});
});

describe('the retries of a read', () => {
	beforeEach(() => {
		jest.useFakeTimers();
		// The longest waits.
		jest.spyOn(Math, 'random').mockReturnValue(1);
	});
	afterEach(() => {
		jest.restoreAllMocks();
		jest.useRealTimers();
	});

	test.each([
		[
			[429, 429, 429, 503],
			[2000, 4000, 8000, 500],
		],
		[
			[503, 503, 503, 429],
			[500, 1000, 2000, 2000],
		],
		[
			[429, 503, 429, 503],
			[2000, 500, 4000, 1000],
		],
		[
			[429, 'ETIMEDOUT'],
			[2000, 500],
		],
	])('after %j follow waits of %j ms, and then the response', async (failures, waits) => {
		const sentAt: number[] = [];
		const httpRequest = async () => {
			const failure = failures[sentAt.length] ?? 200;
			sentAt.push(Date.now());
			if (typeof failure === 'string') throw Object.assign(new Error(failure), { code: failure });
			return { statusCode: failure, body: {}, headers: {} };
		};
		const request = { method: 'GET', host: 'signalsUrl', path: ['a'], withoutToken: true } as const;
		const response = testClient({ httpRequest })
			.request(request, z.unknown())
			.catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(60_000);
		expect(await response).toMatchObject({ status: 200 });
		const waited = sentAt.slice(1).map((time, index) => time - (sentAt[index] ?? 0));
		expect(waited).toEqual(waits);
	});
});

describe('a request whose response breaks off', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	/** Reads a list whose body breaks off after this share of the request's timeout. */
	async function readList(shareOfTimeout: number) {
		const httpRequest = jest.fn(async ({ timeout = 0 }: IHttpRequestOptions) => {
			await new Promise((resolve) => setTimeout(resolve, timeout * shareOfTimeout));
			const code = 'ERR_BAD_RESPONSE';
			throw Object.assign(new Error('stream has been aborted'), { code });
		});
		const client = testClient({ httpRequest });
		const request = { method: 'GET', host: 'signalsUrl', path: ['connections'] } as const;
		const failure = client
			.request({ ...request, withoutToken: true }, z.unknown())
			.catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(600_000);
		return { error: await failure, attempts: httpRequest.mock.calls.length };
	}

	test('at the timeout is sent again once, as if there was no response', async () => {
		expect(await readList(1)).toMatchObject({
			attempts: 2,
			error: { message: expect.stringMatching(/it did not answer in time$/) },
		});
	});

	test('before the timeout is sent again three times, as after a closed connection', async () => {
		expect(await readList(0.5)).toMatchObject({
			attempts: 4,
			error: { message: expect.stringMatching(/closed in the middle of the response$/) },
		});
	});
});

describe('with OAuth2', () => {
	const sendTo = async (request: Pick<ApiRequest, 'host' | 'withoutToken'>) => {
		const send = jest.fn(async () => ({ statusCode: 200, body: {}, headers: {} }));
		const helpers = { httpRequest: send, httpRequestWithAuthentication: send };
		const client = testClient(helpers, { credentialType: 'smartcarOAuth2Api' });
		const error = await client
			.request({ method: 'GET', path: ['x'], ...request }, z.unknown())
			.then(
				() => undefined,
				(reason: unknown) => reason,
			);
		return { error, requests: send.mock.calls.length };
	};

	test.each(['managementUrl', 'signalsUrl', 'compatibilityUrl'] as const)(
		'a request to %s is not sent',
		async (host) => {
			expect(await sendTo({ host })).toMatchObject({
				requests: 0,
				error: {
					message: 'This request needs a Smartcar Application API credential',
					description: 'OAuth2 works only with version 2.0 of the API.',
					failure: { cause: 'configuration-invalid' },
				},
			});
		},
	);

	test.each([
		{ host: 'vehicleDataUrl' },
		{ host: 'compatibilityUrl', withoutToken: true },
	] as const)('the request %j is sent', async (request) => {
		expect(await sendTo(request)).toEqual({ requests: 1, error: undefined });
	});
});

describe('a vehicle token that n8n cannot renew', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	test.each([
		[[429], 2],
		[[404], 1],
		[[429, 429, 429, 503], 5],
	])('after HTTP %j of the token endpoint, %i requests are sent', async (statuses, requests) => {
		const httpRequestWithAuthentication = jest.fn();
		for (const status of statuses) {
			// The error of n8n's OAuth2 client for a response that has no `error` in its body.
			const noToken = Object.assign(new Error(`HTTP status ${status}`), {
				code: 'ESTATUS',
				status,
			});
			httpRequestWithAuthentication.mockRejectedValueOnce(
				Object.assign(new NodeApiError(testNode(), {}), { cause: noToken }),
			);
		}
		httpRequestWithAuthentication.mockResolvedValue({ statusCode: 200, body: {}, headers: {} });
		const helpers = { httpRequestWithAuthentication };
		const client = testClient(helpers, { credentialType: 'smartcarOAuth2Api' });
		const request = { method: 'GET', host: 'vehicleDataUrl', path: ['v2.0', 'user'] } as const;

		const response = client.request(request, z.unknown()).catch(() => undefined);
		await jest.advanceTimersByTimeAsync(60_000);
		await response;

		expect(httpRequestWithAuthentication).toHaveBeenCalledTimes(requests);
	});

	test.each([
		[503, 'temporarily-unavailable'],
		[500, 'temporarily-unavailable'],
	])('HTTP %i is reported as a response of the token endpoint', async (status, cause) => {
		// The error of axios, which n8n's OAuth2 client passes on.
		const axiosError = Object.assign(new Error(`Request failed with status code ${status}`), {
			code: 'ERR_BAD_RESPONSE',
			status,
			config: { url: 'https://auth.smartcar.com/oauth/token' },
			response: { status, data: 'busy', headers: { 'retry-after': '30' } },
		});
		const httpRequestWithAuthentication = jest
			.fn()
			.mockRejectedValue(Object.assign(new NodeApiError(testNode(), {}), { cause: axiosError }));
		const helpers = { httpRequestWithAuthentication };
		const client = testClient(helpers, { credentialType: 'smartcarOAuth2Api' });
		const path = ['v2.0', 'vehicles', 'v1', 'security'];
		const request = { method: 'POST', host: 'vehicleDataUrl', path } as const;

		const response = client.request(request, z.unknown()).catch((error: unknown) => error);
		await jest.advanceTimersByTimeAsync(120_000);

		expect(await response).toMatchObject({
			message: `The token endpoint answered HTTP ${status} without an access token`,
			description: expect.stringContaining("'Vehicle Token URL'"),
			httpCode: null,
			context: { tokenEndpointStatus: status, retryAfter: 30 },
			failure: { cause, retryAfterMs: 30_000 },
		});
		// Without a token nothing was executed, so it is sent again, as long as the item may wait.
		expect(httpRequestWithAuthentication.mock.calls.length).toBeGreaterThan(1);
	});
});
