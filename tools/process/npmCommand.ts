import { existsSync } from 'node:fs';
import path from 'node:path';

/** The machine that npm is to run on. */
interface Host {
	platform: NodeJS.Platform;
	/** The Node.js that runs npm on Windows. */
	node: string;
	env: NodeJS.ProcessEnv;
	exists?: (file: string) => boolean;
}

/**
 * The command that runs npm without a shell. On Windows `npm` is a batch file, which only a shell
 * can start, and the shell takes a space in a path for the end of an argument. So on Windows
 * Node.js runs npm's script.
 * @throws Error when npm is not found on Windows
 */
export function npmCommand({ platform, node, env, exists = existsSync }: Host): string[] {
	if (platform !== 'win32') return ['npm'];
	const scriptBesideNode = path.win32.join(
		path.win32.dirname(node),
		'node_modules',
		'npm',
		'bin',
		'npm-cli.js',
	);
	// npm sets npm_execpath for its scripts. Other package managers set it, too.
	const callingScript = env.npm_execpath?.endsWith('npm-cli.js') ? env.npm_execpath : undefined;
	const script = [callingScript, scriptBesideNode].find(
		(file) => file !== undefined && exists(file),
	);
	if (script === undefined) throw new Error(`npm was not found beside ${node}`);
	return [node, script];
}

/** The environment, with these folders first in the PATH. */
export function withFoldersOnPath(env: NodeJS.ProcessEnv, folders: string[]): NodeJS.ProcessEnv {
	// Windows names it `Path`. Unlike process.env, a copy of it distinguishes upper and lower case.
	const name = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	return { ...env, [name]: [...folders, env[name] ?? ''].join(path.delimiter) };
}
