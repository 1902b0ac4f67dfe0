import { randomUUID } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { startTriggerServer, type TriggerServerOptions } from './triggerServer';

let closing: Array<() => Promise<void>> = [];

async function host(options: INodeParameters, hostOptions: TriggerServerOptions = {}) {
	const started = await startTriggerServer({
		nodeId: randomUUID(),
		...hostOptions,
		parameters: { options, ...hostOptions.parameters },
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
/** `accepted`, `duplicate` or `ignored`. For a rejected delivery the message. */
const statusIn = ({ body }: { body: string }) =>
	JSON.parse(body).status ?? JSON.parse(body).message;

test('Only on Change accepts an error once until it is resolved, for each vehicle', async () => {
	const { deliver, stored } = await host({ onlyOnChange: true });

	const statuses: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'])
		statuses.push(statusIn(await deliver(withError(state))));
	statuses.push(statusIn(await deliver(withError('ERROR', 'v-2'))));

	expect(statuses).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'accepted']);
	expect(stored).toHaveLength(4);
});

test('Only on Change accepts an error again if its execution was not stored', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await host({ onlyOnChange: true }, { store });

	expect(await deliver(withError('ERROR'))).toMatchObject({ status: 500 });
	expect(statusIn(await deliver(withError('ERROR')))).toBe('accepted');
	expect(stored).toHaveLength(1);
});

test('Only on Change accepts one of two events with the same error that arrive together', async () => {
	const { deliver, stored } = await host({ onlyOnChange: true });

	const replies = await Promise.all([deliver(withError('ERROR')), deliver(withError('ERROR'))]);

	expect(replies.map(statusIn).sort()).toEqual(['accepted', 'ignored']);
	expect(stored).toHaveLength(1);
});

test.each([
	['emit', 'accepted', undefined],
	['flag', 'accepted', true],
	['drop', 'ignored', undefined],
])('Out-of-Order Events: %s', async (outOfOrder, expected, flagged) => {
	const { deliver, stored } = await host({ outOfOrder });

	await deliver(withSequence(2));
	const reply = await deliver(withSequence(1));

	expect(statusIn(reply)).toBe(expected);
	const [, late] = stored;
	expect(late?.[0]?.[0]?.json.flags).toEqual(late && (flagged ? { outOfOrder: true } : {}));
});

test('Combine Events: events that arrive while an execution is stored share the next one', async () => {
	let release = () => {};
	const first = new Promise<void>((resolve) => (release = resolve));
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(first).mockResolvedValue();
	const { deliver, received, stored, waitFor } = await host({ combineEvents: true }, { store });

	const deliveries = [1, 2, 3, 4].map(async (sequence) => await deliver(withSequence(sequence)));
	await waitFor(() => received() === 4);
	release();

	expect((await Promise.all(deliveries)).map(statusIn)).toEqual([
		'accepted',
		'accepted',
		'accepted',
		'accepted',
	]);
	expect(stored.map((execution) => execution[0]?.length).sort()).toEqual([1, 3]);
});

test('Combine Events: if the shared execution is not stored, none of its events is acknowledged, and all can be sent again', async () => {
	let release = () => {};
	const first = new Promise<void>((resolve) => (release = resolve));
	const store = jest
		.fn<Promise<void>, []>()
		.mockReturnValueOnce(first)
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, received, stored, waitFor } = await host({ combineEvents: true }, { store });
	const events = [1, 2, 3].map(withSequence);

	const deliveries = events.map(async (event) => await deliver(event));
	await waitFor(() => received() === 3);
	release();
	const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([200, 500, 503]);

	await Promise.all(events.map(async (event) => await deliver(event)));
	expect(stored.flatMap((execution) => execution[0] ?? [])).toHaveLength(3);
});

test('Verify Signature: an event without a signature is accepted only if it is off', async () => {
	const on = await host({});
	const off = await host({ verifySignature: false });
	const body = JSON.stringify(withSequence(1));

	expect(await on.post(body)).toMatchObject({ status: 401 });
	expect(statusIn(await off.post(body))).toBe('accepted');
});

test('with a former token, deliveries signed with either are accepted, and challenges are signed with the current one', async () => {
	const secrets = {
		smartcarWebhookApi: { applicationManagementToken: 'new', formerManagementToken: 'example-amt' },
	};
	const { deliver, post } = await host({}, { secrets });

	expect(statusIn(await deliver(withSequence(1)))).toBe('accepted');
	const { body } = await post('{"eventType":"VERIFY","data":{"challenge":"abc"}}');
	expect(JSON.parse(body)).toEqual({ challenge: expect.stringMatching(/^[0-9a-f]{64}$/) });
});

test('an expression with a wrong value replies 500, so that Smartcar sends the event again', async () => {
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
