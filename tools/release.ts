// npm run release -- 1.2.3: prepares the commit of a release. See "Releasing" in CONTRIBUTING.md.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { addRelease } from './changelog';
import { ROOT } from './folders';
import { npm } from './process/npm';
import { runMain } from './runMain';

const manifestSchema = z.object({ homepage: z.string() });

async function main([version = '']: string[]): Promise<void> {
	const file = path.join(ROOT, 'CHANGELOG.md');
	const manifest: unknown = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
	const repository = manifestSchema.parse(manifest).homepage.replace(/#.*$/, '');
	const date = new Date().toISOString().slice(0, 10);
	const changelog = addRelease(await readFile(file, 'utf8'), version, date, repository);
	await npm(['version', version, '--no-git-tag-version', '--allow-same-version'], {
		cwd: ROOT,
		task: 'Setting the version',
	});
	await writeFile(file, changelog);
	console.log(
		`package.json, package-lock.json and CHANGELOG.md have the version ${version}. Commit and merge them, then:\n` +
			`  git tag ${version} && git push origin ${version}`,
	);
}

runMain(main);
