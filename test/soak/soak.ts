import { parseArgs } from 'node:util';
import { installN8n } from '../../tools/n8n/install';
import { findBinaries } from '../../tools/n8n/queue/binaries';
import { packPackage } from '../../tools/pack';
import { CheckList } from '../reliability/checkList';
import { writeReport, type RunResult } from './reliabilityReport';
import { SOAK_RUNS, type SoakRun } from './soakRuns';

const USAGE = `Usage: npm run test:soak -- [names] [--scale=0.01] [--seed=1]
Names: ${SOAK_RUNS.map(({ name }) => name).join(', ')}`;

function selectRuns(names: string[]): SoakRun[] {
	const unknown = names.filter((name) => !SOAK_RUNS.some((run) => run.name === name));
	if (unknown.length > 0) throw new Error(`Unknown run: ${unknown.join(', ')}\n${USAGE}`);
	return names.length === 0 ? SOAK_RUNS : SOAK_RUNS.filter(({ name }) => names.includes(name));
}

function print({ results }: CheckList): void {
	for (const { what, actual, allowed, passed } of results) {
		const limit = allowed === undefined ? '' : ` (${allowed})`;
		console.log(`  ${passed ? '✔' : '✖'} ${what}: ${actual}${limit}`);
	}
}

/** The result of a run that threw an error. */
function aborted(error: unknown): CheckList {
	console.error(error);
	const checks = new CheckList();
	checks.empty('errors that ended the run', [
		error instanceof Error ? error.message : String(error),
	]);
	return checks;
}

async function runOne(
	{ name, title, run }: SoakRun,
	scale: number,
	seed: number,
): Promise<RunResult> {
	console.log(`\n${title} …`);
	const started = Date.now();
	const checks = await run(scale, seed).catch(aborted);
	print(checks);
	return { name, seconds: (Date.now() - started) / 1000, checks };
}

/** Runs the scenarios. At full length the results are written to docs/contributing/reliability.md. Returns the exit code. */
async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { scale: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
	});
	const [scale, seed] = [Number(values.scale), Number(values.seed)];
	if (!(scale > 0 && scale <= 1) || !Number.isInteger(seed)) throw new Error(USAGE);
	const runs = selectRuns(positionals);
	const binaries = await findBinaries();
	if ('missing' in binaries && runs.some(({ name }) => name.startsWith('queue')))
		throw new Error(binaries.missing);
	await installN8n(console.log);
	await packPackage();

	let allPassed = true;
	for (const run of runs) {
		const result = await runOne(run, scale, seed);
		if (result.checks.failures().length > 0) allPassed = false;
		if (scale === 1) await writeReport(result, seed);
	}
	return allPassed ? 0 : 1;
}

main()
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
