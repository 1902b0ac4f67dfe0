import { setTimeout as delay } from 'node:timers/promises';
import { installN8n } from '../../../tools/n8n/install';
import { N8N_VERSION } from '../../../tools/n8n/releases';
import { packPackage } from '../../../tools/pack';
import { Scene, type SceneOptions } from '../../../tools/testEnvironment/scene';
import { isGood, keep, table, type Line } from './report';
import { allSubscriptions } from './subscriptions';
import { tiresByFetch, tiresBySdk, tiresByWorkflow, type TireRun } from './tires';
import { CONCURRENCY, httpRequest, LATENCY_MS, smartcar, subscriptions } from './workflows';

const VEHICLES = 1000;
const SUBSCRIPTIONS = 100_000;
const PAGE = 100;

/** Half a minute of the service's refill is 30 ms here (service: limits; simulator: enforceApplicationLimit). */
const TIME_SCALE = 0.001;
const BUCKET = 120;
const REFILL_MS = 30_000 * TIME_SCALE;

const TARGET = { tires: 1.1, subscriptions: 1.15 };
const MEGABYTE = 2 ** 20;

type Prepared = Pick<SceneOptions, 'installation' | 'tarball'>;

async function withScene<Result>(
	prepared: Prepared,
	options: Pick<SceneOptions, 'workflows' | 'simulator'>,
	work: (scene: Scene) => Promise<Result>,
): Promise<Result> {
	const simulator = { latencyMs: LATENCY_MS, vehicles: VEHICLES, ...options.simulator };
	const scene = await Scene.start({
		...prepared,
		...options,
		simulator,
		env: { N8N_METRICS: 'true' },
	});
	try {
		for (const vehicle of scene.simulator.fleet.vehicles) vehicle.reachability = 'online';
		return await work(scene);
	} finally {
		await scene.close();
	}
}

function tireLine(who: string, run: TireRun, ours = false): Line {
	const lost = VEHICLES - run.complete;
	return {
		what: `${VEHICLES} vehicles' tire pressure`,
		who,
		took: run.tookMs,
		ideal: (VEHICLES * LATENCY_MS) / CONCURRENCY,
		ours,
		target: TARGET.tires,
		shortcomings: [
			...(lost > 0 ? [`${lost} vehicles are missing`] : []),
			...(run.mostAtOnce > CONCURRENCY ? [`more than ${CONCURRENCY} at once`] : []),
		],
		notes: [
			`${run.complete} complete, in order; ${run.requests} requests, at most ${run.mostAtOnce} at once`,
		],
	};
}

async function tires(prepared: Prepared): Promise<Line[]> {
	return await withScene(prepared, { workflows: [smartcar, httpRequest] }, async (scene) => {
		// n8n loads a node's code, and gets the first token, on its first run.
		const fleet = scene.simulator.fleet.vehicles;
		const rest = fleet.splice(CONCURRENCY);
		for (const workflow of [smartcar, httpRequest]) await tiresByWorkflow(scene, workflow);
		fleet.push(...rest);
		return [
			tireLine('Smartcar node', await tiresByWorkflow(scene, smartcar), true),
			tireLine('HTTP Request node, batching', await tiresByWorkflow(scene, httpRequest)),
			tireLine('smartcar SDK, plain loop', await tiresBySdk(scene)),
			tireLine('fetch in 10 loops, no n8n: what this machine can do', await tiresByFetch(scene)),
		];
	});
}

async function list(prepared: Prepared): Promise<Line[]> {
	return await withScene(prepared, { workflows: [subscriptions] }, async (scene) => {
		await allSubscriptions(scene, PAGE);
		const run = await allSubscriptions(scene, SUBSCRIPTIONS);
		const pages = SUBSCRIPTIONS / PAGE;
		const { first, most } = run.memory;
		const perItem = (name: 'resident' | 'heap'): string =>
			`${((most[name] - first[name]) / SUBSCRIPTIONS / 1024).toFixed(2)} KiB`;
		return [
			{
				what: `${SUBSCRIPTIONS} subscriptions`,
				who: 'Smartcar node, Return All',
				took: run.tookMs,
				ideal: pages * LATENCY_MS,
				ours: true,
				target: TARGET.subscriptions,
				shortcomings: [
					...(run.complete === SUBSCRIPTIONS
						? []
						: [`${SUBSCRIPTIONS - run.complete} are missing`]),
					...(run.requests === pages && run.repeated === 0
						? []
						: [`${run.requests} requests for ${pages} pages`]),
					...(run.mostAtOnce > CONCURRENCY ? [`more than ${CONCURRENCY} at once`] : []),
				],
				notes: [
					`${run.complete} complete; ${run.requests} pages, none twice, at most ${run.mostAtOnce} at once`,
					`to the ideal of ${CONCURRENCY} at once: ${((run.tookMs * CONCURRENCY) / pages / LATENCY_MS).toFixed(2)}`,
					`memory of n8n: ${(first.resident / MEGABYTE).toFixed(0)} MiB at first, ${(most.resident / MEGABYTE).toFixed(0)} MiB at most; per item ${perItem('resident')} resident, ${perItem('heap')} heap with garbage`,
				],
			},
		];
	});
}

function bucketLine(who: string, run: TireRun, ours = false): Line {
	const lost = VEHICLES - run.complete;
	const shortcomings = [
		...(lost > 0 ? [`${lost} vehicles are missing`] : []),
		...(run.tooEarly > 0
			? [`${run.tooEarly} requests were sent again before their retry-after`]
			: []),
		...(run.againstTheLimit > 0
			? [`${run.againstTheLimit} requests came while the service wanted none`]
			: []),
	];
	return {
		what: `${VEHICLES} vehicles, token bucket on`,
		who,
		took: run.tookMs,
		ideal: (VEHICLES - BUCKET) * REFILL_MS,
		ours,
		shortcomings,
		notes: [
			`${run.complete} complete; ${run.requests} requests, ${run.limited} of them turned down`,
		],
	};
}

async function bucket(prepared: Prepared): Promise<Line[]> {
	const simulator = { enforceApplicationLimit: true, timeScale: TIME_SCALE };
	return await withScene(
		prepared,
		{ workflows: [smartcar, httpRequest], simulator },
		async (scene) => {
			const node = await tiresByWorkflow(scene, smartcar);
			// until the bucket is full again
			await delay(BUCKET * REFILL_MS * 1.1);
			const request = await tiresByWorkflow(scene, httpRequest);
			return [
				bucketLine('Smartcar node', node, true),
				bucketLine('HTTP Request node, batching', request),
			];
		},
	);
}

const PARTS = { tires, subscriptions: list, bucket };

async function main(names: string[]): Promise<number> {
	const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
	if (unknown !== undefined) {
		console.error(
			`There is no part '${unknown}'. Parts: ${Object.keys(PARTS).join(', ')}; all without a name.`,
		);
		return 2;
	}
	console.log(
		`n8n ${N8N_VERSION}, the simulated service with ${LATENCY_MS} ms on every answer; about five minutes.`,
	);
	const prepared = { installation: await installN8n(console.log), tarball: await packPackage() };
	const lines: Line[] = [];
	for (const [name, part] of Object.entries(PARTS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.log(`Measuring: ${name} …`);
		lines.push(...(await part(prepared)));
	}
	console.log(`\n${table(lines)}\n\nThe figures: ${await keep(lines)}`);
	return lines.every(isGood) ? 0 : 1;
}

main(process.argv.slice(2))
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
