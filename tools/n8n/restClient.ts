import { randomUUID } from 'node:crypto';
import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { WorkflowToImport } from './cli';
import {
	executionSchema,
	FINISHED,
	readExecutions,
	type Execution,
	type ExecutionFilter,
} from './executions';
import { OWNER } from './userFolder';
import { storedRunDataSchema, type RunData } from './runData';

const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 30_000;

const executionDetailsSchema = z.object({ data: executionSchema.extend({ data: z.string() }) });

const activeWorkflowsSchema = z.object({
	data: z.array(
		z.object({ id: z.string(), name: z.string(), activeVersionId: z.string() }).passthrough(),
	),
});

const workflowSummariesSchema = z.object({
	data: z.array(
		z.object({
			id: z.string(),
			name: z.string(),
			versionId: z.string(),
			activeVersionId: z.string().nullable(),
			isArchived: z.boolean(),
		}),
	),
});

const nodesSchema = z.array(
	z.object({ name: z.string(), type: z.string(), webhookId: z.string().optional() }).passthrough(),
);

const workflowNodesSchema = z.object({
	data: z.object({
		nodes: nodesSchema,
		activeVersion: z.object({ nodes: nodesSchema }).nullish(),
	}),
});

const workflowVersionSchema = z.object({ data: z.object({ versionId: z.string() }) });

const publicationStatusSchema = z.object({
	data: z.object({
		status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
		liveVersionId: z.string().nullable(),
		triggers: z.array(z.object({ errorMessage: z.string().nullish() })),
	}),
});

const versionSchema = z.object({ data: z.object({ versionCli: z.string() }).passthrough() });

const activationErrorSchema = z.object({ data: z.string().nullish() });

const credentialTestSchema = z.object({
	data: z.object({ status: z.enum(['OK', 'Error']), message: z.string() }),
});

const nodeTypesSchema = z.array(
	z
		.object({
			name: z.string(),
			version: z.union([z.number(), z.array(z.number())]),
			iconUrl: z.union([z.string(), z.object({ light: z.string(), dark: z.string() })]).optional(),
		})
		.passthrough(),
);

const startedSchema = z.object({ data: z.object({ executionId: z.string() }) });

const dataTablesSchema = z.object({
	data: z.object({
		data: z.array(
			z.object({ id: z.string(), name: z.string(), projectId: z.string() }).passthrough(),
		),
	}),
});

/** The largest page of a data table that n8n returns. */
const ROWS_PAGE_SIZE = 100;

const rowsSchema = z.object({
	data: z.object({ count: z.number(), data: z.array(z.record(z.unknown())) }),
});

type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST';

export type WorkflowSummary = z.infer<typeof workflowSummariesSchema>['data'][number];
export type StoredNode = z.infer<typeof nodesSchema>[number];
export type ActiveWorkflow = z.infer<typeof activeWorkflowsSchema>['data'][number];
type PublicationStatus = z.infer<typeof publicationStatusSchema>['data'];
type CredentialTestResult = z.infer<typeof credentialTestSchema>['data'];
type NodeType = z.infer<typeof nodeTypesSchema>[number];

const parseExecutionId = (response: unknown) => startedSchema.parse(response).data.executionId;

/** The cookies that a response sets, in the form of a request's Cookie header. */
function cookiesOf(response: Response): string {
	return response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ');
}

/** Client of n8n's internal REST API, which the editor uses. It is logged in as the owner. */
export class N8nRestClient {
	private constructor(
		private readonly baseUrl: string,
		private readonly cookie: string,
	) {}

	/** Logs in as the owner. @throws Error when n8n rejects the login */
	static async login(baseUrl: string): Promise<N8nRestClient> {
		const response = await new N8nRestClient(baseUrl, '').fetch('POST', '/rest/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
		if (!response.ok)
			throw new Error(
				`n8n rejected the login of ${OWNER.email} (${response.status}): ${await response.text()}`,
			);
		return new N8nRestClient(baseUrl, cookiesOf(response));
	}

	/** The version of the running n8n. */
	async getVersion(): Promise<string> {
		return versionSchema.parse(await this.get('/rest/settings')).data.versionCli;
	}

	/** All executions that match, newest first. */
	async listExecutions(filter: ExecutionFilter = {}): Promise<Execution[]> {
		return await readExecutions(async (path) => await this.get(path), filter);
	}

	/** One execution with the output of its nodes. */
	async getExecution(id: string): Promise<Execution & { runData: RunData }> {
		const { data } = executionDetailsSchema.parse(
			await this.get(`/rest/executions/${encodeURIComponent(id)}`),
		);
		const { data: stored, ...execution } = data;
		return { ...execution, runData: storedRunDataSchema.parse(parse(stored)) };
	}

	/** The published workflows. n8n may not have set up their triggers yet. */
	async listActiveWorkflows(): Promise<ActiveWorkflow[]> {
		const filter = encodeURIComponent(JSON.stringify({ active: true }));
		return activeWorkflowsSchema.parse(await this.get(`/rest/workflows?filter=${filter}`)).data;
	}

	/** All workflows, also archived ones, without their nodes. */
	async listWorkflows(): Promise<WorkflowSummary[]> {
		return workflowSummariesSchema.parse(await this.get('/rest/workflows')).data;
	}

	/** The nodes of a workflow as it was saved last, and as it was published. */
	async getWorkflowNodes(id: string): Promise<Record<'saved' | 'published', StoredNode[]>> {
		const path = `/rest/workflows/${encodeURIComponent(id)}`;
		const { nodes, activeVersion } = workflowNodesSchema.parse(await this.get(path)).data;
		return { saved: nodes, published: activeVersion?.nodes ?? [] };
	}

	/** Publishes the latest version of a workflow. n8n may set up its triggers only afterward. */
	async publishWorkflow(id: string): Promise<void> {
		const path = `/rest/workflows/${encodeURIComponent(id)}`;
		const { versionId } = workflowVersionSchema.parse(await this.get(path)).data;
		await this.send('POST', `${path}/activate`, { versionId });
	}

	/**
	 * Whether n8n has set up the triggers of a published workflow. Undefined in n8n 2.35, which does
	 * not report it by default.
	 */
	async getPublicationStatus(workflowId: string): Promise<PublicationStatus | undefined> {
		const path = `/rest/workflows/${encodeURIComponent(workflowId)}/publication-status`;
		const response = await this.fetch('GET', path);
		if (response.status === 404) return undefined;
		return publicationStatusSchema.parse(await response.json()).data;
	}

	/** Why n8n could not activate a workflow. Undefined if it could. */
	async getActivationError(workflowId: string): Promise<string | undefined> {
		const path = `/rest/active-workflows/error/${encodeURIComponent(workflowId)}`;
		return activationErrorSchema.parse(await this.get(path)).data ?? undefined;
	}

	/** Does what "Test" on a stored credential does. */
	async testCredential(credential: {
		id: string;
		name: string;
		type: string;
	}): Promise<CredentialTestResult> {
		const stored = z
			.object({ data: z.record(z.unknown()) })
			.parse(
				await this.get(`/rest/credentials/${encodeURIComponent(credential.id)}?includeData=true`),
			).data;
		const response = await this.send('POST', '/rest/credentials/test', {
			credentials: { ...credential, data: stored.data },
		});
		return credentialTestSchema.parse(response).data;
	}

	/**
	 * Does what "Connect" on a stored OAuth2 credential does: follows the redirects to the service
	 * and back to n8n. The service must redirect at once, without a page that a person has to answer.
	 * @returns the URL that n8n opens at the service, and the page that n8n shows at the end
	 */
	async connectOAuth2(credentialId: string): Promise<{ authorizationUrl: URL; page: string }> {
		const authorizationResponse = await this.fetch(
			'GET',
			`/rest/oauth2-credential/auth?id=${encodeURIComponent(credentialId)}`,
		);
		const authorizationUrl = new URL(
			z.object({ data: z.string() }).parse(await authorizationResponse.json()).data,
		);
		const serviceResponse = await fetch(authorizationUrl, {
			redirect: 'manual',
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		const callbackUrl = new URL(serviceResponse.headers.get('location') ?? '');
		if (callbackUrl.origin !== new URL(this.baseUrl).origin)
			throw new Error(`The service sent the browser to ${callbackUrl.origin}`);
		const callbackResponse = await this.fetch(
			'GET',
			`${callbackUrl.pathname}${callbackUrl.search}`,
			undefined,
			cookiesOf(authorizationResponse),
		);
		return { authorizationUrl, page: await callbackResponse.text() };
	}

	/**
	 * Does what "Execute step" on a webhook trigger does: n8n waits for one event at the trigger's
	 * test URL.
	 */
	async listenForTestEvent(workflowId: string, triggerName: string): Promise<void> {
		const response = await this.runWorkflow(workflowId, { name: triggerName });
		z.object({ data: z.object({ waitingForWebhook: z.literal(true) }) }).parse(response);
	}

	/** Does what "Stop Listening" does. */
	async stopListening(workflowId: string): Promise<void> {
		await this.send('DELETE', `/rest/test-webhook/${encodeURIComponent(workflowId)}`);
	}

	/**
	 * Does what "Execute workflow" does for a trigger without an event, such as a schedule.
	 *
	 * @returns execution ID
	 */
	async executeWorkflow(workflowId: string, triggerName: string): Promise<string> {
		return parseExecutionId(await this.runWorkflow(workflowId, { name: triggerName }));
	}

	/** Sends a message from the editor's chat, in a new session. @returns execution ID */
	async sendChatMessage(workflowId: string, triggerName: string, message: string): Promise<string> {
		const json = { sessionId: randomUUID(), action: 'sendMessage', chatInput: message };
		const triggerOutput = {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			data: { main: [[{ json }]] },
			source: [null],
		};
		return parseExecutionId(
			await this.runWorkflow(workflowId, { name: triggerName, data: triggerOutput }),
		);
	}

	/** Saves a workflow as the editor does. The published version does not change. */
	async saveWorkflow({ id, nodes, connections }: WorkflowToImport): Promise<void> {
		await this.send('PATCH', `/rest/workflows/${encodeURIComponent(id)}`, { nodes, connections });
	}

	/**
	 * All rows of the data table of that name.
	 *
	 * @throws Error when there is not exactly one such table
	 */
	async listDataTableRows(name: string): Promise<Array<Record<string, unknown>>> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const tables = dataTablesSchema.parse(
			await this.get(`/rest/data-tables-global?filter=${filter}`),
		).data.data;
		const [table, ...others] = tables.filter((candidate) => candidate.name === name);
		if (table === undefined || others.length > 0)
			throw new Error(`There is not exactly one data table '${name}'`);
		const path = `/rest/projects/${table.projectId}/data-tables/${table.id}/rows?take=${ROWS_PAGE_SIZE}`;
		const { count, data } = rowsSchema.parse(await this.get(path)).data;
		if (count !== data.length)
			throw new Error(`The data table '${name}' has ${count} rows, more than one page`);
		return data;
	}

	/** All node types that the editor offers. */
	async listNodeTypes(): Promise<NodeType[]> {
		return nodeTypesSchema.parse(await this.get('/types/nodes.json'));
	}

	/**
	 * A file that n8n serves, such as an icon. `path` begins with a slash or is relative to n8n's
	 * address.
	 */
	async getFile(
		path: string,
	): Promise<{ status: number; contentType: string | null; text: string }> {
		const response = await this.fetch('GET', new URL(path, `${this.baseUrl}/`).pathname);
		return {
			status: response.status,
			contentType: response.headers.get('content-type'),
			text: await response.text(),
		};
	}

	/** Sends a GET request. @returns the parsed JSON, unchecked */
	async get(path: string): Promise<unknown> {
		return await this.send('GET', path);
	}

	/**
	 * Sends a request.
	 *
	 * @returns the parsed JSON, unchecked
	 * @throws Error for another status than 2xx
	 */
	async send(method: Method, path: string, body?: unknown): Promise<unknown> {
		const response = await this.fetch(method, path, body);
		const text = await response.text();
		if (!response.ok)
			throw new Error(
				`n8n answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`,
			);
		const parsed: unknown = JSON.parse(text);
		return parsed;
	}

	/**
	 * @param triggerToStartFrom name of the trigger, and its output when it does not wait for an
	 * event
	 */
	private async runWorkflow(
		workflowId: string,
		triggerToStartFrom: { name: string; data?: object },
	): Promise<unknown> {
		const path = `/rest/workflows/${encodeURIComponent(workflowId)}/run`;
		return await this.send('POST', path, { triggerToStartFrom });
	}

	private async fetch(
		method: Method,
		path: string,
		body?: unknown,
		cookies = '',
	): Promise<Response> {
		return await fetch(`${this.baseUrl}${path}`, {
			method,
			headers: {
				cookie: [this.cookie, cookies].filter(Boolean).join('; '),
				...(body !== undefined && { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
	}
}

/**
 * Waits until at least `count` matching executions have finished and no matching one is still
 * running.
 * @param timeoutMs default 5 minutes
 * @returns all that match, oldest first
 * @throws Error that lists the executions after the timeout
 */
export async function waitForExecutions(
	rest: N8nRestClient,
	filter: ExecutionFilter,
	count: number,
	timeoutMs = 300_000,
): Promise<Execution[]> {
	let executions: Execution[] = [];
	const allFinished = async () => {
		executions = await rest.listExecutions(filter);
		return executions.length >= count && executions.every(({ status }) => FINISHED.has(status));
	};
	try {
		await pWaitFor(allFinished, { interval: POLL_MS, timeout: timeoutMs });
	} catch (error) {
		if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
		const statuses = executions.map(({ id, status }) => `${id}: ${status}`).join(', ') || 'none';
		throw new Error(
			`${executions.length} of ${count} executions after ${timeoutMs / 1000} s (${statuses}).`,
		);
	}
	return executions.sort((a, b) => Number(a.id) - Number(b.id));
}
