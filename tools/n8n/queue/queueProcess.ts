import path from 'node:path';
import { SupervisedProcess } from '../../process/supervisedProcess';
import { n8nEnvironment, findFreePort, type N8nUserFolder } from '../userFolder';
import type { N8nInstallation } from '../install';

const START_TIMEOUT_MS = 120_000;
const STOP_GRACE_MS = 40_000;

/** The log line with which each kind of process says that it is ready. */
const READY_LOG_LINES = {
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
} as const;

export type QueueProcessKind = keyof typeof READY_LOG_LINES;

/** A webhook processor or a worker of an n8n in queue mode. */
export class QueueProcess {
	private constructor(
		private readonly baseUrl: string,
		readonly logFile: string,
		private readonly process: SupervisedProcess,
	) {}

	/**
	 * Starts the process in a user folder, and waits until it is ready.
	 * @param preferredPort the process uses this port and the next two, or free ones near them
	 * @throws Error with the end of n8n's log when it does not start
	 */
	static async start(
		kind: QueueProcessKind,
		installation: N8nInstallation,
		userFolder: N8nUserFolder,
		preferredPort: number,
	): Promise<QueueProcess> {
		const http = await findFreePort(preferredPort);
		const broker = await findFreePort(http + 1);
		const health = await findFreePort(broker + 1);
		const { node, script } = installation;
		const env = {
			...n8nEnvironment(userFolder, node, { http, broker }),
			QUEUE_HEALTH_CHECK_PORT: String(health),
		};
		const logFile = path.join(userFolder.path, 'n8n.log');
		const child = new SupervisedProcess(node, [script, kind], {
			cwd: userFolder.path,
			env,
			logFile,
		});
		const isReady = () => child.hasPrinted(READY_LOG_LINES[kind]);
		await child.waitUntil(isReady, `n8n's ${kind} process did not start`, START_TIMEOUT_MS);
		return new QueueProcess(`http://127.0.0.1:${http}`, logFile, child);
	}

	/** Process ID of n8n. */
	get pid(): number | undefined {
		return this.process.pid;
	}

	/** Production URL of a Smartcar Trigger on this webhook processor. */
	webhookUrl(webhookId: string): string {
		return `${this.baseUrl}/webhook/${webhookId}/webhook`;
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
