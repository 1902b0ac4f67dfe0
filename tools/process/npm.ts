import path from 'node:path';
import { run, type Finished, type LineListener } from './supervised';

const LINES_SHOWN = 8;

// npm hands its scripts a description of the calling package; a nested npm must not take it for its own settings.
const CALLER =
	/^npm_(?!config_)|^npm_config_(local_prefix|noproxy)$|^(INIT_CWD|NODE_ENV|NODE_OPTIONS)$/i;

const NOISE =
	/^\s*$|^\s+at |^npm warn|^npm error( \}|\s*)$|^npm error {2,}|A complete log of this run/;

const ADVICE: Array<[RegExp, string]> = [
	[/ENOSPC|EDQUOT|no space left/i, 'The disk is full: free some space and run the command again.'],
	[
		/find Python|not found: make|make: .*not found|ENOENT.*\bmake\b|g\+\+: .*not found|c\+\+: .*not found|find VS|xcode-select/i,
		'SQLite has to be compiled here and the compiler is missing: install Python 3, make and a C++ compiler ' +
			'(Debian, Ubuntu: apt-get install python3 make g++; macOS: xcode-select --install) and run the command again.',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|npm error network|CERT_/i,
		"The npm registry could not be reached: check the network connection (and npm's proxy and registry settings), " +
			'then run the command again.',
	],
	[
		/EACCES|EPERM/,
		'A folder could not be written to: check its owner and permissions, then run the command again.',
	],
	[
		/E404|ETARGET|No matching version/i,
		"The npm registry does not have a package that is needed: check npm's registry setting (npm config get registry).",
	],
];

/** What to do about a failed npm command, judged by what it printed. */
export function adviceFor(output: string): string {
	const known = ADVICE.find(([pattern]) => pattern.test(output));
	return known?.[1] ?? 'Read what npm says below, then run the command again.';
}

/** npm ended with an error; the message says what to do and ends with the last lines npm printed. */
export class NpmError extends Error {
	constructor(what: string, { lines, code, signal, problem }: Finished) {
		const shown = lines.filter((line) => !NOISE.test(line)).slice(-LINES_SHOWN);
		const ending =
			problem ??
			(code === null ? `ended by ${signal ?? 'an unknown signal'}` : `exit code ${code}`);
		const advice = adviceFor([...lines, problem ?? ''].join('\n'));
		super(
			[
				`${what} did not succeed (npm: ${ending}).`,
				advice,
				...shown.map((line) => `  | ${line}`),
			].join('\n'),
		);
		this.name = 'NpmError';
	}
}

export interface NpmOptions {
	cwd: string;
	/** What npm is doing, for the error message: "Installing n8n". */
	what: string;
	/** The Node.js that npm and the build scripts run on; the one on PATH when left out. */
	node?: string;
	env?: NodeJS.ProcessEnv;
	onLine?: LineListener;
}

/**
 * Runs the machine's npm with the machine's own npm settings (registry, proxy).
 * @throws NpmError
 */
export async function npm(
	args: string[],
	{ cwd, what, node, env, onLine }: NpmOptions,
): Promise<Finished> {
	const own = Object.fromEntries(
		Object.entries(process.env).filter(([name]) => !CALLER.test(name)),
	);
	const searched = [...(node ? [path.dirname(node)] : []), own.PATH ?? ''].join(path.delimiter);
	const finished = await run('npm', [...args, '--loglevel=error'], {
		cwd,
		env: { ...own, PATH: searched, ...env },
		onLine,
	});
	if (finished.code !== 0) throw new NpmError(what, finished);
	return finished;
}
