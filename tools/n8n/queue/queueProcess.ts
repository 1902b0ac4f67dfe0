import type { N8nInstallation } from '../install';
import { SupervisedN8n } from '../supervisedN8n';
import { findFreePort, type N8nUserFolder } from '../userFolder';

const START_TIMEOUT_MS = 120_000;

/** The log line with which each kind of process says that it is ready. */
const READY_LOG_LINES = {
	webhook: 'Webhook listener waiting for requests',
	worker: 'n8n worker is now ready',
} as const;

export type QueueProcessKind = keyof typeof READY_LOG_LINES;

/** A webhook processor or a worker of an n8n in queue mode. */
export class QueueProcess extends SupervisedN8n {
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
		const env = { QUEUE_HEALTH_CHECK_PORT: String(health) };
		const queueProcess = new QueueProcess(kind, installation, userFolder, { http, broker }, env);
		const isReady = () => queueProcess.process.hasPrinted(READY_LOG_LINES[kind]);
		const failure = `n8n's ${kind} process did not start`;
		await queueProcess.process.waitUntil(isReady, failure, START_TIMEOUT_MS);
		return queueProcess;
	}
}
