import type { INodeParameters } from 'n8n-workflow';
import type { DataMatcherMap } from 'nock';
import { execution } from './smartcarResponses';
import { locator, ONLY_WARNING, runSmartcar, signalsApi, useNock } from './runSmartcar';

useNock();

const location = { latitude: 50.08, longitude: 14.42 };
const userId = locator('u1');
const ids = { vehicleId: locator('v1'), options: { userId } };
const createParameters = (parameters: INodeParameters): INodeParameters => ({
	resource: 'chargeSchedule',
	operation: 'create',
	...ids,
	...location,
	...parameters,
});
const night = { startTime: '22:00', stopTime: '06:00' };
const late = { startTime: '23:00', stopTime: '08:00' };
const post = (type: string, attributes: DataMatcherMap) =>
	signalsApi()
		.post(`/vehicles/v1/charge-schedules/${type}`, { data: { attributes } })
		.matchHeader('sc-user-id', 'u1');

const SCHEDULES: Array<[string, INodeParameters, DataMatcherMap]> = [
	['daily', { ...night }, { location, ...night }],
	[
		'weekly',
		{
			dayTimes: {
				values: [
					{ day: 'Monday', ...night },
					{ day: 'sunday', ...late },
				],
			},
		},
		{ location, days: { monday: night, sunday: late } },
	],
	[
		'weekly',
		{ specifyTimes: 'json', days: JSON.stringify({ monday: night }) },
		{ location, days: { monday: night } },
	],
	[
		'workweek',
		{ weekdayStartTime: '22:00', weekdayStopTime: ' 06:00 ' },
		{ location, weekdays: night },
	],
	[
		'workweek',
		{
			weekdayStartTime: '22:00',
			weekdayStopTime: '06:00',
			weekendStartTime: '={{ $json.late.startTime }}',
			weekendStopTime: '08:00',
		},
		{ location, weekdays: night, weekends: late },
	],
	[
		'workweek',
		{
			specifyTimes: 'json',
			weekdays: '={{ $json.night }}',
			weekends: '={{ JSON.stringify($json.night) }}',
		},
		{ location, weekdays: night, weekends: night },
	],
	[
		'workweek',
		{ specifyTimes: 'json', weekdays: '={{ $json.night }}', weekends: ' ' },
		{ location, weekdays: night },
	],
	[
		'workweek',
		{ specifyTimes: 'json', weekdays: '={{ $json.night }}' },
		{ location, weekdays: night },
	],
];

test.each(SCHEDULES)(
	'sends a %s schedule with the times of %j',
	async (scheduleType, parameters, body) => {
		post(scheduleType, body).reply(
			200,
			execution({ action: 'create', scheduleType, scheduleId: 'sched_1' }),
		);
		const { json } = await runSmartcar(createParameters({ scheduleType, ...parameters }), {
			items: [{ night, late }],
		});
		expect(json).toEqual([
			{
				vehicleId: 'v1',
				scheduleId: 'sched_1',
				scheduleType,
				status: 'SUCCESS',
				executedAt: '2026-03-02T09:15:00Z',
				completedAt: '2026-03-02T09:15:02Z',
				durationInSeconds: 2,
				userId: 'u1',
				executionId: 'exec_1',
			},
		]);
	},
);

test('accepts long JSON', async () => {
	post('weekly', { location, days: { monday: night } }).reply(200, execution());
	const days = JSON.stringify({ monday: night }, null, 10).padEnd(5_000);
	const { error } = await runSmartcar(
		createParameters({ scheduleType: 'weekly', specifyTimes: 'json', days }),
	);
	expect(error).toBeUndefined();
});

test('an error has the text and the codes that Smartcar sent', async () => {
	const errors = [
		{
			status: '501',
			type: 'COMPATIBILITY',
			code: 'VEHICLE_NOT_CAPABLE',
			detail: 'The vehicle takes no schedules.',
		},
	];
	post('daily', { location, ...night }).reply(501, { errors });
	const { error } = await runSmartcar(createParameters(night));
	expect(error).toMatchObject({
		message: 'The vehicle takes no schedules (COMPATIBILITY / VEHICLE_NOT_CAPABLE, HTTP 501)',
		failure: { cause: 'configuration-invalid' },
	});
});

const offline = { status: '409', type: 'VEHICLE_STATE', detail: 'The vehicle is offline.' };

test.each([
	['errors beside the data', { ...execution(), errors: [offline] }, /^The vehicle is offline/],
	['a failure', execution({ status: { value: 'FAILED' } }), /FAILED/],
	['nothing', '', /is empty \(HTTP 202\)$/],
])('a 202 with %s is an error', async (_what, body, message) => {
	post('daily', { location, ...night }).reply(202, body);
	const { json, error } = await runSmartcar(createParameters(night));
	expect(json).toEqual([]);
	expect(error?.message).toMatch(message);
});

test('is not sent again after 503, since the vehicle may have the schedule already', async () => {
	const body = { location, ...night };
	post('daily', body).once().reply(503, 'Service Unavailable');
	const second = post('daily', body).reply(200, execution());
	const { error } = await runSmartcar(createParameters(night));
	expect(error?.description).toMatch(ONLY_WARNING);
	expect(second.isDone()).toBe(false);
});

test.each([
	[
		'a day twice',
		[
			{ day: 'monday', ...night },
			{ day: 'monday', ...late },
		],
	],
	['a day without a time', [{ day: 'monday', startTime: '22:00', stopTime: "={{ '' }}" }]],
	['a short name of a day', [{ day: 'mon', ...night }]],
	['no day', []],
])('a weekly schedule with %s is an error', async (_what, values) => {
	const { error } = await runSmartcar(
		createParameters({ scheduleType: 'weekly', dayTimes: { values } }),
	);
	expect(error?.message).toMatch(
		/^'Days' must be a list of at least one day from monday to sunday, each only once/,
	);
});

test('n8n does not run a weekly schedule whose times have no day', async () => {
	const dayTimes = { values: [{ ...night }] };
	const run = runSmartcar(createParameters({ scheduleType: 'weekly', dayTimes }));
	await expect(run).rejects.toThrow('Parameter "Day" is required');
});

test.each([
	['invalid', 'weekly', { days: '{monday' }, { monday: night }],
	['no', 'weekly', {}, { monday: night }],
	['invalid', 'workweek', { weekdays: '{monday' }, night],
	['no', 'workweek', {}, night],
])(
	'the error for %s JSON of a %s schedule has an example',
	async (_what, scheduleType, times, example) => {
		const parameters = { scheduleType, specifyTimes: 'json', ...times };
		const { error } = await runSmartcar(createParameters(parameters));
		expect(error?.message).toContain(`must be a JSON object such as ${JSON.stringify(example)}`);
	},
);

describe('Charge Schedule: Delete', () => {
	const parameters = {
		resource: 'chargeSchedule',
		operation: 'delete',
		...ids,
		scheduleId: locator(' sched_1 '),
	};
	const remove = () =>
		signalsApi().delete('/vehicles/v1/charge-schedules/sched_1').matchHeader('sc-user-id', 'u1');

	test.each([
		[204, ''],
		[200, execution({ action: 'delete' })],
		[202, execution({ action: 'delete' })],
	])('a response of %i is a success', async (status, body) => {
		remove().reply(status, body);
		expect((await runSmartcar(parameters)).json).toEqual([{ deleted: true }]);
	});

	test.each([
		['from the list', locator('sched_1', 'list')],
		[
			'by the link from Create, which has no host',
			locator('/vehicles/v1/charge-schedules/sched_1', 'url'),
		],
		['by an expression for the whole field', '={{ $json.id }}'],
	])('reads the schedule %s', async (_what, scheduleId) => {
		remove().reply(204);
		const { json } = await runSmartcar(
			{ ...parameters, scheduleId },
			{ items: [{ id: 'sched_1' }] },
		);
		expect(json).toEqual([{ deleted: true }]);
	});

	test('a redirect to nowhere is an error', async () => {
		remove().reply(302);
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/is empty \(HTTP 302\)$/);
	});

	test('a 202 with errors is an error', async () => {
		remove().reply(202, {
			errors: [{ status: '409', type: 'VEHICLE_STATE', detail: 'The vehicle is offline.' }],
		});
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toBe('The vehicle is offline (VEHICLE_STATE, HTTP 409)');
	});

	test.each([{ login: true }, { error: 'login_required' }, { status: 'FAILED' }])(
		'a 200 with JSON that is probably not from Smartcar is an error: %j',
		async (body) => {
			remove().reply(200, body);
			const { json, error } = await runSmartcar(parameters);
			expect(json).toEqual([]);
			expect(error?.message).toMatch(/DELETE .* has an unexpected format/);
			expect(error?.description).toMatch(/^The vehicle may have executed the request/);
		},
	);

	test.each([
		['empty 202', '', /is empty \(HTTP 202\)$/],
		['202 with only a message', { meta: { message: 'in progress' } }, /has an unexpected format$/],
		['202 without data', { data: null }, /has an unexpected format$/],
	])('an %s is an error, because the result is unknown', async (_what, body, message) => {
		remove().reply(202, body);
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toMatch(message);
		expect(error?.description).toContain('Read the signals of the vehicle before');
	});

	test.each([200, 202])('a %i with an error in the format of v2.0 is an error', async (status) => {
		remove().reply(status, {
			statusCode: 409,
			type: 'VEHICLE_STATE',
			code: 'UNREACHABLE',
			description: 'The vehicle is offline.',
		});
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toBe('The vehicle is offline (VEHICLE_STATE / UNREACHABLE, HTTP 409)');
	});

	test('a missing schedule is a success with a hint, because the vehicle may be wrong', async () => {
		remove().reply(404, {
			errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', detail: 'No such schedule.' }],
		});
		const { json, hints } = await runSmartcar(parameters);
		expect(json).toEqual([{ deleted: false }]);
		expect(hints[0]?.message).toContain('check the IDs');
	});

	test('a vehicle that Smartcar does not know is an error, because its schedule may exist', async () => {
		remove().reply(404, {
			errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', code: 'VEHICLE_NOT_FOUND' }],
		});
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toContain('RESOURCE_NOT_FOUND / VEHICLE_NOT_FOUND');
	});

	test('is not sent again after 503', async () => {
		remove().once().reply(503, 'Service Unavailable');
		const second = remove().reply(204);
		const { error } = await runSmartcar(parameters);
		expect(error?.description).toMatch(ONLY_WARNING);
		expect(second.isDone()).toBe(false);
	});

	test('a web page is an error', async () => {
		remove().reply(200, '<html>Log in</html>', { 'content-type': 'text/html' });
		const { error } = await runSmartcar(parameters);
		expect(error?.message).toMatch(/with a web page instead of JSON/);
	});
});
