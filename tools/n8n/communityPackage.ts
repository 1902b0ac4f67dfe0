import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extract } from 'tar';
import { z } from 'zod';
import { npm } from '../process/npm';
import type { N8nUserFolder } from './userFolder';

const PACKAGE_NAME = 'n8n-nodes-smartcar';

const manifestSchema = z
	.object({
		name: z.string(),
		version: z.string(),
		dependencies: z.record(z.string()).optional(),
	})
	.passthrough();

const REMOVED_FIELDS = ['devDependencies', 'peerDependencies', 'optionalDependencies'];

async function readManifest(folder: string): Promise<z.infer<typeof manifestSchema>> {
	return manifestSchema.parse(
		JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')),
	);
}

/**
 * Installs the packed tarball of this package as n8n 2.41 installs a community node
 * (CommunityPackagesService.downloadPackage): unpacks it into `.n8n/nodes/node_modules/<name>`,
 * removes development and peer dependencies from its package.json, installs the other dependencies
 * without scripts, and lists the package in `.n8n/nodes/package.json`. Replaces an installed
 * version.
 */
export async function installCommunityPackage(
	userFolder: N8nUserFolder,
	tarball: string,
): Promise<void> {
	const nodesFolder = path.join(userFolder.path, '.n8n', 'nodes');
	const folder = path.join(nodesFolder, 'node_modules', PACKAGE_NAME);
	await rm(folder, { recursive: true, force: true, maxRetries: 3 });
	await mkdir(folder, { recursive: true });
	await extract({ file: tarball, cwd: folder, strip: 1 });

	const manifest = await readManifest(folder);
	if (manifest.name !== PACKAGE_NAME)
		throw new Error(
			`${path.basename(tarball)} holds the package ${manifest.name}, not ${PACKAGE_NAME}.`,
		);
	const installedManifest = Object.fromEntries(
		Object.entries(manifest).filter(([field]) => !REMOVED_FIELDS.includes(field)),
	);
	await writeFile(path.join(folder, 'package.json'), JSON.stringify(installedManifest, null, 2));
	if (Object.keys(manifest.dependencies ?? {}).length > 0) {
		const flags = [
			'--audit=false',
			'--fund=false',
			'--bin-links=false',
			'--install-strategy=shallow',
			'--ignore-scripts=true',
		];
		await npm(['install', ...flags, '--package-lock=false'], {
			cwd: folder,
			task: `Installing the dependencies of ${PACKAGE_NAME}`,
		});
	}
	const nodesManifest = {
		name: 'installed-nodes',
		private: true,
		dependencies: { [PACKAGE_NAME]: manifest.version },
	};
	await writeFile(path.join(nodesFolder, 'package.json'), JSON.stringify(nodesManifest, null, 2));
}
