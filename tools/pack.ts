import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT, WORK_FOLDER } from './folders';
import { npm } from './process/npm';

const PACKED_FOLDER = path.join(WORK_FOLDER, 'packed');

async function findPackedTarball(): Promise<string | undefined> {
	const files = await readdir(PACKED_FOLDER).catch(() => []);
	const tarball = files.find((file) => file.endsWith('.tgz'));
	return tarball === undefined ? undefined : path.join(PACKED_FOLDER, tarball);
}

/**
 * Builds the package and packs it as `npm publish` would.
 * @returns path of the tarball; an earlier one is removed
 * @throws Error with the compiler's messages
 */
export async function packPackage(): Promise<string> {
	await rm(PACKED_FOLDER, { recursive: true, force: true });
	await mkdir(PACKED_FOLDER, { recursive: true });
	await npm(['run', 'build'], { cwd: ROOT, task: 'Building the package' });
	await npm(['pack', `--pack-destination=${PACKED_FOLDER}`], {
		cwd: ROOT,
		task: 'Packing the package',
	});
	const tarball = await findPackedTarball();
	if (tarball === undefined) throw new Error('npm pack made no tarball.');
	return tarball;
}

/**
 * Returns the tarball to test: the one in SMARTCAR_TARBALL, or the one packed last.
 * @throws Error when there is none
 */
export async function findTarball(): Promise<string> {
	const tarball = process.env.SMARTCAR_TARBALL ?? (await findPackedTarball());
	if (tarball === undefined)
		throw new Error('The package has not been packed yet. Run: npm test -- package');
	return tarball;
}
