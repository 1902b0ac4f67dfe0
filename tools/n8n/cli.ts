import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { run, type Finished } from '../process/supervised';
import { environmentOf, freePort, type Home } from './home';
import type { Installation } from './install';

const HTTP_PORT = 5700;
const TIMEOUT_MS = 180_000;
const LINES_SHOWN = 20;

/** A credential as `import:credentials` takes it, with its values in clear. */
export interface CredentialToImport {
	id: string;
	name: string;
	type: string;
	data: Record<string, unknown>;
}

/** A workflow as exported by the editor, with an ID. */
export interface WorkflowToImport {
	id: string;
	name: string;
	nodes: unknown[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

/** A command of n8n did not do what it was asked for; the message ends with what it printed. */
export class N8nCommandError extends Error {
	constructor(command: string, { code, signal, problem, lines }: Finished) {
		const ending = problem ?? signal ?? `exit code ${code}`;
		const shown = lines.slice(-LINES_SHOWN).map((line) => `  | ${line}`);
		super([`'n8n ${command}' did not succeed (${ending}):`, ...shown].join('\n'));
		this.name = 'N8nCommandError';
	}
}

/** n8n's command line on one user folder. Not while n8n runs there, except for what n8n itself allows. */
export class N8nCli {
	constructor(
		private readonly installation: Installation,
		private readonly home: Home,
	) {}

	/** Imports the credentials, encrypted on the way; an existing one with the same ID is replaced. */
	async importCredentials(credentials: CredentialToImport[]): Promise<void> {
		await this.importFile(
			'import:credentials',
			credentials,
			`Successfully imported ${credentials.length} credential`,
		);
	}

	/** Imports the workflows, inactive; an existing one with the same ID is replaced. */
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

	/** Makes the workflow active from the next start of n8n on. */
	async publishWorkflow(id: string): Promise<void> {
		const args = ['publish:workflow', `--id=${id}`];
		const finished = await this.command(args);
		if (!finished.stdout.includes('Please restart n8n for changes to take effect'))
			throw new N8nCommandError(args.join(' '), finished);
	}

	/**
	 * Any command.
	 * @throws N8nCommandError when it cannot be started or ends with another exit code than 0
	 */
	async command(args: string[]): Promise<Finished> {
		const { node, script } = this.installation;
		const http = await freePort(HTTP_PORT);
		const broker = await freePort(http + 1);
		const finished = await run(node, [script, ...args], {
			cwd: this.home.folder,
			env: environmentOf(this.home, node, { http, broker }),
			logFile: path.join(this.home.folder, 'n8n-commands.log'),
			timeoutMs: TIMEOUT_MS,
		});
		if (finished.code !== 0) throw new N8nCommandError(args.join(' '), finished);
		return finished;
	}

	private async importFile(command: string, content: unknown[], success: string) {
		const file = path.join(this.home.folder, 'to-import.json');
		await writeFile(file, JSON.stringify(content), { mode: 0o600 });
		const finished = await this.command([command, `--input=${file}`]);
		await rm(file);
		if (!finished.stdout.includes(success)) throw new N8nCommandError(command, finished);
	}
}
