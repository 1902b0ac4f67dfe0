import { installN8n } from '../../../tools/n8n/install';
import { packPackage } from '../../../tools/pack';
import { Scene } from '../../../tools/testEnvironment/scene';
import { load, printRatios, writeFigures } from '../report';
import { installBareTrigger } from './bare/install';
import { fillHistory } from './history';
import { readOptions, USAGE, type Options, type Setting } from './options';
import { observed } from './processor';
import { run } from './round';
import { subjects } from './subjects';
import { ratiosOf, typical, type Rounds } from './targets';
import { CRYPTO_CREDENTIAL, workflows } from './workflows';

/** n8n with default settings builds a V8 isolate for most requests, so that a round of as many would take too long. */
const SHARE_OF_ENGINE = { lazy: 1, default: 0.25 };

type Prepared = Pick<Parameters<typeof Scene.start>[0], 'installation' | 'tarball'>;

const nameOf = ({ engine, limit }: Setting) =>
	`${engine === 'lazy' ? 'lazy acquire' : 'default engine'}, ${limit ?? 'no'} concurrency limit`;

function environmentFor({ engine, limit }: Setting, { profile }: Options): Record<string, string> {
	return {
		...(engine === 'lazy' && { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' }),
		...(limit !== undefined && { N8N_CONCURRENCY_PRODUCTION_LIMIT: String(limit) }),
		...observed(profile),
	};
}

/** Each round begins with another one, so that nobody always has the same moment, or the one after the pause. */
const inTurn = <One>(all: readonly One[], round: number): One[] => {
	const first = round % all.length;
	return [...all.slice(first), ...all.slice(0, first)];
};

async function measure(prepared: Prepared, setting: Setting, options: Options): Promise<Rounds> {
	const { trigger, ...others } = workflows;
	const scene = await Scene.start({
		...prepared,
		workflows: [trigger, ...Object.values(others)],
		credentials: [CRYPTO_CREDENTIAL],
		env: environmentFor(setting, options),
		furnish: installBareTrigger,
	});
	try {
		await fillHistory(scene, prepared.installation, Object.values(workflows));
		const rounds: Rounds = {};
		// The first round warms everything up and does not count.
		for (let round = 0; round <= options.rounds; round++) {
			for (const name of inTurn(options.subjects, round)) {
				const count = Math.ceil(
					options.events * subjects[name].share * SHARE_OF_ENGINE[setting.engine],
				);
				const result = await run(
					scene,
					subjects[name],
					round === 0 ? Math.ceil(count / 2) : count,
					options.connections,
				);
				if (round > 0) (rounds[name] ??= []).push(result);
				const rate = `${(result.finished ?? result.acknowledged).toFixed(0)}/s`;
				const problems = result.problems.map((problem) => `, ${problem}`).join('');
				console.log(
					`  ${round || 'warm'}  ${subjects[name].title}: ${rate}, load ${result.load}${problems}`,
				);
			}
		}
		return rounds;
	} finally {
		await scene.close();
	}
}

function print(rounds: Rounds, { engine }: Setting, { subjects: names }: Options): void {
	const shown = (figure: number | undefined) => figure?.toFixed(1) ?? '–';
	console.table(
		names.map((name) => ({
			'per second, median': subjects[name].title,
			'events finished': shown(typical(rounds[name], 'finished')),
			acknowledged: shown(typical(rounds[name], 'acknowledged')),
			'ms of n8n each': shown(typical(rounds[name], 'processor')),
			'finished, each round': rounds[name]
				?.map(({ finished }) => finished?.toFixed(0) ?? '–')
				.join(' / '),
			'load average': rounds[name]?.map((round) => round.load.toFixed(1)).join(' / '),
		})),
	);
	printRatios(ratiosOf(rounds, engine));
}

/** Whether this package's trigger did what it promises; what happens to the others is told, but is theirs. */
const isSound = ({ trigger, combined, duplicates, unwanted }: Rounds) =>
	[trigger, combined, duplicates, unwanted].every(
		(rounds) => rounds?.every(({ problems }) => problems.length === 0) ?? true,
	);

async function main(args: string[]): Promise<number> {
	const options = readOptions(args);
	const prepared = { installation: await installN8n(console.log), tarball: await packPackage() };
	const figures = [];
	for (const setting of options.settings) {
		console.log(`\n${nameOf(setting)} (load average ${load()})`);
		const rounds = await measure(prepared, setting, options);
		print(rounds, setting, options);
		figures.push({
			setting: nameOf(setting),
			...setting,
			ratios: ratiosOf(rounds, setting.engine),
			rounds,
		});
		console.log(`Figures: ${await writeFigures('trigger', { options, figures })}`);
	}
	return figures.every(({ rounds }) => isSound(rounds)) ? 0 : 1;
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
