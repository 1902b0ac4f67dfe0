import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import nock from 'nock';
import {
	APPLICATION,
	compatibilityApi,
	locator,
	recordUnmockedRequests,
	runSmartcar,
	signalsApi,
	startSmartcar,
	useNock,
	vehicleApi,
} from './runSmartcar';
import { listenLocally } from '../../support/listenLocally';
import { UNREACHABLE_URI } from '../../support/simulatedFleet';
import { tires } from './smartcarResponses';
import { timedReplies } from './timedReplies';

useNock();

const TIRES = '/v2.0/vehicles/v1/tires/pressure';
const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId: locator('v1'),
};
const rateLimitError = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Slow down.' };

test('429 is retried after the wait that Smartcar asks for', async () => {
	const { reply, gapMs } = timedReplies();
	// Without Retry-After the node waits one to two seconds.
	vehicleApi().get(TIRES).reply(429, reply(rateLimitError), { 'Retry-After': '3' });
	vehicleApi().get(TIRES).reply(200, reply(tires()));
	const { json } = await runSmartcar(parameters);
	expect(json).toHaveLength(1);
	expect(gapMs()).toBeGreaterThanOrEqual(2_950);
});

test('429 with a longer wait than allowed is an error with the wait', async () => {
	vehicleApi().get(TIRES).once().reply(429, rateLimitError, { 'Retry-After': '7' });
	const { error } = await runSmartcar({ ...parameters, options: { maxRetryWait: 5 } });
	expect(error).toMatchObject({
		message: 'Slow down (RATE_LIMIT / VEHICLE, HTTP 429)',
		description: expect.stringContaining('Smartcar asks you to wait 7 s.'),
		failure: { cause: 'rate-limited', retryAfterMs: 7000 },
	});
});

test.each(['VEHICLE', 'SMARTCAR_API'])(
	'Max Retry Wait limits the sum of the waits of an item (%s)',
	async (code) => {
		let requests = 0;
		const reply = () => {
			requests++;
			return { ...rateLimitError, code };
		};
		vehicleApi().get(TIRES).times(5).reply(429, reply, { 'Retry-After': '2' });
		const { error } = await runSmartcar({ ...parameters, options: { maxRetryWait: 3 } });
		expect(error).toMatchObject({ httpCode: '429' });
		expect(requests).toBe(2);
	},
);

test('a server error of a read is retried', async () => {
	vehicleApi()
		.get(TIRES)
		.reply(504, '<html><body>Gateway Timeout</body></html>', { 'content-type': 'text/html' });
	vehicleApi().get(TIRES).reply(200, tires());
	expect((await runSmartcar(parameters)).json).toHaveLength(1);
});

test.each([
	[
		430,
		{ type: 'BILLING', code: 'VEHICLE_REQUEST_LIMIT', description: 'Limit reached.' },
		'quota-exhausted',
	],
	[
		404,
		{ type: 'RESOURCE_NOT_FOUND', code: 'PATH', description: 'No such path.' },
		'configuration-invalid',
	],
	[
		409,
		{ type: 'VEHICLE_STATE', code: 'ASLEEP', description: 'Asleep.' },
		'temporarily-unavailable',
	],
	[
		501,
		{ type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE', description: 'Not capable.' },
		'configuration-invalid',
	],
])('%i is never retried', async (status, body, cause) => {
	vehicleApi().get(TIRES).once().reply(status, body);
	const second = vehicleApi().get(TIRES).reply(200, tires());
	const { error } = await runSmartcar(parameters);
	expect(error).toMatchObject({ httpCode: String(status), failure: { cause } });
	expect(second.isDone()).toBe(false);
});

test.each([
	[
		'a web page',
		'<html><body>Log in</body></html>',
		{ 'content-type': 'text/html' },
		/with a web page instead of JSON \(HTTP 200\)$/,
	],
	[
		'truncated JSON',
		'{"frontLeft": 22',
		{ 'content-type': 'application/json' },
		/is not complete JSON \(HTTP 200\)$/,
	],
	['an empty body', '', {}, /is empty \(HTTP 200\)$/],
])('%s in place of JSON is an error', async (_what, body, headers, message) => {
	vehicleApi().get(TIRES).reply(200, body, headers);
	const { error, json } = await runSmartcar(parameters);
	expect(error?.message).toMatch(message);
	expect(json).toEqual([]);
});

test('the error names a host that refuses the connection', async () => {
	const vehicleDataUrl = UNREACHABLE_URI;
	nock.enableNetConnect('127.0.0.1');
	const smartcarApplicationApi = { ...APPLICATION, customHosts: true, vehicleDataUrl };
	const options = { maxRetryWait: 0 };
	const { error } = await runSmartcar(
		{ ...parameters, options },
		{ secrets: { smartcarApplicationApi } },
	);
	nock.disableNetConnect();
	expect(error?.message).toBe(
		`Smartcar could not be reached at ${vehicleDataUrl}: the connection was refused`,
	);
});

test.each([
	['no route', new Error(''), { code: 'ENETUNREACH' }, 'there is no route to it'],
	['several addresses', new AggregateError([]), { code: 'ETIMEDOUT' }, 'it did not answer in time'],
	['no reason', new AggregateError([]), {}, 'there was no response'],
])(
	'a command without a connection was not executed: %s',
	async (_what, networkError, fields, reason) => {
		const cause = Object.assign(networkError, fields);
		signalsApi().post('/vehicles/v1/commands/security/lock').replyWithError(cause);
		const { error } = await runSmartcar({
			resource: 'command',
			operation: 'lock',
			vehicleId: locator('v1'),
			options: { userId: locator('u1'), maxRetryWait: 0 },
		});
		expect(error?.message).toMatch(new RegExp(`^Smartcar could not be reached at .*: ${reason}$`));
		expect(error?.description).not.toContain('may have executed');
	},
);

/** Starts a server whose first response breaks off in the middle of the body. */
async function startInterruptedServer(body: object) {
	let requests = 0;
	const server = createServer((_request, response) => {
		requests += 1;
		const text = JSON.stringify(body);
		response.writeHead(200, {
			'content-type': 'application/json',
			'content-length': String(text.length),
		});
		if (requests > 1) response.end(text);
		else response.write(text.slice(0, 10), () => response.destroy());
	});
	const url = await listenLocally(server);
	nock.enableNetConnect('127.0.0.1');
	return {
		url,
		requests: () => requests,
		close: () => {
			nock.disableNetConnect();
			server.close();
		},
	};
}

test('a read whose response breaks off is sent again', async () => {
	const server = await startInterruptedServer(tires());
	const smartcarApplicationApi = { ...APPLICATION, customHosts: true, vehicleDataUrl: server.url };
	const { json } = await runSmartcar(parameters, { secrets: { smartcarApplicationApi } });
	server.close();
	expect(json).toMatchObject([tires()]);
	expect(server.requests()).toBe(2);
});

test('a command whose response breaks off is not sent again, and the error warns that it may have been executed', async () => {
	const server = await startInterruptedServer({ data: {} });
	const smartcarApplicationApi = { ...APPLICATION, customHosts: true, signalsUrl: server.url };
	const { error } = await runSmartcar(
		{
			resource: 'command',
			operation: 'unlock',
			vehicleId: locator('v1'),
			options: { userId: locator('u1') },
		},
		{ secrets: { smartcarApplicationApi } },
	);
	server.close();
	expect(error?.message).toMatch(/the connection was closed in the middle of the response$/);
	expect(error?.description).toMatch(/^Smartcar may have executed the request/);
	expect(server.requests()).toBe(1);
});

test.each([
	[503, 'no healthy upstream', /^Smartcar or a gateway failed \(HTTP 503\)$/],
	[403, 'Blocked by policy 7\nReference: x', /^The request was rejected \(HTTP 403\)$/],
])('an error as plain text (%i %j) is quoted', async (status, text, message) => {
	vehicleApi().get(TIRES).reply(status, text, { 'content-type': 'text/plain' });
	const { error } = await runSmartcar({ ...parameters, options: { maxRetryWait: 0 } });
	expect(error?.message).toMatch(message);
	const [firstLine = ''] = text.split('\n');
	expect(error?.description).toContain(`The response is "${firstLine}". A proxy, a gateway`);
});

test('a redirect to another host does not send the token there', async () => {
	vehicleApi().get(TIRES).reply(302, '', { location: 'https://elsewhere.example/tires' });
	let authorization: string | undefined = 'not requested';
	nock('https://elsewhere.example')
		.get('/tires')
		.reply(function reply() {
			authorization = this.req.headers.authorization;
			return [200, tires()];
		});
	await runSmartcar(parameters);
	expect(authorization).toBeUndefined();
});

test('canceling the execution ends a wait for a retry', async () => {
	const limited = vehicleApi().get(TIRES).reply(429, rateLimitError, { 'Retry-After': '50' });
	const replied = once(limited, 'replied');
	const { controller, finished } = await startSmartcar(parameters);
	const canceled = expect(finished).rejects.toThrow('The execution was canceled');
	await replied;
	// No request or log shows when the wait for the retry begins. It has begun after this time.
	await sleep(100);
	const start = Date.now();
	controller.abort();
	await canceled;
	expect(Date.now() - start).toBeLessThan(5000);
});

test.each([
	['a request', parameters, () => vehicleApi().get(TIRES)],
	[
		'a request without a token',
		{ resource: 'compatibleVehicle', operation: 'getMany', options: { refresh: true } },
		() => compatibilityApi().get('/v3/compatible-vehicles'),
	],
])('canceling the execution ends %s in progress', async (_what, canceledParameters, request) => {
	const slow = request().delay(60_000).reply(200, {});
	const requested = once(slow, 'request');
	const { controller, finished } = await startSmartcar(canceledParameters);
	const canceled = expect(finished).rejects.toThrow('The execution was canceled');
	await requested;
	controller.abort();
	await canceled;
	nock.abortPendingRequests();
});

test('canceling the execution starts no other item, also with On Error: Continue', async () => {
	const otherRequests = recordUnmockedRequests();
	const slow = vehicleApi().get(TIRES).delay(60_000).reply(200, tires());
	const requested = once(slow, 'request');
	const { controller, finished } = await startSmartcar(parameters, {
		itemCount: 3,
		onError: 'continueRegularOutput',
	});
	const canceled = expect(finished).rejects.toThrow('The execution was canceled');
	await requested;
	controller.abort();
	await canceled;
	nock.abortPendingRequests();
	expect(otherRequests.stop()).toEqual([]);
});
