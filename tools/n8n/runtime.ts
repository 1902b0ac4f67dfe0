import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce, type Report } from '../cache';
import { npm } from '../process/npm';
import { run } from '../process/supervised';

const NODE_VERSION = '24.21.0';
const OLDEST_MAJOR = 24;

/** The Node.js that n8n runs on. */
export interface Runtime {
	/** Path of the node executable. */
	node: string;
	/** Folder whose include/ holds Node's headers, for compiling; undefined when they are not at hand. */
	headers?: string;
}

function describe(node: string, folder: string): Runtime {
	return existsSync(path.join(folder, 'include', 'node', 'node_api.h'))
		? { node, headers: folder }
		: { node };
}

/**
 * A Node.js that n8n accepts: the machine's where it is 24 or newer, otherwise one from npm, kept in the cache.
 * @throws when it cannot be downloaded or does not run on this machine
 */
export async function provideRuntime(report: Report): Promise<Runtime> {
	if (Number(process.versions.node.split('.')[0]) >= OLDEST_MAJOR) {
		return describe(process.execPath, path.resolve(path.dirname(process.execPath), '..'));
	}
	const platform = process.platform === 'win32' ? 'win' : process.platform;
	const packageName = `node-${platform}-${process.arch}`;
	const executable = (folder: string) =>
		path.join(
			folder,
			'node_modules',
			packageName,
			'bin',
			process.platform === 'win32' ? 'node.exe' : 'node',
		);

	const folder = await makeOnce(
		{
			name: `${packageName}-${NODE_VERSION}`,
			make: async (target) => {
				report(`downloading Node.js ${NODE_VERSION}, which n8n needs`);
				await writeFile(path.join(target, 'package.json'), JSON.stringify({ private: true }));
				await npm(
					[
						'install',
						'--ignore-scripts',
						'--no-audit',
						'--no-fund',
						'--no-package-lock',
						`${packageName}@${NODE_VERSION}`,
					],
					{ cwd: target, what: `Downloading Node.js ${NODE_VERSION}` },
				);
				const { stdout, lines } = await run(executable(target), ['--version'], {
					cwd: target,
					env: {},
				});
				if (stdout.trim() !== `v${NODE_VERSION}`) {
					throw new Error(
						`Node.js ${NODE_VERSION} from npm does not run on this machine: ${lines.slice(-3).join(' ')}\n` +
							'Install Node.js 24 yourself and run the command with it.',
					);
				}
			},
		},
		report,
	);
	return describe(executable(folder), path.join(folder, 'node_modules', packageName));
}
