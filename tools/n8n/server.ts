import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { SupervisedProcess, type Exit, type LineListener } from '../process/supervised';
import { environmentOf, freePort, type Home } from './home';
import type { Installation } from './install';
import { N8nRest, type ActiveWorkflow } from './rest';

const PREFERRED_PORT = 5678;
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 250;
const STOP_GRACE_MS = 40_000;
const ATTEMPTS = 3;
const LINES_SHOWN = 25;

const READY = 'Editor is now accessible via';
const PORT_TAKEN = /port \d+ is already in use|EADDRINUSE/i;

/** n8n did not start, or not with all its active workflows; the message ends with its last log lines. */
export class N8nStartError extends Error {
	constructor(
		reason: string,
		readonly log: readonly string[],
		logFile: string,
	) {
		const shown = log.slice(-LINES_SHOWN).map((line) => `  | ${line}`);
		super(
			[`n8n did not start: ${reason}. Its last lines (all of them: ${logFile}):`, ...shown].join(
				'\n',
			),
		);
		this.name = 'N8nStartError';
	}
}

/** A running `n8n start`. Ends with this process, however that ends. */
export class N8nServer {
	constructor(
		readonly baseUrl: string,
		readonly logFile: string,
		private readonly process: SupervisedProcess,
	) {}

	get running(): boolean {
		return this.process.running;
	}

	/** Process ID of n8n. */
	get pid(): number | undefined {
		return this.process.pid;
	}

	/** Resolves when n8n has ended, wanted or not. */
	get exited(): Promise<Exit> {
		return this.process.exited;
	}

	/** The last log lines (at most 5,000); `logFile` has them all. */
	log(): readonly string[] {
		return this.process.lines();
	}

	/** Calls the listener for each further log line; returns what ends that. */
	onLine(listener: LineListener): () => void {
		return this.process.onLine(listener);
	}

	/** Address of a trigger's production webhook, from the `webhookId` of the node and the path of its description. */
	webhookUrl(webhookId: string, webhookPath = 'webhook'): string {
		return `${this.baseUrl}/webhook/${webhookId}/${webhookPath}`;
	}

	/** Address of the same trigger while the editor listens for a test event. */
	testWebhookUrl(webhookId: string, webhookPath = 'webhook'): string {
		return `${this.baseUrl}/webhook-test/${webhookId}/${webhookPath}`;
	}

	/** Lets n8n finish what it is doing (SIGTERM), for at most 40 seconds. */
	async stop(): Promise<Exit> {
		return await this.process.stop(STOP_GRACE_MS);
	}

	/** Ends n8n as a power cut would (SIGKILL to the whole process group). */
	async kill(): Promise<Exit> {
		return await this.process.kill();
	}
}

async function isHealthy(baseUrl: string): Promise<boolean> {
	try {
		return (await fetch(`${baseUrl}/healthz`)).status === 200;
	} catch {
		return false;
	}
}

/** Waits until the condition holds or the process has ended, whichever comes first. */
async function waitWhileRunning(
	child: SupervisedProcess,
	condition: () => Promise<boolean>,
): Promise<boolean> {
	try {
		await pWaitFor(async () => !child.running || (await condition()), {
			interval: POLL_MS,
			timeout: START_TIMEOUT_MS,
		});
		return true;
	} catch (error) {
		if (error instanceof Error && error.name === 'TimeoutError') return false;
		throw error;
	}
}

/** What n8n says of a workflow's triggers: that they are set up, not yet, or why that did not succeed. */
async function activationOf(
	rest: N8nRest,
	{ id, activeVersionId }: ActiveWorkflow,
): Promise<boolean | { problem: string }> {
	const publication = await rest.publication(id);
	if (publication === undefined) {
		// Such an n8n says that it is ready when it has been through all of them.
		const problem = await rest.activationError(id);
		return problem === undefined || { problem };
	}
	const { status, liveVersionId, triggers } = publication;
	if (status === 'failed' || status === 'partial') {
		return {
			problem: triggers.flatMap(({ errorMessage }) => errorMessage ?? []).join('; ') || status,
		};
	}
	return status === 'published' && liveVersionId === activeVersionId;
}

async function isActivated(rest: N8nRest, workflow: ActiveWorkflow): Promise<boolean> {
	const activation = await activationOf(rest, workflow);
	if (typeof activation === 'boolean') return activation;
	throw new Error(`it could not activate the workflow '${workflow.name}' (${activation.problem})`);
}

/**
 * n8n 2.41 sets up the triggers of published workflows after it has said that it is ready: for a moment a webhook is
 * answered 404. (After a restart webhooks work at once; only triggers that live in memory are set up again.)
 */
async function areAllActivated(rest: N8nRest): Promise<boolean> {
	const activated = await Promise.all(
		(await rest.activeWorkflows()).map(async (workflow) => await isActivated(rest, workflow)),
	);
	return activated.every(Boolean);
}

async function waitUntilReady(child: SupervisedProcess, baseUrl: string): Promise<void> {
	let announced = false;
	const stopListening = child.onLine((line) => {
		announced ||= line.includes(READY);
	});
	const ready = await waitWhileRunning(child, async () => announced && (await isHealthy(baseUrl)));
	stopListening();
	if (!ready) throw new Error(`it was not ready after ${START_TIMEOUT_MS / 1000} s`);
	if (child.running) {
		const rest = await N8nRest.login(baseUrl);
		const activated = await waitWhileRunning(child, async () => await areAllActivated(rest));
		if (!activated)
			throw new Error(`it had not activated its workflows after ${START_TIMEOUT_MS / 1000} s`);
	}
	if (child.running) return;
	const { code, signal, problem } = await child.exited;
	throw new Error(problem ?? `it ended by itself (${signal ?? `exit code ${code}`})`);
}

async function startOnce(
	{ node, script }: Installation,
	home: Home,
	preferredPort: number,
): Promise<N8nServer> {
	const http = await freePort(preferredPort);
	const broker = await freePort(http + 1);
	const env = environmentOf(home, node, { http, broker });
	const logFile = path.join(home.folder, 'n8n.log');
	const child = new SupervisedProcess(node, [script, 'start'], { cwd: home.folder, env, logFile });
	const baseUrl = `http://127.0.0.1:${http}`;
	try {
		await waitUntilReady(child, baseUrl);
	} catch (error) {
		await child.kill();
		throw new N8nStartError(
			error instanceof Error ? error.message : String(error),
			child.lines(),
			logFile,
		);
	}
	return new N8nServer(baseUrl, logFile, child);
}

/**
 * Starts n8n in the user folder and waits until its active workflows take webhooks.
 * @param preferredPort tried first; a free one near it is taken when it is in use
 * @throws N8nStartError
 */
export async function startN8n(
	installation: Installation,
	home: Home,
	preferredPort = PREFERRED_PORT,
): Promise<N8nServer> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startOnce(installation, home, preferredPort);
		} catch (error) {
			// somebody took the port between our look and n8n's
			const again =
				error instanceof N8nStartError &&
				attempt < ATTEMPTS &&
				error.log.some((line) => PORT_TAKEN.test(line));
			if (!again) throw error;
		}
	}
}
