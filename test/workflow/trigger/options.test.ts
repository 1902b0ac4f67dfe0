import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { FakeStore } from './fakeStore';
import { sign, startTriggerServer, type TriggerServerOptions } from './triggerServer';

const n8nStore = new FakeStore();
beforeAll(async () => await DataDeduplicationService.init(n8nStore));

let closing: Array<() => Promise<void>> = [];

async function host(options: INodeParameters, hostOptions: TriggerServerOptions = {}) {
	const started = await startTriggerServer({
		nodeId: randomUUID(),
		runsExecutions: true,
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

const CHARGE = 'tractionbattery-stateofcharge';

const vehicle = { id: 'v-1' };
const withError = (state: string, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_ERROR',
	data: { vehicle: { id: vehicleId }, errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state }] },
});
const withSequence = (sequence: number, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: { vehicle: { id: vehicleId } },
	meta: { sequence },
});
/** `accepted`, `duplicate` or `ignored`. For a rejected delivery the message. */
const statusIn = ({ body }: { body: string }) =>
	JSON.parse(body).status ?? JSON.parse(body).message;

test('Only When an Error Starts or Ends emits an error once until it is resolved, for each vehicle', async () => {
	const { deliver, emitted } = await host({});

	const statuses: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'])
		statuses.push(statusIn(await deliver(withError(state))));
	statuses.push(statusIn(await deliver(withError('ERROR', 'v-2'))));

	expect(statuses).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'accepted']);
	expect((await emitted()).map(({ json }) => [json.vehicleId, json.message])).toEqual([
		['v-1', 'Vehicle v-1 cannot be read: it is asleep.'],
		['v-1', 'Vehicle v-1 can be read again: it is awake.'],
		['v-1', 'Vehicle v-1 cannot be read: it is asleep.'],
		['v-2', 'Vehicle v-2 cannot be read: it is asleep.'],
	]);
});

test('Only When an Error Starts or Ends with Error States: Error notices a RESOLVED, and does not emit it', async () => {
	const { deliver, emitted } = await host(
		{},
		{ parameters: { filters: { errorStates: ['ERROR'] } } },
	);

	const statuses: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR', 'ERROR'])
		statuses.push(statusIn(await deliver(withError(state))));

	expect(statuses).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'ignored']);
	expect(await emitted()).toHaveLength(2);
});

test.each<[string, INodeParameters]>([
	['Event', {}],
	['Signal or Error', { itemPer: 'entry' }],
])(
	'Only When an Error Starts or Ends emits the errors that have changed, one item per %s',
	async (_per, parameters) => {
		const { deliver, emitted } = await host({}, { parameters });
		const errors = ['ASLEEP', 'UNREACHABLE'].map((code) => ({ type: 'VEHICLE_STATE', code }));
		await deliver(withError('ERROR'));

		await deliver({
			eventId: randomUUID(),
			eventType: 'VEHICLE_ERROR',
			data: { vehicle, errors },
		});

		expect((await emitted()).map(({ json }) => json.message)).toEqual([
			'Vehicle v-1 cannot be read: it is asleep.',
			'Vehicle v-1 cannot be read: it cannot be reached.',
		]);
	},
);

test.each<[string, 'once' | 'twice', object]>([
	['no errors', 'twice', { errors: [] }],
	['an error that cannot be read', 'twice', { errors: [{ code: 'ASLEEP', state: 5 }] }],
	['an error in an unknown state', 'once', { errors: [{ code: 'ASLEEP', state: 'SLEEPY' }] }],
	['an error without a vehicle', 'twice', { vehicle: undefined, errors: [{ code: 'ASLEEP' }] }],
	['an error that can be read', 'once', { errors: [{ code: 'ASLEEP' }] }],
])(
	'Only When an Error Starts or Ends: of two events with %s the trigger emits it %s',
	async (_what, howOften, data) => {
		const { deliver, emitted } = await host({});
		const event = () => ({
			eventId: randomUUID(),
			eventType: 'VEHICLE_ERROR',
			data: { vehicle, ...data },
		});

		await deliver(event());
		await deliver(event());

		expect(await emitted()).toHaveLength(howOften === 'once' ? 1 : 2);
	},
);

test.each([
	['a changed signal that comes with an error', 'VEHICLE_STATE'],
	['an event of another type', 'OTHER_TYPE'],
])('Only When an Error Starts or Ends does not judge %s', async (_case, eventType) => {
	const { deliver, stored } = await host(
		{},
		{ parameters: { events: ['VEHICLE_STATE', 'OTHER'] } },
	);
	const event = () => ({ ...withError('ERROR'), eventType });

	await deliver(event());

	expect(statusIn(await deliver(event()))).toBe('accepted');
	expect(stored).toHaveLength(2);
});

test('Only When an Error Starts or Ends starts anew when it was off', async () => {
	const nodeId = randomUUID();
	const on = await host({}, { nodeId });
	const off = await host({}, { nodeId, parameters: { onlyOnChange: false } });
	await on.deliver(withError('ERROR'));
	await off.deliver(withError('RESOLVED'));

	expect(statusIn(await on.deliver(withError('ERROR')))).toBe('accepted');
});

test('Only When an Error Starts or Ends knows an error still when the workflow is published again', async () => {
	const { activate, deliver, emitted } = await host({});
	await deliver(withError('ERROR'));

	await activate();
	await deliver(withError('ERROR'));

	expect(await emitted()).toHaveLength(1);
});

test('Only When an Error Starts or Ends accepts an error again if its execution was not stored', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await host({}, { store });

	expect(await deliver(withError('ERROR'))).toMatchObject({ status: 500 });
	expect(statusIn(await deliver(withError('ERROR')))).toBe('accepted');
	expect(stored).toHaveLength(1);
});

test('Only When an Error Starts or Ends accepts one of two events with the same error that arrive together', async () => {
	const { deliver, stored } = await host({});

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

test('Out-of-Order Events: each vehicle has an order of its own', async () => {
	const { deliver } = await host({ outOfOrder: 'drop' });

	expect(statusIn(await deliver(withSequence(9, 'v-1')))).toBe('accepted');
	expect(statusIn(await deliver(withSequence(1, 'v-2')))).toBe('accepted');
	expect(statusIn(await deliver(withSequence(8, 'v-1')))).toBe('ignored');
});

test('Out-of-Order Events: a test payload makes no live event late', async () => {
	const { deliver } = await host({ outOfOrder: 'drop' });
	await deliver({ ...withSequence(9), meta: { sequence: 9, mode: 'TEST' } });

	expect(statusIn(await deliver(withSequence(1)))).toBe('accepted');
});

test.each([
	['after the workflow was published, the order starts anew', 'activate', 'accepted'],
	['the order stays after somebody has listened in the editor', 'listenInEditor', 'ignored'],
] as const)('Out-of-Order Events: %s', async (_what, event, expected) => {
	const trigger = await host({ outOfOrder: 'drop' }, { nodeId: randomUUID() });
	await trigger.deliver(withSequence(2));

	await trigger[event]();

	expect(statusIn(await trigger.deliver(withSequence(1)))).toBe(expected);
});

test('the same condition of two triggers of a workflow, or of its copy, is met in each of them', async () => {
	const parameters = {
		events: ['CONDITION_MET'],
		conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, unit: '%' }] },
	};
	const nodeId = randomUUID();
	const event = {
		eventId: randomUUID(),
		eventType: 'VEHICLE_STATE',
		data: { vehicle, signals: [{ code: CHARGE, body: { value: 15, unit: 'percent' } }] },
	};

	for (const options of [{ nodeId }, { nodeId: randomUUID() }, { nodeId, workflowId: 'copy' }]) {
		const { deliver, emitted } = await host({}, { ...options, parameters });
		await deliver(event);
		expect(await emitted()).toHaveLength(1);
	}
	expect(n8nStore.maxEntries.workflow).toBe(100_000);
});

test('Out-of-Order Events: an event that meets no condition is not one that the workflow got', async () => {
	const { deliver } = await host(
		{ outOfOrder: 'drop' },
		{
			parameters: {
				events: ['CONDITION_MET'],
				conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, unit: '%' }] },
			},
		},
	);
	const withSignals = (sequence: number, ...signals: object[]) => ({
		...withSequence(sequence),
		data: { vehicle, signals },
	});

	expect(statusIn(await deliver(withSignals(2)))).toBe('ignored');
	const late = withSignals(1, { code: CHARGE, body: { value: 15, unit: 'percent' } });
	expect(statusIn(await deliver(late))).toBe('accepted');
});

test('Out-of-Order Events: with When the Workflow Finishes an event whose workflow may have failed is left to the conditions', async () => {
	const { deliver } = await host(
		{ outOfOrder: 'drop', acknowledge: 'lastNode' },
		{
			parameters: {
				events: ['CONDITION_MET'],
				conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, unit: '%' }] },
			},
		},
	);
	const withCharge = (sequence: number, value: number) => ({
		...withSequence(sequence),
		data: { vehicle, signals: [{ code: CHARGE, body: { value, unit: 'percent' } }] },
	});
	expect(statusIn(await deliver(withCharge(7, 50)))).toBe('accepted');

	expect(statusIn(await deliver(withCharge(5, 10)))).toBe('accepted');
	expect(statusIn(await deliver(withCharge(4, 60)))).toBe('ignored');
});

test('Out-of-Order Events: with When the Workflow Finishes an event whose workflow has failed makes no other one late', async () => {
	const failed = withSequence(2);
	let hasFailed = false;
	const options = { outOfOrder: 'drop', acknowledge: 'lastNode' };
	const { deliver, execute } = await host(options, {
		runsExecutions: false,
		store: async () => {
			if (hasFailed) return;
			hasFailed = true;
			// The trigger has run, and another node fails.
			await execute(failed);
			throw new Error('The workflow has failed');
		},
	});

	expect(await deliver(failed)).toMatchObject({ status: 500 });
	expect(statusIn(await deliver(withSequence(1)))).toBe('accepted');
});

test('Out-of-Order Events: an execution that finds a copy late does not change what was known before', async () => {
	const { deliver, emitted } = await host({ outOfOrder: 'drop' });
	await deliver(withSequence(5));
	await emitted();
	const copy = withSequence(7);
	// Another process has had its event.
	for (const ids of n8nStore.recorded.values()) ids.add(copy.eventId);

	let resume = () => {};
	n8nStore.pause = new Promise((resolve) => (resume = resolve));
	expect(statusIn(await deliver(copy))).toBe('accepted');
	// It waits until the copy no longer waits for its execution, and counts.
	expect(statusIn(await deliver(withSequence(6)))).toBe('ignored');
	resume();
	await emitted();

	expect(statusIn(await deliver(withSequence(3)))).toBe('ignored');
	expect(statusIn(await deliver(withSequence(6)))).toBe('accepted');
});

test('Out-of-Order Events: an event counts whose sender hung up before n8n had stored its execution', async () => {
	let finishStoring = () => {};
	const storing = new Promise<void>((resolve) => (finishStoring = resolve));
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(storing).mockResolvedValue();
	const { deliver, emitted, received, waitFor } = await host({ outOfOrder: 'drop' }, { store });
	const hangUp = new AbortController();

	const broken = deliver(withSequence(2), hangUp.signal);
	await waitFor(() => received() === 1);
	hangUp.abort();
	await expect(broken).rejects.toThrow();
	const late = deliver(withSequence(1));
	await waitFor(() => received() === 2);
	finishStoring();

	expect(statusIn(await late)).toBe('ignored');
	expect(await emitted()).toHaveLength(1);
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
	const events = [1, 2, 3].map((sequence) => withSequence(sequence));

	const deliveries = events.map(async (event) => await deliver(event));
	await waitFor(() => received() === 3);
	release();
	const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([200, 500, 503]);

	await Promise.all(events.map(async (event) => await deliver(event)));
	expect(stored.flatMap((execution) => execution[0] ?? [])).toHaveLength(3);
});

test.each<[string, INodeParameters, boolean]>([
	['Smartcar is answered when the workflow finishes', { acknowledge: 'lastNode' }, false],
	['n8n hands only the first item to the node (Execute Once)', {}, true],
])('Combine Events has no effect if %s', async (_case, options, executeOnce) => {
	let release = () => {};
	const first = new Promise<void>((resolve) => (release = resolve));
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(first).mockResolvedValue();
	const { deliver, received, stored, waitFor } = await host(
		{ combineEvents: true, ...options },
		{ store, executeOnce },
	);

	const running = deliver(withSequence(1));
	await waitFor(() => received() === 1);
	await Promise.all([2, 3].map(async (sequence) => await deliver(withSequence(sequence))));
	expect(stored.map((execution) => execution[0]?.length)).toEqual([1, 1]);

	release();
	expect(await running).toMatchObject({ status: 200 });
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
	expect(JSON.parse(body)).toEqual({ challenge: sign('abc', 'new') });
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

test.each([
	['VEHICLE_ERROR', {}],
	['VEHICLE_STATE', { outOfOrder: 'drop' }],
])(
	'what a copy says that only the database recognizes is forgotten: %s, %j',
	async (eventType, options) => {
		const { deliver, emitted, execute } = await host(options);
		const event = (state: string, sequence: number) => ({
			...withError(state),
			eventType,
			meta: { sequence },
		});
		const copy = event('ERROR', 2);
		// Its execution ran before n8n was restarted.
		await execute(copy);
		await deliver(event('RESOLVED', 1));

		expect(statusIn(await deliver(copy))).toBe('accepted');
		expect(statusIn(await deliver(event('ERROR', 1)))).toBe('accepted');
		// The copy is not emitted.
		expect(await emitted()).toHaveLength(2);
	},
);
