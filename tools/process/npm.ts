import path from 'node:path';
import { npmCommand, withFoldersOnPath } from './npmCommand';
import { commandError, runProcess, type ProcessResult } from './supervisedProcess';

// npm sets these variables for its scripts. Another npm must not inherit them: most of them
// describe the package of the script, and the others change how Node.js and npm work.
const VARIABLES_SET_BY_NPM =
	/^npm_(?!config_)|^npm_config_(local_prefix|noproxy)$|^(INIT_CWD|NODE_ENV|NODE_OPTIONS)$/i;

interface NpmOptions {
	cwd: string;
	/** What npm does, for the error message: "Installing n8n". */
	task: string;
	/** The Node.js that npm and build scripts run on. Default: the one on the PATH. */
	node?: string;
	env?: NodeJS.ProcessEnv;
}

/**
 * Runs npm with the user's npm settings, such as registry and proxy.
 * @throws Error with the last lines that npm printed
 */
export async function npm(
	args: string[],
	{ cwd, task, node, env }: NpmOptions,
): Promise<ProcessResult> {
	const inherited = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !VARIABLES_SET_BY_NPM.test(name)),
	);
	const [command = 'npm', ...script] = npmCommand({
		platform: process.platform,
		node: process.execPath,
		env: process.env,
	});
	const result = await runProcess(command, [...script, ...args, '--loglevel=error'], {
		cwd,
		env: { ...withFoldersOnPath(inherited, node ? [path.dirname(node)] : []), ...env },
	});
	if (result.code !== 0) throw commandError(task, result);
	return result;
}
