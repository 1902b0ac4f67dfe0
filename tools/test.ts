import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { installN8n } from './n8n/install';
import { ROOT } from './folders';
import { packPackage } from './pack';
import { SUITES, type Suite } from './suites';

const SUITE_NAMES = Object.keys(SUITES);
const JEST_SCRIPT = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const totalsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

type Totals = z.infer<typeof totalsSchema>;

/**
 * The named suites, in the order of SUITES. Without names, all but those with `onlyWhenNamed`.
 *
 * @throws Error for an unknown name
 */
function selectSuites(names: string[]): Suite[] {
	const unknown = names.find((name) => !SUITE_NAMES.includes(name));
	if (unknown !== undefined)
		throw new Error(`'${unknown}' cannot be tested. The names are: ${SUITE_NAMES.join(', ')}.`);
	return Object.entries(SUITES)
		.filter(([name, { onlyWhenNamed }]) =>
			names.length > 0 ? names.includes(name) : !onlyWhenNamed,
		)
		.map(([, suite]) => suite);
}

function runScript(script: string): boolean {
	console.log(`\nnpm run ${script}`);
	// With a shell, because npm is a batch file on Windows.
	return spawnSync(`npm run ${script}`, { cwd: ROOT, stdio: 'inherit', shell: true }).status === 0;
}

/**
 * Installs n8n and packs the package, if the suites need them.
 *
 * @returns environment variables for their tests
 */
async function prepare(suites: Suite[]): Promise<NodeJS.ProcessEnv> {
	const env: NodeJS.ProcessEnv = {};
	for (const suite of suites) Object.assign(env, suite.env);
	for (const version of new Set(suites.flatMap(({ n8nVersion }) => n8nVersion ?? [])))
		await installN8n((progress) => console.log(`n8n ${version}: ${progress}`), version);
	if (suites.some((suite) => suite.needsPackage)) env.SMARTCAR_TARBALL = await packPackage();
	return env;
}

/**
 * Runs jest in this terminal. tools/jest/totalsReporter.cjs sends the totals. One failure is
 * counted if it sends none, because jest could not run, or if jest fails without a failed test.
 */
async function runJest(args: string[], env: NodeJS.ProcessEnv): Promise<Totals> {
	let totals: Totals | undefined;
	const jest = spawn(process.execPath, [JEST_SCRIPT, ...args], {
		cwd: ROOT,
		env: { ...process.env, ...env },
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
	});
	jest.on('message', (message) => (totals = totalsSchema.parse(message)));
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
		process.once(signal, () => jest.kill(signal));
	const code = await new Promise<number | null>((resolve) => jest.once('close', resolve));
	if (totals === undefined) return { passed: 0, failed: 1, skipped: 0 };
	return code === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

/**
 * `npm test` runs all suites that need not be named; `npm test -- unit e2e` runs only these two.
 * The first argument with a dash and all after it go to jest, as in
 * `npm test -- e2e --testPathPatterns trigger`.
 */
async function main(args: string[]): Promise<Totals> {
	const firstOption = args.findIndex((arg) => arg.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const jestOptions = firstOption < 0 ? [] : args.slice(firstOption);

	const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
	const projects: string[] = [];
	const jestSuites: Suite[] = [];
	const notRunMessages: string[] = [];
	for (const suite of selectSuites(names)) {
		if ('npmScript' in suite.run) {
			totals[runScript(suite.run.npmScript) ? 'passed' : 'failed'] += 1;
			continue;
		}
		const missing = await suite.findMissingPrograms?.();
		if (missing !== undefined) {
			notRunMessages.push(`Not run: ${suite.run.jestProject} (${missing})`);
			// A release relies on the tests in GitHub Actions, so none may be left out there.
			if (process.env.GITHUB_ACTIONS !== undefined) totals.failed += 1;
			continue;
		}
		projects.push(suite.run.jestProject);
		jestSuites.push(suite);
	}
	if (projects.length > 0) {
		const env = await prepare(jestSuites);
		const jestTotals = await runJest(['--selectProjects', ...projects, ...jestOptions], env);
		totals.passed += jestTotals.passed;
		totals.failed += jestTotals.failed;
		totals.skipped += jestTotals.skipped;
	}
	console.log(['', ...notRunMessages].join('\n'));
	return totals;
}

main(process.argv.slice(2))
	.catch((error: unknown): Totals => {
		console.error(error instanceof Error ? error.message : error);
		return { passed: 0, failed: 1, skipped: 0 };
	})
	.then(({ passed, failed, skipped }) => {
		const skippedText = skipped > 0 ? `, ${skipped} skipped` : '';
		console.log(`${passed} passed, ${failed} failed${skippedText}`);
		process.exit(failed === 0 && passed > 0 ? 0 : 1);
	});
