import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npm } from './npm';
import { npmCommand, withFoldersOnPath } from './npmCommand';
import { runProcess } from './supervisedProcess';

const NODE = 'C:\\Program Files\\nodejs\\node.exe';
const SCRIPT_BESIDE_NODE = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
const CALLING_SCRIPT = 'D:\\npm 11\\bin\\npm-cli.js';

const onWindows = (env: NodeJS.ProcessEnv, files: string[]) =>
	npmCommand({ platform: 'win32', node: NODE, env, exists: (file) => files.includes(file) });

test.each(['linux', 'darwin'] as const)('npm is called by its name on %s', (platform) => {
	expect(npmCommand({ platform, node: '/usr/bin/node', env: {} })).toEqual(['npm']);
});

describe('on Windows, where npm is a batch file', () => {
	test("Node.js runs npm's script beside it", () => {
		expect(onWindows({}, [SCRIPT_BESIDE_NODE])).toEqual([NODE, SCRIPT_BESIDE_NODE]);
	});

	test('the npm that called this process comes first', () => {
		const files = [SCRIPT_BESIDE_NODE, CALLING_SCRIPT];
		expect(onWindows({ npm_execpath: CALLING_SCRIPT }, files)).toEqual([NODE, CALLING_SCRIPT]);
	});

	test('another package manager that called this process is not used', () => {
		const yarn = 'C:\\yarn\\bin\\yarn.js';
		const files = [yarn, SCRIPT_BESIDE_NODE];
		expect(onWindows({ npm_execpath: yarn }, files)).toEqual([NODE, SCRIPT_BESIDE_NODE]);
	});

	test('the error says where npm is missing', () => {
		expect(() => onWindows({}, [])).toThrow(`npm was not found beside ${NODE}`);
	});
});

test.each(['PATH', 'Path'])('folders come first in the existing variable %s', (name) => {
	const env = { [name]: 'old', HOME: 'home' };
	expect(withFoldersOnPath(env, ['first', 'second'])).toEqual({
		[name]: ['first', 'second', 'old'].join(path.delimiter),
		HOME: 'home',
	});
});

describe('in a folder with a space and other special characters of shells', () => {
	let folder: string;

	beforeEach(() => {
		// The path that Node.js reports: on macOS tmpdir() is a link, on Windows a short name.
		const temporary = realpathSync.native(tmpdir());
		folder = path.join(mkdtempSync(path.join(temporary, 'n8n-smartcar-')), 'a folder & (more)');
		mkdirSync(folder);
	});

	afterEach(() => rmSync(path.dirname(folder), { recursive: true }));

	test('a program starts, and gets each argument as it is', async () => {
		const program = path.join(folder, path.basename(process.execPath));
		copyFileSync(process.execPath, program);
		const args = ['one two', '"quoted"', 'a & b'];
		const print = 'console.log(JSON.stringify(process.argv.slice(1)))';
		const { stdout } = await runProcess(program, ['-e', print, ...args], {
			cwd: folder,
			env: { ...process.env },
		});
		expect(JSON.parse(stdout)).toEqual(args);
	});

	test('npm runs a script, and finds the Node.js that is asked for', async () => {
		const node = path.join(folder, path.basename(process.execPath));
		copyFileSync(process.execPath, node);
		const scripts = { where: 'node -p process.execPath' };
		writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
		const { lines } = await npm(['run', 'where'], { cwd: folder, task: 'Running a script', node });
		expect(lines).toContain(node);
	});
});
