import { randomUUID } from 'node:crypto';
import { fixtureBytes } from '../../fixtures/events';
import { sign, startHost, TOKEN, type HostOptions } from './host';

let closing: Array<() => Promise<void>> = [];

async function host(options: HostOptions = {}) {
	const started = await startHost(options);
	closing.push(started.close);
	return started;
}

afterEach(async () => {
	await Promise.all(closing.map(async (close) => await close()));
	closing = [];
});

/** A new one for each test: the trigger's memory lives as long as the process. */
const newEvent = () => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: { vehicle: { id: 'v-1' } },
});

/** A promise to be settled by the test, standing for a slow database. */
function gate() {
	let open = () => {};
	let fail = () => {};
	const passed = new Promise<void>((resolve, reject) => {
		open = resolve;
		fail = () => reject(new Error('disk full'));
	});
	return { passed, open, fail };
}

test.each([1, 2, 3])('answers the verification E%i without a signature', async (number) => {
	const { post, stored } = await host();
	const bytes = fixtureBytes(number);
	const { data, payload } = JSON.parse(bytes.toString());

	expect(await post(bytes)).toEqual({
		status: 200,
		body: JSON.stringify({ challenge: sign((data ?? payload).challenge) }),
	});
	expect(stored).toEqual([]);
});

test.each([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])(
	'accepts the event E%i, signed over its raw bytes',
	async (number) => {
		const { post, stored } = await host({ nodeId: randomUUID() });
		const bytes = fixtureBytes(number);

		const answer = await post(bytes, { 'sc-signature': sign(bytes) });

		expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"accepted"') });
		expect(stored).toEqual([
			[
				[
					{
						json: {
							delivered: JSON.parse(bytes.toString()),
							receivedBy: expect.any(String),
							inPlace: false,
							flags: {},
						},
					},
				],
			],
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
		'a challenge that is an event',
		'{"eventType":"VERIFY","data":{"challenge":"{}"}}',
		{},
		400,
		'challenge_invalid',
	],
])(
	'refuses %s with one line of JSON, starts nothing, and takes the next event',
	async (_name, body, headers, status, error) => {
		const { post, deliver, stored } = await host();

		const answer = await post(body, { 'sc-signature': sign(body), ...headers });

		expect(answer.status).toBe(status);
		expect(JSON.parse(answer.body)).toEqual({ error, message: expect.any(String) });
		expect(answer.body).not.toMatch(/\n|node_modules/);
		expect(stored).toEqual([]);
		expect(await deliver(newEvent())).toMatchObject({
			status: 200,
			body: expect.stringContaining('"accepted"'),
		});
	},
);

test('acknowledges and drops what the user did not choose', async () => {
	const { deliver, stored } = await host({ parameters: { events: ['VEHICLE_ERROR'] } });

	expect(await deliver(newEvent())).toMatchObject({
		status: 200,
		body: expect.stringContaining('"ignored"'),
	});
	expect(await deliver({ ...newEvent(), eventType: 'VEHICLE_ERROR' })).toMatchObject({
		status: 200,
	});
	expect(stored).toHaveLength(1);
});

test('parameters can be expressions', async () => {
	const { deliver, stored } = await host({
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
])('accepts nothing while %s', async (_name, secrets) => {
	const { post, stored } = await host({ secrets, nodeId: randomUUID() });

	expect(await post(fixtureBytes(1))).toMatchObject({
		status: 503,
		body: expect.stringContaining('not_configured'),
	});
	expect(
		await post('{"eventId":"1"}', { 'sc-signature': sign('{"eventId":"1"}', '') }),
	).toMatchObject({ status: 503 });
	expect(stored).toEqual([]);
});

test('takes a token that was pasted with white space', async () => {
	const { deliver } = await host({
		secrets: { smartcarWebhookApi: { applicationManagementToken: ` ${TOKEN}\n` } },
	});

	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
});

test('a token that was replaced works at once, for deliveries and verifications; the former one soon no more', async () => {
	const secrets = { smartcarWebhookApi: { applicationManagementToken: 'before' } };
	const { post, deliver } = await host({ secrets, nodeId: randomUUID() });
	const body = JSON.stringify(newEvent());
	expect(await post(body, { 'sc-signature': sign(body, 'before') })).toMatchObject({ status: 200 });

	secrets.smartcarWebhookApi.applicationManagementToken = TOKEN;
	const verification = fixtureBytes(1);
	const { challenge } = JSON.parse(verification.toString()).data;

	expect(await post(verification)).toEqual({
		status: 200,
		body: JSON.stringify({ challenge: sign(challenge) }),
	});
	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
	expect(await post(body, { 'sc-signature': sign(body, 'before') })).toMatchObject({ status: 401 });
});

test('a new token works at once though the one before was just used', async () => {
	const secrets = { smartcarWebhookApi: { applicationManagementToken: 'before' } };
	const { post, deliver } = await host({ secrets, nodeId: randomUUID() });
	const body = JSON.stringify(newEvent());
	await post(body, { 'sc-signature': sign(body, 'before') });

	secrets.smartcarWebhookApi.applicationManagementToken = TOKEN;

	expect(await deliver(newEvent())).toMatchObject({ status: 200 });
});

test('ten copies at once give one execution, and each sender gets 200 only once it is stored', async () => {
	const { passed, open } = gate();
	const { arrived, deliver, stored, until } = await host({ store: async () => await passed });
	const event = newEvent();
	const answered: string[] = [];
	const copies = Array.from({ length: 10 }, async () => {
		const { status, body } = await deliver(event);
		answered.push(`${status} ${JSON.parse(body).status}`);
	});

	await until(() => arrived() === 10);
	expect(answered).toEqual([]);
	open();
	await Promise.all(copies);

	expect(answered.sort()).toEqual([
		'200 accepted',
		...Array.from({ length: 9 }, () => '200 duplicate'),
	]);
	expect(stored).toHaveLength(1);
});

test('an execution that could not be stored is no copy when the event comes again', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await host({ store });
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

test('a copy that waited takes over when the first could not be stored', async () => {
	const { passed, fail } = gate();
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(passed).mockResolvedValue();
	const { deliver, stored } = await host({ store });
	const event = newEvent();

	const first = deliver(event);
	const second = deliver(event);
	fail();

	expect([await first, await second].map(({ status }) => status).sort()).toEqual([200, 500]);
	expect(stored).toHaveLength(1);
});

test('a sender that hung up before the answer can send again, and a copy that waited takes over', async () => {
	const { passed, open } = gate();
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(passed).mockResolvedValue();
	const { arrived, deliver, until } = await host({ store });
	const event = newEvent();
	const hangUp = new AbortController();

	const broken = deliver(event, hangUp.signal);
	await until(() => arrived() === 1);
	const copy = deliver(event);
	await until(() => arrived() === 2);
	hangUp.abort();
	await expect(broken).rejects.toThrow();

	expect(await copy).toMatchObject({ status: 200, body: expect.stringContaining('"accepted"') });
	open();
	expect(await deliver(event)).toMatchObject({
		status: 200,
		body: expect.stringContaining('"duplicate"'),
	});
});

test('two triggers that get the same event both run', async () => {
	const one = await host({ nodeId: 'one' });
	const two = await host({ nodeId: 'two' });
	const event = newEvent();

	await one.deliver(event);
	await two.deliver(event);

	expect([one.stored.length, two.stored.length]).toEqual([1, 1]);
});

test('someone who listens for a test event gets it each time', async () => {
	const { deliver, stored } = await host({ mode: 'manual' });
	const event = newEvent();

	await deliver(event);
	await deliver(event);

	expect(stored).toHaveLength(2);
});
