import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureCachedFolder } from '../cache';
import { npm } from '../process/npm';

const NODE_VERSION = '24.21.0';

/** The only version for which every n8n of releases.ts has a compiled isolated-vm, which it needs. */
const NODE_MAJOR = 24;

/** The Node.js that n8n runs on. */
export interface NodeRuntime {
	/** Path of the node executable. */
	node: string;
	/** Folder whose include/ holds the headers of Node.js, which native packages are compiled with. */
	headers?: string;
}

/** @param folder the installation of this Node.js, which may lack the headers */
function describeRuntime(node: string, folder: string): NodeRuntime {
	const hasHeaders = existsSync(path.join(folder, 'include', 'node', 'node_api.h'));
	return hasHeaders ? { node, headers: folder } : { node };
}

/**
 * The npm package with Node.js for a machine. That for Macs with an Apple processor begins with
 * another word than the others: see the install script of the package `node`.
 */
export function nodePackage(platform: NodeJS.Platform, arch: string): string {
	const prefix = platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node';
	return `${prefix}-${platform === 'win32' ? 'win' : platform}-${arch}`;
}

/**
 * Returns a Node.js that n8n accepts: the one this process runs on when it is version 24,
 * otherwise one from npm, which is kept in the cache.
 * @throws Error when it cannot be installed
 */
export async function ensureNodeRuntime(report: (progress: string) => void): Promise<NodeRuntime> {
	if (Number(process.versions.node.split('.')[0]) === NODE_MAJOR)
		return describeRuntime(process.execPath, path.resolve(path.dirname(process.execPath), '..'));

	const packageName = nodePackage(process.platform, process.arch);
	const cached = await ensureCachedFolder(`${packageName}-${NODE_VERSION}`, async (folder) => {
		report(`downloading Node.js ${NODE_VERSION}, which n8n needs`);
		await writeFile(path.join(folder, 'package.json'), JSON.stringify({ private: true }));
		const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
		await npm(['install', ...flags, `${packageName}@${NODE_VERSION}`], {
			cwd: folder,
			task: `Downloading Node.js ${NODE_VERSION}`,
		});
	});
	const installed = path.join(cached, 'node_modules', packageName);
	const executable = process.platform === 'win32' ? 'node.exe' : 'node';
	return describeRuntime(path.join(installed, 'bin', executable), installed);
}
