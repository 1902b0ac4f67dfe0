import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import pWaitFor from 'p-wait-for';
import { errorCode } from './errorCode';

const SUPERVISOR = path.join(__dirname, 'supervisor.cjs');
const LINES_KEPT = 5000;
const LINES_IN_ERROR = 25;
const POLL_MS = 250;

/** How a command ended. */
export interface ProcessExit {
	code: number | null;
	signal: string | null;
	/** Why the command could not be started, for example that it does not exist. */
	startError?: string;
}

interface SuperviseOptions {
	cwd: string;
	/** Default: the PATH alone. */
	env?: NodeJS.ProcessEnv;
	/** The output of the command is appended to this file. */
	logFile?: string;
}

/** How a command ended, for an error message. */
const describeExit = ({ code, signal, startError }: ProcessExit): string =>
	startError ?? signal ?? `exit code ${code}`;

/** The last lines of output, for the end of an error message. */
const formatOutput = (lines: readonly string[]): string =>
	lines
		.filter((line) => line.trim() !== '')
		.slice(-LINES_IN_ERROR)
		.map((line) => `\n  | ${line}`)
		.join('');

type OutputStream = 'stdout' | 'stderr';
export type LineListener = (line: string, stream: OutputStream) => void;

function isStartReport(value: unknown): value is { pid: number } {
	return typeof value === 'object' && value !== null && 'pid' in value;
}

function isExitReport(value: unknown): value is ProcessExit {
	return typeof value === 'object' && value !== null && 'code' in value && 'signal' in value;
}

/**
 * A command in a process group of its own. The group is killed when this process ends, even by
 * SIGKILL, so no n8n, PostgreSQL or Redis is left behind. Libraries for child processes clean up
 * only when the parent exits by itself.
 */
export class SupervisedProcess {
	/** Resolves when the command has ended and all of its output has been read. It never rejects. */
	readonly exited: Promise<ProcessExit>;

	private readonly supervisor: ChildProcess;

	private readonly listeners = new Set<LineListener>();

	private readonly lastLines: string[] = [];

	private ended = false;

	private commandPid: number | undefined;

	constructor(
		command: string,
		args: string[],
		private readonly options: SuperviseOptions,
	) {
		const { cwd, env = { PATH: process.env.PATH }, logFile } = options;
		this.supervisor = spawn(process.execPath, [SUPERVISOR, command, ...args], {
			cwd,
			env,
			detached: true,
			stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
			windowsHide: true,
		});
		const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
		this.readLines('stdout', this.supervisor.stdout, log);
		this.readLines('stderr', this.supervisor.stderr, log);
		this.exited = new Promise((resolve) => {
			// The supervisor reports how the command ended, unless the whole group is killed.
			let exit: ProcessExit = { code: null, signal: 'SIGKILL' };
			this.supervisor.on('message', (report) => {
				if (isStartReport(report)) this.commandPid = report.pid;
				if (isExitReport(report)) exit = report;
			});
			this.supervisor.on('error', (error) => {
				exit = { code: null, signal: null, startError: error.message };
				if (this.supervisor.pid === undefined) this.finish(resolve, exit, log);
			});
			this.supervisor.on('close', () => this.finish(resolve, exit, log));
		});
	}

	get running(): boolean {
		return !this.ended;
	}

	/** Process ID of the command itself; undefined until it has started. */
	get pid(): number | undefined {
		return this.commandPid;
	}

	/** The last 5,000 lines of output, oldest first. */
	lines(): readonly string[] {
		return this.lastLines;
	}

	/** Calls the listener for each new line. @returns a function that removes the listener */
	onLine(listener: LineListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	/** Whether one of the last 5,000 lines contains the text. */
	hasPrinted(text: string): boolean {
		return this.lastLines.some((line) => line.includes(text));
	}

	/**
	 * Waits until the condition is true. If that takes too long, if the condition throws, or if the
	 * command ends, kills the whole group.
	 * @param failure the beginning of the error's message, such as `Redis did not start`
	 * @throws Error that says why, with the last lines of output
	 */
	async waitUntil(
		condition: () => boolean | Promise<boolean>,
		failure: string,
		timeoutMs: number,
	): Promise<void> {
		const isSettled = async () => !this.running || (await condition());
		try {
			await pWaitFor(isSettled, { interval: POLL_MS, timeout: timeoutMs });
			if (this.running) return;
			const exit = await this.exited;
			throw new Error(exit.startError ?? `it ended by itself (${describeExit(exit)})`);
		} catch (error) {
			await this.kill();
			const reason = error instanceof Error ? error.message : String(error);
			const log = this.options.logFile === undefined ? '' : ` (${this.options.logFile})`;
			const output = formatOutput(this.lastLines);
			const message = `${failure}: ${reason}. The end of its output${log}:${output}`;
			throw new Error(message, { cause: error });
		}
	}

	/**
	 * Sends SIGTERM to the command, and kills the whole group if it still runs after `graceMs`
	 * milliseconds.
	 */
	async stop(graceMs: number): Promise<ProcessExit> {
		if (this.supervisor.connected) this.supervisor.send('stop');
		const deadline = setTimeout(() => this.killGroup(), graceMs);
		const exit = await this.exited;
		clearTimeout(deadline);
		return exit;
	}

	/** Kills the whole group at once (SIGKILL). */
	async kill(): Promise<ProcessExit> {
		this.killGroup();
		return await this.exited;
	}

	private killGroup() {
		if (this.ended || this.supervisor.pid === undefined) return;
		if (process.platform === 'win32') {
			this.supervisor.disconnect();
			return;
		}
		try {
			process.kill(-this.supervisor.pid, 'SIGKILL');
		} catch (error) {
			// ESRCH: the group has ended.
			if (errorCode(error) !== 'ESRCH') throw error;
		}
	}

	private readLines(stream: OutputStream, source: Readable | null, log: WriteStream | undefined) {
		if (!source) return;
		createInterface({ input: source, crlfDelay: Infinity }).on('line', (line) => {
			log?.write(`${line}\n`);
			this.lastLines.push(line);
			if (this.lastLines.length > LINES_KEPT)
				this.lastLines.splice(0, this.lastLines.length - LINES_KEPT);
			for (const listener of this.listeners) listener(line, stream);
		});
	}

	private finish(
		resolve: (exit: ProcessExit) => void,
		exit: ProcessExit,
		log: WriteStream | undefined,
	) {
		this.ended = true;
		if (log) log.end(() => resolve(exit));
		else resolve(exit);
	}
}

export interface ProcessResult extends ProcessExit {
	stdout: string;
	/** The last 5,000 lines of both streams. */
	lines: readonly string[];
}

/**
 * The error for a command that failed. It shows the last lines of output.
 * @param task what the command was to do, such as `Installing n8n`
 */
export const commandError = (task: string, result: ProcessResult): Error =>
	new Error(`${task} failed (${describeExit(result)}):${formatOutput(result.lines)}`);

/** Runs a command and waits until it ends. */
export async function runProcess(
	command: string,
	args: string[],
	options: SuperviseOptions & { onLine?: LineListener; timeoutMs?: number },
): Promise<ProcessResult> {
	const child = new SupervisedProcess(command, args, options);
	const stdout: string[] = [];
	child.onLine((line, stream) => {
		if (stream === 'stdout') stdout.push(line);
		options.onLine?.(line, stream);
	});
	const deadline =
		options.timeoutMs === undefined
			? undefined
			: setTimeout(() => void child.kill(), options.timeoutMs);
	const exit = await child.exited;
	clearTimeout(deadline);
	return { ...exit, stdout: stdout.join('\n'), lines: child.lines() };
}
