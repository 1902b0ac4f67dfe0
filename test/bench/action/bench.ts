import { setTimeout as delay } from 'node:timers/promises';
import { installN8n } from '../../../tools/n8n/install';
import { N8N_VERSION } from '../../../tools/n8n/releases';
import { packPackage } from '../../../tools/pack';
import { runMain } from '../../../tools/runMain';
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

/**
 * Smartcar's rate limit for an application is a token bucket: it allows BUCKET_SIZE requests, and
 * one more every 30 s. The simulator's time runs a thousand times faster.
 */
const TIME_SCALE = 0.001;
const BUCKET_SIZE = 120;
const REFILL_MS = 30_000 * TIME_SCALE;

/** The highest allowed ratios of the Smartcar node's time to the ideal time. */
const MAX_RATIOS = { tires: 1.3, subscriptions: 1.6 };
const MEBIBYTE = 2 ** 20;

type InstalledPackages = Pick<TestEnvironmentOptions, 'installation' | 'tarball'>;

/** Starts n8n and the simulator, measures, and stops both. */
async function withEnvironment(
	installed: InstalledPackages,
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

function missingVehiclesProblem({ correctVehicles }: TiresMeasurement): string[] {
	const missing = VEHICLES - correctVehicles;
	return missing > 0 ? [`${missing} of ${VEHICLES} vehicles were not read correctly`] : [];
}

function concurrencyProblem({ mostAtOnce }: { mostAtOnce: number }): string[] {
	return mostAtOnce > CONCURRENCY
		? [`${mostAtOnce} requests at the same time, but at most ${CONCURRENCY} are allowed`]
		: [];
}

function tiresResult(
	client: string,
	measurement: TiresMeasurement,
	isSmartcarNode = false,
): Result {
	const { correctVehicles, requests, mostAtOnce, tookMs } = measurement;
	return {
		task: `${VEHICLES} vehicles' tire pressure`,
		client,
		tookMs,
		idealMs: (VEHICLES * LATENCY_MS) / CONCURRENCY,
		isSmartcarNode,
		maxRatio: isSmartcarNode ? MAX_RATIOS.tires : undefined,
		problems: [...missingVehiclesProblem(measurement), ...concurrencyProblem(measurement)],
		notes: [
			`${correctVehicles} vehicles read correctly, ${requests} requests, at most ${mostAtOnce} at the same time`,
		],
	};
}

async function measureTires(installed: InstalledPackages): Promise<Result[]> {
	const workflows: TestEnvironmentOptions['workflows'] = [
		smartcarNodeWorkflow,
		httpRequestWorkflow,
	];
	return await withEnvironment(installed, { workflows }, async (environment) => {
		// Run each workflow once with few vehicles, because in its first execution n8n also loads the
		// node and requests a token.
		const { vehicles } = environment.simulator.fleet;
		const otherVehicles = vehicles.splice(CONCURRENCY);
		for (const workflow of workflows) await readTiresByWorkflow(environment, workflow);
		vehicles.push(...otherVehicles);
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
			tiresResult('smartcar SDK, one vehicle after the other', await readTiresBySdk(environment)),
			tiresResult(
				`fetch without n8n, ${CONCURRENCY} at the same time`,
				await readTiresByFetch(environment),
			),
		];
	});
}

async function measureSubscriptions(installed: InstalledPackages): Promise<Result[]> {
	return await withEnvironment(
		installed,
		{ workflows: [subscriptionsWorkflow] },
		async (environment) => {
			// In its first execution n8n also loads the node and requests a token, so it does not count.
			await readSubscriptions(environment, PAGE_SIZE);
			const measurement = await readSubscriptions(environment, SUBSCRIPTIONS);
			const { subscriptions, requests, repeated, mostAtOnce, tookMs } = measurement;
			const { first, most } = measurement.memory;
			const pages = SUBSCRIPTIONS / PAGE_SIZE;
			const memoryPerItem = (kind: 'resident' | 'heap'): string =>
				`${((most[kind] - first[kind]) / SUBSCRIPTIONS / 1024).toFixed(2)} KiB`;
			const formatMebibytes = (bytes: number): string => `${(bytes / MEBIBYTE).toFixed(0)} MiB`;
			return [
				{
					task: `${SUBSCRIPTIONS} subscriptions`,
					client: 'Smartcar node, Return All',
					tookMs,
					idealMs: (pages * LATENCY_MS) / CONCURRENCY,
					isSmartcarNode: true,
					maxRatio: MAX_RATIOS.subscriptions,
					problems: [
						...(subscriptions === SUBSCRIPTIONS
							? []
							: [`${SUBSCRIPTIONS - subscriptions} subscriptions are missing`]),
						...(requests === pages && repeated === 0
							? []
							: [`${requests} requests for ${pages} pages`]),
						...concurrencyProblem(measurement),
					],
					notes: [
						`${subscriptions} subscriptions, ${requests} requests, ${repeated} of them repeated, at most ${mostAtOnce} at the same time`,
						`memory of n8n: ${formatMebibytes(first.resident)} before, ${formatMebibytes(most.resident)} at most; per item ${memoryPerItem('resident')} resident, ${memoryPerItem('heap')} heap including garbage`,
					],
				},
			];
		},
	);
}

function rateLimitResult(
	client: string,
	measurement: TiresMeasurement,
	isSmartcarNode = false,
): Result {
	const { correctVehicles, requests, rateLimited, tookMs } = measurement;
	return {
		task: `${VEHICLES} vehicles' tire pressure with rate limit`,
		client,
		tookMs,
		idealMs: (VEHICLES - BUCKET_SIZE) * REFILL_MS,
		isSmartcarNode,
		problems: missingVehiclesProblem(measurement),
		notes: [
			`${correctVehicles} vehicles read correctly, ${requests} requests, ${rateLimited} of them answered 429`,
		],
	};
}

async function measureRateLimit(installed: InstalledPackages): Promise<Result[]> {
	return await withEnvironment(
		installed,
		{
			workflows: [smartcarNodeWorkflow, httpRequestWorkflow],
			simulator: { enforceApplicationLimit: true, timeScale: TIME_SCALE },
		},
		async (environment) => {
			const smartcarNode = await readTiresByWorkflow(environment, smartcarNodeWorkflow);
			// Wait until the rate limit allows BUCKET_SIZE requests again.
			await delay(BUCKET_SIZE * REFILL_MS * 1.1);
			const httpRequest = await readTiresByWorkflow(environment, httpRequestWorkflow);
			return [
				rateLimitResult('Smartcar node', smartcarNode, true),
				rateLimitResult('HTTP Request node, batching', httpRequest),
			];
		},
	);
}

/** What `npm run bench:action -- <names>` measures. By default all. */
const BENCHMARKS = {
	tires: measureTires,
	subscriptions: measureSubscriptions,
	rateLimit: measureRateLimit,
};

/** Runs the named benchmarks. Returns the exit code. */
async function main(names: string[]): Promise<number> {
	const unknown = names.find((name) => !Object.hasOwn(BENCHMARKS, name));
	if (unknown !== undefined) {
		console.error(
			`Unknown benchmark '${unknown}'. Use some of: ${Object.keys(BENCHMARKS).join(', ')}`,
		);
		return 2;
	}
	console.log(
		`n8n ${N8N_VERSION}; the simulator responds after ${LATENCY_MS} ms. All benchmarks together take about five minutes.`,
	);
	const installed = { installation: await installN8n(console.log), tarball: await packPackage() };
	const results: Result[] = [];
	for (const [name, measure] of Object.entries(BENCHMARKS)) {
		if (names.length > 0 && !names.includes(name)) continue;
		console.log(`Measuring: ${name} …`);
		results.push(...(await measure(installed)));
	}
	printResults(results);
	console.log(`Figures: ${await writeFigures('action', toFigures(results))}`);
	return results.every(isGood) ? 0 : 1;
}

runMain(main);
