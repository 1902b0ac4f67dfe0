import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type * as SmartcarTriggerModule from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { ROOT } from '../../../tools/folders';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { Delivery } from '../deliveryFactory';

// Runs the trigger without n8n, with contexts that have only what the trigger uses.

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const realNow = performance.now.bind(performance);
let skippedMs = 0;
performance.now = () => realNow() + skippedMs;

/**
 * Advances `performance.now()`, by which the trigger decides whether an event ID is older than a
 * week.
 */
export function skipWeeks(weeks: number): void {
	skippedMs += weeks * WEEK_MS;
}

/**
 * The built package. Code that is compiled while it is loaded has additional function calls, which
 * take time.
 */
const builtModule: typeof SmartcarTriggerModule = createRequire(__filename)(
	path.join(ROOT, 'dist', 'nodes', 'SmartcarTrigger', 'SmartcarTrigger.node.js'),
);
const trigger = new builtModule.SmartcarTrigger();

const NODE = {
	id: 'trigger',
	name: 'Smartcar Trigger',
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: {},
	credentials: { smartcarWebhookApi: { id: 'webhook', name: 'Webhook' } },
};
const DEFAULT_PARAMETERS: Record<string, unknown> = {
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
	simplify: true,
};
const WORKFLOW = { id: 'workflow', name: 'Workflow', active: true };
const noop = () => undefined;

/** n8n's deduplication store. */
export type DeduplicationStore = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** A store without a database, in which every entry is new. */
export const EMPTY_STORE: DeduplicationStore = {
	checkProcessedAndRecord: async (entries) => ({ new: entries, processed: [] }),
	removeProcessed: async () => undefined,
};

/** The part of Express's response that the trigger uses. */
class FakeResponse extends EventEmitter {
	closed = false;
	writableEnded = false;
	writableFinished = false;
	statusCode = 200;

	/** Tells the trigger that the response was sent. */
	finish(): void {
		this.closed = true;
		this.writableEnded = true;
		this.writableFinished = true;
		this.emit('close');
	}
}

/**
 * What the trigger uses of every n8n context. It takes almost no time, so that only the trigger's
 * own time is measured.
 */
class BaseContext {
	constructor(private readonly parameters: Record<string, unknown>) {}

	readonly logger = { debug: noop, info: noop, warn: noop, error: noop };
	getNode() {
		return NODE;
	}
	getWorkflow() {
		return WORKFLOW;
	}
	getMode() {
		return 'webhook';
	}
	getNodeParameter(name: string) {
		return this.parameters[name] ?? null;
	}
	async getCredentials() {
		return { applicationManagementToken: APPLICATION.applicationManagementToken };
	}
}

class WebhookContext extends BaseContext {
	readonly response = new FakeResponse();
	constructor(
		parameters: Record<string, unknown>,
		private readonly request: Delivery,
	) {
		super(parameters);
	}
	getRequestObject() {
		return this.request;
	}
	getResponseObject() {
		return this.response;
	}
}

class ExecuteContext extends BaseContext {
	constructor(
		parameters: Record<string, unknown>,
		readonly helpers: DeduplicationStore,
		private readonly items: INodeExecutionData[],
	) {
		super(parameters);
	}
	continueOnFail() {
		return false;
	}
	getInputData() {
		return this.items;
	}
}

/**
 * Runs `webhook()`, and then what the trigger does once the response was sent.
 * @returns the input items of the execution
 * @throws Error if the trigger starts no execution
 */
export async function runWebhook(
	request: Delivery,
	parameters = DEFAULT_PARAMETERS,
): Promise<INodeExecutionData[]> {
	const context = new WebhookContext(parameters, request);
	const { workflowData } = await trigger.webhook.call(context as unknown as IWebhookFunctions);
	context.response.finish();
	if (!workflowData?.[0]) throw new Error('The trigger did not accept a delivery');
	return workflowData[0];
}

/**
 * Runs `execute()` with the items that `webhook()` returned.
 * @throws Error if the trigger does not emit every item
 */
export async function runExecute(
	items: INodeExecutionData[],
	parameters = DEFAULT_PARAMETERS,
	store = EMPTY_STORE,
): Promise<void> {
	const [emitted] = await trigger.execute.call(
		new ExecuteContext(parameters, store, items) as unknown as IExecuteFunctions,
	);
	if (emitted?.length !== items.length) throw new Error('The trigger did not emit an event');
}
