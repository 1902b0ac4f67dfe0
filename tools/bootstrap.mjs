// Runs a TypeScript file: node tools/bootstrap.mjs <file.ts> [arguments]
// Installs the development dependencies first when they are missing or older than
// package-lock.json.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = [20, 18];
const PARENT_CHECK_MS = 500;
const INSTALL = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

function fail(message) {
	console.error(message);
	process.exit(1);
}

function modifiedAt(file) {
	return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
	fail(
		`This needs Node.js ${OLDEST_NODE.join('.')} or newer and runs on ${process.version}. Get it from https://nodejs.org`,
	);

// npm writes this list at the end of an installation.
if (modifiedAt('node_modules/.package-lock.json') < modifiedAt('package-lock.json')) {
	console.log('Installing the development dependencies (once, about a minute) …');
	// With a shell, because npm is a batch file on Windows.
	const command = `npm ${INSTALL.join(' ')}`;
	const { status } = spawnSync(command, { cwd: root, stdio: 'inherit', shell: true });
	if (status !== 0) fail('npm could not install the development dependencies: see above.');
}

// npm passes SIGTERM on to the shell of its script. The shell ends, but does not pass it on.
if (process.env.npm_lifecycle_event !== undefined) {
	const parent = process.ppid;
	const endWithParent = () => process.ppid !== parent && process.kill(process.pid, 'SIGTERM');
	setInterval(endWithParent, PARENT_CHECK_MS).unref();
}

const require = createRequire(import.meta.url);
require('tsx/cjs/api').register();
// The file finds its own path and arguments in process.argv, as if Node.js had started it.
process.argv.splice(1, 1);
require(path.resolve(root, process.argv[1]));
