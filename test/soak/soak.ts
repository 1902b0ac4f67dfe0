import { parseArgs } from 'node:util';
import { installN8n } from '../../tools/n8n/install';
import { findBinaries } from '../../tools/n8n/queue/binaries';
import { packPackage } from '../../tools/pack';
import { writeReport, type RunResult } from './report';
import { RUNS, type SoakRun } from './runs';
import { Verdict } from './verdict';

const USAGE = `npm run test:soak -- [names] [--scale=0.01] [--seed=1]; the names are ${RUNS.map(({ name }) => name).join(', ')}`;

function chosen(names: string[]): SoakRun[] {
	const unknown = names.filter((name) => !RUNS.some((run) => run.name === name));
	if (unknown.length > 0) throw new Error(`There is no run '${unknown.join("', '")}'. ${USAGE}`);
	return names.length === 0 ? RUNS : RUNS.filter(({ name }) => names.includes(name));
}

function show({ findings }: Verdict): void {
	for (const { what, found, allowed, holds } of findings) {
		console.log(
			`  ${holds ? '✔' : '✖'} ${what}: ${found}${allowed === undefined ? '' : ` (${allowed})`}`,
		);
	}
}

async function runOne(
	{ name, title, run }: SoakRun,
	scale: number,
	seed: number,
): Promise<RunResult & { holds: boolean }> {
	console.log(`\n${title} …`);
	const started = Date.now();
	const verdict = await run(scale, seed).catch((error: unknown) => {
		console.error(error);
		const unfinished = new Verdict();
		unfinished.none(`reasons why the run '${name}' did not come to its end`, [
			error instanceof Error ? error.message : String(error),
		]);
		return unfinished;
	});
	show(verdict);
	return {
		name,
		seconds: (Date.now() - started) / 1000,
		findings: verdict.findings,
		holds: verdict.broken().length === 0,
	};
}

/** The full runs of the breaking tests; at full length what they find is written to docs/reliability.md. */
async function main(): Promise<number> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: { scale: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
	});
	const [scale, seed] = [Number(values.scale), Number(values.seed)];
	if (!(scale > 0 && scale <= 1) || !Number.isInteger(seed)) throw new Error(USAGE);
	const runs = chosen(positionals);
	const binaries = await findBinaries();
	if ('missing' in binaries && runs.some(({ name }) => name.startsWith('queue')))
		throw new Error(binaries.missing);
	await installN8n(console.log);
	await packPackage();

	const results: Array<Awaited<ReturnType<typeof runOne>>> = [];
	for (const run of runs) {
		const result = await runOne(run, scale, seed);
		results.push(result);
		if (scale === 1) await writeReport(result, seed);
	}
	return results.every(({ holds }) => holds) ? 0 : 1;
}

main()
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
