import { fork, type ChildProcess } from 'node:child_process';

/**
 * Runs a TypeScript file in another process.
 * @param nodePath path of the Node.js binary
 * @param nodeOptions options of Node.js, such as `--expose-gc`
 */
export const forkTypeScript = (
	file: string,
	args: string[],
	nodePath: string,
	nodeOptions: string[] = [],
): ChildProcess =>
	fork(file, args, {
		execPath: nodePath,
		execArgv: ['--require', require.resolve('tsx/cjs'), ...nodeOptions],
	});
