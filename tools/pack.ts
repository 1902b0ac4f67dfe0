import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './process/npm';

/** The checkout. */
export const ROOT = path.resolve(__dirname, '..');

/** Where what the tools make lies, ignored by Git. */
export const WORK = path.join(ROOT, '.work');

const PACKED = path.join(WORK, 'packed');

async function packedFile(): Promise<string | undefined> {
	const files = await readdir(PACKED).catch(() => []);
	const tarball = files.find((file) => file.endsWith('.tgz'));
	return tarball === undefined ? undefined : path.join(PACKED, tarball);
}

/**
 * Builds the package and packs it as `npm publish` would.
 * @returns path of the tarball; earlier ones are gone
 * @throws NpmError with the compiler's messages
 */
export async function packPackage(): Promise<string> {
	await rm(PACKED, { recursive: true, force: true });
	await mkdir(PACKED, { recursive: true });
	await npm(['run', 'build'], { cwd: ROOT, what: 'Building the package' });
	await npm(['pack', '--ignore-scripts', `--pack-destination=${PACKED}`], {
		cwd: ROOT,
		what: 'Packing the package',
	});
	const tarball = await packedFile();
	if (tarball === undefined) throw new Error('npm pack made no tarball.');
	return tarball;
}

/**
 * The tarball that tests look at: the one in SMARTCAR_TARBALL, or the one packed last.
 * @throws Error when there is none, saying which command makes it
 */
export async function findTarball(): Promise<string> {
	const given = process.env.SMARTCAR_TARBALL;
	if (given) return given;
	const tarball = await packedFile();
	if (tarball === undefined)
		throw new Error('The package has not been packed yet. Run: npm test -- pack');
	return tarball;
}
