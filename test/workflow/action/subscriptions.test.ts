import type { IDataObject } from 'n8n-workflow';
import { page, subscription } from './smartcarResponses';
import { locator, managementApi, runSmartcar, startSmartcar, useNock } from './runSmartcar';

useNock();

const userId = locator('u-s1');

const parameters = {
	resource: 'subscription',
	operation: 'create',
	webhookId: locator('w-s1'),
	vehicleId: locator('v-s1'),
	options: { userId },
};

const BODY = { data: { attributes: { webhookId: 'w-s1', userId: 'u-s1', vehicleId: 'v-s1' } } };
const ACCEPTED = { meta: { message: 'subscription creation in progress' } };
const post = () => managementApi().post('/subscriptions', BODY);
const lookup = () =>
	managementApi().get('/subscriptions').query({
		'filter[webhookId]': 'w-s1',
		'filter[vehicleId]': 'v-s1',
		'page[number]': 1,
		'page[size]': 100,
	});
const emptyList = page([], 1, 100, 0);
const listOfS1 = page([subscription('s1')], 1, 100, 1);
const conflict = {
	errors: [{ status: '409', type: 'VALIDATION', code: 'CONFLICT', detail: 'Subscribed already.' }],
};

/** Another user's subscription of the vehicle to the webhook. */
const ofOtherUser: IDataObject = {
	...subscription('s1'),
	id: 'other',
	relationships: {
		...Object(subscription('s1').relationships),
		user: { data: { id: 'u-other', type: 'user' } },
	},
};

describe('Subscription: Create', () => {
	test('waits until the subscription exists', async () => {
		post().reply(202, ACCEPTED);
		lookup().reply(200, emptyList);
		lookup().reply(200, listOfS1);
		const { json } = await runSmartcar(parameters);
		expect(json).toEqual([
			{
				id: 's1',
				vehicleId: 'v-s1',
				userId: 'u-s1',
				webhookId: 'w-s1',
				make: 'TESLA',
				model: 'Model 3',
				year: 2021,
				mode: 'live',
				powertrainType: 'BEV',
				createdAt: '2026-01-10T08:00:00.000Z',
				updatedAt: '2026-01-11T08:00:00.000Z',
				pending: false,
				alreadySubscribed: false,
			},
		]);
	});

	test('ignores the subscription of another user of the same vehicle', async () => {
		post().reply(202, ACCEPTED);
		lookup().reply(200, page([ofOtherUser], 1, 100, 1));
		lookup().reply(200, page([ofOtherUser, subscription('s1')], 1, 100, 2));
		expect((await runSmartcar(parameters)).json).toMatchObject([{ id: 's1', pending: false }]);
	});

	test('returns a pending subscription if it does not exist in time', async () => {
		post().reply(202, ACCEPTED);
		lookup().times(20).reply(200, emptyList);
		const { json } = await runSmartcar({
			...parameters,
			options: { userId, maxSubscriptionWait: 1 },
		});
		expect(json).toMatchObject([
			{
				id: null,
				vehicleId: 'v-s1',
				userId: 'u-s1',
				webhookId: 'w-s1',
				pending: true,
				alreadySubscribed: false,
			},
		]);
	});

	test('ignores Max Wait for Subscription if it does not wait', async () => {
		post().reply(202, ACCEPTED);
		const { json, error } = await runSmartcar({
			...parameters,
			waitForSubscription: false,
			options: { userId, maxSubscriptionWait: 0 },
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ pending: true }]);
	});

	test.each<[string, number, object, boolean]>([
		['Smartcar accepted it', 202, ACCEPTED, false],
		['the subscription exists', 409, conflict, true],
	])(
		'a list that cannot be read does not hide that %s',
		async (_what, status, body, alreadySubscribed) => {
			post().reply(status, body);
			lookup().reply(403, {
				errors: [{ type: 'AUTHENTICATION', code: 'FORBIDDEN', detail: 'Forbidden.' }],
			});
			const { json, error, hints } = await runSmartcar(parameters);
			expect(error).toBeUndefined();
			expect(json).toMatchObject([
				{ id: null, vehicleId: 'v-s1', pending: true, alreadySubscribed },
			]);
			expect(hints.map(({ message }) => message)).toEqual([
				'The vehicle is subscribed or soon will be, but the node could not look up the subscription, so the output has no ID: Forbidden (AUTHENTICATION / FORBIDDEN, HTTP 403).',
			]);
		},
	);

	test('without waiting it does not look for the subscription', async () => {
		post().reply(202, ACCEPTED);
		const { json, hints } = await runSmartcar({ ...parameters, waitForSubscription: false });
		expect(json).toMatchObject([{ id: null, pending: true }]);
		// A list that cannot be read would give one.
		expect(hints).toEqual([]);
	});

	test.each([
		[true, subscription('s1')],
		[false, ACCEPTED],
	])(
		'without Simplify it returns what Smartcar sent, when waiting is %s',
		async (waitForSubscription, expected) => {
			post().reply(202, ACCEPTED);
			lookup().reply(200, listOfS1);
			const { json } = await runSmartcar({ ...parameters, waitForSubscription, simplify: false });
			expect(json).toEqual([expected]);
		},
	);

	test.each([true, false])(
		'an existing subscription is a success, when waiting is %s',
		async (wait) => {
			post().reply(409, conflict);
			lookup().reply(200, listOfS1);
			const { json } = await runSmartcar({ ...parameters, waitForSubscription: wait });
			expect(json).toMatchObject([{ id: 's1', alreadySubscribed: true, pending: false }]);
		},
	);

	test.each([true, false])(
		'waits for a subscription that Smartcar is already creating, when waiting is %s',
		async (waitForSubscription) => {
			post().reply(409, conflict);
			lookup().reply(200, emptyList);
			lookup().reply(200, listOfS1);
			const { json } = await runSmartcar({ ...parameters, waitForSubscription });
			expect(json).toMatchObject([{ id: 's1', alreadySubscribed: true }]);
		},
	);

	test('waits for it only briefly if waiting is off', async () => {
		post().reply(409, conflict);
		// In one second it looks four times at most, and in two seconds five times.
		const list = lookup().times(5).reply(200, emptyList);
		const { json } = await runSmartcar({ ...parameters, waitForSubscription: false });
		expect(json).toMatchObject([{ id: null, pending: true, alreadySubscribed: true }]);
		expect(list.isDone()).toBe(false);
	});

	test('a subscription that exists but is not found in time is a success without an ID', async () => {
		post().reply(409, conflict);
		lookup().times(20).reply(200, emptyList);
		const { json, error, hints } = await runSmartcar({
			...parameters,
			options: { userId, maxSubscriptionWait: 1 },
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ id: null, pending: true, alreadySubscribed: true }]);
		expect(hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('does not list the subscription: v-s1 (Subscribed already.)'),
		]);
	});

	test.each([
		['text', 'Already subscribed'],
		['a list', []],
	])(
		'an existing subscription is a success, when the body of the 409 is %s',
		async (_what, body) => {
			post().reply(409, body);
			lookup().reply(200, listOfS1);
			const { json } = await runSmartcar(parameters);
			expect(json).toMatchObject([{ id: 's1', alreadySubscribed: true, pending: false }]);
		},
	);

	test('an existing subscription of another user of the vehicle is a success at once', async () => {
		post().reply(409, conflict);
		lookup()
			.once()
			.reply(200, page([ofOtherUser], 1, 100, 1));
		const { json, hints } = await runSmartcar(parameters);
		expect(json).toMatchObject([
			{ id: 'other', userId: 'u-other', alreadySubscribed: true, pending: false },
		]);
		expect(hints).toEqual([]);
	});

	test('an existing subscription of the user comes before one of another user', async () => {
		post().reply(409, conflict);
		lookup().reply(200, page([ofOtherUser, subscription('s1')], 1, 100, 2));
		expect((await runSmartcar(parameters)).json).toMatchObject([{ id: 's1' }]);
	});

	test('without Simplify, an existing subscription that is not found is pending, not an error', async () => {
		post().reply(409, conflict);
		lookup().times(20).reply(200, emptyList);
		const { json } = await runSmartcar({
			...parameters,
			simplify: false,
			options: { userId, maxSubscriptionWait: 1 },
		});
		expect(json).toMatchObject([{ id: null, pending: true, alreadySubscribed: true }]);
	});

	test.each<[string, number, object, string]>([
		[
			'in the body of a 200',
			200,
			{ status: '403', type: 'PERMISSION', detail: 'Forbidden.' },
			'Forbidden (PERMISSION, HTTP 403)',
		],
		[
			'about the vehicle',
			409,
			{ status: '409', type: 'VEHICLE_STATE', code: 'ASLEEP' },
			'The request was rejected, and the response gives no reason (VEHICLE_STATE / ASLEEP, HTTP 409)',
		],
		[
			'about the vehicle in lower case',
			409,
			{ status: '409', type: 'vehicle_state', code: 'asleep' },
			'The request was rejected, and the response gives no reason (vehicle_state / asleep, HTTP 409)',
		],
	])('an error %s is not a success', async (_where, status, serviceError, message) => {
		post().reply(status, { errors: [serviceError] });
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toBe(message);
	});

	test.each([500, 502, 503])('is not sent again after %i', async (status) => {
		post()
			.once()
			.reply(status, { errors: [{ status: String(status), type: 'SERVER', detail: 'Broken.' }] });
		const second = post().reply(202, ACCEPTED);
		const { error } = await runSmartcar(parameters);
		expect(error).toMatchObject({ httpCode: String(status) });
		expect(second.isDone()).toBe(false);
	});

	test.each<[string, number, object | string, RegExp]>([
		['other JSON', 200, { portal: 'Log in' }, /: 'body' has no data, errors or meta$/],
		['a redirect to nowhere', 302, '', /is empty \(HTTP 302\)$/],
	])('%s is an error', async (_what, status, body, message) => {
		post().reply(status, body);
		const { json, error } = await runSmartcar(parameters);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(message);
	});

	test('the list that a redirect leads to is an error', async () => {
		post().reply(301, '', { location: 'https://management.api.smartcar.com/v3/subscriptions' });
		const list = managementApi().get('/subscriptions').reply(200, listOfS1);
		const { json, error } = await runSmartcar(parameters);
		expect(list.isDone()).toBe(true);
		expect(json).toEqual([]);
		expect(error?.message).toMatch(/: 'data' Expected object, received array$/);
	});

	test('a web page is an error', async () => {
		post().reply(200, '<html>Log in</html>', { 'content-type': 'text/html' });
		expect((await runSmartcar(parameters)).error?.message).toMatch(
			/with a web page instead of JSON/,
		);
	});

	test('canceling the execution ends the wait', async () => {
		post().reply(202, ACCEPTED);
		const list = lookup().times(20).reply(200, emptyList);
		const { controller, finished } = await startSmartcar(parameters);
		list.once('replied', () => controller.abort());
		await expect(finished).rejects.toThrow('The execution was canceled');
	});
});

describe('Subscription: Delete', () => {
	const deletion = { resource: 'subscription', operation: 'delete', subscriptionId: locator('s1') };
	const remove = () => managementApi().delete('/subscriptions/s1');
	const notFound = (code: string) => ({
		errors: [{ status: '404', type: 'RESOURCE_NOT_FOUND', code }],
	});

	test('204 is a success', async () => {
		remove().reply(204);
		const { json, hints } = await runSmartcar(deletion);
		expect(json).toEqual([{ deleted: true }]);
		expect(hints).toEqual([]);
	});

	test('a missing subscription is a success with a hint', async () => {
		remove().reply(404, notFound('SUBSCRIPTION'));
		const { json, error, hints } = await runSmartcar(deletion);
		expect(error).toBeUndefined();
		expect(json).toEqual([{ deleted: false }]);
		expect(hints.map(({ message }) => message)).toEqual([
			'There was nothing to delete: /subscriptions/s1. If you did not expect that, check the IDs.',
		]);
	});

	describe('by vehicle and webhook', () => {
		const byVehicle = {
			resource: 'subscription',
			operation: 'delete',
			deleteBy: 'vehicleAndWebhook',
			vehicleId: locator('v-s1'),
			webhookId: locator('w-s1'),
		};

		const related = (changes: Record<string, string>) => ({
			...Object(subscription('s1').relationships),
			...Object.fromEntries(
				Object.entries(changes).map(([type, id]) => [type, { data: { type, id } }]),
			),
		});

		test('deletes the subscriptions of all users of the vehicle', async () => {
			lookup().reply(
				200,
				page(
					[
						subscription('s1'),
						{ ...subscription('s1'), id: 's2' },
						// Smartcar may ignore one of the filters. Without a mock, deleting them would fail.
						{ ...subscription('s1'), id: 's3', relationships: related({ webhook: 'w-other' }) },
						{ ...subscription('s1'), id: 's4', relationships: related({ vehicle: 'v-other' }) },
					],
					1,
					100,
					4,
				),
			);
			remove().reply(204);
			managementApi().delete('/subscriptions/s2').reply(404, notFound('SUBSCRIPTION'));
			expect((await runSmartcar(byVehicle)).json).toEqual([
				{ deleted: true, subscriptionId: 's1' },
				{ deleted: false, subscriptionId: 's2' },
			]);
		});

		test('finds a subscription whose webhook has the prefix wh_, as in events', async () => {
			const relationships = related({ webhook: 'wh_w-s1' });
			lookup().reply(200, page([{ ...subscription('s1'), relationships }], 1, 100, 1));
			remove().reply(204);
			expect((await runSmartcar(byVehicle)).json).toEqual([
				{ deleted: true, subscriptionId: 's1' },
			]);
		});

		test('deletes a subscription without a user, too', async () => {
			const relationships = { ...Object(subscription('s1').relationships), user: { data: null } };
			const withoutUser = { id: 's2', relationships };
			lookup().reply(200, page([subscription('s1'), withoutUser], 1, 100, 2));
			remove().reply(204);
			managementApi().delete('/subscriptions/s2').reply(204);
			expect((await runSmartcar(byVehicle)).json).toEqual([
				{ deleted: true, subscriptionId: 's1' },
				{ deleted: true, subscriptionId: 's2' },
			]);
		});

		test('deletes nothing if the list has an entry without a vehicle', async () => {
			lookup().reply(200, page([subscription('s1'), { id: 's2' }], 1, 100, 2));
			const { json, error } = await runSmartcar(byVehicle);
			expect(json).toEqual([]);
			expect(error?.message).toMatch(
				/GET \/subscriptions has an unexpected format: 'relationships'/,
			);
		});

		describe('if one of them cannot be deleted', () => {
			const listAndFailSecond = () => {
				const others = ['s2', 's3'].map((id) => ({ ...subscription('s1'), id }));
				lookup().reply(200, page([subscription('s1'), ...others], 1, 100, 3));
				remove().reply(204);
				managementApi()
					.delete('/subscriptions/s2')
					.reply(403, { errors: [{ type: 'PERMISSION', code: null, detail: 'Not allowed.' }] });
				return managementApi().delete('/subscriptions/s3').reply(204);
			};

			test('with On Error: Continue it returns an error item and deletes the others', async () => {
				listAndFailSecond();
				const node = { onError: 'continueRegularOutput' } as const;
				expect((await runSmartcar(byVehicle, { node })).json).toEqual([
					{ deleted: true, subscriptionId: 's1' },
					expect.objectContaining({
						error: 'Not allowed (PERMISSION, HTTP 403)',
						httpStatus: 403,
						subscriptionId: 's2',
					}),
					{ deleted: true, subscriptionId: 's3' },
				]);
			});

			test('without On Error: Continue the node fails and deletes nothing more', async () => {
				const third = listAndFailSecond();
				const { error } = await runSmartcar(byVehicle);
				expect(error?.message).toBe('Not allowed (PERMISSION, HTTP 403)');
				expect(third.isDone()).toBe(false);
			});
		});

		test('without a subscription it succeeds with a hint', async () => {
			lookup().reply(200, emptyList);
			const { json, hints } = await runSmartcar(byVehicle);
			expect(json).toEqual([{ deleted: false }]);
			expect(hints[0]?.message).toContain('the vehicle v-s1 is not subscribed to the webhook w-s1');
		});
	});

	test('many missing subscriptions show one hint', async () => {
		const ids = ['s1', 's2', 's3', 's4', 's5', 's6', 's7'];
		for (const id of ids)
			managementApi().delete(`/subscriptions/${id}`).reply(404, notFound('SUBSCRIPTION'));
		const { json, hints } = await runSmartcar(
			{ ...deletion, subscriptionId: locator('={{ $json.id }}') },
			{ items: ids.map((id) => ({ id })) },
		);
		expect(json).toHaveLength(7);
		expect(hints).toHaveLength(1);
		expect(hints[0]?.message).toContain('/subscriptions/s5 and 2 more');
	});

	test.each([
		['about the path in v2.0', notFound('PATH')],
		['about the version in v2.0', notFound('VERSION')],
		['about the path in v3', notFound('INVALID_PATH')],
		['that is a web page', '<html>Not found</html>'],
		['without a body', ''],
		['with the JSON of a proxy', { error: 'Not Found', message: 'no route' }],
	])('a 404 %s is an error', async (_what, body) => {
		remove().reply(404, body);
		const { error, json } = await runSmartcar(deletion);
		expect(error).toMatchObject({ httpCode: '404' });
		expect(json).toEqual([]);
	});
});
