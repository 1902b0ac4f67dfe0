import path from 'node:path';
import { npmCommand, withFoldersOnPath } from './npmCommand';
import { run, type Finished } from './supervised';

const LINES_SHOWN = 15;

// Variables that npm sets for its scripts. They describe the package of the script and would mislead another npm.
const SET_BY_NPM =
	/^npm_(?!config_)|^npm_config_(local_prefix|noproxy)$|^(INIT_CWD|NODE_ENV|NODE_OPTIONS)$/i;

/** An npm command failed. The message ends with the last lines that npm printed. */
export class NpmError extends Error {
	constructor(task: string, { lines, code, signal, problem }: Finished) {
		const shown = lines.filter((line) => line.trim() !== '').slice(-LINES_SHOWN);
		const reason = problem ?? signal ?? `exit code ${code}`;
		super([`${task} failed (npm: ${reason}):`, ...shown.map((line) => `  | ${line}`)].join('\n'));
		this.name = 'NpmError';
	}
}

export interface NpmOptions {
	cwd: string;
	/** What npm does, for the error message: "Installing n8n". */
	what: string;
	/** The Node.js that npm and build scripts run on. Default: the one on the PATH. */
	node?: string;
	env?: NodeJS.ProcessEnv;
}

/**
 * Runs npm with the user's npm settings, such as registry and proxy.
 * @throws NpmError
 */
export async function npm(args: string[], { cwd, what, node, env }: NpmOptions): Promise<Finished> {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !SET_BY_NPM.test(name)),
	);
	const [command = 'npm', ...script] = npmCommand({
		platform: process.platform,
		node: process.execPath,
		env: process.env,
	});
	const finished = await run(command, [...script, ...args, '--loglevel=error'], {
		cwd,
		env: { ...withFoldersOnPath(inherited, node ? [path.dirname(node)] : []), ...env },
	});
	if (finished.code !== 0) throw new NpmError(what, finished);
	return finished;
}
