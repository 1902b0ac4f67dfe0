import { randomUUID } from 'node:crypto';
import {
	eventFixtureBytes,
	VEHICLE_EVENT_FIXTURES,
	VERIFY_FIXTURES,
} from '../../fixtures/eventFixtures';
import {
	sign,
	slowFirstStore,
	TOKEN,
	useTriggerServers,
	type TriggerServerOptions,
} from './triggerServer';

const startTrigger = useTriggerServers();

/**
 * A new event for each test, because the trigger remembers events for as long as the process runs.
 */
const newEvent = () => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: { vehicle: { id: 'v-1' } },
});

test.each(VERIFY_FIXTURES)(
	'answers the verification %s without a signature',
	async (fixtureName) => {
		const { post, stored } = await startTrigger();
		const bytes = eventFixtureBytes(fixtureName);
		const { data, payload } = JSON.parse(bytes.toString());

		expect(await post(bytes)).toEqual({
			status: 200,
			body: JSON.stringify({ challenge: sign((data ?? payload).challenge) }),
		});
		expect(stored).toEqual([]);
	},
);

test('answers a verification even if an expression has a valid value only for events', async () => {
	const { post } = await startTrigger({
		parameters: { filters: { vehicleIds: '={{ $json.body.data?.vehicle?.id ?? {} }}' } },
	});
	const bytes = eventFixtureBytes(VERIFY_FIXTURES[0] ?? '');

	expect(await post(bytes)).toMatchObject({
		status: 200,
		body: expect.stringContaining('"challenge"'),
	});
});

test.each(VEHICLE_EVENT_FIXTURES)(
	'accepts the event %s, signed over its raw bytes',
	async (fixtureName) => {
		const { post, stored } = await startTrigger({ nodeId: randomUUID() });
		const bytes = eventFixtureBytes(fixtureName);

		const reply = await post(bytes, { 'sc-signature': sign(bytes) });

		expect(reply).toMatchObject({ status: 200, body: expect.stringContaining('"accepted"') });
		const delivered = JSON.stringify(JSON.parse(bytes.toString()));
		expect(stored).toEqual([
			[[{ json: { eventId: expect.any(String), delivered, flags: expect.any(Object) } }]],
		]);
	},
);

test.each([
	['an array', '[]', {}, 400, 'body_not_an_object'],
	['an event without an ID', '{"eventType":"VEHICLE_STATE"}', {}, 400, 'event_id_missing'],
	['more than 1 MiB', `{"a":"${'x'.repeat(1_100_000)}"}`, {}, 413, 'body_too_large'],
	['another content type', '{}', { 'content-type': 'text/plain' }, 415, 'content_type_not_json'],
	['no signature', '{"eventId":"1"}', { 'sc-signature': '' }, 401, 'signature_missing'],
	[
		'a malformed signature',
		'{"eventId":"1"}',
		{ 'sc-signature': 'abc' },
		401,
		'signature_malformed',
	],
	[
		'a forged signature',
		'{"eventId":"1"}',
		{ 'sc-signature': '0'.repeat(64) },
		401,
		'signature_mismatch',
	],
	[
		'a challenge that contains an event',
		'{"eventType":"VERIFY","data":{"challenge":"{}"}}',
		{},
		400,
		'challenge_invalid',
	],
])(
	'rejects %s in one line of JSON, starts no execution, and accepts the next event',
	async (_name, body, headers, status, error) => {
		const { post, deliver, stored } = await startTrigger();

		const reply = await post(body, { 'sc-signature': sign(body), ...headers });

		expect(reply.status).toBe(status);
		expect(JSON.parse(reply.body)).toEqual({ error, message: expect.any(String) });
		expect(reply.body).not.toMatch(/\n|node_modules/);
		expect(stored).toEqual([]);
		expect(await deliver(newEvent())).toMatchObject({
			status: 200,
			body: expect.stringContaining('"accepted"'),
		});
	},
);

test.each(['schedule', 'dynamic'])(
	'accepts a %s event of version 2.0 once if Any Other Event is chosen',
	async (eventName) => {
		const { deliver, stored } = await startTrigger({
			nodeId: randomUUID(),
			parameters: { events: ['OTHER'] },
		});
		const event = {
			version: '2.0',
			eventName,
			webhookId: 'w-1',
			payload: { vehicles: [{ vehicleId: 'v-1' }] },
		};

		expect(await deliver(event)).toMatchObject({ body: expect.stringContaining('"accepted"') });
		expect(await deliver(event)).toMatchObject({ body: expect.stringContaining('"duplicate"') });
		expect(stored).toHaveLength(1);
	},
);

test('acknowledges and drops events that are not chosen', async () => {
	const { deliver, stored } = await startTrigger({ parameters: { events: ['VEHICLE_ERROR'] } });

	expect(await deliver(newEvent())).toMatchObject({
		status: 200,
		body: expect.stringContaining('"ignored"'),
	});
	expect(await deliver({ ...newEvent(), eventType: 'VEHICLE_ERROR' })).toMatchObject({
		status: 200,
	});
	expect(stored).toHaveLength(1);
});

test('an event that a filter excluded is no duplicate when it is sent again', async () => {
	const { deliver } = await startTrigger({ parameters: { filters: { vehicleIds: 'v-2' } } });
	const event = newEvent();

	for (let copy = 0; copy < 2; copy++)
		expect(await deliver(event)).toMatchObject({ body: expect.stringContaining('"ignored"') });
});

test('evaluates expressions in parameters', async () => {
	const { deliver, stored } = await startTrigger({
		parameters: { filters: { vehicleIds: '={{ "v-" + (1 + 1) }}' } },
	});

	expect(await deliver(newEvent())).toMatchObject({
		status: 200,
		body: expect.stringContaining('"ignored"'),
	});
	expect(await deliver({ ...newEvent(), data: { vehicle: { id: 'v-2' } } })).toMatchObject({
		status: 200,
	});
	expect(stored).toHaveLength(1);
});

test.each([
	['there is no credential', {}],
	['the token is empty', { smartcarWebhookApi: { applicationManagementToken: ' ' } }],
])('replies 503 while %s', async (_name, secrets) => {
	const { post, stored } = await startTrigger({ secrets, nodeId: randomUUID() });

	expect(await post(eventFixtureBytes('verify-iso-time'))).toMatchObject({
		status: 503,
		body: expect.stringContaining('not_configured'),
	});
	expect(
		await post('{"eventId":"1"}', { 'sc-signature': sign('{"eventId":"1"}', '') }),
	).toMatchObject({ status: 503 });
	expect(stored).toEqual([]);
});

test('ignores white space around the token', async () => {
	const { deliver } = await startTrigger({
		secrets: { smartcarWebhookApi: { applicationManagementToken: ` ${TOKEN}\n` } },
	});

	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
});

test('a new token works at once for deliveries and verifications, and the old token stops working', async () => {
	const secrets = { smartcarWebhookApi: { applicationManagementToken: 'before' } };
	const { post, deliver } = await startTrigger({ secrets, nodeId: randomUUID() });
	const body = JSON.stringify(newEvent());
	expect(await post(body, { 'sc-signature': sign(body, 'before') })).toMatchObject({ status: 200 });

	secrets.smartcarWebhookApi.applicationManagementToken = TOKEN;
	const verification = eventFixtureBytes('verify-iso-time');
	const { challenge } = JSON.parse(verification.toString()).data;

	expect(await post(verification)).toEqual({
		status: 200,
		body: JSON.stringify({ challenge: sign(challenge) }),
	});
	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
	expect(await post(body, { 'sc-signature': sign(body, 'before') })).toMatchObject({ status: 401 });
});

test('a new token works at once even if the old token has just been used', async () => {
	const secrets = { smartcarWebhookApi: { applicationManagementToken: 'before' } };
	const { post, deliver } = await startTrigger({ secrets, nodeId: randomUUID() });
	const body = JSON.stringify(newEvent());
	await post(body, { 'sc-signature': sign(body, 'before') });

	secrets.smartcarWebhookApi.applicationManagementToken = TOKEN;

	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
});

test('ten deliveries of an event start one execution, and all get 200 once it is stored', async () => {
	const { store, finish } = slowFirstStore();
	const { deliver, received, stored, waitFor } = await startTrigger({ store });
	const event = newEvent();
	const replies: string[] = [];
	const deliveries = Array.from({ length: 10 }, async () => {
		const { status, body } = await deliver(event);
		replies.push(`${status} ${JSON.parse(body).status}`);
	});

	await waitFor(() => received() === 10);
	expect(replies).toEqual([]);
	finish();
	await Promise.all(deliveries);

	expect(replies.sort()).toEqual([
		'200 accepted',
		...Array.from({ length: 9 }, () => '200 duplicate'),
	]);
	expect(stored).toHaveLength(1);
});

test('an event whose execution was not stored is accepted when it is sent again', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await startTrigger({ store });
	const event = newEvent();

	expect(await deliver(event)).toMatchObject({ status: 500 });
	expect(await deliver(event)).toMatchObject({
		status: 200,
		body: expect.stringContaining('"accepted"'),
	});
	expect(await deliver(event)).toMatchObject({
		status: 200,
		body: expect.stringContaining('"duplicate"'),
	});
	expect(stored).toHaveLength(1);
});

test('a duplicate that waited starts the execution if that of the first delivery was not stored', async () => {
	const { store, fail } = slowFirstStore();
	const { deliver, received, stored, waitFor } = await startTrigger({ store });
	const event = newEvent();

	const first = deliver(event);
	const second = deliver(event);
	await waitFor(() => received() === 2);
	fail();

	expect([await first, await second].map(({ status }) => status).sort()).toEqual([200, 500]);
	expect(stored).toHaveLength(1);
});

test('a duplicate that waited starts an execution if the first sender hung up', async () => {
	const { store, finish } = slowFirstStore();
	const { deliver, received, waitFor } = await startTrigger({ store });
	const event = newEvent();
	const hangUp = new AbortController();

	const broken = deliver(event, hangUp.signal);
	await waitFor(() => received() === 1);
	const duplicate = deliver(event);
	await waitFor(() => received() === 2);
	hangUp.abort();
	await expect(broken).rejects.toThrow();

	expect(await duplicate).toMatchObject({
		status: 200,
		body: expect.stringContaining('"accepted"'),
	});
	finish();
	expect(await deliver(event)).toMatchObject({
		status: 200,
		body: expect.stringContaining('"duplicate"'),
	});
});

test.each<[string, TriggerServerOptions, TriggerServerOptions]>([
	['two triggers', { nodeId: 'one' }, { nodeId: 'two' }],
	// A copy of a workflow keeps the IDs of its nodes.
	['a workflow and its copy', { workflowId: 'original' }, { workflowId: 'copy' }],
])('%s that receive the same event both start an execution', async (_what, first, second) => {
	const one = await startTrigger(first);
	const two = await startTrigger(second);
	const event = newEvent();

	await one.deliver(event);
	await two.deliver(event);

	expect([one.stored.length, two.stored.length]).toEqual([1, 1]);
});

test('in the editor each delivery of an event starts a run', async () => {
	const { deliver, stored } = await startTrigger({ mode: 'manual' });
	const event = newEvent();

	await deliver(event);
	await deliver(event);

	expect(stored).toHaveLength(2);
});

test('in the editor an event that a filter excludes is shown with the reason', async () => {
	const { deliver, stored } = await startTrigger({
		mode: 'manual',
		parameters: { filters: { makes: 'TESLA' } },
	});

	await deliver(newEvent());

	expect(stored[0]?.[0]?.[0]?.json.flags).toEqual({
		leftOut: 'the filter Makes excludes vehicles without a make',
	});
});

test('in the editor a delivery with a wrong signature is rejected, and starts a run that says so', async () => {
	const { post, stored } = await startTrigger({ mode: 'manual' });

	const reply = await post(JSON.stringify(newEvent()), { 'sc-signature': '0'.repeat(64) });

	expect(reply.status).toBe(401);
	expect(stored).toEqual([[[{ json: { rejected: expect.any(Object) } }]]]);
	expect(stored[0]?.[0]?.[0]?.json.rejected).toMatchObject({
		message:
			'Received a delivery, but its signature does not match the Application Management Token of this credential',
	});
});

test.each([
	['does not match', '0'.repeat(64), 'Copy the Application Management Token again'],
	['is malformed', 'abc', 'The request does not come from Smartcar'],
	['is missing', '', 'The request does not come from Smartcar'],
])(
	'in the editor the run for a delivery whose signature %s says what to do',
	async (_what, signature, advice) => {
		const { post, stored } = await startTrigger({ mode: 'manual' });

		await post(JSON.stringify(newEvent()), { 'sc-signature': signature });

		expect(stored[0]?.[0]?.[0]?.json.rejected).toMatchObject({
			description: expect.stringContaining(advice),
		});
	},
);

test('in the editor an expression with a wrong value rejects a delivery, and starts a run that says why', async () => {
	const { deliver, stored } = await startTrigger({
		mode: 'manual',
		parameters: { filters: { vehicleIds: '={{ { id: 5 } }}' } },
	});

	expect(await deliver(newEvent())).toMatchObject({ status: 500 });
	expect(stored[0]?.[0]?.[0]?.json.rejected).toMatchObject({
		description: expect.stringContaining("'Filters → Vehicle IDs' is not valid"),
	});
});

test('outside the editor a delivery with a wrong signature starts nothing', async () => {
	const { post, stored } = await startTrigger();

	await post(JSON.stringify(newEvent()), { 'sc-signature': '0'.repeat(64) });

	expect(stored).toEqual([]);
});

test('in the editor a verification starts no run, and is mentioned in the run of the next event only', async () => {
	const { post, deliver, stored } = await startTrigger({ mode: 'manual', nodeId: 'verified' });

	const verification = { eventType: 'VERIFY', data: { challenge: 'abc' } };
	expect((await post(JSON.stringify(verification))).status).toBe(200);
	expect(stored).toEqual([]);
	await deliver(newEvent());
	await deliver(newEvent());

	expect(stored.map(([items]) => items?.[0]?.json.flags)).toEqual([{ verified: true }, {}]);
});

test.each([
	[119, { verified: true }],
	[121, {}],
])('in the editor a verification is mentioned in a run %i s later: %j', async (seconds, flags) => {
	const { post, deliver, stored } = await startTrigger({ mode: 'manual', nodeId: randomUUID() });
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	await post(eventFixtureBytes('verify-iso-time'));
	now.mockReturnValue(seconds * 1_000);
	await deliver(newEvent());
	now.mockRestore();

	expect(stored[0]?.[0]?.[0]?.json.flags).toEqual(flags);
});
