import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { commandError, runProcess } from '../process/supervisedProcess';
import { n8nEnvironment, findFreePort, jestWorkerPort, type N8nUserFolder } from './userFolder';
import type { N8nInstallation } from './install';

const PREFERRED_PORT = jestWorkerPort(5700);
const TIMEOUT_MS = 180_000;

/** A credential as `import:credentials` takes it, unencrypted. */
export interface CredentialToImport {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** A workflow as the editor exports it, with an ID. */
export interface WorkflowToImport {
	id: string;
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** n8n's command line for one user folder. Most commands need n8n to be stopped. */
export class N8nCli {
	constructor(
		private readonly installation: N8nInstallation,
		private readonly userFolder: N8nUserFolder,
	) {}

	/** Imports and encrypts the credentials. Existing ones with the same ID are replaced. */
	async importCredentials(credentials: CredentialToImport[]): Promise<void> {
		await this.importFile(
			'import:credentials',
			credentials,
			`Successfully imported ${credentials.length} credential`,
		);
	}

	/** Imports the workflows, unpublished. Existing ones with the same ID are replaced. */
	async importWorkflows(workflows: WorkflowToImport[]): Promise<void> {
		const withSettings = workflows.map((workflow) => ({
			settings: {},
			...workflow,
			active: false,
		}));
		await this.importFile(
			'import:workflow',
			withSettings,
			`Successfully imported ${workflows.length} workflow`,
		);
	}

	/** Publishes the workflow. This takes effect when n8n starts the next time. */
	async publishWorkflow(id: string): Promise<void> {
		await this.runCommand(
			['publish:workflow', `--id=${id}`],
			'Please restart n8n for changes to take effect',
		);
	}

	/**
	 * Runs a command.
	 * @param success what the command prints if it succeeds
	 * @throws Error when it cannot be started, its exit code is not 0, or it does not print this
	 */
	private async runCommand(args: string[], success: string): Promise<void> {
		const { node, script } = this.installation;
		const http = await findFreePort(PREFERRED_PORT);
		const broker = await findFreePort(http + 1);
		const result = await runProcess(node, [script, ...args], {
			cwd: this.userFolder.path,
			env: n8nEnvironment(this.userFolder, node, { http, broker }),
			logFile: path.join(this.userFolder.path, 'n8n-commands.log'),
			timeoutMs: TIMEOUT_MS,
		});
		if (result.code !== 0 || !result.stdout.includes(success))
			throw commandError(`'n8n ${args.join(' ')}'`, result);
	}

	private async importFile(command: string, content: unknown[], success: string) {
		const file = path.join(this.userFolder.path, 'to-import.json');
		await writeFile(file, JSON.stringify(content), { mode: 0o600 });
		await this.runCommand([command, `--input=${file}`], success);
		await rm(file);
	}
}
