// Runs a TypeScript tool on a fresh clone: installs the development dependencies when they are missing or not those of
// package-lock.json, then hands over to tsx. Plain Node.js, because nothing else is there yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const OLDEST_NODE = [20, 9];
const LOCK_REFRESH_MS = 2_000;
const LOCK_STALE_MS = 15_000;
const LINES_SHOWN = 20;
const PARENT_CHECK_MS = 500;

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = path.join(root, 'node_modules');
const lock = path.join(root, '.work', 'installing');
const onWindows = process.platform === 'win32';

function fail(message) {
	console.error(message);
	process.exit(1);
}

function packagesIn(lockFile) {
	return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}

/** npm leaves a list of what it installed, written last: so an interrupted installation has none. */
function isInstalled() {
	const list = path.join(modules, '.package-lock.json');
	if (!existsSync(list)) return false;
	const installed = packagesIn(list);
	const wanted = Object.entries(packagesIn(path.join(root, 'package-lock.json'))).filter(
		([folder]) => folder !== '',
	);
	return wanted.every(([folder, { version, optional }]) => {
		const present = installed[folder];
		return present === undefined ? optional === true : present.version === version;
	});
}

function takeLock() {
	mkdirSync(path.dirname(lock), { recursive: true });
	try {
		mkdirSync(lock);
		return true;
	} catch (error) {
		if (error.code !== 'EEXIST') throw error;
		return false;
	}
}

/** A lock that nobody refreshed for a while was left behind by an interrupted run. */
function dropStaleLock() {
	const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
	if (age > LOCK_STALE_MS) rmSync(lock, { recursive: true, force: true });
}

// Not `npm ci`: it refuses the lock when a registry lacks an optional package of another platform.
function npmInstall() {
	const args = [
		'install',
		'--no-save',
		'--ignore-scripts',
		'--include=dev',
		'--no-audit',
		'--no-fund',
		'--loglevel=error',
	];
	const supervisor = path.join(root, 'tools', 'process', 'supervisor.cjs');
	return new Promise((resolve) => {
		const npm = spawn(process.execPath, [supervisor, 'npm', ...args], {
			cwd: root,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
		});
		let exit = { code: 1 };
		let output = '';
		for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (output += chunk));
		npm.on('message', (report) => (exit = report));
		npm.on('close', () => resolve({ code: exit.code, output: `${output}\n${exit.problem ?? ''}` }));
	});
}

async function install() {
	console.log(
		'Installing the development dependencies (about 960 packages, half a minute to two minutes, only once) …',
	);
	const refresh = setInterval(() => utimesSync(lock, new Date(), new Date()), LOCK_REFRESH_MS);
	const started = Date.now();
	const { code, output } = await npmInstall();
	clearInterval(refresh);
	if (code !== 0) {
		const lines = output.split('\n').filter((line) => line.trim() !== '');
		rmSync(lock, { recursive: true, force: true });
		fail(
			[
				...lines.slice(-LINES_SHOWN).map((line) => `  | ${line}`),
				'npm could not install the development dependencies: its last lines are above.',
				"Check the network connection, npm's registry (npm config get registry) and the free disk space,",
				'then run the same command again. To see all of it: npm install --no-save --ignore-scripts',
			].join('\n'),
		);
	}
	if (!isInstalled())
		fail(
			'npm reported success, but node_modules does not match package-lock.json. Delete node_modules and try again.',
		);
	console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
}

async function installOnce() {
	let told = false;
	while (!isInstalled()) {
		if (takeLock()) {
			try {
				if (!isInstalled()) await install();
			} finally {
				rmSync(lock, { recursive: true, force: true });
			}
			return;
		}
		if (!told)
			console.log('Another process is installing the development dependencies: waiting for it …');
		told = true;
		dropStaleLock();
		await delay(500);
	}
}

/** Runs the script in this process's place: same terminal, signals and exit code. */
function handOver(script, args) {
	const tsx = pathToFileURL(path.join(modules, 'tsx', 'dist', 'loader.mjs')).href;
	const child = spawn(process.execPath, ['--import', tsx, path.resolve(root, script), ...args], {
		stdio: 'inherit',
	});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
		process.on(signal, () => child.kill(signal));
	const parent = process.ppid;
	// npm runs its scripts in a shell; when npm is ended, the shell ends and nobody tells this process
	const startedByNpm = process.env.npm_lifecycle_event !== undefined;
	if (startedByNpm)
		setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), PARENT_CHECK_MS);
	child.on('error', (error) => fail(`${script} could not be started: ${error.message}`));
	child.on('exit', (code, signal) => {
		if (signal === null) process.exit(code);
		process.removeAllListeners(signal);
		process.kill(process.pid, signal);
	});
}

function isTooOld() {
	const [major, minor] = process.versions.node.split('.').map(Number);
	return major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
}

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail('usage: node tools/bootstrap.mjs <script.ts> [arguments]');
if (isTooOld()) {
	fail(
		`This needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.version}. Get one from https://nodejs.org`,
	);
}
if (spawnSync('npm', ['--version'], { shell: onWindows }).status !== 0) {
	fail(
		'This needs npm, which comes with Node.js, but there is no npm on the PATH. Get both from https://nodejs.org',
	);
}
await installOnce();
handOver(script, args);
