import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findMade, makeOnce, type Report } from '../cache';
import { npm } from '../process/npm';
import { run } from '../process/supervised';
import { manifestsOf, N8N_VERSION, releaseOf, type N8nVersion } from './releases';
import { provideRuntime, type Runtime } from './runtime';

const MANIFESTS = ['package.json', 'package-lock.json'];
const PROGRESS_EVERY_MS = 2_000;

/** An n8n ready to run. */
export interface Installation extends Runtime {
	version: N8nVersion;
	/** n8n's executable script, to be run with `node`. */
	script: string;
}

function cacheName(version: N8nVersion): string {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	for (const file of MANIFESTS) hash.update(readFileSync(path.join(manifestsOf(version), file)));
	return `n8n-${version}-${hash.digest('hex').slice(0, 12)}`;
}

function scriptIn(folder: string): string {
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

/** Number of packages that lie whole in node_modules (nested ones are not counted). */
async function countPackages(modules: string): Promise<number> {
	if (!existsSync(modules)) return 0;
	const names = (await readdir(modules)).filter((name) => !name.startsWith('.'));
	const folders = await Promise.all(
		names.map(async (name) =>
			name.startsWith('@')
				? (await readdir(path.join(modules, name))).map((n) => `${name}/${n}`)
				: [name],
		),
	);
	return folders.flat().filter((name) => existsSync(path.join(modules, name, 'package.json')))
		.length;
}

function expectedPackages(version: N8nVersion): number {
	const lock = readFileSync(path.join(manifestsOf(version), 'package-lock.json'), 'utf8');
	return lock.match(/^\s*"node_modules\/(@[^/"]+\/)?[^/"]+": \{/gm)?.length ?? 0;
}

async function downloadPackages(
	folder: string,
	version: N8nVersion,
	runtime: Runtime,
	report: Report,
) {
	const expected = expectedPackages(version);
	const timer = setInterval(() => {
		void countPackages(path.join(folder, 'node_modules'))
			.then((count) =>
				report(
					count === 0
						? 'reading the list of packages'
						: `${count} of about ${expected} packages unpacked`,
				),
			)
			.catch(() => report('unpacking packages'));
	}, PROGRESS_EVERY_MS);
	try {
		// Not `npm ci`: it refuses the lock when a registry lacks an optional package of another platform.
		await npm(
			[
				'install',
				'--ignore-scripts',
				'--legacy-peer-deps',
				'--engine-strict=false',
				'--no-audit',
				'--no-fund',
			],
			{ cwd: folder, what: `Installing n8n ${version}`, node: runtime.node },
		);
	} finally {
		clearInterval(timer);
	}
}

/** Of all install scripts n8n's packages have, only SQLite's is needed: it fetches or compiles the database. */
async function buildSqlite(folder: string, runtime: Runtime, report: Report) {
	report('building SQLite (up to two minutes)');
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
		cwd: folder,
		what: 'Building SQLite for n8n',
		node: runtime.node,
		env: runtime.headers === undefined ? {} : { npm_config_nodedir: runtime.headers },
	});
}

async function tryOut(folder: string, runtime: Runtime) {
	const opened =
		"new (require('sqlite3').Database)(':memory:', (error) => { if (error) throw error; })";
	const checks = [
		['the database', ['-e', opened]],
		['n8n', [scriptIn(folder), '--version']],
	] as const;
	for (const [part, args] of checks) {
		const { code, lines } = await run(runtime.node, [...args], {
			cwd: folder,
			env: { PATH: process.env.PATH },
		});
		if (code !== 0)
			throw new Error(
				`n8n was installed, but ${part} does not run on this machine:\n${lines.slice(-10).join('\n')}`,
			);
	}
}

/** True when that n8n is in the cache, so that `installN8n` returns at once. */
export async function isInstalled(version: N8nVersion = N8N_VERSION): Promise<boolean> {
	return (await findMade(cacheName(version))) !== undefined;
}

/**
 * n8n from the cache, brought there first when it is missing, which takes minutes.
 * @throws Error whose message says what to do
 */
export async function installN8n(
	report: Report,
	version: N8nVersion = N8N_VERSION,
): Promise<Installation> {
	if (!(await isInstalled(version)))
		report(`not there yet: downloading ${releaseOf(version).size}, only this once`);
	const runtime = await provideRuntime(report);
	const folder = await makeOnce(
		{
			name: cacheName(version),
			make: async (target) => {
				for (const file of MANIFESTS)
					await copyFile(path.join(manifestsOf(version), file), path.join(target, file));
				await downloadPackages(target, version, runtime, report);
				await buildSqlite(target, runtime, report);
				report('trying it out');
				await tryOut(target, runtime);
			},
		},
		report,
	);
	return { ...runtime, version, script: scriptIn(folder) };
}

/**
 * n8n from the cache, for tests, which have no minutes to wait.
 * @throws Error when it is not there, saying which command brings it
 */
export async function findN8n(version: N8nVersion = N8N_VERSION): Promise<Installation> {
	if (!(await isInstalled(version))) {
		throw new Error(
			`n8n ${version} is not in the cache yet. Run: npm test -- ${releaseOf(version).installedBy}`,
		);
	}
	return await installN8n(() => undefined, version);
}
