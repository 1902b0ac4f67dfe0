import { installN8n } from '../../../tools/n8n/install';
import { packPackage } from '../../../tools/pack';
import { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { loadAverage, printRatios, writeFigures } from '../benchReport';
import { installBareTrigger } from './bare/install';
import { benchmarkTargets, type TargetName } from './benchmarkTargets';
import { CRYPTO_CREDENTIAL, workflows } from './comparedWorkflows';
import { fillDeduplicationHistory } from './deduplicationHistory';
import { medianOf, ratiosOf, type Rounds } from './goals';
import { probeEnv } from './n8nProbe';
import { readOptions, USAGE, type Options, type Setting } from './options';
import { runRound } from './round';

/** With its default engine n8n builds a V8 isolate for most requests. Fewer requests keep the round short. */
const REQUEST_SHARE = { lazy: 1, default: 0.25 };

type Installed = Pick<Parameters<typeof TestEnvironment.start>[0], 'installation' | 'tarball'>;

const nameOf = ({ engine, limit }: Setting) =>
	`${engine === 'lazy' ? 'lazy acquire' : 'default engine'}, ${limit ?? 'no'} concurrency limit`;

function environmentFor({ engine, limit }: Setting, { profile }: Options): Record<string, string> {
	return {
		...(engine === 'lazy' && { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }),
		...(limit !== undefined && { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(limit) }),
		...probeEnv(profile),
	};
}

/** The targets in the order of a round. Each round begins with another target, so that none is always the first. */
function orderOfRound(targets: readonly TargetName[], round: number): TargetName[] {
	const first = round % targets.length;
	return [...targets.slice(first), ...targets.slice(0, first)];
}

async function measure(installed: Installed, setting: Setting, options: Options): Promise<Rounds> {
	const { trigger, ...others } = workflows;
	const environment = await TestEnvironment.start({
		...installed,
		workflows: [trigger, ...Object.values(others)],
		credentials: [CRYPTO_CREDENTIAL],
		env: environmentFor(setting, options),
		prepareHome: installBareTrigger,
	});
	try {
		await fillDeduplicationHistory(environment, installed.installation, Object.values(workflows));
		const rounds: Rounds = {};
		// Round 0 is for warming up and does not count.
		for (let round = 0; round <= options.rounds; round++) {
			for (const name of orderOfRound(options.targets, round)) {
				const target = benchmarkTargets[name];
				const count = Math.ceil(options.events * target.share * REQUEST_SHARE[setting.engine]);
				const result = await runRound({
					environment,
					target,
					count: round === 0 ? Math.ceil(count / 2) : count,
					connections: options.connections,
				});
				if (round > 0) (rounds[name] ??= []).push(result);
				const rate = `${(result.finished ?? result.acknowledged).toFixed(0)}/s`;
				const problems = result.problems.map((problem) => `, ${problem}`).join('');
				console.log(
					`  ${round || 'warm-up'}  ${target.title}: ${rate}, load ${result.load}${problems}`,
				);
			}
		}
		return rounds;
	} finally {
		await environment.close();
	}
}

function print(rounds: Rounds, { engine }: Setting, { targets }: Options): void {
	const format = (figure: number | undefined) => figure?.toFixed(1) ?? '–';
	console.table(
		targets.map((name) => ({
			'per second, median': benchmarkTargets[name].title,
			'events finished': format(medianOf(rounds[name], 'finished')),
			acknowledged: format(medianOf(rounds[name], 'acknowledged')),
			'processor ms each': format(medianOf(rounds[name], 'processor')),
			'finished, each round': rounds[name]
				?.map(({ finished }) => finished?.toFixed(0) ?? '–')
				.join(' / '),
			'load average': rounds[name]?.map((round) => round.load.toFixed(1)).join(' / '),
		})),
	);
	printRatios(ratiosOf(rounds, engine));
}

/** Whether this package's trigger had no problems. Problems of the other targets are only reported. */
const hasNoProblems = ({ trigger, combined, duplicates, unwanted }: Rounds) =>
	[trigger, combined, duplicates, unwanted].every(
		(rounds) => rounds?.every(({ problems }) => problems.length === 0) ?? true,
	);

async function main(args: string[]): Promise<number> {
	const options = readOptions(args);
	const installed = { installation: await installN8n(console.log), tarball: await packPackage() };
	const figures = [];
	for (const setting of options.settings) {
		console.log(`\n${nameOf(setting)} (load average ${loadAverage()})`);
		const rounds = await measure(installed, setting, options);
		print(rounds, setting, options);
		figures.push({
			setting: nameOf(setting),
			...setting,
			ratios: ratiosOf(rounds, setting.engine),
			rounds,
		});
		console.log(`Figures: ${await writeFigures('trigger', { options, figures })}`);
	}
	return figures.every(({ rounds }) => hasNoProblems(rounds)) ? 0 : 1;
}

if (process.argv.includes('--help')) console.log(USAGE);
else {
	main(process.argv.slice(2))
		.then((code) => process.exit(code))
		.catch((error: unknown) => {
			console.error(error instanceof Error ? error.message : error);
			process.exit(1);
		});
}
