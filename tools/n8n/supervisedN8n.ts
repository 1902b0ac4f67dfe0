import path from 'node:path';
import { SupervisedProcess, type ProcessExit } from '../process/supervisedProcess';
import type { N8nInstallation } from './install';
import { n8nEnvironment, type N8nUserFolder } from './userFolder';

const STOP_GRACE_MS = 40_000;

/** A process of n8n. It always stops when this process ends. */
export class SupervisedN8n {
	readonly baseUrl: string;

	readonly logFile: string;

	protected readonly process: SupervisedProcess;

	/**
	 * @param command `start`, `webhook` or `worker`
	 * @param ports must be free
	 */
	protected constructor(
		command: string,
		{ node, script }: N8nInstallation,
		userFolder: N8nUserFolder,
		ports: { http: number; broker: number },
		env: Record<string, string> = {},
	) {
		this.baseUrl = `http://127.0.0.1:${ports.http}`;
		this.logFile = path.join(userFolder.path, 'n8n.log');
		this.process = new SupervisedProcess(node, [script, command], {
			cwd: userFolder.path,
			env: { ...n8nEnvironment(userFolder, node, ports), ...env },
			logFile: this.logFile,
		});
	}

	/** Process ID of n8n. */
	get pid(): number | undefined {
		return this.process.pid;
	}

	/** Production URL of a Smartcar Trigger. */
	webhookUrl(webhookId: string): string {
		return `${this.baseUrl}/webhook/${webhookId}/webhook`;
	}

	/** Stops n8n by SIGTERM, so that running executions can finish. Kills it after 40 seconds. */
	async stop(): Promise<ProcessExit> {
		return await this.process.stop(STOP_GRACE_MS);
	}

	/** Kills n8n and its processes at once (SIGKILL). */
	async kill(): Promise<ProcessExit> {
		return await this.process.kill();
	}
}
