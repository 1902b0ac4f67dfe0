import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { ExecuteContext, HookContext, WebhookContext } from 'n8n-core';
import pWaitFor from 'p-wait-for';
import { createRunExecutionData } from 'n8n-workflow';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
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
	secrets?: Parameters<typeof createHarness>[1];
	parameters?: INodeParameters;
	/** `webhook` by default. `manual` is a test event in the editor. */
	mode?: WorkflowExecuteMode;
	nodeId?: string;
	workflowId?: string;
	/** n8n's setting of the node. */
	executeOnce?: boolean;
	/**
	 * Whether an execution also runs once it is stored and the request is answered. Otherwise only
	 * `execute` runs one.
	 */
	runsExecutions?: boolean;
	/**
	 * Called before the response, when n8n would store the execution. If it rejects, the response is
	 * 500.
	 */
	store?: () => Promise<void>;
}

/**
 * Starts an HTTP server that passes its requests to the built trigger, as n8n does: it reads the
 * raw body, calls `webhook()` with n8n-core's context, and stores the execution before it responds.
 */
export async function startTriggerServer(options: TriggerServerOptions = {}) {
	const { secrets = { smartcarWebhookApi: { applicationManagementToken: TOKEN } } } = options;
	const harness = await createHarness(path.resolve(__dirname, '../../..'), secrets);
	const node = harness.buildNode('smartcarTrigger', options.parameters, {
		id: options.nodeId ?? 'trigger',
		executeOnce: options.executeOnce,
		typeVersion: 1.1,
		webhookId: 'hook',
	});
	const workflow = harness.buildWorkflow(node, undefined, options.workflowId);
	const nodeType = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const { webhook } = nodeType;
	if (!webhook) throw new Error('The trigger has no webhook');
	const webhookData = harness.buildWebhookData(node);
	const storedExecutions: INodeExecutionData[][][] = [];
	/** The executions that run by themselves, with what they emit. */
	const executions: Array<Promise<INodeExecutionData[]>> = [];
	const logLines: LogLine[] = [];
	let receivedRequests = 0;

	const app = express();
	app.post('/', express.raw({ type: () => true, limit: '16mb' }), async (request, response) => {
		receivedRequests++;
		const httpRequest = Object.assign(request, { rawBody: request.body });
		const additionalData = harness.additionalData({ httpRequest, httpResponse: response });
		const mode = options.mode ?? 'webhook';
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
		if (options.runsExecutions && workflowData) executions.push(run(workflowData[0] ?? []));
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

	/** Runs `execute()` for the items of an execution. Returns what it emits. */
	async function run(items: INodeExecutionData[]) {
		const context = new ExecuteContext(
			workflow,
			node,
			harness.additionalData(),
			options.mode ?? 'webhook',
			createRunExecutionData(),
			0,
			items,
			{ main: [items] },
			{ node, data: { main: [items] }, source: null },
			[],
		);
		const output = await nodeType.execute?.call(context);
		return Array.isArray(output) ? (output[0] ?? []) : [];
	}

	/** Runs `execute()` for a delivered event, as the execution does. Returns what it emits. */
	const execute = async (event: IDataObject) => await run([storedItem(event)]);

	const hooks = nodeType.webhookMethods?.default;

	/** Calls what n8n calls when the workflow is published. */
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

	/** Calls what n8n calls when somebody begins and ends to listen for a test event. */
	async function listenInEditor() {
		const unpublished = harness.buildWorkflow(node, undefined, options.workflowId);
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
		/** What the executions emit that run by themselves, once all have finished. */
		emitted: async () => (await Promise.all(executions)).flat(),
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
			await pWaitFor(condition, { interval: 10, timeout: 4_000 }),
		/** The number of requests so far, answered or not. */
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
