import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';
import { FakeStore } from './fakeStore';
import {
	sign,
	slowFirstStore,
	useTriggerServers,
	type TriggerServerOptions,
} from './triggerServer';

const n8nStore = new FakeStore();
beforeAll(async () => await DataDeduplicationService.init(n8nStore));

const startServer = useTriggerServers();

// An error has a mark for each day. So midnight must not come in the middle of a test.
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 1)));
afterEach(() => void jest.restoreAllMocks());

/** Starts a trigger whose parameter Options has these values. */
const startTrigger = async (options: INodeParameters, serverOptions: TriggerServerOptions = {}) =>
	await startServer({
		nodeId: randomUUID(),
		runsExecutions: true,
		...serverOptions,
		parameters: { options, ...serverOptions.parameters },
	});

const CHARGE = 'tractionbattery-stateofcharge';

/** Parameters with a condition that a charge below 20% meets. */
const conditionParameters = {
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, unit: '%' }] },
};
const chargeSignal = (value: number) => ({ code: CHARGE, body: { value, unit: 'percent' } });

const vehicle = { id: 'v-1' };
const errorEvent = (state: string, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_ERROR',
	data: { vehicle: { id: vehicleId }, errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state }] },
});
const eventWithSequence = (sequence: number, vehicleId = 'v-1') => ({
	eventId: randomUUID(),
	eventType: 'VEHICLE_STATE',
	data: { vehicle: { id: vehicleId } },
	meta: { sequence },
});
/** `accepted`, `duplicate` or `ignored`. The message if the delivery was rejected. */
const replyStatus = ({ body }: { body: string }) =>
	JSON.parse(body).status ?? JSON.parse(body).message;

test('Only When an Error Starts or Ends emits an error once until it is resolved, for each vehicle', async () => {
	const { deliver, emitted } = await startTrigger({});

	const statuses: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR'])
		statuses.push(replyStatus(await deliver(errorEvent(state))));
	statuses.push(replyStatus(await deliver(errorEvent('ERROR', 'v-2'))));

	expect(statuses).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'accepted']);
	expect((await emitted()).map(({ json }) => [json.vehicleId, json.message])).toEqual([
		['v-1', 'Vehicle v-1 cannot be read: it is asleep.'],
		['v-1', 'Vehicle v-1 can be read again: it is awake.'],
		['v-1', 'Vehicle v-1 cannot be read: it is asleep.'],
		['v-2', 'Vehicle v-2 cannot be read: it is asleep.'],
	]);
});

test('Only When an Error Starts or Ends with Error States: Error notices that an error is resolved, without emitting it', async () => {
	const { deliver, emitted } = await startTrigger(
		{},
		{ parameters: { filters: { errorStates: ['ERROR'] } } },
	);

	const statuses: string[] = [];
	for (const state of ['ERROR', 'ERROR', 'RESOLVED', 'RESOLVED', 'ERROR', 'ERROR'])
		statuses.push(replyStatus(await deliver(errorEvent(state))));

	expect(statuses).toEqual(['accepted', 'ignored', 'accepted', 'ignored', 'accepted', 'ignored']);
	expect(await emitted()).toHaveLength(2);
});

test.each<[string, INodeParameters]>([
	['Event', {}],
	['Signal or Error', { itemPer: 'entry' }],
])(
	'Only When an Error Starts or Ends emits the errors that have changed, one item per %s',
	async (_per, parameters) => {
		const { deliver, emitted } = await startTrigger({}, { parameters });
		const errors = ['ASLEEP', 'UNREACHABLE'].map((code) => ({ type: 'VEHICLE_STATE', code }));
		await deliver(errorEvent('ERROR'));

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

test('Only When an Error Starts or Ends gives an error that cannot be identified an item, and a repeated one beside it none', async () => {
	const parameters = {
		events: ['VEHICLE_ERROR'],
		itemPer: 'entry',
		filters: { errorCodes: ['ASLEEP', 'UNREACHABLE'] },
	};
	const { deliver, emitted } = await startTrigger({}, { parameters });
	const [asleep, unreachable] = ['ASLEEP', 'UNREACHABLE'].map((code) => ({
		type: 'VEHICLE_STATE',
		code,
	}));
	await deliver(errorEvent('ERROR'));

	for (const others of [[asleep], [asleep, unreachable]])
		await deliver({
			eventId: randomUUID(),
			eventType: 'VEHICLE_ERROR',
			data: { vehicle, errors: [{ type: 'SERVER', code: ['x'] }, ...others] },
		});

	expect((await emitted()).map(({ json }) => [json.errorType, json.errorCode])).toEqual([
		['VEHICLE_STATE', 'ASLEEP'],
		['SERVER', undefined],
		['SERVER', undefined],
		['VEHICLE_STATE', 'UNREACHABLE'],
	]);
});

test.each<['one' | 'both', string, object]>([
	['both', 'no errors', { errors: [] }],
	['both', 'an error that cannot be read', { errors: [{ code: 'ASLEEP', state: 5 }] }],
	['one', 'an error in an unknown state', { errors: [{ code: 'ASLEEP', state: 'SLEEPY' }] }],
	['both', 'an error without a vehicle', { vehicle: undefined, errors: [{ code: 'ASLEEP' }] }],
	['one', 'an error that can be read', { errors: [{ code: 'ASLEEP' }] }],
])(
	'Only When an Error Starts or Ends emits %s of two events with %s',
	async (emittedEvents, _what, data) => {
		const { deliver, emitted } = await startTrigger({});
		const event = () => ({
			eventId: randomUUID(),
			eventType: 'VEHICLE_ERROR',
			data: { vehicle, ...data },
		});

		await deliver(event());
		await deliver(event());

		expect(await emitted()).toHaveLength(emittedEvents === 'one' ? 1 : 2);
	},
);

test.each(['VEHICLE_STATE', 'OTHER_TYPE'])(
	'Only When an Error Starts or Ends does not drop a repeated error in an event of type %s',
	async (eventType) => {
		const { deliver, stored } = await startTrigger(
			{},
			{ parameters: { events: ['VEHICLE_STATE', 'OTHER'] } },
		);
		const event = () => ({ ...errorEvent('ERROR'), eventType });

		await deliver(event());

		expect(replyStatus(await deliver(event()))).toBe('accepted');
		expect(stored).toHaveLength(2);
	},
);

test('Only When an Error Starts or Ends accepts an error that was resolved while it was off', async () => {
	const nodeId = randomUUID();
	const on = await startTrigger({}, { nodeId });
	const off = await startTrigger({}, { nodeId, parameters: { onlyOnChange: false } });
	await on.deliver(errorEvent('ERROR'));
	await off.deliver(errorEvent('RESOLVED'));

	expect(replyStatus(await on.deliver(errorEvent('ERROR')))).toBe('accepted');
});

test('Only When an Error Starts or Ends still knows an error after the workflow is published again', async () => {
	const { activate, deliver, emitted } = await startTrigger({});
	await deliver(errorEvent('ERROR'));

	await activate();
	await deliver(errorEvent('ERROR'));

	expect(await emitted()).toHaveLength(1);
});

test('Only When an Error Starts or Ends accepts an error again if its execution was not stored', async () => {
	const store = jest
		.fn<Promise<void>, []>()
		.mockRejectedValueOnce(new Error('disk full'))
		.mockResolvedValue();
	const { deliver, stored } = await startTrigger({}, { store });

	expect(await deliver(errorEvent('ERROR'))).toMatchObject({ status: 500 });
	expect(replyStatus(await deliver(errorEvent('ERROR')))).toBe('accepted');
	expect(stored).toHaveLength(1);
});

test('Only When an Error Starts or Ends accepts one of two simultaneous events with the same error', async () => {
	const { deliver, stored } = await startTrigger({});

	const replies = await Promise.all([deliver(errorEvent('ERROR')), deliver(errorEvent('ERROR'))]);

	expect(replies.map(replyStatus).sort()).toEqual(['accepted', 'ignored']);
	expect(stored).toHaveLength(1);
});

test.each([
	['emit', 'accepted', undefined],
	['flag', 'accepted', true],
	['drop', 'ignored', undefined],
])('Out-of-Order Events: %s', async (outOfOrder, expected, flagged) => {
	const { deliver, stored } = await startTrigger({ outOfOrder });

	await deliver(eventWithSequence(2));
	const reply = await deliver(eventWithSequence(1));

	expect(replyStatus(reply)).toBe(expected);
	const [, late] = stored;
	expect(late?.[0]?.[0]?.json.flags).toEqual(late && (flagged ? { outOfOrder: true } : {}));
});

test('Out-of-Order Events: each vehicle has an order of its own', async () => {
	const { deliver } = await startTrigger({ outOfOrder: 'drop' });

	expect(replyStatus(await deliver(eventWithSequence(9, 'v-1')))).toBe('accepted');
	expect(replyStatus(await deliver(eventWithSequence(1, 'v-2')))).toBe('accepted');
	expect(replyStatus(await deliver(eventWithSequence(8, 'v-1')))).toBe('ignored');
});

test('Out-of-Order Events: a test payload makes no live event out of order', async () => {
	const { deliver } = await startTrigger({ outOfOrder: 'drop' });
	await deliver({ ...eventWithSequence(9), meta: { sequence: 9, mode: 'TEST' } });

	expect(replyStatus(await deliver(eventWithSequence(1)))).toBe('accepted');
});

test.each([
	['publishing the workflow forgets the order', 'activate', 'accepted'],
	['listening in the editor keeps the order', 'listenInEditor', 'ignored'],
] as const)('Out-of-Order Events: %s', async (_what, event, expected) => {
	const trigger = await startTrigger({ outOfOrder: 'drop' }, { nodeId: randomUUID() });
	await trigger.deliver(eventWithSequence(2));

	await trigger[event]();

	expect(replyStatus(await trigger.deliver(eventWithSequence(1)))).toBe(expected);
});

test('a condition is met once in each trigger of a workflow, and in a copy of the workflow', async () => {
	const nodeId = randomUUID();
	const event = {
		eventId: randomUUID(),
		eventType: 'VEHICLE_STATE',
		data: { vehicle, signals: [chargeSignal(15)] },
	};

	for (const ids of [{ nodeId }, { nodeId: randomUUID() }, { nodeId, workflowId: 'copy' }]) {
		const { deliver, emitted } = await startTrigger(
			{},
			{ ...ids, parameters: conditionParameters },
		);
		await deliver(event);
		expect(await emitted()).toHaveLength(1);
	}
});

test("n8n's store keeps 100,000 marks of the conditions of a workflow", async () => {
	const { deliver, emitted } = await startTrigger({}, { parameters: conditionParameters });

	await deliver({ ...eventWithSequence(1), data: { vehicle, signals: [chargeSignal(15)] } });
	await emitted();

	expect(n8nStore.maxEntries.workflow).toBe(100_000);
});

test('Out-of-Order Events: an event that meets no condition makes no other event out of order', async () => {
	const { deliver } = await startTrigger(
		{ outOfOrder: 'drop' },
		{ parameters: conditionParameters },
	);
	const withSignals = (sequence: number, ...signals: object[]) => ({
		...eventWithSequence(sequence),
		data: { vehicle, signals },
	});

	expect(replyStatus(await deliver(withSignals(2)))).toBe('ignored');
	expect(replyStatus(await deliver(withSignals(1, chargeSignal(15))))).toBe('accepted');
});

/** Three minutes later, a late event can no longer be the retry of one from before the start. */
function skipRetryPeriod(): void {
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + 3 * 60_000);
}

test('Out-of-Order Events: with When the Workflow Finishes, an earlier event that meets a condition is accepted, because it may be a retry', async () => {
	const { deliver } = await startTrigger(
		{ outOfOrder: 'drop', acknowledge: 'lastNode' },
		{ parameters: conditionParameters },
	);
	const withCharge = (sequence: number, value: number) => ({
		...eventWithSequence(sequence),
		data: { vehicle, signals: [chargeSignal(value)] },
	});
	expect(replyStatus(await deliver(withCharge(7, 50)))).toBe('accepted');
	skipRetryPeriod();

	expect(replyStatus(await deliver(withCharge(5, 10)))).toBe('accepted');
	expect(replyStatus(await deliver(withCharge(4, 60)))).toBe('ignored');
});

/**
 * Starts a trigger that drops late events, and delivers one whose workflow fails.
 * @param laterSequence that of an event that is delivered before, and whose workflow succeeds
 */
async function startWithFailedEvent(sequence: number, laterSequence?: number) {
	const failed = eventWithSequence(sequence);
	let isSent = false;
	let hasFailed = false;
	const options = { outOfOrder: 'drop', acknowledge: 'lastNode' };
	const { deliver, execute } = await startTrigger(options, {
		runsExecutions: false,
		store: async () => {
			if (hasFailed || !isSent) return;
			hasFailed = true;
			// The trigger has run, and another node fails.
			await execute(failed);
			throw new Error('The workflow has failed');
		},
	});
	if (laterSequence !== undefined)
		expect(replyStatus(await deliver(eventWithSequence(laterSequence)))).toBe('accepted');
	isSent = true;
	expect(await deliver(failed)).toMatchObject({ status: 500 });
	return { failed, deliver };
}

test('Out-of-Order Events: with When the Workflow Finishes, an event whose workflow failed makes no other event out of order', async () => {
	const { deliver } = await startWithFailedEvent(2);
	skipRetryPeriod();
	expect(replyStatus(await deliver(eventWithSequence(1)))).toBe('accepted');
});

test('Out-of-Order Events: with When the Workflow Finishes, an event whose workflow failed is repeated although a later event came in between', async () => {
	const { failed, deliver } = await startWithFailedEvent(1);
	expect(replyStatus(await deliver(eventWithSequence(2)))).toBe('accepted');
	// Its workflow may have failed before n8n was started.
	expect(replyStatus(await deliver(eventWithSequence(0)))).toBe('accepted');

	skipRetryPeriod();
	expect(replyStatus(await deliver(eventWithSequence(0)))).toBe('ignored');
	expect(replyStatus(await deliver(failed))).toBe('accepted');
});

test('Out-of-Order Events: with When the Workflow Finishes, a late event whose workflow failed is repeated', async () => {
	const { failed, deliver } = await startWithFailedEvent(1, 2);
	skipRetryPeriod();

	expect(replyStatus(await deliver(failed))).toBe('accepted');
});

test('Out-of-Order Events: a copy that only its execution recognizes leaves the order as it was before', async () => {
	const { deliver, emitted } = await startTrigger({ outOfOrder: 'drop' });
	await deliver(eventWithSequence(5));
	await emitted();
	const copy = eventWithSequence(7);
	// Another process has executed this event.
	for (const ids of n8nStore.recorded.values()) ids.add(copy.eventId);

	let resume = () => {};
	n8nStore.pause = new Promise((resolve) => (resume = resolve));
	expect(replyStatus(await deliver(copy))).toBe('accepted');
	// Until its execution recognizes the copy, it counts as an event.
	expect(replyStatus(await deliver(eventWithSequence(6)))).toBe('ignored');
	resume();
	await emitted();

	expect(replyStatus(await deliver(eventWithSequence(3)))).toBe('ignored');
	expect(replyStatus(await deliver(eventWithSequence(6)))).toBe('accepted');
});

test('Out-of-Order Events: an event counts even if its sender hung up before n8n stored its execution', async () => {
	const { store, finish } = slowFirstStore();
	const { deliver, emitted, received, waitFor } = await startTrigger(
		{ outOfOrder: 'drop' },
		{ store },
	);
	const hangUp = new AbortController();

	const broken = deliver(eventWithSequence(2), hangUp.signal);
	await waitFor(() => received() === 1);
	hangUp.abort();
	await expect(broken).rejects.toThrow();
	const late = deliver(eventWithSequence(1));
	await waitFor(() => received() === 2);
	finish();

	expect(replyStatus(await late)).toBe('ignored');
	expect(await emitted()).toHaveLength(1);
});

test('Combine Events: events that arrive while an execution is stored share the next one', async () => {
	const { store, finish } = slowFirstStore();
	const { deliver, received, stored, waitFor } = await startTrigger(
		{ combineEvents: true },
		{ store },
	);

	const deliveries = [1, 2, 3, 4].map(
		async (sequence) => await deliver(eventWithSequence(sequence)),
	);
	await waitFor(() => received() === 4);
	finish();

	expect((await Promise.all(deliveries)).map(replyStatus)).toEqual([
		'accepted',
		'accepted',
		'accepted',
		'accepted',
	]);
	expect(stored.map((execution) => execution[0]?.length).sort()).toEqual([1, 3]);
});

test('Combine Events: if the shared execution is not stored, none of its events is acknowledged, and all can be sent again', async () => {
	const { store, finish } = slowFirstStore();
	store.mockRejectedValueOnce(new Error('disk full'));
	const { deliver, received, stored, waitFor } = await startTrigger(
		{ combineEvents: true },
		{ store },
	);
	const events = [1, 2, 3].map((sequence) => eventWithSequence(sequence));

	const deliveries = events.map(async (event) => await deliver(event));
	await waitFor(() => received() === 3);
	finish();
	const statuses = (await Promise.all(deliveries)).map(({ status }) => status);
	expect(statuses.sort()).toEqual([200, 500, 500]);

	await Promise.all(events.map(async (event) => await deliver(event)));
	expect(stored.flatMap((execution) => execution[0] ?? [])).toHaveLength(3);
});

test.each<[string, INodeParameters, boolean]>([
	['the response waits for the end of the workflow', { acknowledge: 'lastNode' }, false],
	['Execute Once is on, so that the node gets only the first item', {}, true],
])('Combine Events has no effect if %s', async (_case, options, executeOnce) => {
	const { store, finish } = slowFirstStore();
	const { deliver, received, stored, waitFor } = await startTrigger(
		{ combineEvents: true, ...options },
		{ store, executeOnce },
	);

	const running = deliver(eventWithSequence(1));
	await waitFor(() => received() === 1);
	await Promise.all([2, 3].map(async (sequence) => await deliver(eventWithSequence(sequence))));
	expect(stored.map((execution) => execution[0]?.length)).toEqual([1, 1]);

	finish();
	expect(await running).toMatchObject({ status: 200 });
});

test('Verify Signature: an event without a signature is accepted only if it is off', async () => {
	const on = await startTrigger({});
	const off = await startTrigger({ verifySignature: false });
	const body = JSON.stringify(eventWithSequence(1));

	expect(await on.post(body)).toMatchObject({ status: 401 });
	expect(replyStatus(await off.post(body))).toBe('accepted');
});

test('with a former token, deliveries signed with either token are accepted, and challenges are signed with the current one', async () => {
	const secrets = {
		smartcarWebhookApi: { applicationManagementToken: 'new', formerManagementToken: 'example-amt' },
	};
	const { deliver, post } = await startTrigger({}, { secrets });

	expect(replyStatus(await deliver(eventWithSequence(1)))).toBe('accepted');
	const { body } = await post('{"eventType":"VERIFY","data":{"challenge":"abc"}}');
	expect(JSON.parse(body)).toEqual({ challenge: sign('abc', 'new') });
});

test('an expression with a wrong value replies 500, so that Smartcar sends the event again', async () => {
	const { deliver, stored } = await startTrigger(
		{},
		{ parameters: { filters: { vehicleIds: '={{ { id: 5 } }}' } } },
	);

	expect(await deliver(eventWithSequence(1))).toMatchObject({
		status: 500,
		body: expect.stringContaining('send it again'),
	});
	expect(stored).toEqual([]);
});

test.each([
	['VEHICLE_ERROR', {}, 2],
	['VEHICLE_STATE', { outOfOrder: 'drop' }, 1],
])(
	'a copy that only the database recognizes leaves no trace in the state of its vehicle: %s, %j',
	async (eventType, options, otherSequence) => {
		const { deliver, emitted, execute } = await startTrigger(options);
		const event = (state: string, sequence: number) => ({
			...errorEvent(state),
			eventType,
			meta: { sequence },
		});
		const copy = event('ERROR', 2);
		// Its execution ran before n8n was restarted.
		await execute(copy);
		await deliver(event('RESOLVED', otherSequence));

		expect(replyStatus(await deliver(copy))).toBe('accepted');
		expect(replyStatus(await deliver(event('ERROR', otherSequence)))).toBe('accepted');
		// The copy is not emitted.
		expect(await emitted()).toHaveLength(2);
	},
);
