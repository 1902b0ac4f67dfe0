import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { detectPort } from 'detect-port';
import nock from 'nock';
import {
	APPLICATION,
	locator,
	runSmartcar,
	startSmartcar,
	useNock,
	vehicleApi,
} from './runSmartcar';
import { tires } from './resources';

useNock();

const TIRES = '/v2.0/vehicles/v1/tires/pressure';
const parameters = {
	resource: 'vehicle',
	apiVersion: 'v2.0',
	operation: 'getTirePressure',
	vehicleId: locator('v1'),
};
const limit = { type: 'RATE_LIMIT', code: 'VEHICLE', description: 'Slow down.' };

test('429 is retried after the wait that Smartcar asks for', async () => {
	vehicleApi().get(TIRES).reply(429, limit, { 'Retry-After': '1' });
	vehicleApi().get(TIRES).reply(200, tires());
	const start = Date.now();
	const { json } = await runSmartcar(parameters);
	expect(json).toHaveLength(1);
	expect(Date.now() - start).toBeGreaterThanOrEqual(950);
});

test('429 with a longer wait than allowed is an error with the wait', async () => {
	vehicleApi().get(TIRES).once().reply(429, limit, { 'Retry-After': '7' });
	const { error } = await runSmartcar({ ...parameters, options: { maxRetryWait: 5 } });
	expect(error).toMatchObject({
		message: 'Slow down (RATE_LIMIT / VEHICLE, HTTP 429)',
		description: expect.stringContaining('Smartcar asks you to wait 7 s.'),
		failure: { cause: 'rate-limited', retryAfterMs: 7000 },
	});
});

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
])('%s instead of JSON is an error', async (_what, body, headers, message) => {
	vehicleApi().get(TIRES).reply(200, body, headers);
	const { error, json } = await runSmartcar(parameters);
	expect(error?.message).toMatch(message);
	expect(json).toEqual([]);
});

test('the error names a host that refuses the connection', async () => {
	const vehicleDataUrl = `http://127.0.0.1:${await detectPort()}`;
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
	const limited = vehicleApi().get(TIRES).reply(429, limit, { 'Retry-After': '50' });
	const replied = once(limited, 'replied');
	const { controller, finished } = await startSmartcar(parameters);
	const canceled = expect(finished).rejects.toThrow('The execution was canceled');
	await replied;
	// By then the node has read the response and waits.
	await sleep(100);
	const start = Date.now();
	controller.abort();
	await canceled;
	expect(Date.now() - start).toBeLessThan(5000);
});

test('canceling the execution ends a request in progress', async () => {
	const slow = vehicleApi().get(TIRES).delay(60_000).reply(200, tires());
	const requested = once(slow, 'request');
	const { controller, finished } = await startSmartcar(parameters);
	const canceled = expect(finished).rejects.toThrow('The execution was canceled');
	await requested;
	controller.abort();
	await canceled;
	nock.abortPendingRequests();
});
