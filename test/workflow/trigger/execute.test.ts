import { randomUUID } from 'node:crypto';
import { DataDeduplicationService } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	OnError,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { conditionListSchema } from '../../../nodes/SmartcarTrigger/conditions/conditionRows';
import { observeErrors } from '../../../nodes/SmartcarTrigger/judgment/observeErrors';
import type { EventFlags } from '../../../nodes/SmartcarTrigger/event/types';
import { readParameters } from '../../../nodes/SmartcarTrigger/parameters';
import { eventFrom } from '../../support/eventFrom';
import { eventFixture } from '../../fixtures/eventFixtures';
import { createHarness } from '../support/harness';
import { FakeStore, rowKey } from './fakeStore';
import { storedItem } from './storedItem';
import { TOKEN } from './triggerServer';

const store = new FakeStore();

beforeAll(async () => await DataDeduplicationService.init(store));
beforeEach(() => (store.broken = false));
afterEach(() => jest.restoreAllMocks());

interface Options {
	flags?: EventFlags;
	onError?: OnError;
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	nodeId?: string;
	/** A delivery that was rejected in a test run, in place of the delivered events. */
	rejected?: IDataObject;
}

/**
 * Runs the trigger's `execute()` for these delivered events. Returns its items, its hints and the
 * warnings in n8n's log.
 *
 * @param delivered undefined stands for an item without an event
 */
async function runExecution(delivered: Array<IDataObject | undefined>, options: Options = {}) {
	const { flags = {}, onError, parameters = {}, mode = 'webhook', nodeId = randomUUID() } = options;
	const { rejected } = options;
	const secrets = { smartcarWebhookApi: { applicationManagementToken: TOKEN } };
	const harness = await createHarness(secrets);
	const node = harness.buildNode('smartcarTrigger', parameters, {
		id: nodeId,
		typeVersion: 1.1,
		onError,
	});
	const workflow = harness.buildWorkflow(node);
	const { execute } = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const items: INodeExecutionData[] = rejected
		? [{ json: { rejected } }]
		: delivered.map((event) => (event === undefined ? { json: {} } : storedItem(event, flags)));
	const context = harness.createExecuteContext({ workflow, node, items, mode });
	const warn = jest.spyOn(context.logger, 'warn').mockClear().mockImplementation();
	const output = await execute?.call(context);
	if (!Array.isArray(output)) throw new Error('The trigger emitted no list');
	return {
		items: output[0] ?? [],
		hints: context.hints,
		warnings: warn.mock.calls.map(([message]) => message),
	};
}

/** Runs `execute()` like `runExecution`. Returns only its items. */
const emit = async (delivered: Array<IDataObject | undefined>, options?: Options) =>
	(await runExecution(delivered, options)).items;

const newEvent = () => ({ ...eventFixture('state-as-delivered'), eventId: randomUUID() });

test('emits an event once per trigger', async () => {
	const nodeId = randomUUID();
	const event = newEvent();

	expect(await emit([event], { nodeId })).toMatchObject([
		{ json: { eventId: event.eventId }, pairedItem: { item: 0 } },
	]);
	expect(await emit([event], { nodeId })).toEqual([]);
	expect(await emit([event])).toHaveLength(1);
});

test('drops only the duplicates of a combined execution, and pairs each item with its delivery', async () => {
	const nodeId = randomUUID();
	const [first, second] = [newEvent(), newEvent()];
	await emit([first], { nodeId });

	expect(await emit([first, second], { nodeId })).toMatchObject([
		{ json: { eventId: second.eventId }, pairedItem: { item: 1 } },
	]);
});

test('explains why an execution has no item, and that there is nothing to fix', async () => {
	const nodeId = randomUUID();
	const event = newEvent();
	const first = await runExecution([event], { nodeId });
	expect(first.hints).toEqual([]);

	const { items, hints } = await runExecution([event], { nodeId });
	expect(items).toEqual([]);
	expect(hints).toEqual([
		expect.objectContaining({
			message: expect.stringMatching(/nothing to fix\. .* a duplicate/),
			type: 'info',
		}),
	]);
});

test('emits an event once if the execution got it twice', async () => {
	const event = newEvent();

	expect(await emit([event, event])).toHaveLength(1);
});

describe('soon after the start of a process, when it claims each event a second time', () => {
	const conditions = {
		values: [{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 100 }],
	};
	const isSecondClaim = (item: string) => item.endsWith('(second claim)');
	beforeEach(() => store.newItems.splice(0));

	test('conditions are judged before the second claim', async () => {
		const items = await emit([newEvent()], {
			parameters: { events: ['VEHICLE_STATE', 'CONDITION_MET'], conditions },
		});

		expect(items).toHaveLength(2);
		// The mark of a condition begins with a hash of 22 characters.
		const firstMark = store.newItems.findIndex((item) => /^[\w-]{22}( |$)/.test(item));
		expect(firstMark).toBeGreaterThan(-1);
		expect(store.newItems.findIndex(isSecondClaim)).toBeGreaterThan(firstMark);
	});

	test('an event whose second claim another process has made is not emitted', async () => {
		const [event, nodeId] = [newEvent(), randomUUID()];
		const recorded = new Set([`${event.eventId} (second claim)`]);
		store.recorded.set(rowKey('node', 'wf', nodeId), recorded);

		expect(await emit([event], { nodeId })).toEqual([]);
		expect(store.newItems).toContain(event.eventId);
	});

	test('an event that only a condition can emit is not claimed again', async () => {
		const items = await emit([newEvent()], {
			parameters: { events: ['CONDITION_MET'], conditions },
		});

		expect(items).toHaveLength(1);
		expect(store.newItems.filter(isSecondClaim)).toEqual([]);
	});

	test('an error of an unknown vehicle is claimed again, since its event is always emitted', async () => {
		const eventId = randomUUID();
		const data = { vehicle: {}, errors: [{ type: 'PERMISSION', code: null, state: 'ERROR' }] };
		const items = await emit([{ eventId, eventType: 'VEHICLE_ERROR', data }], {
			parameters: { events: ['VEHICLE_ERROR'], onlyOnChange: true },
		});

		expect(items).toHaveLength(1);
		expect(store.newItems.filter(isSecondClaim)).toEqual([`${eventId} (second claim)`]);
	});
});

test('an error with an unreadable code stays in the item if another error of the event changes', async () => {
	const vehicle = { id: randomUUID() };
	const event = (code: string, state: string) => ({
		eventId: randomUUID(),
		eventType: 'VEHICLE_ERROR',
		data: {
			vehicle,
			errors: [
				{ type: 'SERVER', code: [code], state: 'ERROR' },
				{ type: 'SERVER', code: 'INTERNAL', state },
			],
		},
	});
	const options = {
		nodeId: randomUUID(),
		parameters: { events: ['VEHICLE_ERROR'], onlyOnChange: true },
	};

	await emit([event('unreadable', 'ERROR')], options);
	const items = await emit([event('another', 'RESOLVED')], options);

	expect(items).toMatchObject([
		{ json: { errors: [{ errorType: 'SERVER', resolved: false }, { errorCode: 'INTERNAL' }] } },
	]);
});

test("n8n's store keeps as many events as Events Remembered Across Restarts says", async () => {
	await emit([newEvent()], { parameters: { options: { rememberedEvents: 300 } } });

	expect(store.maxEntries.node).toBe(300);
});

test("warns if more events come in three minutes than n8n's store keeps", async () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	const options = { nodeId: randomUUID(), parameters: { options: { rememberedEvents: 100 } } };
	await runExecution(Array.from({ length: 101 }, newEvent), options);
	now.mockReturnValue(180_000);

	const { warnings } = await runExecution([newEvent()], options);

	expect(warnings).toEqual([expect.stringContaining('recorded 101 events in three minutes')]);
});

test("duplicates do not count among the events that n8n's store has to keep", async () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	const options = { nodeId: randomUUID(), parameters: { options: { rememberedEvents: 100 } } };
	const events = Array.from({ length: 60 }, newEvent);
	for (let copy = 0; copy < 2; copy++) await runExecution(events, options);
	now.mockReturnValue(180_000);

	const { warnings } = await runExecution([newEvent()], options);

	expect(warnings).toEqual([]);
});

test.each<WorkflowExecuteMode>(['manual', 'retry'])(
	'emits duplicates in mode %s, and records nothing',
	async (mode) => {
		const nodeId = randomUUID();
		const event = newEvent();

		await emit([event], { mode, nodeId });

		expect(await emit([event], { mode, nodeId })).toHaveLength(1);
		expect(await emit([event], { nodeId })).toHaveLength(1);
	},
);

describe('an execution that failed in the trigger and is retried by hand', () => {
	const below = { signal: 'tractionbattery-stateofcharge', when: 'below', value: 20, unit: '%' };
	const changes = { signal: 'tractionbattery-stateofcharge', when: 'changes' };
	const every = { signal: 'odometer-traveleddistance', when: 'every', value: 15_000, unit: 'km' };
	const signals = [
		{ code: 'tractionbattery-stateofcharge', body: { value: 15, unit: 'percent' } },
		{ code: 'odometer-traveleddistance', body: { value: 45_020, unit: 'km' } },
	];

	test.each([
		['a limit that is met, even if it was emitted before', below, undefined, 1],
		['a value that has changed', changes, 40, 1],
		['a value that has not changed', changes, 15, 0],
		['a value without a known previous value', changes, undefined, 0],
		['a distance that was passed', every, 44_990, 1],
		['a distance that was passed before', every, 45_010, 0],
		['a distance without a known previous distance', every, undefined, 0],
	])('judges %s', async (_what, condition, previousValue, count) => {
		const parameters = { events: ['CONDITION_MET'], conditions: { values: [condition] } };
		const checks = conditionListSchema
			.parse(parameters.conditions)
			.map(({ id }) => ({ conditionId: id, place: '', previousValue }));
		const data = { vehicle: { id: randomUUID() }, signals };
		const event = { eventId: randomUUID(), eventType: 'VEHICLE_STATE', data };

		const items = await emit([event], { mode: 'retry', parameters, flags: { checks } });

		expect(items).toHaveLength(count);
	});

	test('judges no condition that was edited since', async () => {
		const checks = conditionListSchema
			.parse({ values: [below] })
			.map(({ id }) => ({ conditionId: id, place: '' }));
		const parameters = {
			events: ['CONDITION_MET'],
			conditions: { values: [{ ...below, value: 25 }] },
		};
		const data = { vehicle: { id: randomUUID() }, signals };
		const event = { eventId: randomUUID(), eventType: 'VEHICLE_STATE', data };

		expect(await emit([event], { mode: 'retry', parameters, flags: { checks } })).toEqual([]);
	});

	test('emits the errors that may have changed, and no others', async () => {
		const errors = ['ASLEEP', 'UNREACHABLE'].map((code) => ({ type: 'VEHICLE_STATE', code }));
		const event = {
			eventId: randomUUID(),
			eventType: 'VEHICLE_ERROR',
			data: { vehicle: { id: randomUUID() }, errors },
		};
		const parameters = { events: ['VEHICLE_ERROR'], onlyOnChange: true, itemPer: 'entry' };
		const [asleep] = observeErrors(
			eventFrom(event),
			readParameters((name) => Reflect.get(parameters, name)),
		);
		if (!asleep) throw new Error('The event has no error');
		const checks = [{ conditionId: asleep.condition.id, place: asleep.place }];

		const items = await emit([event], { mode: 'retry', parameters, flags: { checks } });

		expect(items.map(({ json }) => json.errorCode)).toEqual(['ASLEEP']);
	});
});

test.each<[string, string, WorkflowExecuteMode, number]>([
	['a live event at the test URL', 'LIVE', 'manual', 1],
	['a test payload at the test URL', 'TEST', 'manual', 0],
	['a live event at the production URL', 'LIVE', 'webhook', 0],
	['a retry of an execution', 'LIVE', 'retry', 0],
])(
	'shows a hint only for a live event at the test URL: %s',
	async (_case, eventMode, mode, count) => {
		const { hints } = await runExecution(
			[{ ...newEvent(), meta: { version: '4.0', mode: eventMode } }],
			{ mode },
		);

		expect(hints).toHaveLength(count);
		for (const { message } of hints) expect(message).toContain('production URL');
	},
);

test('a test run says why the published workflow would not start with the event', async () => {
	const { items, hints } = await runExecution([{ ...newEvent(), meta: {} }], {
		mode: 'manual',
		flags: { leftOut: 'the filters leave out <b>' },
		parameters: { itemPer: 'entry', filters: { signalCodes: ['wheel-tires'] } },
	});

	expect(items).toMatchObject([{ json: { make: 'SKODA' } }]);
	expect(hints.map(({ message }) => message)).toEqual([
		expect.stringContaining('would not start the published workflow: the filters leave out &lt;b>'),
	]);
});

test('a test run says that a verification of the test URL was answered', async () => {
	const { hints } = await runExecution([{ ...newEvent(), meta: {} }], {
		mode: 'manual',
		flags: { verified: true },
	});

	expect(hints).toMatchObject([
		{
			message: expect.stringMatching(/^The trigger answered a verification of the test URL\./),
			type: 'info',
		},
	]);
});

test('a test run emits a resolved error that the filter Error States excludes', async () => {
	const event = {
		eventId: randomUUID(),
		eventType: 'VEHICLE_ERROR',
		data: {
			vehicle: { id: 'v-1' },
			errors: [{ type: 'VEHICLE_STATE', code: 'ASLEEP', state: 'RESOLVED' }],
		},
	};
	const items = await emit([event], {
		mode: 'manual',
		parameters: {
			events: ['VEHICLE_ERROR'],
			onlyOnChange: true,
			filters: { errorStates: ['ERROR'] },
		},
	});

	expect(items).toMatchObject([
		{ json: { eventId: event.eventId, errors: [{ errorCode: 'ASLEEP', resolved: true }] } },
	]);
});

test('a test run says once that a filter excludes the event, and then why no condition is met', async () => {
	const { hints } = await runExecution([{ ...newEvent(), meta: {} }], {
		mode: 'manual',
		flags: { leftOut: 'the filter Makes excludes SKODA' },
		parameters: {
			events: ['CONDITION_MET', 'VEHICLE_STATE'],
			conditions: {
				values: [{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 1 }],
			},
		},
	});

	expect(hints.map(({ message }) => message)).toEqual([
		'This event is shown because you are listening. It would not start the published workflow: the filter Makes excludes SKODA.',
		expect.stringMatching(/^No condition is met either\. Battery Level Falls Below 1%: /),
	]);
});

test.each<[string, INodeParameters, string]>([
	[
		'a limit',
		{
			events: ['CONDITION_MET'],
			conditions: {
				values: [{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 1 }],
			},
		},
		'No condition is met. This event is shown because you are listening. It would not start the published workflow.',
	],
	[
		'a limit, together with Vehicle State',
		{
			events: ['CONDITION_MET', 'VEHICLE_STATE'],
			conditions: {
				values: [{ signal: 'tractionbattery-stateofcharge', when: 'below', value: 1 }],
			},
		},
		'No condition is met. The published workflow would start with this event, but without an item for a condition.',
	],
	[
		'a change',
		{
			events: ['CONDITION_MET'],
			conditions: { values: [{ signal: 'tractionbattery-stateofcharge', when: 'changes' }] },
		},
		'A test run has no earlier value to compare with, so no condition is met here. The published workflow may start.',
	],
	[
		'a change, together with Vehicle State',
		{
			events: ['CONDITION_MET', 'VEHICLE_STATE'],
			conditions: { values: [{ signal: 'tractionbattery-stateofcharge', when: 'changes' }] },
		},
		'A test run has no earlier value to compare with, so no condition is met here. The published workflow would receive the event, and may find that a condition is met.',
	],
	[
		'a change of a signal that the event lacks',
		{
			events: ['CONDITION_MET'],
			conditions: { values: [{ signal: 'hvac-iscabinhvacactive', when: 'changes' }] },
		},
		'It would not start the published workflow.',
	],
])('shows in a test run why no condition is met: %s', async (_what, parameters, message) => {
	const { hints } = await runExecution([{ ...newEvent(), meta: {} }], {
		mode: 'manual',
		parameters,
	});

	expect(hints.map((hint) => hint.message)).toEqual([expect.stringContaining(message)]);
});

test("emits the event if n8n's store fails", async () => {
	store.broken = true;

	const { items, warnings } = await runExecution([newEvent()]);

	expect(items).toHaveLength(1);
	expect(warnings).toEqual([expect.stringContaining('database is locked')]);
});

test('emits duplicates with When the Workflow Finishes, since they can be retries of a failed run', async () => {
	const nodeId = randomUUID();
	const event = newEvent();
	await emit([event], { nodeId });

	expect(
		await emit([event], { nodeId, parameters: { options: { acknowledge: 'lastNode' } } }),
	).toHaveLength(1);
});

test('emits the raw event if Simplify is off', async () => {
	const event = newEvent();

	expect(await emit([event], { parameters: { simplify: false } })).toMatchObject([{ json: event }]);
	expect((await emit([event]))[0]?.json).toHaveProperty('signals');
});

test('explains what to do if it is started without an event', async () => {
	await expect(emit([undefined])).rejects.toMatchObject({
		message: 'The trigger was started without an event',
		description: expect.stringContaining('test event'),
	});
});

test.each<OnError>(['continueRegularOutput', 'continueErrorOutput'])(
	'a rejected delivery gives a hint and no item if On Error is %s',
	async (onError) => {
		const rejected = { message: 'Received <b>, but rejected it', description: 'Check the token.' };
		const { items, hints } = await runExecution([], { mode: 'manual', onError, rejected });

		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'Received &lt;b>, but rejected it. Check the token.',
		]);
	},
);

test('a rejected delivery fails the test run otherwise', async () => {
	const rejected = { message: 'Received a delivery, but rejected it' };

	await expect(runExecution([], { mode: 'manual', rejected })).rejects.toThrow(rejected.message);
});

const invalidParameters = { filters: { vehicleIds: '={{ { id: 5 } }}' } };

test('emits the event if a parameter is invalid and On Error is Continue', async () => {
	const event = newEvent();

	const [item] = await emit([event], {
		parameters: invalidParameters,
		onError: 'continueRegularOutput',
	});

	expect(item?.json).toMatchObject({ eventId: event.eventId, make: 'SKODA' });
	expect(item?.json).not.toHaveProperty('delivered');
});

test('emits the retry of a failed run also if a parameter is invalid and On Error is Continue', async () => {
	const [nodeId, event] = [randomUUID(), newEvent()];
	await emit([event], { nodeId });

	const items = await emit([event], {
		nodeId,
		parameters: { ...invalidParameters, options: { acknowledge: 'lastNode' } },
		onError: 'continueRegularOutput',
	});

	expect(items).toHaveLength(1);
});

test('fails if a parameter is invalid', async () => {
	await expect(emit([newEvent()], { parameters: invalidParameters })).rejects.toThrow(
		"'Filters → Vehicle IDs' is not valid",
	);
});
