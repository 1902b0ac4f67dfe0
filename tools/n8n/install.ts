import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder, isCached } from '../cache';
import { npm } from '../process/npm';
import { run } from '../process/supervisedProcess';
import { INSTALLATION_SIZE, manifestsOf, N8N_VERSION, type N8nVersion } from './releases';
import { provideRuntime, type Runtime } from './nodeRuntime';

const MANIFESTS = ['package.json', 'package-lock.json'];

const OPEN_DATABASE =
	"new (require('sqlite3').Database)(':memory:', (error) => { if (error) throw error; })";

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

async function installPackages(folder: string, version: N8nVersion, { node }: Runtime) {
	for (const file of MANIFESTS)
		await copyFile(path.join(manifestsOf(version), file), path.join(folder, file));
	const flags = ['--legacy-peer-deps', '--engine-strict=false', '--no-audit', '--no-fund'];
	await npm(['ci', '--ignore-scripts', ...flags], {
		cwd: folder,
		what: `Installing n8n ${version}`,
		node,
	});
}

/** SQLite is the only package of n8n whose install script is needed: it downloads or compiles the database. */
async function buildSqlite(folder: string, { node, headers }: Runtime) {
	await npm(['rebuild', 'sqlite3', '--ignore-scripts=false', '--foreground-scripts'], {
		cwd: folder,
		what: 'Building SQLite, which may need Python 3, make and a C++ compiler,',
		node,
		env: headers === undefined ? {} : { npm_config_nodedir: headers },
	});
}

async function tryCommand(folder: string, { node }: Runtime, args: string[]) {
	const { code, lines } = await run(node, args, {
		cwd: folder,
		env: { PATH: process.env.PATH },
	});
	if (code === 0) return;
	throw new Error(
		`n8n was installed, but does not run on this machine:\n${lines.slice(-10).join('\n')}`,
	);
}

/** Whether that n8n is in the cache, so that `installN8n` returns at once. */
export function isInstalled(version: N8nVersion = N8N_VERSION): boolean {
	return isCached(cacheName(version));
}

/**
 * Returns n8n from the cache, and installs it there first when it is missing, which takes minutes.
 * @param report receives a few words whenever a step of the installation begins
 * @throws Error with what npm or n8n printed
 */
export async function installN8n(
	report: (progress: string) => void,
	version: N8nVersion = N8N_VERSION,
): Promise<Installation> {
	const runtime = await provideRuntime(report);
	const cached = await cachedFolder(cacheName(version), async (folder) => {
		report(`installing n8n ${version} (${INSTALLATION_SIZE}, only once)`);
		await installPackages(folder, version, runtime);
		report('building SQLite (up to two minutes)');
		await buildSqlite(folder, runtime);
		await tryCommand(folder, runtime, ['-e', OPEN_DATABASE]);
		await tryCommand(folder, runtime, [scriptIn(folder), '--version']);
	});
	return { ...runtime, version, script: scriptIn(cached) };
}

/**
 * Returns n8n from the cache. Tests call this because they cannot wait for an installation.
 * @throws Error when it is missing; the message names the command that installs it
 */
export async function findN8n(version: N8nVersion = N8N_VERSION): Promise<Installation> {
	if (!isInstalled(version)) {
		const suite = version === N8N_VERSION ? 'e2e' : 'e2e-oldest';
		throw new Error(`n8n ${version} is not installed yet. Run: npm test -- ${suite}`);
	}
	return await installN8n(() => {}, version);
}
