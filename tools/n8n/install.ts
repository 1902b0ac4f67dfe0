import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureCachedFolder, isCached } from '../cache';
import { npm } from '../process/npm';
import { commandError, runProcess } from '../process/supervisedProcess';
import {
	INSTALLATION_SIZE_AND_TIME,
	manifestFolder,
	N8N_VERSION,
	type N8nVersion,
} from './releases';
import { ensureNodeRuntime, type NodeRuntime } from './nodeRuntime';

const MANIFEST_FILES = ['package.json', 'package-lock.json'];

const OPEN_DATABASE_SCRIPT =
	"new (require('sqlite3').Database)(':memory:', (error) => { if (error) throw error; })";

const LOAD_ISOLATES_SCRIPT = "require('isolated-vm')";

/** An installed n8n, ready to run. */
export interface N8nInstallation extends NodeRuntime {
	version: N8nVersion;
	/** n8n's executable script, to be run with `node`. */
	script: string;
}

function cacheName(version: N8nVersion): string {
	const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
	for (const file of MANIFEST_FILES)
		hash.update(readFileSync(path.join(manifestFolder(version), file)));
	return `n8n-${version}-${hash.digest('hex').slice(0, 12)}`;
}

function n8nScriptIn(folder: string): string {
	return path.join(folder, 'node_modules', 'n8n', 'bin', 'n8n');
}

async function installPackages(folder: string, version: N8nVersion, { node }: NodeRuntime) {
	for (const file of MANIFEST_FILES)
		await copyFile(path.join(manifestFolder(version), file), path.join(folder, file));
	const flags = ['--legacy-peer-deps', '--engine-strict=false', '--no-audit', '--no-fund'];
	await npm(['ci', '--ignore-scripts', ...flags], {
		cwd: folder,
		task: `Installing n8n ${version}`,
		node,
	});
}

/**
 * Of n8n's packages only these two need their install scripts: the database, and isolated-vm, in
 * which n8n evaluates expressions. Each script compiles the package if there is no compiled one for
 * this machine.
 */
async function buildNativePackages(folder: string, { node, headers }: NodeRuntime) {
	const packages = ['sqlite3', 'isolated-vm'];
	// npm 12 runs no install scripts without the last option, which earlier versions ignore.
	const options = [
		'--ignore-scripts=false',
		'--foreground-scripts',
		'--dangerously-allow-all-scripts',
	];
	await npm(['rebuild', ...packages, ...options], {
		cwd: folder,
		task: 'Building SQLite and isolated-vm, which may need Python 3, make and a C++ compiler,',
		node,
		env: headers === undefined ? {} : { npm_config_nodedir: headers },
	});
}

async function checkCommand(folder: string, { node }: NodeRuntime, args: string[]) {
	const result = await runProcess(node, args, { cwd: folder });
	if (result.code !== 0) throw commandError('Running the installed n8n on this machine', result);
}

/** Whether this n8n is in the cache, so that `installN8n` returns at once. */
export function isInstalled(version: N8nVersion = N8N_VERSION): boolean {
	return isCached(cacheName(version));
}

/**
 * Returns n8n from the cache, and installs it there first when it is missing, which takes minutes.
 * @param report is called at the start of each step, with a few words about it
 * @throws Error with what npm or n8n printed
 */
export async function installN8n(
	report: (progress: string) => void,
	version: N8nVersion = N8N_VERSION,
): Promise<N8nInstallation> {
	const runtime = await ensureNodeRuntime(report);
	const cached = await ensureCachedFolder(cacheName(version), async (folder) => {
		report(`installing n8n ${version} (${INSTALLATION_SIZE_AND_TIME}, only once)`);
		await installPackages(folder, version, runtime);
		report('building SQLite and isolated-vm (some minutes if they have to be compiled)');
		await buildNativePackages(folder, runtime);
		await checkCommand(folder, runtime, ['-e', OPEN_DATABASE_SCRIPT]);
		await checkCommand(folder, runtime, ['-e', LOAD_ISOLATES_SCRIPT]);
		await checkCommand(folder, runtime, [n8nScriptIn(folder), '--version']);
	});
	return { ...runtime, version, script: n8nScriptIn(cached) };
}

/**
 * Returns n8n from the cache. Tests call this because they cannot wait for an installation.
 * @throws Error when it is missing; the message names the command that installs it
 */
export async function findInstalledN8n(
	version: N8nVersion = N8N_VERSION,
): Promise<N8nInstallation> {
	if (!isInstalled(version)) {
		const suite = version === N8N_VERSION ? 'e2e' : 'e2e-oldest';
		throw new Error(`n8n ${version} is not installed yet. Run: npm test -- ${suite}`);
	}
	return await installN8n(() => {}, version);
}
