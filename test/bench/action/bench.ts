import { setTimeout as delay } from 'node:timers/promises';
import { installN8n } from '../../../tools/n8n/install';
import { N8N_VERSION } from '../../../tools/n8n/releases';
import { packPackage } from '../../../tools/pack';
import {
	TestEnvironment,
	type TestEnvironmentOptions,
} from '../../../tools/testEnvironment/testEnvironment';
import { writeFigures } from '../benchReport';
import {
	CONCURRENCY,
	httpRequestWorkflow,
	LATENCY_MS,
	smartcarNodeWorkflow,
	subscriptionsWorkflow,
} from './measuredWorkflows';
import { readSubscriptions } from './readSubscriptions';
import {
	readTiresByFetch,
	readTiresBySdk,
	readTiresByWorkflow,
	type TiresMeasurement,
} from './readTires';
import { isGood, printResults, toFigures, type Result } from './result';

const VEHICLES = 1000;
const SUBSCRIPTIONS = 100_000;
const PAGE_SIZE = 100;

/** Smartcar refills its request bucket by one every 30 s. At this scale it is 30 ms. */
const TIME_SCALE = 0.001;
const BUCKET_SIZE = 120;
const REFILL_MS = 30_000 * TIME_SCALE;

/** The highest allowed ratios to the ideal time. */
const TARGETS = { tires: 1.1, subscriptions: 1.15 };
const MEGABYTE = 2 ** 20;

type Installed = Pick<TestEnvironmentOptions, 'installation' | 'tarball'>;

async function withEnvironment(
	installed: Installed,
	options: Pick<TestEnvironmentOptions, 'workflows' | 'simulator'>,
	measure: (environment: TestEnvironment) => Promise<Result[]>,
): Promise<Result[]> {
	const environment = await TestEnvironment.start({
		...installed,
		...options,
		simulator: { latencyMs: LATENCY_MS, vehicles: VEHICLES, ...options.simulator },
		env: { N8N_METRICS: 'true' },
	});
	try {
		for (const vehicle of environment.simulator.fleet.vehicles) vehicle.reachability = 'online';
		return await measure(environment);
	} finally {
		await environment.close();
	}
}

function missingVehicles({ complete }: TiresMeasurement): string[] {
	const missing = VEHICLES - complete;
	return missing > 0 ? [`${missing} vehicles are missing`] : [];
}

function tooManyAtOnce({ mostAtOnce }: { mostAtOnce: number }): string[] {
	return mostAtOnce > CONCURRENCY ? [`more than ${CONCURRENCY} requests at once`] : [];
}

function tiresResult(who: string, measurement: TiresMeasurement, ours = false): Result {
	const { complete, requests, mostAtOnce, tookMs } = measurement;
	return {
		what: `${VEHICLES} vehicles' tire pressure`,
		who,
		took: tookMs,
		ideal: (VEHICLES * LATENCY_MS) / CONCURRENCY,
		ours,
		target: TARGETS.tires,
		shortcomings: [...missingVehicles(measurement), ...tooManyAtOnce(measurement)],
		notes: [`${complete} complete, in order; ${requests} requests, at most ${mostAtOnce} at once`],
	};
}

async function measureTires(installed: Installed): Promise<Result[]> {
	const workflows: TestEnvironmentOptions['workflows'] = [
		smartcarNodeWorkflow,
		httpRequestWorkflow,
	];
	return await withEnvironment(installed, { workflows }, async (environment) => {
		// In the first execution n8n loads the node's code and requests a token, so run each once with few vehicles.
		const { vehicles } = environment.simulator.fleet;
		const removed = vehicles.splice(CONCURRENCY);
		for (const workflow of workflows) await readTiresByWorkflow(environment, workflow);
		vehicles.push(...removed);
		return [
			tiresResult(
				'Smartcar node',
				await readTiresByWorkflow(environment, smartcarNodeWorkflow),
				true,
			),
			tiresResult(
				'HTTP Request node, batching',
				await readTiresByWorkflow(environment, httpRequestWorkflow),
			),
			tiresResult('smartcar SDK, plain loop', await readTiresBySdk(environment)),
			tiresResult(
				'fetch in 10 loops, no n8n: what this machine can do',
				await readTiresByFetch(environment),
			),
		];
	});
}

async function measureSubscriptions(installed: Installed): Promise<Result[]> {
	return await withEnvironment(
		installed,
		{ workflows: [subscriptionsWorkflow] },
		async (environment) => {
			await readSubscriptions(environment, PAGE_SIZE);
			const list = await readSubscriptions(environment, SUBSCRIPTIONS);
			const { complete, requests, repeated, mostAtOnce, tookMs } = list;
			const { first, most } = list.memory;
			const pages = SUBSCRIPTIONS / PAGE_SIZE;
			const perItem = (kind: 'resident' | 'heap'): string =>
				`${((most[kind] - first[kind]) / SUBSCRIPTIONS / 1024).toFixed(2)} KiB`;
			const megabytes = (bytes: number): string => `${(bytes / MEGABYTE).toFixed(0)} MiB`;
			const ratioToConcurrent = (tookMs * CONCURRENCY) / pages / LATENCY_MS;
			return [
				{
					what: `${SUBSCRIPTIONS} subscriptions`,
					who: 'Smartcar node, Return All',
					took: tookMs,
					ideal: pages * LATENCY_MS,
					ours: true,
					target: TARGETS.subscriptions,
					shortcomings: [
						...(complete === SUBSCRIPTIONS ? [] : [`${SUBSCRIPTIONS - complete} are missing`]),
						...(requests === pages && repeated === 0
							? []
							: [`${requests} requests for ${pages} pages`]),
						...tooManyAtOnce(list),
					],
					notes: [
						`${complete} complete; ${requests} pages, none twice, at most ${mostAtOnce} at once`,
						`ratio to ${CONCURRENCY} pages at once: ${ratioToConcurrent.toFixed(2)}`,
						`memory of n8n: ${megabytes(first.resident)} at first, ${megabytes(most.resident)} at most; per item ${perItem('resident')} resident, ${perItem('heap')} heap with garbage`,
					],
				},
			];
		},
	);
}

function rateLimitResult(who: string, measurement: TiresMeasurement, ours = false): Result {
	const { complete, requests, limited, tooEarly, againstTheLimit, tookMs } = measurement;
	return {
		what: `${VEHICLES} vehicles with rate limit`,
		who,
		took: tookMs,
		ideal: (VEHICLES - BUCKET_SIZE) * REFILL_MS,
		ours,
		shortcomings: [
			...missingVehicles(measurement),
			...(tooEarly > 0 ? [`${tooEarly} requests were retried before their retry-after`] : []),
			...(againstTheLimit > 0
				? [`${againstTheLimit} requests were sent before the retry-after of another request`]
				: []),
		],
		notes: [`${complete} complete; ${requests} requests, ${limited} of them answered 429`],
	};
}

async function measureRateLimit(installed: Installed): Promise<Result[]> {
	return await withEnvironment(
		installed,
		{
			workflows: [smartcarNodeWorkflow, httpRequestWorkflow],
			simulator: { enforceApplicationLimit: true, timeScale: TIME_SCALE },
		},
		async (environment) => {
			const smartcarNode = await readTiresByWorkflow(environment, smartcarNodeWorkflow);
			// Wait until the bucket is full again.
			await delay(BUCKET_SIZE * REFILL_MS * 1.1);
			const httpRequest = await readTiresByWorkflow(environment, httpRequestWorkflow);
			return [
				rateLimitResult('Smartcar node', smartcarNode, true),
				rateLimitResult('HTTP Request node, batching', httpRequest),
			];
		},
	);
}

const PARTS = {
	tires: measureTires,
	subscriptions: measureSubscriptions,
	bucket: measureRateLimit,
};

async function main(names: string[]): Promise<number> {
	const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
	if (unknown !== undefined) {
		console.error(`Unknown part '${unknown}'. The parts are: ${Object.keys(PARTS).join(', ')}.`);
		return 2;
	}
	console.log(
		`n8n ${N8N_VERSION}; the simulator responds after ${LATENCY_MS} ms; about five minutes.`,
	);
	const installed = { installation: await installN8n(console.log), tarball: await packPackage() };
	const results: Result[] = [];
	for (const [name, measure] of Object.entries(PARTS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.log(`Measuring: ${name} …`);
		results.push(...(await measure(installed)));
	}
	printResults(results);
	console.log(`Figures: ${await writeFigures('action', toFigures(results))}`);
	return results.every(isGood) ? 0 : 1;
}

main(process.argv.slice(2))
	.then((code) => process.exit(code))
	.catch((error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	});
