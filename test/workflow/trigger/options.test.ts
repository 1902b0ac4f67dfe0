import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { startHost, type HostOptions } from './host';

let closing: Array<() => Promise<void>> = [];

async function host(options: INodeParameters, more: HostOptions = {}) {
	const started = await startHost({
		nodeId: randomUUID(),
		...more,
		parameters: { options, ...more.parameters },
	});
	closing.push(started.close);
	return started;
}

afterEach(async () => {
	await Promise.all(closing.map(async (close) => await close()));
	closing = [];
});

const vehicle = { id: 'v-1' };
const withError = (state: string, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_ERROR',
	data: { vehicle: { id: vehicleId }, errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state }] },
});
const withSequence = (sequence: number) => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: { vehicle },
	meta: { sequence },
});
const word = ({ body }: { body: string }) => JSON.parse(body).status ?? JSON.parse(body).message;

test('Only on Change passes an error on once until it is resolved, for each vehicle', async () => {
	const { deliver, stored } = await host({ onlyOnChange: true });

	const words: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'])
		words.push(word(await deliver(withError(state))));
	words.push(word(await deliver(withError('ERROR', 'v-2'))));

	expect(words).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'accepted']);
	expect(stored).toHaveLength(4);
});

test('Only on Change does not take an error for known whose execution could not be stored', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await host({ onlyOnChange: true }, { store });

	expect(await deliver(withError('ERROR'))).toMatchObject({ status: 500 });
	expect(word(await deliver(withError('ERROR')))).toBe('accepted');
	expect(stored).toHaveLength(1);
});

test('two different events of the same error at once become one execution', async () => {
	const { deliver, stored } = await host({ onlyOnChange: true });

	const answers = await Promise.all([deliver(withError('ERROR')), deliver(withError('ERROR'))]);

	expect(answers.map(word).sort()).toEqual(['accepted', 'ignored']);
	expect(stored).toHaveLength(1);
});

test.each([
	['emit', 'accepted', undefined],
	['flag', 'accepted', true],
	['drop', 'ignored', undefined],
])('Out-of-Order Events: %s', async (outOfOrder, expected, flagged) => {
	const { deliver, stored } = await host({ outOfOrder });

	await deliver(withSequence(2));
	const answer = await deliver(withSequence(1));

	expect(word(answer)).toBe(expected);
	const [, late] = stored;
	expect(late?.[0]?.[0]?.json.flags).toEqual(late && (flagged ? { outOfOrder: true } : {}));
});

test('Combine Events: what arrives while one is being stored goes together next, and all are answered when it is', async () => {
	let release = () => {};
	const first = new Promise<void>((resolve) => (release = resolve));
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(first).mockResolvedValue();
	const { arrived, deliver, stored, until } = await host({ combineEvents: true }, { store });

	const deliveries = [1, 2, 3, 4].map(async (sequence) => await deliver(withSequence(sequence)));
	await until(() => arrived() === 4);
	release();

	expect((await Promise.all(deliveries)).map(word)).toEqual([
		'accepted',
		'accepted',
		'accepted',
		'accepted',
	]);
	expect(stored.map((execution) => execution[0]?.length).sort()).toEqual([1, 3]);
});

test('Combine Events: those that went along are not acknowledged when the execution is not stored, and can come again', async () => {
	let release = () => {};
	const first = new Promise<void>((resolve) => (release = resolve));
	const store = jest
		.fn<Promise<void>, []>()
		.mockReturnValueOnce(first)
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { arrived, deliver, stored, until } = await host({ combineEvents: true }, { store });
	const events = [1, 2, 3].map(withSequence);

	const deliveries = events.map(async (event) => await deliver(event));
	await until(() => arrived() === 3);
	release();
	const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([200, 500, 503]);

	await Promise.all(events.map(async (event) => await deliver(event)));
	expect(stored.flatMap((execution) => execution[0] ?? [])).toHaveLength(3);
});

test('without a signature nothing passes, unless the user has switched the check off', async () => {
	const strict = await host({});
	const lenient = await host({ verifySignature: false });
	const body = JSON.stringify(withSequence(1));

	expect(await strict.post(body)).toMatchObject({ status: 401 });
	expect(word(await lenient.post(body))).toBe('accepted');
});

test('while the token is being replaced, deliveries signed with either pass, and challenges get the current one', async () => {
	const secrets = {
		smartcarWebhookApi: { applicationManagementToken: 'new', formerManagementToken: 'example-amt' },
	};
	const { deliver, post } = await host({}, { secrets });

	expect(word(await deliver(withSequence(1)))).toBe('accepted');
	const { body } = await post('{"eventType":"VERIFY","data":{"challenge":"abc"}}');
	expect(JSON.parse(body)).toEqual({ challenge: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('an expression that gives nonsense is answered with 500, so that the event comes again once it is mended', async () => {
	const { deliver, stored } = await host(
		{},
		{ parameters: { filters: { vehicleIds: '={{ { id: 5 } }}' } } },
	);

	expect(await deliver(withSequence(1))).toMatchObject({
		status: 500,
		body: expect.stringContaining('send it again'),
	});
	expect(stored).toEqual([]);
});
