import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DataDeduplicationService, ExecuteContext } from 'n8n-core';
import { createRunExecutionData } from 'n8n-workflow';
import type {
	IDataDeduplicator,
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { fixture } from '../../fixtures/events';
import { createHarness } from '../support/harness';
import { startHost, TOKEN } from './host';

/** Stands for n8n's database, which n8n-core leaves to n8n; hashes and rows are n8n's own business. */
class StoreInMemory implements IDataDeduplicator {
	readonly recorded = new Map<string, Set<string>>();

	broken = false;

	/** Number of entries that the latest call wanted to be kept. */
	maxEntries: number | undefined;

	async checkProcessedAndRecord(
		...[items, scope, { node, workflow }, { maxEntries }]: Parameters<
			IDataDeduplicator['checkProcessedAndRecord']
		>
	) {
		this.maxEntries = maxEntries;
		if (this.broken) throw new Error('database is locked');
		const key = JSON.stringify([scope, workflow.id, node?.id]);
		const known = this.recorded.get(key) ?? new Set();
		const fresh = items.filter((item) => !known.has(String(item)));
		this.recorded.set(key, new Set([...known, ...items.map(String)]));
		return { new: fresh, processed: items.filter((item) => !fresh.includes(item)) };
	}

	async removeProcessed(): Promise<void> {
		throw new Error('The trigger does not remove');
	}

	async clearAllProcessedItems(): Promise<void> {
		throw new Error('The trigger does not clear');
	}

	async getProcessedDataCount(): Promise<number> {
		throw new Error('The trigger does not count');
	}
}

const store = new StoreInMemory();

beforeAll(async () => await DataDeduplicationService.init(store));
beforeEach(() => (store.broken = false));

interface Options {
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	nodeId?: string;
	/** Of the execution; a new one each time by default. */
	executionId?: string;
	/** As `webhook()` handed them over; default as another process would have, made of the deliveries. */
	items?: INodeExecutionData[];
}

/** What the trigger emits in an execution that was started with these deliveries, and says beside it. */
async function emitWithHints(delivered: unknown[], options: Options = {}) {
	const {
		parameters = {},
		mode = 'webhook',
		nodeId = randomUUID(),
		executionId = randomUUID(),
	} = options;
	const secrets = { smartcarWebhookApi: { applicationManagementToken: TOKEN } };
	const harness = await createHarness(path.resolve(__dirname, '../../..'), secrets);
	const node = harness.buildNode('smartcarTrigger', parameters, { id: nodeId, typeVersion: 1.1 });
	const workflow = harness.buildWorkflow(node);
	const { execute } = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const {
		items = delivered.map((event) => ({ json: { delivered: event, flags: {} } as IDataObject })),
	} = options;
	const context = new ExecuteContext(
		workflow,
		workflow.getNode(node.name) ?? node,
		harness.additionalData({ executionId }),
		mode,
		createRunExecutionData(),
		0,
		items,
		{ main: [items] },
		{ node, data: { main: [items] }, source: null },
		[],
	);
	const output = await execute?.call(context);
	if (!Array.isArray(output)) throw new Error('The trigger emitted no list');
	return { items: output[0] ?? [], hints: context.hints };
}

const emit = async (delivered: unknown[], options?: Options) =>
	(await emitWithHints(delivered, options)).items;

const newEvent = () => ({ ...fixture(4), eventId: randomUUID() });

test('emits an event once, whatever process or execution brings it again', async () => {
	const nodeId = randomUUID();
	const event = newEvent();

	expect(await emit([event], { nodeId })).toMatchObject([
		{ json: { eventId: event.eventId }, pairedItem: { item: 0 } },
	]);
	expect(await emit([event], { nodeId })).toEqual([]);
	expect(await emit([event])).toHaveLength(1);
});

test('emits again in an execution that n8n runs again from its start, as it does when a worker died', async () => {
	const [nodeId, executionId] = [randomUUID(), randomUUID()];
	const event = newEvent();
	await emit([event], { nodeId, executionId });

	expect(await emit([event], { nodeId, executionId })).toHaveLength(1);
});

test('of several deliveries in one execution it drops only the copies, and pairs the rest', async () => {
	const nodeId = randomUUID();
	const [first, second] = [newEvent(), newEvent()];
	await emit([first], { nodeId });

	expect(await emit([first, second], { nodeId })).toMatchObject([
		{ json: { eventId: second.eventId }, pairedItem: { item: 1 } },
	]);
});

test('of two copies in one execution it emits one', async () => {
	const event = newEvent();

	expect(await emit([event, event])).toHaveLength(1);
});

/** What n8n has stored of a delivery, and what of it comes back when n8n is started anew. */
async function storeAndRestart() {
	const host = await startHost();
	await host.deliver(newEvent());
	await host.close();
	const [items = []] = host.stored.flat();
	return {
		items,
		afterRestart: items.map(({ json }) => ({ json: { ...json, receivedBy: randomUUID() } })),
	};
}

test("n8n's store keeps as many events as are to be remembered, whichever process received them", async () => {
	const parameters = { options: { rememberedEvents: 300 } };
	await emit([newEvent()], { parameters });
	expect(store.maxEntries).toBe(900);

	const { items } = await storeAndRestart();
	expect(await emit([], { parameters, items })).toHaveLength(1);
	expect(store.maxEntries).toBe(300);
});

test('an execution that begins only after n8n was started anew emits, unless the next attempt was executed before', async () => {
	// From its first execution on a process knows that what it receives is executed in it.
	await emit([], { items: (await storeAndRestart()).items });
	const nodeId = randomUUID();
	const [again, only] = [await storeAndRestart(), await storeAndRestart()];

	expect(await emit([], { nodeId, items: again.items })).toHaveLength(1);
	expect(await emit([], { nodeId, items: again.afterRestart })).toEqual([]);
	expect(await emit([], { nodeId, items: only.afterRestart })).toHaveLength(1);
});

test.each<WorkflowExecuteMode>(['manual', 'retry'])(
	'always emits in mode %s, and records nothing',
	async (mode) => {
		const nodeId = randomUUID();
		const event = newEvent();

		await emit([event], { mode, nodeId });

		expect(await emit([event], { mode, nodeId })).toHaveLength(1);
		expect(await emit([event], { nodeId })).toHaveLength(1);
	},
);

test.each<[string, string, WorkflowExecuteMode, number]>([
	['a live event at the test URL', 'LIVE', 'manual', 1],
	['a test payload at the test URL', 'TEST', 'manual', 0],
	['a live event at the production URL', 'LIVE', 'webhook', 0],
	['an execution that is run again', 'LIVE', 'retry', 0],
])('a hint at the test URL for %s', async (_case, sentAs, mode, count) => {
	const { hints } = await emitWithHints(
		[{ ...newEvent(), meta: { version: '4.0', mode: sentAs } }],
		{ mode },
	);

	expect(hints).toHaveLength(count);
	for (const { message } of hints) expect(message).toContain('production URL');
});

test("emits when n8n's store fails: a repeated event is better than a lost one", async () => {
	store.broken = true;

	expect(await emit([newEvent()])).toHaveLength(1);
});

test('acknowledging when the workflow finishes, it emits each time: the copy can be the retry of a run that failed', async () => {
	const nodeId = randomUUID();
	const event = newEvent();
	await emit([event], { nodeId });

	expect(await emit([event], { nodeId, parameters: { acknowledge: 'lastNode' } })).toHaveLength(1);
});

test('gives the event as it was delivered when it is not to be simplified', async () => {
	const event = newEvent();

	expect(await emit([event], { parameters: { simplify: false } })).toMatchObject([{ json: event }]);
	expect((await emit([event]))[0]?.json).toHaveProperty('signals');
});

test('says what to do when it is started without an event', async () => {
	await expect(emit([undefined])).rejects.toMatchObject({
		message: 'The trigger was started without an event',
		description: expect.stringContaining('test event'),
	});
});
