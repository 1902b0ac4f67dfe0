import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Report } from '../cache';
import { findChromium } from '../chromium';
import { installN8n } from '../n8n/install';
import { findBinaries } from '../n8n/queue/binaries';
import { N8N_VERSION, OLDEST_N8N_VERSION, releaseOf, type N8nVersion } from '../n8n/releases';
import { packPackage, ROOT } from '../pack';
import { NpmError } from '../process/npm';
import { run } from '../process/supervised';
import { installScanner } from '../scan/install';
import { scanSource, scanTarball, type LegVerdict } from '../scan/legs';
import { lastReport, runJest } from './jest';
import type { Failure, StepResult } from './result';
import { SHORT_RUN } from './shortRun';
import { contradictions, ranIn, readRecord, type Ran } from './testedVersions';

/** What earlier steps made for later ones. */
export interface Made {
	tarball?: string;
	/** What the end-to-end tests were about, one entry for each version of n8n. */
	ran?: Ran[];
}

export interface Step {
	/** As written after `npm test --`. */
	name: string;
	title: string;
	/** Steps without whose success this one makes no sense. */
	needs: string[];
	/** Runs only when it is named: more than what CI has time for. */
	onRequest?: true;
	run: (made: Made, report: Report) => Promise<StepResult>;
}

const ONE_PASSED: StepResult = { passed: 1, failures: [] };

async function checkByTool(name: string, script: string[], args: string[]): Promise<StepResult> {
	const tool = path.join(ROOT, 'node_modules', ...script);
	const { code, lines } = await run(process.execPath, [tool, ...args], {
		cwd: ROOT,
		env: process.env,
	});
	if (code === 0) return ONE_PASSED;
	const command = [path.basename(script.at(-1) ?? name, '.js'), ...args].join(' ');
	const message = stripVTControlCharacters(lines.filter((line) => line.trim() !== '').join('\n'));
	return { passed: 0, failures: [{ name, message, advice: `To see all of it: npx ${command}` }] };
}

function sum(results: StepResult[]): StepResult {
	return {
		passed: results.reduce((total, { passed }) => total + passed, 0),
		failures: results.flatMap(({ failures }) => failures),
	};
}

function needed(tarball: string | undefined): string {
	if (tarball === undefined) throw new Error('The package has not been packed.');
	return tarball;
}

function legResult(name: string, { passed, details }: LegVerdict): StepResult {
	const failure: Failure = {
		name: `scan of the ${name}`,
		message: details,
		advice: 'To run just this: npm run scan',
	};
	return passed ? ONE_PASSED : { passed: 0, failures: [failure] };
}

function jestStep(
	name: string,
	title: string,
	needs: string[],
	args: string[] = [],
	settings?: Record<string, string>,
): Step {
	return {
		name,
		title,
		needs,
		run: async ({ tarball }, report) => {
			const env: Record<string, string> =
				tarball === undefined ? {} : { SMARTCAR_TARBALL: tarball };
			return await runJest({ name, args, settings, env }, report);
		},
	};
}

/** End-to-end tests on a version of n8n; the step is named as the project of jest is. */
function endToEndStep(version: N8nVersion, title: string, needs: string[], args: string[]): Step {
	const step = jestStep(releaseOf(version).endToEnd, title, needs, ['--runInBand', ...args]);
	return {
		...step,
		run: async (made, report) => {
			const result = await step.run(made, report);
			if (result.failures.length === 0)
				made.ran = [...(made.ran ?? []), ranIn(version, lastReport(step.name))];
			return result;
		},
	};
}

const oldestTests = endToEndStep(
	OLDEST_N8N_VERSION,
	`end-to-end tests on n8n ${OLDEST_N8N_VERSION} (in short; all of them: npm run test:versions)`,
	['pack'],
	SHORT_RUN,
);

/** Where that n8n cannot be brought, for want of a network, the step says so; CI has to have it. */
const oldestStep: Step = {
	...oldestTests,
	run: async (made, report) => {
		try {
			await installN8n(report, OLDEST_N8N_VERSION);
		} catch (error) {
			if (!(error instanceof NpmError) || process.env.CI !== undefined) throw error;
			const advice = `Then run: npm test -- ${oldestTests.name}`;
			return {
				passed: 0,
				failures: [],
				notRun: { name: `n8n ${OLDEST_N8N_VERSION}`, reason: error.message, advice },
			};
		}
		return await oldestTests.run(made, report);
	},
};

async function checkRecord({ ran }: Made): Promise<StepResult> {
	const { record, readme } = readRecord();
	const failures = contradictions(record, readme, ran ?? []).map((message) => ({
		name: 'record of the tested versions (docs/tested-versions.json)',
		message,
		advice: 'To make it anew (about 20 minutes): npm run test:versions',
	}));
	return failures.length === 0 ? ONE_PASSED : { passed: 0, failures };
}

/** Queue mode needs servers that npm does not bring: where they are missing the step says so, and nothing fails. */
async function whereServersAre(name: string, test: () => Promise<StepResult>): Promise<StepResult> {
	const binaries = await findBinaries();
	if ('found' in binaries) return await test();
	const advice = `Then run: npm test -- ${name}`;
	return {
		passed: 0,
		failures: [],
		notRun: { name: 'queue mode', reason: binaries.missing, advice },
	};
}

const queueTests = jestStep(
	'queue',
	'end-to-end tests in queue mode (PostgreSQL, Redis)',
	['pack', 'n8n'],
	['--runInBand'],
);

const queueStep: Step = {
	...queueTests,
	run: async (made, report) =>
		await whereServersAre(queueTests.name, async () => await queueTests.run(made, report)),
};

/**
 * The editor needs a browser, which npm does not bring: where none is, the step says so, and nothing fails.
 * @param settings what test/editor/extent.ts and test/editor/pictures.ts look at
 */
function editorStep(title: string, settings?: Record<string, string>): Step {
	const tests = jestStep('editor', title, ['pack', 'n8n'], ['--runInBand'], settings);
	return {
		...tests,
		run: async (made, report) => {
			const chromium = findChromium();
			if ('found' in chromium) return await tests.run(made, report);
			return {
				passed: 0,
				failures: [],
				notRun: {
					name: 'the editor',
					reason: chromium.missing,
					advice: 'Then run: npm test -- editor',
				},
			};
		},
	};
}

/** All of the editor, which takes minutes; the short run is among the steps of `npm test`. */
const WHOLE_EDITOR = { SMARTCAR_EDITOR: 'all' };

/** All steps of `npm test`, in their order. */
export const STEPS: Step[] = [
	{
		name: 'lint',
		title: "lint (n8n's own rules)",
		needs: [],
		run: async () => await checkByTool('lint', ['eslint', 'bin', 'eslint.js'], ['.']),
	},
	{
		name: 'types',
		title: 'types',
		needs: [],
		run: async () => {
			const tsc = ['typescript', 'bin', 'tsc'];
			const projects = ['tsconfig.json', 'tools/tsconfig.json'];
			const results: StepResult[] = [];
			for (const project of projects)
				results.push(await checkByTool(`types of ${project}`, tsc, ['--noEmit', '-p', project]));
			return sum(results);
		},
	},
	{
		name: 'pack',
		title: 'build and pack the package',
		needs: [],
		run: async (made) => {
			made.tarball = await packPackage();
			return ONE_PASSED;
		},
	},
	{
		name: 'scan',
		title: "n8n's package scan",
		needs: ['pack'],
		run: async ({ tarball }, report) => {
			const scanner = await installScanner(report);
			report('scanning');
			const source = legResult('source', await scanSource(scanner, ROOT));
			return sum([source, legResult('tarball', await scanTarball(scanner, needed(tarball)))]);
		},
	},
	jestStep('unit', 'unit tests', []),
	jestStep('workflow', "workflow tests (n8n's engine)", ['pack']),
	jestStep('package', 'package tests (the tarball)', ['pack']),
	{
		name: 'n8n',
		title: `n8n ${N8N_VERSION} in the cache`,
		needs: [],
		run: async (_made, report) => {
			await installN8n(report);
			return ONE_PASSED;
		},
	},
	endToEndStep(N8N_VERSION, 'end-to-end tests (a real n8n)', ['pack', 'n8n'], []),
	oldestStep,
	queueStep,
	editorStep('the editor in a browser (short run)'),
	{ ...editorStep('the editor in a browser', WHOLE_EDITOR), name: 'editor-all', onRequest: true },
	{
		...editorStep('the pictures in README and docs', {
			...WHOLE_EDITOR,
			SMARTCAR_PICTURES: 'docs',
		}),
		name: 'screenshots',
		onRequest: true,
	},
	{ name: 'versions', title: 'record of the tested versions of n8n', needs: [], run: checkRecord },
];

/**
 * The named steps and those they need, in their order; when none is named, all but those that run on request.
 * @throws Error that lists the names there are
 */
export function selectSteps(names: string[]): Step[] {
	const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
	if (unknown.length > 0) {
		throw new Error(
			`There is no step '${unknown.join("', '")}'. The steps are: ${STEPS.map(({ name }) => name).join(', ')}.`,
		);
	}
	if (names.length === 0) return STEPS.filter(({ onRequest }) => onRequest !== true);
	const selected = new Set(names);
	for (const step of [...STEPS].reverse()) {
		if (selected.has(step.name)) for (const need of step.needs) selected.add(need);
	}
	return STEPS.filter(({ name }) => selected.has(name));
}
