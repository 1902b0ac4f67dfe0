import path from 'node:path';
import pWaitFor from 'p-wait-for';
import { SupervisedProcess } from '../../process/supervised';
import { environmentOf, freePort, type Home } from '../home';
import type { Installation } from '../install';
import { N8nStartError } from '../server';

const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 40_000;

/** What each kind prints when it takes work. */
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
	 * Starts it in a user folder of its own and waits until it takes work.
	 * @param preferredPort it takes this one and the next two, or free ones near them
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
		const settled = () =>
			!child.running || child.lines().some((line) => line.includes(READY[kind]));
		try {
			await pWaitFor(settled, { timeout: START_TIMEOUT_MS });
			if (!child.running) throw new Error('it ended by itself');
		} catch (error) {
			await child.kill();
			const reason = error instanceof Error ? error.message : String(error);
			throw new N8nStartError(`the ${kind} process: ${reason}`, child.lines(), logFile);
		}
		return new QueueMember(kind, `http://127.0.0.1:${http}`, child);
	}

	/** Address of a trigger's production webhook on this processor. */
	webhookUrl(webhookId: string, webhookPath = 'webhook'): string {
		return `${this.baseUrl}/webhook/${webhookId}/${webhookPath}`;
	}

	/** The last log lines (at most 5,000). */
	log(): readonly string[] {
		return this.process.lines();
	}

	/** Lets it finish what it is doing (SIGTERM), for at most 40 seconds. */
	async stop(): Promise<void> {
		await this.process.stop(STOP_GRACE_MS);
	}

	/** Ends it as a power cut would (SIGKILL). */
	async kill(): Promise<void> {
		await this.process.kill();
	}
}
