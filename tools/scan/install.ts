import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { makeOnce, type Report } from '../cache';
import { npm } from '../process/npm';

const RELEASE = path.join(__dirname, 'release');
const MANIFESTS = ['package.json', 'package-lock.json'];

/**
 * The official scan of community packages from the cache, brought there first when it is missing (about 15 seconds).
 * @returns path of its scanner module
 * @throws NpmError
 */
export async function installScanner(report: Report): Promise<string> {
	const hash = createHash('sha256');
	for (const file of MANIFESTS) hash.update(readFileSync(path.join(RELEASE, file)));
	const folder = await makeOnce(
		{
			name: `scan-${hash.digest('hex').slice(0, 12)}`,
			make: async (target) => {
				report("installing n8n's package scan");
				for (const file of MANIFESTS)
					await copyFile(path.join(RELEASE, file), path.join(target, file));
				await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
					cwd: target,
					what: "Installing n8n's package scan",
				});
			},
		},
		report,
	);
	return path.join(
		folder,
		'node_modules',
		'@n8n',
		'scan-community-package',
		'scanner',
		'scanner.mjs',
	);
}
