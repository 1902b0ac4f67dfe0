import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { SupervisedProcess } from '../../process/supervisedProcess';
import { environmentOf, freePort, type Home } from '../userFolder';
import type { Installation } from '../install';
import { N8nStartError } from '../server';

const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 40_000;

/** The log line with which each kind says that it is ready. */
const READY = {
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
} as const;

export type MemberKind = keyof typeof READY;

/** A webhook processor or a worker of an n8n in queue mode. */
export class QueueMember {
	private constructor(
		readonly kind: MemberKind,
		readonly baseUrl: string,
		private readonly process: SupervisedProcess,
	) {}

	/**
	 * Starts it in a user folder and waits until it is ready.
	 * @param preferredPort the process uses this port and the next two, or free ones near them
	 * @throws N8nStartError
	 */
	static async start(
		kind: MemberKind,
		installation: Installation,
		home: Home,
		preferredPort: number,
	): Promise<QueueMember> {
		const http = await freePort(preferredPort);
		const broker = await freePort(http + 1);
		const health = await freePort(broker + 1);
		const { node, script } = installation;
		const env = {
			...environmentOf(home, node, { http, broker }),
			QUEUE_HEALTH_CHECK_PORT: String(health),
		};
		const logFile = path.join(home.folder, 'n8n.log');
		const child = new SupervisedProcess(node, [script, kind], { cwd: home.folder, env, logFile });
		const readyOrEnded = () =>
			!child.running || child.lines().some((line) => line.includes(READY[kind]));
		try {
			await pWaitFor(readyOrEnded, { timeout: START_TIMEOUT_MS });
			if (!child.running) throw new Error('it ended by itself');
		} catch (error) {
			await child.kill();
			const reason = error instanceof Error ? error.message : String(error);
			throw new N8nStartError(`the ${kind} process: ${reason}`, child.lines(), logFile);
		}
		return new QueueMember(kind, `http://127.0.0.1:${http}`, child);
	}

	/** Production URL of a trigger on this webhook processor. */
	webhookUrl(webhookId: string, webhookPath = 'webhook'): string {
		return `${this.baseUrl}/webhook/${webhookId}/${webhookPath}`;
	}

	/** The last 5,000 log lines. */
	log(): readonly string[] {
		return this.process.lines();
	}

	/** Stops it by SIGTERM, so that running executions can finish. Kills it after 40 seconds. */
	async stop(): Promise<void> {
		await this.process.stop(STOP_GRACE_MS);
	}

	/** Kills it at once (SIGKILL). */
	async kill(): Promise<void> {
		await this.process.kill();
	}
}
