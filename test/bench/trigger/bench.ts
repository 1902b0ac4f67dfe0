import { Random } from '../../../simulator/random';
import { installN8n } from '../../../tools/n8n/install';
import { packPackage } from '../../../tools/pack';
import { runMain } from '../../../tools/runMain';
import { startLoadTestN8n, type LoadTestOptions } from '../../support/loadTestN8n';
import {
	describeRatio,
	loadAverage,
	missesTarget,
	printRatios,
	writeFigures,
} from '../benchReport';
import { installBareTriggers } from './bare/install';
import { benchmarkTargets } from './benchmarkTargets';
import { comparedWorkflows, CRYPTO_CREDENTIAL } from './comparedWorkflows';
import { fillDeduplicationHistory } from './deduplicationHistory';
import { medianOf, ratiosOf, type ResultsByTarget } from './ratios';
import { probeEnv } from './n8nProbe';
import { readOptions, USAGE, type Options, type Setting } from './options';
import { randomIds } from '../signedEvents';
import { makeVehiclesKnown, measureTarget } from './measureTarget';

/**
 * By expression engine, what the number of requests is multiplied by. With the default engine n8n
 * builds a V8 isolate for most requests, which takes so long that fewer requests are enough.
 */
const REQUEST_FACTOR = { lazy: 1, default: 0.25 };

/** How many vehicles the trigger with unmet conditions knows, multiplied by REQUEST_FACTOR. */
const KNOWN_VEHICLES = 10_000;

type InstalledPackages = Pick<LoadTestOptions, 'installation' | 'tarball'>;

const describeSetting = ({ engine, limit }: Setting, { mode }: Pick<Options, 'mode'>) =>
	[
		engine === 'lazy' ? 'lazy expression engine' : 'default expression engine',
		mode === 'queue'
			? 'queue mode, two webhook processors, two workers'
			: `${limit ?? 'no'} concurrency limit`,
	].join(', ');

function environmentVariables(
	{ engine, limit }: Setting,
	{ profile }: Options,
): Record<string, string> {
	return {
		...(engine === 'lazy' && { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }),
		...(limit !== undefined && { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(limit) }),
		...probeEnv(profile),
	};
}

/** In a fixed order, what n8n still has to do after one target would always fall into the next one. */
const random = new Random(1, 'order of the targets');

/** Measures all targets with one setting of n8n. */
async function measureSetting(
	installed: InstalledPackages,
	setting: Setting,
	options: Options,
): Promise<ResultsByTarget> {
	const { trigger, ...others } = comparedWorkflows;
	const n8n = await startLoadTestN8n(options.mode, {
		...installed,
		workflows: [trigger, ...Object.values(others)],
		credentials: [CRYPTO_CREDENTIAL],
		env: environmentVariables(setting, options),
		prepareUserFolder: installBareTriggers,
	});
	try {
		await fillDeduplicationHistory(n8n, options.mode, Object.values(comparedWorkflows));
		const { connections } = options;
		const knownVehicleIds = randomIds(KNOWN_VEHICLES * REQUEST_FACTOR[setting.engine]);
		if (options.targets.includes('unmet')) {
			const target = benchmarkTargets.unmet;
			await makeVehiclesKnown({ n8n, target, connections }, knownVehicleIds);
		}
		const results: ResultsByTarget = {};
		// Round 0 warms n8n up and does not count.
		for (let round = 0; round <= options.rounds; round++) {
			for (const name of random.shuffled(options.targets)) {
				const target = benchmarkTargets[name];
				const count = Math.ceil(
					options.events * target.requestFactor * REQUEST_FACTOR[setting.engine],
				);
				const result = await measureTarget({
					n8n,
					target,
					count: round === 0 ? Math.ceil(count / 2) : count,
					connections,
					knownVehicleIds,
				});
				if (round > 0) (results[name] ??= []).push(result);
				const rate = `${(result.eventsPerSecond ?? result.responsesPerSecond).toFixed(0)}/s`;
				const problems = result.problems.map((problem) => `, ${problem}`).join('');
				console.log(
					`  ${round === 0 ? 'Warm-up' : `Round ${round}`}: ${target.title}: ${rate}, load average ${result.loadAverage}${problems}`,
				);
			}
		}
		return results;
	} finally {
		await n8n.close();
	}
}

function printResults(results: ResultsByTarget, setting: Setting, options: Options): void {
	const formatFigure = (figure: number | undefined) => figure?.toFixed(1) ?? '–';
	console.table(
		options.targets.map((name) => ({
			'target (medians of the rounds)': benchmarkTargets[name].title,
			'events executed/s': formatFigure(medianOf(results[name], 'eventsPerSecond')),
			'responses/s': formatFigure(medianOf(results[name], 'responsesPerSecond')),
			'processor ms/request': formatFigure(medianOf(results[name], 'processorMs')),
			'events executed/s in each round': results[name]
				?.map(({ eventsPerSecond }) => eventsPerSecond?.toFixed(0) ?? '–')
				.join(' / '),
			'load average in each round': results[name]
				?.map((round) => round.loadAverage.toFixed(1))
				.join(' / '),
		})),
	);
	printRatios(ratiosOf(results, setting));
}

/**
 * Whether the Smartcar Trigger had no problems. Problems of the workflows that it is compared with
 * are only printed.
 */
const hasNoProblems = ({ trigger, combined, duplicates, unwanted, met, unmet }: ResultsByTarget) =>
	[trigger, combined, duplicates, unwanted, met, unmet].every(
		(results) => results?.every(({ problems }) => problems.length === 0) ?? true,
	);

/**
 * Measures with each setting. Returns the exit code: 1 if a ratio is not as it should be, or the
 * Smartcar Trigger had a problem.
 */
async function main(args: string[]): Promise<number> {
	const options = readOptions(args);
	const installed = { installation: await installN8n(console.log), tarball: await packPackage() };
	const figures = [];
	for (const setting of options.settings) {
		console.log(`\n${describeSetting(setting, options)} (load average ${loadAverage()})`);
		const results = await measureSetting(installed, setting, options);
		printResults(results, setting, options);
		figures.push({
			setting: describeSetting(setting, options),
			...setting,
			ratios: ratiosOf(results, setting),
			results,
		});
		console.log(`Figures: ${await writeFigures(`trigger-${options.mode}`, { options, figures })}`);
	}
	const missed = figures.flatMap(({ setting, ratios }) =>
		ratios.filter(missesTarget).map((ratio) => `${setting}: ${describeRatio(ratio)}`),
	);
	console.log(
		missed.length === 0 ? '\nNo target is missed.' : `\nMissed:\n  ${missed.join('\n  ')}`,
	);
	return missed.length === 0 && figures.every(({ results }) => hasNoProblems(results)) ? 0 : 1;
}

if (process.argv.includes('--help')) console.log(USAGE);
else runMain(main);
