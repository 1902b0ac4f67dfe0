import { parseArgs } from 'node:util';
import { installN8n } from '../../tools/n8n/install';
import { requireQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { packPackage } from '../../tools/pack';
import { runMain } from '../../tools/runMain';
import { CheckList } from '../reliability/checkList';
import { writeReport, type RunResult } from './reliabilityReport';
import { SOAK_RUNS, type SoakRun } from './soakRuns';

/** The names of runs, and of groups of them, that the command line takes. */
const RUN_NAMES = [...new Set(SOAK_RUNS.flatMap(({ name, group }) => [name, group ?? name]))];

const USAGE = `Usage: npm run test:soak -- [<name> ...] [--scale=<n>] [--seed=<n>]

  <name>       run only these: ${RUN_NAMES.join(', ')}
  --scale=<n>  more than 0 and up to 1, for example 0.01 for a hundredth of the events (default: 1). Only a run with
               scale 1 writes its results to docs/contributing/reliability.md
  --seed=<n>   integer from which the random events, orders and mutations are derived (default: 1)`;

function selectRuns(names: string[]): SoakRun[] {
	const unknown = names.filter((name) => !RUN_NAMES.includes(name));
	if (unknown.length > 0) throw new Error(`Unknown run: ${unknown.join(', ')}\n${USAGE}`);
	if (names.length === 0) return SOAK_RUNS;
	return SOAK_RUNS.filter(
		({ name, group }) => names.includes(name) || (group !== undefined && names.includes(group)),
	);
}

function printResults({ results }: CheckList): void {
	for (const { description, actual, allowed, passed } of results) {
		const limit = allowed === undefined ? '' : ` (${allowed})`;
		console.log(`  ${passed ? '✔' : '✖'} ${description}: ${actual}${limit}`);
	}
}

/** Prints the error that a run ended with. Returns a failed check in place of its results. */
function reportAbort(error: unknown): CheckList {
	console.error(error);
	const checks = new CheckList();
	checks.empty('errors that ended the run', [
		error instanceof Error ? error.message : String(error),
	]);
	return checks;
}

async function runAndPrint(
	{ name, title, run: runScenario }: SoakRun,
	scale: number,
	seed: number,
): Promise<RunResult> {
	console.log(`\n${title} …`);
	const startedAt = Date.now();
	const checks = await runScenario(scale, seed).catch(reportAbort);
	printResults(checks);
	return { name, seconds: (Date.now() - startedAt) / 1000, checks };
}

/** Runs the scenarios that the command line names. Returns the exit code. */
async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { scale: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
	});
	const [scale, seed] = [Number(values.scale), Number(values.seed)];
	if (!(scale > 0 && scale <= 1) || !Number.isInteger(seed)) throw new Error(USAGE);
	const runs = selectRuns(positionals);
	if (runs.some(({ needsServers }) => needsServers)) await requireQueuePrograms();
	await installN8n(console.log);
	await packPackage();

	let allPassed = true;
	for (const run of runs) {
		const result = await runAndPrint(run, scale, seed);
		if (result.checks.failures().length > 0) allPassed = false;
		if (scale === 1) await writeReport(result, seed);
	}
	return allPassed ? 0 : 1;
}

runMain(main);
