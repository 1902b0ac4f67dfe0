import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type * as node from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import type { SignedRequest } from '../../../simulator/simulator';
import { ROOT } from '../../../tools/pack';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const realNow = performance.now.bind(performance);
let skippedMs = 0;
performance.now = () => realNow() + skippedMs;

/** Advances the clock of this process. The trigger forgets events that are older than a week. */
export function skipWeeks(weeks: number): void {
	skippedMs += weeks * WEEK_MS;
}

/** The built node. Compiling its source on the fly would add calls to each function and distort the times. */
const built: typeof node = createRequire(__filename)(
	path.join(ROOT, 'dist', 'nodes', 'SmartcarTrigger', 'SmartcarTrigger.node.js'),
);
const trigger = new built.SmartcarTrigger();

const NODE = {
	id: 'trigger',
	name: 'Smartcar Trigger',
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	typeVersion: 1.1,
	position: [0, 0],
	parameters: {},
	credentials: { smartcarWebhookApi: { id: 'webhook', name: 'Webhook' } },
};
const PARAMETERS: Record<string, unknown> = {
	events: ['VEHICLE_STATE', 'VEHICLE_ERROR'],
	simplify: true,
};
const WORKFLOW = { id: 'workflow', name: 'Workflow', active: true };
const noop = () => undefined;

/** n8n's deduplication store, without any delay. */
const DEDUPLICATION_STORE = {
	checkProcessedAndRecord: async (entries: string[]) => ({ new: entries, processed: [] }),
};

/** The part of an HTTP response that the node uses. `finish` tells the node that it was sent. */
class Response extends EventEmitter {
	closed = false;
	writableFinished = false;
	statusCode = 200;

	finish(): void {
		this.closed = true;
		this.writableFinished = true;
		this.emit('close');
	}
}

/**
 * The part of n8n's node contexts that the trigger uses. It costs next to nothing, so that only the node's own time is
 * measured.
 */
class Context {
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
		return PARAMETERS[name] ?? null;
	}
	async getCredentials() {
		return { applicationManagementToken: APPLICATION.applicationManagementToken };
	}
}

class WebhookContext extends Context {
	readonly response = new Response();
	constructor(private readonly request: ReturnType<typeof receivedRequest>) {
		super();
	}
	getRequestObject() {
		return this.request;
	}
	getResponseObject() {
		return this.response;
	}
}

class ExecuteContext extends Context {
	readonly helpers = DEDUPLICATION_STORE;
	constructor(private readonly items: INodeExecutionData[]) {
		super();
	}
	getInputData() {
		return this.items;
	}
}

const headersOf = ({ headers }: SignedRequest) =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A request as n8n passes it to the node. */
export function receivedRequest(request: SignedRequest) {
	return { headers: headersOf(request), rawBody: Buffer.from(request.body) };
}

/**
 * Runs `webhook()`, and what the node does after the response was sent.
 * @throws Error if the node starts no execution
 */
export async function accept(
	request: ReturnType<typeof receivedRequest>,
): Promise<INodeExecutionData[]> {
	const webhook = new WebhookContext(request);
	const { workflowData } = await trigger.webhook.call(webhook as unknown as IWebhookFunctions);
	webhook.response.finish();
	if (!workflowData?.[0]) throw new Error('The node did not accept a delivery');
	return workflowData[0];
}

/**
 * Runs `execute()`.
 * @throws Error if the node does not emit every item
 */
export async function execute(items: INodeExecutionData[]): Promise<void> {
	const [emitted] = await trigger.execute.call(
		new ExecuteContext(items) as unknown as IExecuteFunctions,
	);
	if (emitted?.length !== items.length) throw new Error('The node did not emit an event');
}
