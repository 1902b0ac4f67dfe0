import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';
import { installN8n } from './n8n/install';
import { packPackage, ROOT } from './pack';
import { SUITES, type Suite } from './suites';

const NAMES = Object.keys(SUITES);
const JEST = path.join(ROOT, 'node_modules', 'jest', 'bin', 'jest.js');

const totalsSchema = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

type Totals = z.infer<typeof totalsSchema>;

/** The named suites, or all that do not have to be named, in their order. @throws Error for an unknown name */
function selectSuites(names: string[]): Suite[] {
	const unknown = names.find((name) => !NAMES.includes(name));
	if (unknown !== undefined)
		throw new Error(`'${unknown}' cannot be tested. The names are: ${NAMES.join(', ')}.`);
	return Object.entries(SUITES)
		.filter(([name, { onRequest }]) => (names.length > 0 ? names.includes(name) : !onRequest))
		.map(([, suite]) => suite);
}

function runScript(script: string): boolean {
	console.log(`\nnpm run ${script}`);
	// With a shell, because npm is a batch file on Windows.
	return spawnSync(`npm run ${script}`, { cwd: ROOT, stdio: 'inherit', shell: true }).status === 0;
}

/** Makes what the suites need. @returns environment for their tests */
async function prepare(suites: Suite[]): Promise<NodeJS.ProcessEnv> {
	const env: NodeJS.ProcessEnv = {};
	for (const suite of suites) Object.assign(env, suite.env);
	for (const version of new Set(suites.flatMap(({ n8n }) => n8n ?? [])))
		await installN8n((progress) => console.log(`n8n ${version}: ${progress}`), version);
	if (suites.some((suite) => suite.package)) env.SMARTCAR_TARBALL = await packPackage();
	return env;
}

/** Runs jest in this terminal. tools/jest/totalsReporter.cjs sends the totals, unless jest could not run at all. */
async function runJest(args: string[], env: NodeJS.ProcessEnv): Promise<Totals> {
	let totals: Totals | undefined;
	const jest = spawn(process.execPath, [JEST, ...args], {
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
 * `npm test`: lint, types and the projects of jest. `npm test -- unit e2e` runs only these; what begins with a dash goes
 * to jest: `npm test -- e2e --testPathPatterns trigger`.
 */
async function main(args: string[]): Promise<Totals> {
	const firstOption = args.findIndex((arg) => arg.startsWith('-'));
	const names = firstOption < 0 ? args : args.slice(0, firstOption);
	const jestOptions = firstOption < 0 ? [] : args.slice(firstOption);

	const totals: Totals = { passed: 0, failed: 0, skipped: 0 };
	const projects: string[] = [];
	const withJest: Suite[] = [];
	const notRun: string[] = [];
	for (const suite of selectSuites(names)) {
		if ('script' in suite.run) {
			totals[runScript(suite.run.script) ? 'passed' : 'failed'] += 1;
			continue;
		}
		const missing = await suite.missingPrograms?.();
		if (missing !== undefined) {
			notRun.push(`Not run: ${suite.run.project} (${missing})`);
			continue;
		}
		projects.push(suite.run.project);
		withJest.push(suite);
	}
	if (projects.length > 0) {
		const env = await prepare(withJest);
		const ran = await runJest(['--selectProjects', ...projects, ...jestOptions], env);
		totals.passed += ran.passed;
		totals.failed += ran.failed;
		totals.skipped += ran.skipped;
	}
	console.log(['', ...notRun].join('\n'));
	return totals;
}

main(process.argv.slice(2))
	.catch((error: unknown): Totals => {
		console.error(error instanceof Error ? error.message : error);
		return { passed: 0, failed: 1, skipped: 0 };
	})
	.then(({ passed, failed, skipped }) => {
		const skippedToo = skipped > 0 ? `, ${skipped} skipped` : '';
		console.log(`${passed} passed, ${failed} failed${skippedToo}`);
		process.exit(failed === 0 && passed > 0 ? 0 : 1);
	});
