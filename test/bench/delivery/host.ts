import { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';
import type * as node from '../../../nodes/SmartcarTrigger/SmartcarTrigger.node';
import { ROOT } from '../../../tools/package/pack';
import { APPLICATION } from '../../../tools/testEnvironment/credentials';
import type { SignedRequest } from '../../../simulator/deliveries/signedRequests';

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const realNow = performance.now.bind(performance);
let skippedMs = 0;
performance.now = () => realNow() + skippedMs;

/** Puts the clock forward, so that the node forgets events that are older than a week. */
export function skipWeeks(weeks: number): void {
	skippedMs += weeks * WEEK_MS;
}

/** As it is published: what compiles the sources for a tool adds calls of its own to each function that they make. */
const published: typeof node = createRequire(__filename)(
	path.join(ROOT, 'dist', 'nodes', 'SmartcarTrigger', 'SmartcarTrigger.node.js'),
);
const trigger = new published.SmartcarTrigger();

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
const nothing = () => undefined;

/** n8n's store, answering at once. */
const STORE = {
	checkProcessedAndRecord: async (entries: string[]) => ({ new: entries, processed: [] }),
};

/** A response that n8n has sent with 200, as far as the node looks at it. */
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
 * What both of n8n's contexts give the node, only what it uses of them, and at no cost: here only the node's own time
 * counts. The checks of the outcome show that nothing else is missing.
 */
class Context {
	readonly logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
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
	constructor(private readonly request: ReturnType<typeof arrived>) {
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
	readonly helpers = STORE;
	constructor(private readonly items: INodeExecutionData[]) {
		super();
	}
	getInputData() {
		return this.items;
	}
}

const headersOf = ({ headers }: SignedRequest) =>
	Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** A request as n8n has read it from the network. */
export function arrived(request: SignedRequest) {
	return { headers: headersOf(request), rawBody: Buffer.from(request.body) };
}

/**
 * A delivery's way through the node up to n8n's answer: what `webhook()` does, and what it does once the answer is out.
 * @throws Error when the node started no execution
 */
export async function accept(request: ReturnType<typeof arrived>): Promise<INodeExecutionData[]> {
	const webhook = new WebhookContext(request);
	const { workflowData } = await trigger.webhook.call(webhook as unknown as IWebhookFunctions);
	webhook.response.finish();
	if (!workflowData?.[0]) throw new Error('The node did not accept a delivery');
	return workflowData[0];
}

/**
 * The second half, in the execution.
 * @throws Error when the node emitted nothing
 */
export async function execute(items: INodeExecutionData[]): Promise<void> {
	const [emitted] = await trigger.execute.call(
		new ExecuteContext(items) as unknown as IExecuteFunctions,
	);
	if (emitted?.length !== items.length) throw new Error('The node did not emit an event');
}
