import { randomUUID } from 'node:crypto';
import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { WorkflowToImport } from './cli';
import {
	executionSchema,
	readExecutions,
	type Execution,
	type ExecutionFilter,
	type ExecutionStatus,
} from './executions';
import { OWNER } from './home';
import { storedRunDataSchema, type RunData } from './runData';

const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 30_000;

const executionDetailsSchema = z.object({ data: executionSchema.extend({ data: z.string() }) });

const activeWorkflowsSchema = z.object({
	data: z.array(
		z.object({ id: z.string(), name: z.string(), activeVersionId: z.string() }).passthrough(),
	),
});

const publicationSchema = z.object({
	data: z.object({
		status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
		liveVersionId: z.string().nullable(),
		triggers: z.array(
			z.object({ nodeId: z.string(), status: z.string(), errorMessage: z.string().nullish() }),
		),
	}),
});

const settingsSchema = z.object({
	data: z
		.object({
			userManagement: z.object({ showSetupOnFirstLoad: z.boolean().optional() }).passthrough(),
		})
		.passthrough(),
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
			displayName: z.string(),
			version: z.union([z.number(), z.array(z.number())]),
			codex: z
				.object({ categories: z.array(z.string()) })
				.partial()
				.passthrough()
				.optional(),
			iconUrl: z.union([z.string(), z.object({ light: z.string(), dark: z.string() })]).optional(),
		})
		.passthrough(),
);

type Method = 'GET' | 'PATCH' | 'POST';

const startedSchema = z.object({ data: z.object({ executionId: z.string() }) });

const dataTablesSchema = z.object({
	data: z.object({
		data: z.array(
			z.object({ id: z.string(), name: z.string(), projectId: z.string() }).passthrough(),
		),
	}),
});

/** As many rows as n8n gives in one answer at most is more than any test writes. */
const MOST_ROWS = 100;

const rowsSchema = z.object({
	data: z.object({ count: z.number(), data: z.array(z.record(z.unknown())) }),
});

export type ActiveWorkflow = z.infer<typeof activeWorkflowsSchema>['data'][number];
export type Publication = z.infer<typeof publicationSchema>['data'];
export type CredentialTest = z.infer<typeof credentialTestSchema>['data'];
export type NodeType = z.infer<typeof nodeTypesSchema>[number];

const startedExecution = (answer: unknown) => startedSchema.parse(answer).data.executionId;

/** What an answer sets as cookies, as a later request has to send it. */
function cookiesOf(response: Response): string {
	return response.headers
		.getSetCookie()
		.map((cookie) => cookie.split(';')[0])
		.join('; ');
}

/** n8n's REST interface, as the editor uses it, logged in as the owner. */
export class N8nRest {
	private constructor(
		private readonly baseUrl: string,
		private readonly cookie: string,
	) {}

	/**
	 * Logs in as the owner. An n8n that took none from its environment (1.x does not) asks its first visitor to become the
	 * owner, and gets the same one.
	 * @throws Error when n8n refuses the login
	 */
	static async login(baseUrl: string): Promise<N8nRest> {
		const visitor = new N8nRest(baseUrl, '');
		const { userManagement } = settingsSchema.parse(await visitor.get('/rest/settings')).data;
		const [path, body] = userManagement.showSetupOnFirstLoad
			? ['/rest/owner/setup', OWNER]
			: ['/rest/login', { emailOrLdapLoginId: OWNER.email, password: OWNER.password }];
		const response = await visitor.fetch('POST', path, body);
		const text = await response.text();
		if (!response.ok)
			throw new Error(`n8n refused the login of ${OWNER.email} (${response.status}): ${text}`);
		return new N8nRest(baseUrl, cookiesOf(response));
	}

	/** Which n8n this is, as it says of itself. */
	async version(): Promise<string> {
		return versionSchema.parse(await this.get('/rest/settings')).data.versionCli;
	}

	/** All executions that match, newest first: every page is read. */
	async executions(filter: ExecutionFilter = {}): Promise<Execution[]> {
		return await readExecutions(async (path) => await this.get(path), filter);
	}

	/** One execution with all that happened in it. */
	async execution(id: string): Promise<Execution & { run: RunData }> {
		const { data } = executionDetailsSchema.parse(
			await this.get(`/rest/executions/${encodeURIComponent(id)}`),
		);
		const { data: stored, ...execution } = data;
		return { ...execution, run: storedRunDataSchema.parse(parse(stored)) };
	}

	/** The workflows that are published, whether n8n has already set up their triggers or not. */
	async activeWorkflows(): Promise<ActiveWorkflow[]> {
		const filter = encodeURIComponent(JSON.stringify({ active: true }));
		return activeWorkflowsSchema.parse(await this.get(`/rest/workflows?filter=${filter}`)).data;
	}

	/** How far n8n is with the triggers of a published workflow; undefined for an n8n (1.x) that keeps no account of that. */
	async publication(workflowId: string): Promise<Publication | undefined> {
		const response = await this.fetch(
			'GET',
			`/rest/workflows/${encodeURIComponent(workflowId)}/publication-status`,
		);
		if (response.status === 404) return undefined;
		return publicationSchema.parse(await response.json()).data;
	}

	/** Why n8n could not activate a workflow, if so. */
	async activationError(workflowId: string): Promise<string | undefined> {
		const answer = await this.get(`/rest/active-workflows/error/${encodeURIComponent(workflowId)}`);
		return activationErrorSchema.parse(answer).data ?? undefined;
	}

	/** Presses "Test" on a stored credential. */
	async testCredential(credential: {
		id: string;
		name: string;
		type: string;
	}): Promise<CredentialTest> {
		const stored = z
			.object({ data: z.record(z.unknown()) })
			.parse(
				await this.get(`/rest/credentials/${encodeURIComponent(credential.id)}?includeData=true`),
			).data;
		const answer = await this.send('POST', '/rest/credentials/test', {
			credentials: { ...credential, data: stored.data },
		});
		return credentialTestSchema.parse(answer).data;
	}

	/**
	 * Presses "Connect" on a stored OAuth2 credential and lets the browser go where it is sent: to the service, whose
	 * owner decides at once, and back to n8n.
	 * @returns the address of the service's page, and what n8n says in the end
	 */
	async connectOAuth2(credentialId: string): Promise<{ authorizationUrl: URL; page: string }> {
		const started = await this.fetch(
			'GET',
			`/rest/oauth2-credential/auth?id=${encodeURIComponent(credentialId)}`,
		);
		const authorizationUrl = new URL(
			z.object({ data: z.string() }).parse(await started.json()).data,
		);
		const decided = await fetch(authorizationUrl, {
			redirect: 'manual',
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		const back = new URL(decided.headers.get('location') ?? '');
		if (back.origin !== new URL(this.baseUrl).origin)
			throw new Error(`The service sent the browser to ${back.origin}`);
		const finished = await this.fetch(
			'GET',
			`${back.pathname}${back.search}`,
			undefined,
			cookiesOf(started),
		);
		return { authorizationUrl, page: await finished.text() };
	}

	/** Presses "Execute step" on a webhook trigger: n8n then waits for one event at the trigger's test URL. */
	async listenForTestEvent(workflowId: string, triggerName: string): Promise<void> {
		const answer = await this.run(workflowId, { name: triggerName });
		z.object({ data: z.object({ waitingForWebhook: z.literal(true) }) }).parse(answer);
	}

	/** Presses "Execute workflow" with a trigger that needs no event, such as a schedule; returns the execution's ID. */
	async execute(workflowId: string, triggerName: string): Promise<string> {
		return startedExecution(await this.run(workflowId, { name: triggerName }));
	}

	/** Types a message into the editor's chat, as the first of a session; returns the execution's ID. */
	async chat(workflowId: string, triggerName: string, message: string): Promise<string> {
		const json = { sessionId: randomUUID(), action: 'sendMessage', chatInput: message };
		const said = {
			startTime: Date.now(),
			executionTime: 0,
			executionIndex: 0,
			executionStatus: 'success',
			data: { main: [[{ json }]] },
			source: [null],
		};
		return startedExecution(await this.run(workflowId, { name: triggerName, data: said }));
	}

	/** Saves a workflow as somebody has changed it in the editor. What is published stays as it was. */
	async saveWorkflow({ id, nodes, connections }: WorkflowToImport): Promise<void> {
		await this.send('PATCH', `/rest/workflows/${encodeURIComponent(id)}`, { nodes, connections });
	}

	/** All rows of the data table of that name. @throws Error when there is not exactly one such table */
	async dataTableRows(name: string): Promise<Array<Record<string, unknown>>> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const found = dataTablesSchema.parse(
			await this.get(`/rest/data-tables-global?filter=${filter}`),
		).data.data;
		const [table, ...others] = found.filter((one) => one.name === name);
		if (table === undefined || others.length > 0)
			throw new Error(`There is not exactly one data table '${name}'`);
		const path = `/rest/projects/${table.projectId}/data-tables/${table.id}/rows?take=${MOST_ROWS}`;
		const { count, data } = rowsSchema.parse(await this.get(path)).data;
		if (count !== data.length)
			throw new Error(`The data table '${name}' has ${count} rows, more than one page`);
		return data;
	}

	/** All node types that the editor offers. */
	async nodeTypes(): Promise<NodeType[]> {
		return nodeTypesSchema.parse(await this.get('/types/nodes.json'));
	}

	/** The icon, or any other file n8n serves; `path` begins with a slash or is relative to n8n's address. */
	async file(path: string): Promise<{ status: number; contentType: string | null; text: string }> {
		const response = await this.fetch('GET', new URL(path, `${this.baseUrl}/`).pathname);
		return {
			status: response.status,
			contentType: response.headers.get('content-type'),
			text: await response.text(),
		};
	}

	/** GET of any path of the interface; the parsed JSON is for the caller to check. */
	async get(path: string): Promise<unknown> {
		return await this.send('GET', path);
	}

	/** `data` is what the trigger gave, for one that does not find it out by itself. */
	private async run(
		workflowId: string,
		triggerToStartFrom: { name: string; data?: object },
	): Promise<unknown> {
		const path = `/rest/workflows/${encodeURIComponent(workflowId)}`;
		// n8n 1.x runs what the editor sends, n8n 2.x what it has stored.
		const { data: workflowData } = z
			.object({ data: z.record(z.unknown()) })
			.parse(await this.get(path));
		return await this.send('POST', `${path}/run`, { workflowData, triggerToStartFrom });
	}

	/** A request to any path of the interface; the parsed JSON is for the caller to check. */
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

/** Statuses after which an execution does not change any more. */
const FINISHED: readonly ExecutionStatus[] = ['canceled', 'crashed', 'error', 'success'];

/**
 * Waits until at least `count` executions that match have finished, and none that matches is still on its way.
 * @param timeoutMs default 30 seconds
 * @returns all that match, oldest first
 * @throws Error that lists what was found instead
 */
export async function waitForExecutions(
	rest: N8nRest,
	filter: ExecutionFilter,
	count: number,
	timeoutMs = 30_000,
): Promise<Execution[]> {
	let found: Execution[] = [];
	const settled = async () => {
		found = await rest.executions(filter);
		return found.length >= count && found.every(({ status }) => FINISHED.includes(status));
	};
	try {
		await pWaitFor(settled, { interval: POLL_MS, timeout: timeoutMs });
	} catch (error) {
		if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
		const statuses = found.map(({ id, status }) => `${id}: ${status}`).join(', ') || 'none';
		throw new Error(
			`Waited ${timeoutMs / 1000} s for ${count} finished executions, but found ${found.length} (${statuses}).`,
		);
	}
	return found.sort((a, b) => Number(a.id) - Number(b.id));
}
