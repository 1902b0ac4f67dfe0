import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { ROOT, WORK } from '../pack';
import { SupervisedProcess, type Exit } from '../process/supervised';
import type { Failure, StepResult } from './result';

const TIMEOUT_MS = 40 * 60_000;
const REPORT_WRITTEN = 'Test results written to';
const END_WITHIN_MS = 30_000;

const reportSchema = z.object({
	success: z.boolean(),
	testResults: z.array(
		z.object({
			name: z.string(),
			status: z.string(),
			message: z.string(),
			assertionResults: z.array(
				z.object({
					fullName: z.string(),
					status: z.string(),
					failureMessages: z.array(z.string()).nullable(),
				}),
			),
		}),
	),
});

/** What jest writes with --json. */
export type JestReport = z.infer<typeof reportSchema>;

export interface JestProject {
	name: string;
	args: string[];
	/** Environment that says what to test: whoever repeats a test needs it too. */
	settings?: Settings;
	env: Record<string, string>;
}

type Settings = Record<string, string>;

function quoted(text: string): string {
	const pattern = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
	return `'${pattern.replaceAll("'", "'\\''")}'`;
}

/** The command that runs a project of jest with the environment of this run. */
function jestCommand(project: string, settings: Settings): string {
	const environment = Object.entries(settings).map(([name, value]) => `${name}=${value} `);
	return `${environment.join('')}npx jest --selectProjects ${project}`;
}

function repeat(command: string, file: string, test?: string): string {
	return `To run just this: ${command} --runTestsByPath ${path.relative(ROOT, file)}${test === undefined ? '' : ` -t ${quoted(test)}`}`;
}

/** Counts tests. A test that was skipped proves nothing, a file that could not be run hides its tests: both fail. */
export function judge(project: string, report: JestReport, settings: Settings = {}): StepResult {
	const command = jestCommand(project, settings);
	const failures: Failure[] = [];
	let passed = 0;
	for (const file of report.testResults) {
		for (const { fullName, status, failureMessages } of file.assertionResults) {
			if (status === 'passed') {
				passed += 1;
				continue;
			}
			const told = failureMessages?.join('\n') ?? '';
			failures.push({
				name: `${project}: ${fullName}`,
				message: stripVTControlCharacters(told === '' ? `The test was not run (${status}).` : told),
				advice: repeat(command, file.name, fullName),
			});
		}
		if (
			file.status === 'failed' &&
			file.assertionResults.every(({ status }) => status === 'passed')
		) {
			failures.push({
				name: `${project}: ${path.relative(ROOT, file.name)}`,
				message: stripVTControlCharacters(file.message),
				advice: repeat(command, file.name),
			});
		}
	}
	if (passed === 0 && failures.length === 0) {
		failures.push({
			name: project,
			message: 'jest found no test in this project.',
			advice: `Look at the project '${project}' in jest.config.js and at test/${project}.`,
		});
	}
	return { passed, failures };
}

function unfinished(
	project: string,
	settings: Settings,
	{ code, signal, problem }: Exit,
	lines: readonly string[],
): StepResult {
	const ending = problem ?? signal ?? `exit code ${code}`;
	const message = stripVTControlCharacters(
		[`jest did not run to its end (${ending}):`, ...lines.slice(-10)].join('\n'),
	);
	return {
		passed: 0,
		failures: [
			{ name: project, message, advice: `To see all of it: ${jestCommand(project, settings)}` },
		],
	};
}

function lingering(project: string, settings: Settings): Failure {
	return {
		name: project,
		message: `All tests were run, but jest did not end within ${END_WITHIN_MS / 1000} s: a test left something open.`,
		advice: `To see what: ${jestCommand(project, settings)} --detectOpenHandles`,
	};
}

const outputFileOf = (name: string) => path.join(WORK, 'results', `${name}.json`);

/** What jest wrote about the project when it last ran. */
export function lastReport(name: string): JestReport {
	return reportSchema.parse(JSON.parse(readFileSync(outputFileOf(name), 'utf8')));
}

/** Runs one jest project; `onFile` hears of each finished test file. */
export async function runJest(
	{ name, args, settings = {}, env }: JestProject,
	onFile: (line: string) => void,
): Promise<StepResult> {
	const outputFile = outputFileOf(name);
	await mkdir(path.dirname(outputFile), { recursive: true });
	rmSync(outputFile, { force: true });
	const jest = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');
	const child = new SupervisedProcess(
		process.execPath,
		[jest, '--selectProjects', name, '--ci', '--json', `--outputFile=${outputFile}`, ...args],
		{ cwd: ROOT, env: { ...process.env, ...settings, ...env } },
	);
	let lingers = false;
	const timers = [setTimeout(() => void child.kill(), TIMEOUT_MS)];
	const endLingering = () => {
		lingers = true;
		void child.kill();
	};
	child.onLine((line) => {
		const plain = stripVTControlCharacters(line);
		if (/^(PASS|FAIL) /.test(plain)) onFile(plain);
		if (plain.startsWith(REPORT_WRITTEN)) timers.push(setTimeout(endLingering, END_WITHIN_MS));
	});
	const exit = await child.exited;
	timers.forEach(clearTimeout);
	if (!existsSync(outputFile)) return unfinished(name, settings, exit, child.lines());
	const result = judge(name, lastReport(name), settings);
	if (lingers) return { ...result, failures: [...result.failures, lingering(name, settings)] };
	if (exit.code !== 0 && result.failures.length === 0)
		return unfinished(name, settings, exit, child.lines());
	return result;
}
