import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { run, type Finished } from '../process/supervised';
import { environmentOf, freePort, type Home } from './home';
import type { Installation } from './install';
import { runDataSchema, type RunData } from './runData';

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

const nodeTypesSchema = z.array(
	z.object({ name: z.string(), displayName: z.string(), version: z.union([z.number(), z.array(z.number())]) }).passthrough(),
);

export type NodeTypes = z.infer<typeof nodeTypesSchema>;

/** n8n's command line on one user folder. Not while n8n runs there, except for what n8n itself allows. */
export class N8nCli {
	constructor(
		private readonly installation: Installation,
		private readonly home: Home,
	) {}

	/** Imports the credentials, encrypted on the way; an existing one with the same ID is replaced. */
	async importCredentials(credentials: CredentialToImport[]): Promise<void> {
		await this.importFile('import:credentials', credentials, `Successfully imported ${credentials.length} credential`);
	}

	/** Imports the workflows, inactive; an existing one with the same ID is replaced. */
	async importWorkflows(workflows: WorkflowToImport[]): Promise<void> {
		const withSettings = workflows.map((workflow) => ({ settings: {}, ...workflow, active: false }));
		await this.importFile('import:workflow', withSettings, `Successfully imported ${workflows.length} workflow`);
	}

	/** Makes the workflow active from the next start of n8n on. */
	async publishWorkflow(id: string): Promise<void> {
		const finished = await this.command(['publish:workflow', `--id=${id}`]);
		if (!finished.stdout.includes('Please restart n8n for changes to take effect')) {
			throw new N8nCommandError(`publish:workflow --id=${id}`, finished);
		}
	}

	/** Runs the workflow once, from its manual or schedule trigger, and returns what every node gave. */
	async execute(id: string): Promise<RunData> {
		const finished = await this.command(['execute', `--id=${id}`, '--rawOutput']);
		const start = finished.stdout.search(/^\{$/m);
		const end = finished.stdout.lastIndexOf('\n}');
		if (start < 0 || end < start) throw new N8nCommandError(`execute --id=${id}`, finished);
		return runDataSchema.parse(JSON.parse(finished.stdout.slice(start, end + 2))).data;
	}

	/** All node types as n8n sees them, community packages included. */
	async exportNodes(): Promise<NodeTypes> {
		const file = path.join(this.home.folder, 'exported-nodes.json');
		const finished = await this.command(['export:nodes', `--output=${file}`]);
		if (!finished.stdout.includes('Successfully exported')) throw new N8nCommandError('export:nodes', finished);
		const text = await readFile(file, 'utf8');
		await rm(file);
		return nodeTypesSchema.parse(JSON.parse(text));
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
