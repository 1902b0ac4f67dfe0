import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { extract } from 'tar';
import { ROOT } from '../../../tools/folders';
import { findTarball } from '../../../tools/pack';

export interface UnpackedPackage {
	folder: string;
	/** The paths of all files, relative to `folder`, with forward slashes, sorted. */
	files: string[];
	remove: () => Promise<void>;
}

/**
 * Unpacks the tarball into a new node_modules folder. As in an installed n8n, its files can require
 * n8n-workflow only.
 */
export async function unpackTarball(): Promise<UnpackedPackage> {
	const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'n8n-smartcar-package-'));
	const folder = path.join(temporaryFolder, 'node_modules', 'n8n-nodes-smartcar');
	await mkdir(folder, { recursive: true });
	await symlink(
		path.join(ROOT, 'node_modules', 'n8n-workflow'),
		path.join(temporaryFolder, 'node_modules', 'n8n-workflow'),
		'junction',
	);
	await extract({ file: await findTarball(), cwd: folder, strip: 1 });
	const files = (await readdir(folder, { recursive: true }))
		.filter((entry) => statSync(path.join(folder, entry)).isFile())
		.map((entry) => entry.split(path.sep).join('/'))
		.sort();
	return {
		folder,
		files,
		remove: async () => await rm(temporaryFolder, { recursive: true, force: true }),
	};
}
