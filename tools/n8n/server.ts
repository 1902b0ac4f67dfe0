import type { LineListener } from '../process/supervisedProcess';
import { findFreePort, jestWorkerPort, type N8nUserFolder } from './userFolder';
import type { N8nInstallation } from './install';
import { N8nRestClient, type ActiveWorkflow } from './restClient';
import { SupervisedN8n } from './supervisedN8n';

const PREFERRED_PORT = jestWorkerPort(5678);
const START_TIMEOUT_MS = 240_000;
const START_ATTEMPTS = 3;

const READY_LOG_LINE = 'Editor is now accessible via';
const PORT_IN_USE = /port \d+ is already in use|EADDRINUSE/i;

/** A running `n8n start`. */
export class N8nServer extends SupervisedN8n {
	/**
	 * Starts n8n in the user folder and waits until its published workflows accept webhooks.
	 * @param preferredPort if it is in use, a free port near it is taken
	 * @throws Error with the end of n8n's log when it does not start
	 */
	static async start(
		installation: N8nInstallation,
		userFolder: N8nUserFolder,
		preferredPort = PREFERRED_PORT,
	): Promise<N8nServer> {
		for (let attempt = 1; ; attempt += 1) {
			const http = await findFreePort(preferredPort);
			const broker = await findFreePort(http + 1);
			const server = new N8nServer('start', installation, userFolder, { http, broker });
			try {
				await server.waitUntilReady();
				return server;
			} catch (error) {
				// Another process took the port after the check for a free one.
				if (attempt === START_ATTEMPTS || !PORT_IN_USE.test(String(error))) throw error;
			}
		}
	}

	get running(): boolean {
		return this.process.running;
	}

	/** The last 5,000 log lines. `logFile` has all of them. */
	log(): readonly string[] {
		return this.process.lines();
	}

	/** Calls the listener for each new log line. @returns a function that removes the listener */
	onLine(listener: LineListener): () => void {
		return this.process.onLine(listener);
	}

	/** Test URL of a Smartcar Trigger. It works while the editor listens for a test event. */
	testWebhookUrl(webhookId: string): string {
		return `${this.baseUrl}/webhook-test/${webhookId}/webhook`;
	}

	/**
	 * Waits until n8n has set up the triggers of all published workflows.
	 *
	 * @throws Error if it does not. n8n then no longer runs.
	 */
	async waitUntilActivated(rest: N8nRestClient): Promise<void> {
		const isDone = async () => await areAllActivated(rest);
		await this.process.waitUntil(isDone, 'n8n did not activate its workflows', START_TIMEOUT_MS);
	}

	private async waitUntilReady(): Promise<void> {
		let rest: N8nRestClient | undefined;
		const isReady = async () => {
			if (!this.process.hasPrinted(READY_LOG_LINE) || !(await isHealthy(this.baseUrl)))
				return false;
			rest ??= await N8nRestClient.login(this.baseUrl);
			return await areAllActivated(rest);
		};
		await this.process.waitUntil(isReady, 'n8n did not start', START_TIMEOUT_MS);
	}
}

async function isHealthy(baseUrl: string): Promise<boolean> {
	try {
		return (await fetch(`${baseUrl}/healthz`)).status === 200;
	} catch {
		return false;
	}
}

/** Whether n8n has set up the triggers of a published workflow. @throws Error if it could not */
async function isActivated(
	rest: N8nRestClient,
	{ id, name, activeVersionId }: ActiveWorkflow,
): Promise<boolean> {
	const publication = await rest.getPublicationStatus(id);
	if (publication === undefined) {
		// n8n 2.35 has no publication status by default. When it logs that it is ready, it has set up
		// all triggers, or has failed to.
		const error = await rest.getActivationError(id);
		if (error === undefined) return true;
		throw new Error(`the workflow '${name}' could not be activated (${error})`);
	}
	const { status, liveVersionId, triggers } = publication;
	if (status === 'failed' || status === 'partial') {
		const errors = triggers.flatMap(({ errorMessage }) => errorMessage ?? []);
		throw new Error(
			`the workflow '${name}' could not be activated (${errors.join('; ') || status})`,
		);
	}
	return status === 'published' && liveVersionId === activeVersionId;
}

/**
 * Whether all published workflows can be triggered. After a first start, n8n 2.41 sets up their
 * triggers once it has logged that it is ready, and answers their webhooks with 404 until then.
 * After a restart webhooks work at once.
 */
async function areAllActivated(rest: N8nRestClient): Promise<boolean> {
	const activated = await Promise.all(
		(await rest.listActiveWorkflows()).map(async (workflow) => await isActivated(rest, workflow)),
	);
	return activated.every(Boolean);
}
