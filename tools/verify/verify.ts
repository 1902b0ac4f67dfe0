import { Listr, PRESET_TIMER, type ListrTask } from 'listr2';
import type { Report } from '../cache';
import { summarize, type StepResult } from './result';
import { selectSteps, type Made, type Step } from './steps';

const PLAIN_PROGRESS_EVERY_MS = 15_000;

function counts({ passed, failures, notRun }: StepResult): string {
	if (notRun) return `not run: ${notRun.reason}`;
	if (failures.length > 0) return `${passed} passed, ${failures.length} failed`;
	return `${passed} passed`;
}

/** On a terminal each report replaces the one before; in a log each is a line, so only some are let through. */
function throttled(report: Report, onTerminal: boolean): Report {
	let last = 0;
	return (progress) => {
		if (!onTerminal && Date.now() - last < PLAIN_PROGRESS_EVERY_MS) return;
		last = Date.now();
		report(progress);
	};
}

async function runStep(step: Step, made: Made, report: Report): Promise<StepResult> {
	try {
		return await step.run(made, report);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		return {
			passed: 0,
			failures: [
				{ name: step.title, message, advice: `To run just this: npm test -- ${step.name}` },
			],
		};
	}
}

function taskFor(
	step: Step,
	made: Made,
	results: Map<string, StepResult>,
	onTerminal: boolean,
): ListrTask {
	const failedNeed = () => step.needs.find((need) => results.get(need)?.failures.length !== 0);
	return {
		title: step.title,
		skip: () => {
			const need = failedNeed();
			return need !== undefined && `${step.title}: not run, because '${need}' failed`;
		},
		task: async (_context, task) => {
			const result = await runStep(
				step,
				made,
				throttled((progress) => (task.output = progress), onTerminal),
			);
			results.set(step.name, result);
			task.title = `${step.title}: ${counts(result)}`;
			if (result.failures.length > 0) throw new Error('details at the end');
		},
	};
}

async function main() {
	const steps = selectSteps(process.argv.slice(2));
	const onTerminal = process.stdout.isTTY && process.env.CI === undefined;
	const made: Made = {};
	const results = new Map<string, StepResult>();
	const tasks = new Listr(
		steps.map((step) => taskFor(step, made, results, onTerminal)),
		{
			exitOnError: false,
			renderer: onTerminal ? 'default' : 'simple',
			rendererOptions: { timer: PRESET_TIMER, collapseErrors: true, collapseSkips: true },
		},
	);
	await tasks.run();
	const { text, success } = summarize([...results.values()]);
	console.log(text);
	process.exitCode = success ? 0 : 1;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
