import { once } from 'node:events';
import { createServer } from 'node:http';
import type { INodeParameters } from 'n8n-workflow';
import nock, { type DataMatcherMap } from 'nock';
import { listenLocally } from '../../support/listenLocally';
import { execution } from './smartcarResponses';
import {
	APPLICATION,
	locator,
	ONLY_WARNING,
	runSmartcar,
	signalsApi,
	startSmartcar,
	useNock,
} from './runSmartcar';
import { timedReplies } from './timedReplies';

useNock();

const userId = locator('u1');
const ids = { vehicleId: locator('v1'), options: { userId } };
const command = (operation: string, parameters: INodeParameters = {}): INodeParameters => ({
	resource: 'command',
	operation,
	...ids,
	...parameters,
});
const lock = command('lock');
const LOCK = '/vehicles/v1/commands/security/lock';
const post = (path = LOCK) => signalsApi().post(path).matchHeader('sc-user-id', 'u1');

const WARNING = 'The vehicle may have executed the request';

/** Each command with its path, its parameters and the body of its request. */
const COMMANDS: Array<[string, string, INodeParameters, DataMatcherMap | '']> = [
	['startCharging', 'charge/start', {}, ''],
	['stopCharging', 'charge/stop', {}, ''],
	['openChargePort', 'charge-port/open', {}, ''],
	['closeChargePort', 'charge-port/close', {}, ''],
	['lock', 'security/lock', {}, ''],
	['unlock', 'security/unlock', {}, ''],
	[
		'setChargeLimit',
		'charge/set-limit',
		{ percent: 75 },
		{ data: { attributes: { percent: 75 } } },
	],
	[
		'setDestination',
		'navigation/set-destination',
		{ latitude: '={{ $json.latitude }}', longitude: -14.5 },
		{ data: { attributes: { latitude: 50.08, longitude: -14.5 } } },
	],
];

test.each(COMMANDS)('%s is sent to %s', async (operation, path, parameters, body) => {
	const request = signalsApi()
		.post(`/vehicles/v1/commands/${path}`, body)
		.matchHeader('sc-user-id', 'u1')
		.reply(200, execution({ commandType: 'a-command' }));
	const { json } = await runSmartcar(command(operation, parameters), {
		items: [{ latitude: 50.08 }],
	});
	expect(request.isDone()).toBe(true);
	expect(json).toEqual([
		{
			vehicleId: 'v1',
			command: 'a-command',
			status: 'SUCCESS',
			...(/Charging$/.test(operation) && { alreadyDone: false }),
			executedAt: '2026-03-02T09:15:00Z',
			completedAt: '2026-03-02T09:15:02Z',
			durationInSeconds: 2,
			userId: 'u1',
			executionId: 'exec_1',
		},
	]);
});

test.each<[string, string, INodeParameters, Record<string, number>]>([
	['a number as text', 'charge/set-limit', { percent: '={{ "75" }}' }, { percent: 75 }],
	['the lowest limit', 'charge/set-limit', { percent: 50 }, { percent: 50 }],
	['the highest limit', 'charge/set-limit', { percent: 100 }, { percent: 100 }],
	...[
		{ latitude: 0, longitude: 10 },
		{ latitude: 10, longitude: 0 },
		{ latitude: 90, longitude: 180 },
		{ latitude: -90, longitude: -180 },
	].map((place): [string, string, INodeParameters, Record<string, number>] => [
		`the place ${place.latitude}, ${place.longitude}`,
		'navigation/set-destination',
		// From expressions, because a 0 without an expression means that nothing was entered.
		{ latitude: `={{ ${place.latitude} }}`, longitude: `={{ ${place.longitude} }}` },
		place,
	]),
])('%s is sent to %s', async (_what, path, parameters, attributes) => {
	const request = signalsApi()
		.post(`/vehicles/v1/commands/${path}`, { data: { attributes } })
		.reply(200, execution());
	const operation = path === 'charge/set-limit' ? 'setChargeLimit' : 'setDestination';
	const { error } = await runSmartcar(command(operation, parameters));
	expect(error).toBeUndefined();
	expect(request.isDone()).toBe(true);
});

test('without Simplify it returns the response unchanged, with headers if chosen', async () => {
	post().reply(200, execution(), { 'SC-Request-Id': 'request-1' });
	const { json } = await runSmartcar({
		...lock,
		simplify: false,
		options: { userId, addResponseHeaders: true },
	});
	expect(json).toEqual([{ ...execution(), headers: { 'sc-request-id': 'request-1' } }]);
});

test('a 202 with the status SUCCESS is a success', async () => {
	post().reply(202, `  \n${JSON.stringify(execution())}`, { 'content-type': 'application/json' });
	expect((await runSmartcar(lock)).json).toMatchObject([
		{ command: 'security-lock', status: 'SUCCESS' },
	]);
});

const offline = {
	status: '409',
	type: 'VEHICLE_STATE',
	code: 'UNREACHABLE',
	detail: 'The vehicle is offline.',
};

test.each([
	['errors in addition to the data', { ...execution(), errors: [offline] }],
	['errors alone', { errors: [offline] }],
	['an error in place of the data', offline],
	[
		'an error in the format of v2.0',
		{ ...offline, detail: undefined, description: offline.detail },
	],
	['errors in the attributes', execution({ errors: [offline] })],
	['an error in the status', execution({ status: { value: 'ERROR', error: offline } })],
	[
		'an error without an HTTP status',
		execution({ status: { value: 'ERROR', error: { ...offline, status: undefined } } }),
	],
])('a 202 with %s is an error', async (_what, body) => {
	post().reply(202, body);
	const { error, json } = await runSmartcar(lock);
	expect(json).toEqual([]);
	expect(error).toMatchObject({
		message: 'The vehicle is offline (VEHICLE_STATE / UNREACHABLE, HTTP 409)',
		httpCode: '409',
		failure: { cause: 'temporarily-unavailable' },
	});
	expect(error?.description).not.toContain(WARNING);
});

test('a success is not affected by unexpected types of its times and its ID', async () => {
	const { data } = execution();
	const meta = { executedAt: 1772442900000, completedAt: 1772442902000, durationInSeconds: '2' };
	post().reply(200, { data: { ...Object(data), id: 7, meta } });
	const { json, error } = await runSmartcar(lock);
	expect(error).toBeUndefined();
	expect(json).toMatchObject([{ status: 'SUCCESS', ...meta, executionId: 7 }]);
});

test('an unknown status is an error', async () => {
	post().reply(202, execution({ status: { value: 'PENDING' } }));
	const { error } = await runSmartcar(lock);
	expect(error?.message).toBe('Smartcar reports the status PENDING, not SUCCESS (HTTP 202)');
	expect(error?.description).toContain(WARNING);
});

test.each([
	['an empty body', '', /is empty \(HTTP 202\)$/],
	['truncated JSON', '{"data": {', /is not complete JSON \(HTTP 202\)$/],
	['only a message', '{"meta":{"message":"in progress"}}', /has an unexpected format$/],
	['a missing status', '{"data":{"attributes":{}}}', /'data\.attributes\.status' Required$/],
])('a 202 with %s is an error', async (_what, body, message) => {
	post().reply(202, body, { 'content-type': 'application/json' });
	const { error } = await runSmartcar(lock);
	expect(error?.message).toMatch(message);
	expect(error?.description).toMatch(ONLY_WARNING);
});

test.each([
	['a web page', '<html>Bad Gateway</html>', 'text/html'],
	['text', 'Bad Gateway', 'text/plain'],
	[
		'advice to try again',
		{ errors: [{ type: 'UPSTREAM', suggestedUserMessage: 'Please try again later.' }] },
		'application/json',
	],
])('the error after a 502 with %s warns, too', async (_what, body, type) => {
	post().reply(502, body, { 'content-type': type });
	const { error } = await runSmartcar(lock);
	expect(error?.description).toMatch(ONLY_WARNING);
});

test.each([408, 500, 502, 503, 504])(
	'a command is not sent again after %i, and the error warns that it may have been executed',
	async (status) => {
		post()
			.once()
			.reply(status, {
				errors: [{ status: String(status), type: 'UPSTREAM', detail: 'No response.' }],
			});
		const second = post().reply(200, execution());
		const { error } = await runSmartcar(lock);
		expect(error).toMatchObject({
			httpCode: String(status),
			description: expect.stringMatching(ONLY_WARNING),
		});
		expect(second.isDone()).toBe(false);
	},
);

test.each([
	[400, 'VALIDATION', 'PARAMETER', 'configuration-invalid'],
	[403, 'PERMISSION', 'UNKNOWN', 'configuration-invalid'],
	[404, 'RESOURCE_NOT_FOUND', 'VEHICLE', 'configuration-invalid'],
	[409, 'VEHICLE_STATE', 'CHARGING_PLUG_NOT_CONNECTED', 'temporarily-unavailable'],
	[430, 'BILLING', 'VEHICLE_REQUEST_LIMIT', 'quota-exhausted'],
	[501, 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', 'configuration-invalid'],
])(
	'after %i the error contains the text of Smartcar and no warning',
	async (status, type, code, cause) => {
		const suggestedUserMessage = 'Look at the car.';
		const errors = [
			{ status: String(status), type, code, detail: 'It did not work.', suggestedUserMessage },
		];
		post().once().reply(status, { errors });
		// After 403 the node looks for a user who has granted the permission.
		signalsApi().get('/connections').query(true).optionally().reply(404);
		const { error } = await runSmartcar(lock);
		expect(error).toMatchObject({
			message: `It did not work (${type} / ${code}, HTTP ${status})`,
			description: expect.stringContaining('Look at the car.'),
			failure: { cause },
		});
		expect(error?.description).not.toContain(WARNING);
	},
);

describe('a vehicle that is already in the requested state', () => {
	const mockConflict = (path: string, code: string) =>
		signalsApi()
			.post(`/vehicles/v1/commands/charge/${path}`)
			.reply(409, { errors: [{ type: 'VEHICLE_STATE', code, detail: 'Already so.' }] });

	test.each([
		['startCharging', 'start', 'CHARGING_IN_PROGRESS'],
		['stopCharging', 'stop', 'NOT_CHARGING'],
		['stopCharging', 'stop', 'FULLY_CHARGED'],
		['stopCharging', 'stop', 'CHARGING_PLUG_NOT_CONNECTED'],
	])('%s is a success (%s, %s)', async (operation, path, code) => {
		mockConflict(path, code);
		const { json, error } = await runSmartcar(command(operation));
		expect(error).toBeUndefined();
		expect(json).toEqual([
			{
				vehicleId: 'v1',
				command: `charge-${path}`,
				status: 'SUCCESS',
				alreadyDone: true,
				executedAt: null,
				completedAt: null,
				durationInSeconds: null,
				userId: 'u1',
				executionId: null,
			},
		]);
	});

	test('is a success if a 202 has that error, also without Simplify', async () => {
		const error = { type: 'VEHICLE_STATE', code: 'charging_in_progress' };
		signalsApi()
			.post('/vehicles/v1/commands/charge/start')
			.reply(202, execution({ status: { value: 'ERROR', error } }));
		const { json } = await runSmartcar(command('startCharging', { simplify: false }));
		expect(json).toEqual([{ alreadyDone: true }]);
	});

	test.each([
		[
			'startCharging',
			'start',
			'CHARGING_IN_PROGRESS',
			{ options: { userId, ifAlreadyDone: 'fail' } },
		],
		['stopCharging', 'stop', 'NOT_CHARGING', { options: { userId, ifAlreadyDone: 'fail' } }],
		['startCharging', 'start', 'FULLY_CHARGED', {}],
		['startCharging', 'start', 'CHARGING_PLUG_NOT_CONNECTED', {}],
		['stopCharging', 'stop', 'UNREACHABLE', {}],
	])('%s fails (%s, %s, %j)', async (operation, path, code, parameters) => {
		mockConflict(path, code);
		const { json, error } = await runSmartcar(command(operation, parameters));
		expect(json).toEqual([]);
		expect(error?.message).toBe(`Already so (VEHICLE_STATE / ${code}, HTTP 409)`);
	});
});

test('after 429 a command is sent again after the wait that Smartcar asks for', async () => {
	const { reply, gapMs } = timedReplies();
	const errors = [{ type: 'RATE_LIMIT', code: 'VEHICLE', detail: 'Slow down.' }];
	// Without Retry-After the node waits one to two seconds.
	post().reply(429, reply({ errors }), { 'Retry-After': '3' });
	post().reply(200, reply(execution()));
	expect((await runSmartcar(lock)).json).toHaveLength(1);
	expect(gapMs()).toBeGreaterThanOrEqual(2_950);
});

test('a command times out after 310 seconds', async () => {
	const timers = jest.spyOn(globalThis, 'setTimeout');
	post().reply(200, execution());
	await runSmartcar(lock);
	const delays = timers.mock.calls.map(([, milliseconds]) => milliseconds);
	timers.mockRestore();
	expect(delays).toContain(310_000);
});

test('canceling the execution ends the wait for a response', async () => {
	const slow = post().delayConnection(300_000).reply(200, execution());
	const requested = once(slow, 'request');
	const { controller, finished } = await startSmartcar(lock);
	await requested;
	controller.abort();
	await expect(finished).rejects.toThrow('The execution was canceled');
	nock.abortPendingRequests();
});

describe('a closed connection', () => {
	let requests = 0;
	const server = createServer((request) => {
		requests++;
		request.socket.destroy();
	});

	let signalsUrl: string;

	beforeAll(async () => {
		nock.enableNetConnect('127.0.0.1');
		signalsUrl = await listenLocally(server);
	});

	afterAll(async () => {
		server.close();
		await once(server, 'close');
		nock.disableNetConnect();
	});

	test('the command is not sent again, and the error warns that it may have been executed', async () => {
		const smartcarApplicationApi = { ...APPLICATION, customHosts: true, signalsUrl };
		const { error } = await runSmartcar(lock, { secrets: { smartcarApplicationApi } });
		expect(error?.message).toMatch(/the connection was closed$/);
		expect(error?.description).toContain('may have executed the request');
		expect(requests).toBe(1);
	});
});
