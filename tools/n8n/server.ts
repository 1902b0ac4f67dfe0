import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { SupervisedProcess, type Exit, type LineListener } from '../process/supervised';
import { environmentOf, freePort, type Home } from './home';
import type { Installation } from './install';

const PREFERRED_PORT = 5678;
const START_TIMEOUT_MS = 120_000;
const POLL_MS = 250;
const STOP_GRACE_MS = 40_000;
const ATTEMPTS = 3;
const LINES_SHOWN = 25;

const READY = 'Editor is now accessible via';
const NOT_ACTIVATED = /Issue on initial workflow activation try of (.*)/;
const PORT_TAKEN = /port \d+ is already in use|EADDRINUSE/i;

/** n8n did not start, or not with all its active workflows; the message ends with its last log lines. */
export class N8nStartError extends Error {
	constructor(reason: string, readonly log: readonly string[], logFile: string) {
		const shown = log.slice(-LINES_SHOWN).map((line) => `  | ${line}`);
		super([`n8n did not start: ${reason}. Its last lines (all of them: ${logFile}):`, ...shown].join('\n'));
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

async function startOnce({ node, script }: Installation, home: Home, preferredPort: number): Promise<N8nServer> {
	const http = await freePort(preferredPort);
	const broker = await freePort(http + 1);
	const env = environmentOf(home, node, { http, broker });
	const logFile = path.join(home.folder, 'n8n.log');
	const child = new SupervisedProcess(node, [script, 'start'], { cwd: home.folder, env, logFile });
	const server = new N8nServer(`http://127.0.0.1:${http}`, logFile, child);
	let ready = false;
	let notActivated: string | undefined;
	const stopListening = child.onLine((line) => {
		ready ||= line.includes(READY);
		notActivated ??= NOT_ACTIVATED.exec(line)?.[1];
	});
	try {
		await pWaitFor(async () => !child.running || (ready && (await isHealthy(server.baseUrl))), {
			interval: POLL_MS,
			timeout: START_TIMEOUT_MS,
		});
	} catch (error) {
		await child.kill();
		if (!(error instanceof Error && error.name === 'TimeoutError')) throw error;
		throw new N8nStartError(`it was not ready after ${START_TIMEOUT_MS / 1000} s`, child.lines(), logFile);
	} finally {
		stopListening();
	}
	if (!child.running) {
		const { code, signal, problem } = await child.exited;
		throw new N8nStartError(problem ?? `it ended by itself (${signal ?? `exit code ${code}`})`, child.lines(), logFile);
	}
	if (notActivated !== undefined) {
		await child.kill();
		throw new N8nStartError(`it could not activate the workflow ${notActivated}`, child.lines(), logFile);
	}
	return server;
}

/**
 * Starts n8n in the user folder and waits until its active workflows take webhooks.
 * @param preferredPort tried first; a free one near it is taken when it is in use
 * @throws N8nStartError
 */
export async function startN8n(installation: Installation, home: Home, preferredPort = PREFERRED_PORT): Promise<N8nServer> {
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await startOnce(installation, home, preferredPort);
		} catch (error) {
			// somebody took the port between our look and n8n's
			const again = error instanceof N8nStartError && attempt < ATTEMPTS && error.log.some((line) => PORT_TAKEN.test(line));
			if (!again) throw error;
		}
	}
}
