import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import envPaths from 'env-paths';
import { errorCode } from './process/errorCode';

/**
 * The folder that keeps downloads between runs and checkouts: the user's cache folder (on Linux
 * ~/.cache/n8n-nodes-smartcar), or the folder in the environment variable N8N_NODES_SMARTCAR_CACHE.
 */
function cacheFolder(): string {
	const folder = process.env.N8N_NODES_SMARTCAR_CACHE;
	return folder ? path.resolve(folder) : envPaths('n8n-nodes-smartcar', { suffix: '' }).cache;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		// EPERM: the process runs, but belongs to another user.
		return errorCode(error) === 'EPERM';
	}
}

/** Removes the folders that interrupted processes were filling. */
async function removePartialFolders() {
	for (const entry of await readdir(cacheFolder())) {
		const pid = /\.(\d+)\.partial$/.exec(entry)?.[1];
		if (pid !== undefined && !isRunning(Number(pid)))
			await rm(path.join(cacheFolder(), entry), { recursive: true, force: true });
	}
}

/** Whether the cache has the folder of that name. */
export function isCached(name: string): boolean {
	return existsSync(path.join(cacheFolder(), name));
}

/**
 * Returns a folder of the cache, which `fill` fills if it is missing. The folder gets its name only
 * when it is complete, so an interruption never leaves half a folder in the cache.
 * @param name must change whenever the content changes
 * @returns path of the folder
 */
export async function ensureCachedFolder(
	name: string,
	fill: (folder: string) => Promise<void>,
): Promise<string> {
	const folder = path.join(cacheFolder(), name);
	if (isCached(name)) return folder;

	await mkdir(cacheFolder(), { recursive: true });
	await removePartialFolders();
	const partial = `${folder}.${process.pid}.partial`;
	try {
		await mkdir(partial);
		await fill(partial);
		// Another process may have been faster.
		if (!isCached(name)) await rename(partial, folder);
	} finally {
		await rm(partial, { recursive: true, force: true });
	}
	return folder;
}
