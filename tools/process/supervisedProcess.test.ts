import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import pWaitFor from 'p-wait-for';
import { commandError, runProcess, SupervisedProcess } from './supervisedProcess';

const root = path.resolve(__dirname, '../..');
const here = { cwd: root };
/** A script that ignores SIGTERM. It prints its process ID, and never ends. */
const STUBBORN =
	"process.on('SIGTERM', () => {}); console.log(process.pid); setInterval(() => {}, 1000)";

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function firstLine(child: SupervisedProcess): Promise<string> {
	await pWaitFor(() => child.lines().length > 0, { interval: 10, timeout: 10_000 });
	return child.lines()[0] ?? '';
}

test('returns the exit code, the lines of both streams, and the standard output alone', async () => {
	const finished = await runProcess(
		process.execPath,
		['-e', "console.log('a'); console.error('b'); console.log('c'); process.exitCode = 3"],
		here,
	);
	expect(finished).toMatchObject({ code: 3, signal: null, stdout: 'a\nc' });
	expect([...finished.lines].sort()).toEqual(['a', 'b', 'c']);
});

test('returns the reason why a command cannot be started', async () => {
	const finished = await runProcess('no-such-command-here', [], here);
	expect(finished).toMatchObject({ code: null, startError: expect.stringContaining('ENOENT') });
});

test('the error for a failed command says how it ended, and shows what it printed', async () => {
	const script = "console.log(); console.error('no space left'); process.exitCode = 3";
	const failed = await runProcess(process.execPath, ['-e', script], here);
	expect(commandError('Saving', failed).message).toBe(
		'Saving failed (exit code 3):\n  | no space left',
	);
});

test('the command gets the given environment, and nothing else', async () => {
	const print =
		'console.log(JSON.stringify([process.env.GIVEN, process.env.HOME, process.env.NODE_CHANNEL_FD]))';
	const { stdout } = await runProcess(process.execPath, ['-e', print], {
		cwd: root,
		env: { GIVEN: 'yes' },
	});
	expect(JSON.parse(stdout)).toEqual(['yes', null, null]);
});

test('by default the command gets the PATH, and nothing else', async () => {
	const print = 'console.log(JSON.stringify([process.env.PATH, process.env.HOME]))';
	const { stdout } = await runProcess(process.execPath, ['-e', print], here);
	expect(JSON.parse(stdout)).toEqual([process.env.PATH, null]);
});

test('appends the output to the log file', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-log-'));
	const logFile = path.join(folder, 'log');
	await runProcess(process.execPath, ['-e', "console.log('one')"], { ...here, logFile });
	await runProcess(process.execPath, ['-e', "console.error('two')"], { ...here, logFile });
	expect(readFileSync(logFile, 'utf8')).toBe('one\ntwo\n');
	rmSync(folder, { recursive: true });
});

/** A script that prints a line and never ends. */
const WAITING = "console.log('waiting'); setInterval(() => {}, 1000)";

test('waitUntil waits until the condition is true', async () => {
	const child = new SupervisedProcess(process.execPath, ['-e', WAITING], here);
	await child.waitUntil(() => child.hasPrinted('wait'), 'It did not start', 10_000);
	expect(child.lines()).toEqual(['waiting']);
	expect(child.running).toBe(true);
	await child.kill();
});

const never = () => false;
const fail = () => {
	throw new Error('the condition failed');
};

test.each([
	['ends', "console.log('waiting'); process.exit(3)", never, 10_000, '(exit code 3)'],
	['is killed', "console.log('waiting'); process.kill(process.pid)", never, 10_000, '(SIGTERM)'],
	['is not ready in time', WAITING, never, 100, 'after 100 milliseconds'],
	['lets the condition fail', WAITING, fail, 10_000, ': the condition failed'],
])(
	'waitUntil kills a command that %s, and shows its last lines',
	async (_case, script, condition, timeoutMs, reason) => {
		const child = new SupervisedProcess(process.execPath, ['-e', script], here);
		await firstLine(child);
		const waiting = child.waitUntil(condition, 'It did not start', timeoutMs);
		await expect(waiting).rejects.toThrow(`${reason}. The end of its output:\n  | waiting`);
		expect(child.running).toBe(false);
	},
);

test('waitUntil says why a command cannot be started, and which file has its output', async () => {
	const logFile = path.join(mkdtempSync(path.join(tmpdir(), 'n8n-smartcar-log-')), 'log');
	const child = new SupervisedProcess('no-such-command-here', [], { ...here, logFile });
	await expect(child.waitUntil(() => false, 'It did not start', 10_000)).rejects.toThrow(
		new RegExp(`^It did not start: .*ENOENT\\. The end of its output \\(${logFile}\\):$`),
	);
	rmSync(path.dirname(logFile), { recursive: true });
});

test('stop gives the command time to end by itself', async () => {
	const polite =
		"process.on('SIGTERM', () => { console.log('bye'); process.exit(7); }); console.log('up'); setInterval(() => {}, 1000)";
	const child = new SupervisedProcess(process.execPath, ['-e', polite], here);
	await firstLine(child);
	expect(await child.stop(10_000)).toMatchObject({ code: 7 });
	expect(child.lines()).toEqual(['up', 'bye']);
	expect(child.running).toBe(false);
});

test('stop kills a command that ignores SIGTERM', async () => {
	const child = new SupervisedProcess(process.execPath, ['-e', STUBBORN], here);
	const pid = Number(await firstLine(child));
	expect(await child.stop(100)).toMatchObject({ code: null, signal: 'SIGKILL' });
	await pWaitFor(() => !isRunning(pid), { interval: 20, timeout: 5_000 });
});

test('processes that the command started end with it', async () => {
	// Not `inherit`: `exited` would wait for the output of the process that the command started.
	const parent = `const { stdout } = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { stdio: ['ignore', 'pipe', 'ignore'] });
		stdout.once('data', (pid) => process.stdout.write(pid));`;
	const child = new SupervisedProcess(process.execPath, ['-e', parent], here);
	const grandchild = Number(await firstLine(child));
	expect(isRunning(grandchild)).toBe(true);
	expect(await child.stop(10_000)).toMatchObject({ signal: 'SIGTERM' });
	await pWaitFor(() => !isRunning(grandchild), { interval: 20, timeout: 5_000 });
});

test('kill does nothing if the whole group has ended, although its output is still open', async () => {
	// The supervisor ends with the command, but not the process in a group of its own.
	const command = `console.log(process.ppid);
		require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { detached: true, stdio: 'inherit' }).unref();`;
	const child = new SupervisedProcess(process.execPath, ['-e', command], here);
	await pWaitFor(() => child.lines().length === 2, { interval: 10, timeout: 10_000 });
	const [supervisor = 0, outsider = 0] = child.lines().map(Number);
	await pWaitFor(() => !isRunning(supervisor), { interval: 20, timeout: 5_000 });
	const killed = child.kill();
	process.kill(outsider, 'SIGKILL');
	expect(await killed).toMatchObject({ code: 0 });
});

test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
	'the command ends when the calling process ends by %s',
	async (signal) => {
		const module = path.join(root, 'tools/process/supervisedProcess.ts');
		const code = `const { SupervisedProcess } = require(${JSON.stringify(module)});
		const child = new SupervisedProcess(process.execPath, ['-e', ${JSON.stringify(STUBBORN)}], { cwd: process.cwd() });
		child.onLine((line) => console.log(process.pid + ' ' + line));`;
		const caller = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
			cwd: root,
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const line = await new Promise<string>((resolve) =>
			createInterface({ input: caller.stdout }).once('line', resolve),
		);
		const [callerPid, pid] = line.split(' ').map(Number);
		if (callerPid === undefined || pid === undefined) throw new Error(`unexpected line: ${line}`);
		expect(isRunning(pid)).toBe(true);
		process.kill(callerPid, signal);
		await pWaitFor(() => !isRunning(pid), { interval: 20, timeout: 10_000 });
	},
);
