import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import { OWNER } from './home';
import { storedRunDataSchema, type RunData } from './runData';

const PAGE_SIZE = 100;
const POLL_MS = 200;
const REQUEST_TIMEOUT_MS = 30_000;

const executionSchema = z
	.object({
		id: z.string(),
		workflowId: z.string(),
		mode: z.string(),
		status: z.enum(['canceled', 'crashed', 'error', 'new', 'running', 'success', 'unknown', 'waiting']),
		createdAt: z.string(),
		startedAt: z.string().nullable(),
		stoppedAt: z.string().nullish(),
	})
	.passthrough();

const executionListSchema = z.object({
	data: z.object({ results: z.array(executionSchema), nextCursor: z.string().nullable() }).passthrough(),
});

const executionDetailsSchema = z.object({ data: executionSchema.extend({ data: z.string() }) });

const activeWorkflowsSchema = z.object({
	data: z.array(z.object({ id: z.string(), name: z.string(), activeVersionId: z.string() }).passthrough()),
});

const publicationSchema = z.object({
	data: z.object({
		status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
		liveVersionId: z.string().nullable(),
		triggers: z.array(z.object({ nodeId: z.string(), status: z.string(), errorMessage: z.string().nullish() })),
	}),
});

const credentialTestSchema = z.object({ data: z.object({ status: z.enum(['OK', 'Error']), message: z.string() }) });

const nodeTypesSchema = z.array(
	z
		.object({
			name: z.string(),
			displayName: z.string(),
			version: z.union([z.number(), z.array(z.number())]),
			codex: z.object({ categories: z.array(z.string()) }).partial().passthrough().optional(),
			iconUrl: z.union([z.string(), z.object({ light: z.string(), dark: z.string() })]).optional(),
		})
		.passthrough(),
);

export type ActiveWorkflow = z.infer<typeof activeWorkflowsSchema>['data'][number];
export type Publication = z.infer<typeof publicationSchema>['data'];
export type Execution = z.infer<typeof executionSchema>;
export type ExecutionStatus = Execution['status'];
export type CredentialTest = z.infer<typeof credentialTestSchema>['data'];
export type NodeType = z.infer<typeof nodeTypesSchema>[number];

export interface ExecutionFilter {
	workflowId?: string;
	status?: ExecutionStatus[];
	/** `webhook`, `trigger`, `cli`, `manual` … */
	mode?: string;
	/** ISO 8601. */
	startedAfter?: string;
}

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

	/** @throws Error when n8n refuses the login */
	static async login(baseUrl: string): Promise<N8nRest> {
		const response = await fetch(`${baseUrl}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
			signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
		});
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n refused the login of ${OWNER.email} (${response.status}): ${text}`);
		return new N8nRest(baseUrl, cookiesOf(response));
	}

	/** All executions that match, newest first: every page is read. */
	async executions(filter: ExecutionFilter = {}): Promise<Execution[]> {
		const found = new Map<string, Execution>();
		let cursor: string | null = null;
		do {
			const query = new URLSearchParams({ limit: String(PAGE_SIZE), filter: JSON.stringify(filter) });
			if (cursor !== null) query.set('cursor', cursor);
			const { data } = executionListSchema.parse(await this.get(`/rest/executions?${query.toString()}`));
			for (const execution of data.results) found.set(execution.id, execution);
			cursor = data.nextCursor;
		} while (cursor !== null);
		return [...found.values()];
	}

	/** One execution with all that happened in it. */
	async execution(id: string): Promise<Execution & { run: RunData }> {
		const { data } = executionDetailsSchema.parse(await this.get(`/rest/executions/${encodeURIComponent(id)}`));
		const { data: stored, ...execution } = data;
		return { ...execution, run: storedRunDataSchema.parse(parse(stored)) };
	}

	/** The workflows that are published, whether n8n has already set up their triggers or not. */
	async activeWorkflows(): Promise<ActiveWorkflow[]> {
		const filter = encodeURIComponent(JSON.stringify({ active: true }));
		return activeWorkflowsSchema.parse(await this.get(`/rest/workflows?filter=${filter}`)).data;
	}

	/** How far n8n is with the triggers of a published workflow. */
	async publication(workflowId: string): Promise<Publication> {
		const path = `/rest/workflows/${encodeURIComponent(workflowId)}/publication-status`;
		return publicationSchema.parse(await this.get(path)).data;
	}

	/** Presses "Test" on a stored credential. */
	async testCredential(credential: { id: string; name: string; type: string }): Promise<CredentialTest> {
		const stored = z.object({ data: z.record(z.unknown()) }).parse(
			await this.get(`/rest/credentials/${encodeURIComponent(credential.id)}?includeData=true`),
		).data;
		const answer = await this.send('POST', '/rest/credentials/test', { credentials: { ...credential, data: stored.data } });
		return credentialTestSchema.parse(answer).data;
	}

	/**
	 * Presses "Connect" on a stored OAuth2 credential and lets the browser go where it is sent: to the service, whose
	 * owner decides at once, and back to n8n.
	 * @returns the address of the service's page, and what n8n says in the end
	 */
	async connectOAuth2(credentialId: string): Promise<{ authorizationUrl: URL; page: string }> {
		const started = await this.fetch('GET', `/rest/oauth2-credential/auth?id=${encodeURIComponent(credentialId)}`);
		const authorizationUrl = new URL(z.object({ data: z.string() }).parse(await started.json()).data);
		const decided = await fetch(authorizationUrl, { redirect: 'manual', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
		const back = new URL(decided.headers.get('location') ?? '');
		if (back.origin !== new URL(this.baseUrl).origin) throw new Error(`The service sent the browser to ${back.origin}`);
		const finished = await this.fetch('GET', `${back.pathname}${back.search}`, undefined, cookiesOf(started));
		return { authorizationUrl, page: await finished.text() };
	}

	/** Presses "Execute step" on a webhook trigger: n8n then waits for one event at the trigger's test URL. */
	async listenForTestEvent(workflowId: string, triggerName: string): Promise<void> {
		const answer = await this.run(workflowId, triggerName);
		z.object({ data: z.object({ waitingForWebhook: z.literal(true) }) }).parse(answer);
	}

	/** Presses "Execute workflow" with a trigger that needs no event, such as a schedule; returns the execution's ID. */
	async execute(workflowId: string, triggerName: string): Promise<string> {
		const answer = await this.run(workflowId, triggerName);
		return z.object({ data: z.object({ executionId: z.string() }) }).parse(answer).data.executionId;
	}

	/** All node types that the editor offers. */
	async nodeTypes(): Promise<NodeType[]> {
		return nodeTypesSchema.parse(await this.get('/types/nodes.json'));
	}

	/** The icon, or any other file n8n serves; `path` begins with a slash or is relative to n8n's address. */
	async file(path: string): Promise<{ status: number; contentType: string | null; text: string }> {
		const response = await this.fetch('GET', new URL(path, `${this.baseUrl}/`).pathname);
		return { status: response.status, contentType: response.headers.get('content-type'), text: await response.text() };
	}

	/** GET of any path of the interface; the parsed JSON is for the caller to check. */
	async get(path: string): Promise<unknown> {
		return await this.send('GET', path);
	}

	private async run(workflowId: string, triggerName: string): Promise<unknown> {
		const path = `/rest/workflows/${encodeURIComponent(workflowId)}/run`;
		return await this.send('POST', path, { triggerToStartFrom: { name: triggerName } });
	}

	private async send(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
		const response = await this.fetch(method, path, body);
		const text = await response.text();
		if (!response.ok) throw new Error(`n8n answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`);
		const parsed: unknown = JSON.parse(text);
		return parsed;
	}

	private async fetch(method: 'GET' | 'POST', path: string, body?: unknown, cookies = ''): Promise<Response> {
		return await fetch(`${this.baseUrl}${path}`, {
			method,
			headers: { cookie: [this.cookie, cookies].filter(Boolean).join('; '), ...(body !== undefined && { 'content-type': 'application/json' }) },
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
		throw new Error(`Waited ${timeoutMs / 1000} s for ${count} finished executions, but found ${found.length} (${statuses}).`);
	}
	return found.sort((a, b) => Number(a.id) - Number(b.id));
}
