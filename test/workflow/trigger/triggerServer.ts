import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { HookContext, WebhookContext } from 'n8n-core';
import pWaitFor from 'p-wait-for';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import type { Secrets } from '../support/storedCredentials';
import { createHarness } from '../support/harness';
import { storedItem } from './storedItem';

/** The Application Management Token, which Smartcar signs events with. */
export const TOKEN = 'example-amt';

/** The value of `sc-signature` for a body. */
export const sign = (body: string | Buffer, token = TOKEN) =>
	createHmac('sha256', token).update(body).digest('hex');

/** A line that the trigger wrote to n8n's log. */
interface LogLine {
	level: 'debug' | 'info' | 'warn' | 'error';
	message: string;
	metadata: unknown;
}

export interface TriggerServerOptions {
	/** The stored credentials by type. By default the webhook credential with TOKEN. */
	secrets?: Secrets;
	parameters?: INodeParameters;
	/** `webhook` by default. `manual` is a test event in the editor. */
	mode?: WorkflowExecuteMode;
	nodeId?: string;
	workflowId?: string;
	/** n8n's setting of the node. */
	executeOnce?: boolean;
	/**
	 * Whether each execution also runs, after it was stored and the response was sent. By default
	 * executions are only stored.
	 */
	runsExecutions?: boolean;
	/**
	 * Called before the response, when n8n would store the execution. If it rejects, the response is
	 * 500.
	 */
	store?: () => Promise<void>;
}

/**
 * A slow database, for the option `store`: stores the first execution when the test calls `finish`
 * or `fail`, and later executions at once.
 */
export function slowFirstStore() {
	let finish = () => {};
	let fail = () => {};
	const first = new Promise<void>((resolve, reject) => {
		finish = resolve;
		fail = () => reject(new Error('disk full'));
	});
	const store = jest.fn<Promise<void>, []>().mockReturnValueOnce(first).mockResolvedValue();
	return { store, finish, fail };
}

/**
 * Starts an HTTP server that passes its requests to the built trigger, as n8n does: it reads the
 * raw body, calls `webhook()` with n8n-core's context, and stores the execution before it responds.
 */
export async function startTriggerServer(options: TriggerServerOptions = {}) {
	const { secrets = { smartcarWebhookApi: { applicationManagementToken: TOKEN } } } = options;
	const harness = await createHarness(secrets);
	const node = harness.buildNode('smartcarTrigger', options.parameters, {
		id: options.nodeId ?? 'trigger',
		executeOnce: options.executeOnce,
		typeVersion: 1.1,
		webhookId: 'hook',
	});
	const workflow = harness.buildWorkflow(node, options.workflowId);
	const nodeType = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { webhook } = nodeType;
	if (!webhook) throw new Error('The trigger has no webhook');
	const webhookData = harness.buildWebhookData(node);
	const mode = options.mode ?? 'webhook';
	const storedExecutions: INodeExecutionData[][][] = [];
	/** The output of each execution that `runsExecutions` has started. */
	const executionOutputs: Array<Promise<INodeExecutionData[]>> = [];
	const logLines: LogLine[] = [];
	let receivedRequests = 0;

	const app = express();
	app.post('/', express.raw({ type: () => true, limit: '16mb' }), async (request, response) => {
		receivedRequests++;
		const httpRequest = Object.assign(request, { rawBody: request.body });
		const additionalData = harness.additionalData({ httpRequest, httpResponse: response });
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		for (const level of ['debug', 'info', 'warn', 'error'] as const) {
			jest
				.spyOn(context.logger, level)
				.mockImplementation(
					(...[message, metadata]) => void logLines.push({ level, message, metadata }),
				);
		}
		const { noWebhookResponse, workflowData, webhookResponse } = await webhook.call(context);
		if (workflowData) {
			try {
				await options.store?.();
			} catch {
				response.status(500).json({ code: 0, message: 'The execution could not be stored' });
				return;
			}
			storedExecutions.push(JSON.parse(JSON.stringify(workflowData)));
		}
		if (!noWebhookResponse) response.json(webhookResponse);
		// The process that received the event also executes it, with the same objects.
		if (options.runsExecutions && workflowData)
			executionOutputs.push(runExecution(workflowData[0] ?? []));
	});
	const server: Server = app.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;

	async function post(
		body: string | Buffer,
		headers: Record<string, string> = {},
		signal?: AbortSignal,
	) {
		const response = await fetch(`http://127.0.0.1:${port}/`, {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/json', ...headers },
			signal,
		});
		return { status: response.status, body: await response.text() };
	}

	/** Runs `execute()` for the items of an execution. Returns the items that it emits. */
	async function runExecution(items: INodeExecutionData[]) {
		const context = harness.createExecuteContext({ workflow, node, items, mode });
		const output = await nodeType.execute?.call(context);
		return Array.isArray(output) ? (output[0] ?? []) : [];
	}

	/** Runs `execute()` for an event, without a delivery. Returns the items that it emits. */
	const execute = async (event: IDataObject) => await runExecution([storedItem(event)]);

	const hooks = nodeType.webhookMethods?.default;

	/** Calls the hook that n8n calls when the workflow is published. */
	async function activate() {
		const additionalData = harness.additionalData();
		const hook = new HookContext(
			workflow,
			node,
			additionalData,
			'trigger',
			'activate',
			webhookData,
		);
		await hooks?.checkExists?.call(hook);
	}

	/** Calls the hooks that n8n calls when the editor starts and stops listening for a test event. */
	async function listenInEditor() {
		const unpublished = harness.buildWorkflow(node, options.workflowId);
		unpublished.active = false;
		const additionalData = harness.additionalData();
		await hooks?.checkExists?.call(
			new HookContext(unpublished, node, additionalData, 'manual', 'manual', webhookData),
		);
		await hooks?.delete?.call(
			new HookContext(unpublished, node, additionalData, 'internal', 'update', webhookData),
		);
	}

	return {
		activate,
		listenInEditor,
		/** Waits for the executions that `runsExecutions` has started. Returns the items they emit. */
		emitted: async () => (await Promise.all(executionOutputs)).flat(),
		execute,
		/** The items of each stored execution, as n8n's database would have them. */
		stored: storedExecutions,
		logLines,
		/** The messages that the trigger logged with the level info or warn. */
		get log() {
			return logLines.flatMap(({ level, message }) =>
				level === 'info' || level === 'warn' ? message : [],
			);
		},
		waitFor: async (condition: () => boolean) =>
			await pWaitFor(condition, { interval: 10, timeout: 20_000 }),
		/** The number of requests so far, with and without a response. */
		received: () => receivedRequests,
		/** Sends a request without a signature. */
		post,
		/** Sends an event with a valid signature. */
		deliver: async (event: object, signal?: AbortSignal) => {
			const body = JSON.stringify(event);
			return await post(body, { 'sc-signature': sign(body) }, signal);
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Returns `startTriggerServer` for the tests of a file, and closes the servers after each test. */
export function useTriggerServers(): typeof startTriggerServer {
	let servers: Array<Awaited<ReturnType<typeof startTriggerServer>>> = [];
	afterEach(async () => {
		await Promise.all(servers.map(async ({ close }) => await close()));
		servers = [];
	});
	return async (options) => {
		const server = await startTriggerServer(options);
		servers.push(server);
		return server;
	};
}
