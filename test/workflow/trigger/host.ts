import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { WebhookContext } from 'n8n-core';
import pWaitFor from 'p-wait-for';
import type {
	INodeExecutionData,
	INodeParameters,
	IWebhookData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createHarness } from '../support/harness';

export const TOKEN = 'example-amt';

export const sign = (body: string | Buffer, token = TOKEN) =>
	createHmac('sha256', token).update(body).digest('hex');

export interface HostOptions {
	secrets?: Parameters<typeof createHarness>[1];
	parameters?: INodeParameters;
	mode?: WorkflowExecuteMode;
	nodeId?: string;
	/** Stands for n8n storing the execution: when it resolves, the sender is answered 200; when it rejects, 500. */
	store?: () => Promise<void>;
}

/**
 * The built trigger behind a real HTTP server that treats a request as n8n does: raw body read, `webhook()` called in
 * n8n-core's own context, execution stored before the answer.
 */
export async function startHost(options: HostOptions = {}) {
	const { secrets = { smartcarWebhookApi: { applicationManagementToken: TOKEN } } } = options;
	const harness = await createHarness(path.resolve(__dirname, '../../..'), secrets);
	const node = harness.buildNode('smartcarTrigger', options.parameters, {
		id: options.nodeId ?? 'trigger',
		typeVersion: 1.1,
		webhookId: 'hook',
	});
	const workflow = harness.buildWorkflow(node);
	const type = harness.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
	const webhookDescription = type.description.webhooks?.[0];
	const { webhook } = type;
	if (!webhookDescription || !webhook) throw new Error('The trigger has no webhook');
	const webhookData: IWebhookData = {
		httpMethod: 'POST',
		node: node.name,
		path: 'hook/webhook',
		webhookDescription,
		workflowId: 'wf',
		workflowExecuteAdditionalData: harness.additionalData(),
	};
	const stored: INodeExecutionData[][][] = [];
	const said: string[] = [];
	let arrived = 0;

	const app = express();
	app.post('/', express.raw({ type: () => true, limit: '16mb' }), async (request, response) => {
		arrived++;
		const httpRequest = Object.assign(request, { rawBody: request.body });
		const additionalData = harness.additionalData({ httpRequest, httpResponse: response });
		const mode = options.mode ?? 'webhook';
		const context = new WebhookContext(workflow, node, additionalData, mode, webhookData, [], null);
		for (const level of ['info', 'warn'] as const) {
			jest
				.spyOn(context.logger, level)
				.mockImplementation((...[message]) => void said.push(message));
		}
		const { noWebhookResponse, workflowData, webhookResponse } = await webhook.call(context);
		if (noWebhookResponse) return;
		if (workflowData) {
			try {
				await options.store?.();
			} catch {
				response.status(500).json({ code: 0, message: 'could not store' });
				return;
			}
			const asStored: INodeExecutionData[][] = JSON.parse(JSON.stringify(workflowData));
			stored.push(asStored);
		}
		response.json(webhookResponse);
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

	return {
		/** The workflow data of each execution that n8n would have started, as its database has it. */
		stored,
		/** What the log of n8n says. */
		said,
		/** Waits for what the requests bring about. */
		until: async (condition: () => boolean) =>
			await pWaitFor(condition, { interval: 10, timeout: 4_000 }),
		/** Number of requests so far, answered or not. */
		arrived: () => arrived,
		post,
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
