import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Report } from '../cache/makeOnce';
import { installN8n, isInstalled, N8N_VERSION } from '../n8n/install';
import { findBinaries } from '../n8n/queue/binaries';
import { packPackage, ROOT } from '../package/pack';
import { run } from '../process/supervised';
import { installScanner } from '../scan/install';
import { scanSource, scanTarball, type LegVerdict } from '../scan/legs';
import { runJest } from './jest';
import type { Failure, StepResult } from './result';

/** What earlier steps made for later ones. */
export interface Made {
	tarball?: string;
}

export interface Step {
	/** As written after `npm test --`. */
	name: string;
	title: string;
	/** Steps without whose success this one makes no sense. */
	needs: string[];
	run: (made: Made, report: Report) => Promise<StepResult>;
}

const ONE_PASSED: StepResult = { passed: 1, failures: [] };

async function checkByTool(name: string, script: string[], args: string[]): Promise<StepResult> {
	const tool = path.join(ROOT, 'node_modules', ...script);
	const { code, lines } = await run(process.execPath, [tool, ...args], { cwd: ROOT, env: process.env });
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
	const failure: Failure = { name: `scan of the ${name}`, message: details, advice: 'To run just this: npm run scan' };
	return passed ? ONE_PASSED : { passed: 0, failures: [failure] };
}

function jestStep(name: string, title: string, needs: string[], args: string[] = []): Step {
	return {
		name,
		title,
		needs,
		run: async ({ tarball }, report) =>
			await runJest({ name, args, env: tarball === undefined ? {} : { SMARTCAR_TARBALL: tarball } }, report),
	};
}

/** Queue mode needs servers that npm does not bring: where they are missing the step says so, and nothing fails. */
async function whereServersAre(name: string, test: () => Promise<StepResult>): Promise<StepResult> {
	const binaries = await findBinaries();
	if ('found' in binaries) return await test();
	const advice = `Then run: npm test -- ${name}`;
	return { passed: 0, failures: [], notRun: { name: 'queue mode', reason: binaries.missing, advice } };
}

const queueTests = jestStep('queue', 'end-to-end tests in queue mode (PostgreSQL, Redis)', ['pack', 'n8n'], ['--runInBand']);

const queueStep: Step = {
	...queueTests,
	run: async (made, report) => await whereServersAre(queueTests.name, async () => await queueTests.run(made, report)),
};

/** All steps of `npm test`, in their order. */
export const STEPS: Step[] = [
	{ name: 'lint', title: 'lint (n8n\'s own rules)', needs: [], run: async () => await checkByTool('lint', ['eslint', 'bin', 'eslint.js'], ['.']) },
	{
		name: 'types',
		title: 'types',
		needs: [],
		run: async () => {
			const tsc = ['typescript', 'bin', 'tsc'];
			const projects = ['tsconfig.json', 'tools/tsconfig.json'];
			const results: StepResult[] = [];
			for (const project of projects) results.push(await checkByTool(`types of ${project}`, tsc, ['--noEmit', '-p', project]));
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
		title: 'n8n\'s package scan',
		needs: ['pack'],
		run: async ({ tarball }, report) => {
			const scanner = await installScanner(report);
			report('scanning');
			const source = legResult('source', await scanSource(scanner, ROOT));
			return sum([source, legResult('tarball', await scanTarball(scanner, needed(tarball)))]);
		},
	},
	jestStep('unit', 'unit tests', []),
	jestStep('workflow', 'workflow tests (n8n\'s engine)', ['pack']),
	jestStep('package', 'package tests (the tarball)', ['pack']),
	{
		name: 'n8n',
		title: `n8n ${N8N_VERSION} in the cache`,
		needs: [],
		run: async (_made, report) => {
			if (!(await isInstalled())) report('not there yet: downloading about 2.2 GB, 4 to 5 minutes, only this once');
			await installN8n(report);
			return ONE_PASSED;
		},
	},
	jestStep('e2e', 'end-to-end tests (a real n8n)', ['pack', 'n8n'], ['--runInBand']),
	queueStep,
];

/**
 * The named steps and those they need, in their order; all of them when none is named.
 * @throws Error that lists the names there are
 */
export function selectSteps(names: string[]): Step[] {
	const unknown = names.filter((name) => !STEPS.some((step) => step.name === name));
	if (unknown.length > 0) {
		throw new Error(`There is no step '${unknown.join("', '")}'. The steps are: ${STEPS.map(({ name }) => name).join(', ')}.`);
	}
	if (names.length === 0) return STEPS;
	const selected = new Set(names);
	for (const step of [...STEPS].reverse()) {
		if (selected.has(step.name)) for (const need of step.needs) selected.add(need);
	}
	return STEPS.filter(({ name }) => selected.has(name));
}
