import { startSimulator, type Simulator } from '../../simulator/simulator';
import type { CredentialToImport } from '../../tools/n8n/cli';
import type { Database } from '../../tools/n8n/database/database';
import { sqliteDatabase } from '../../tools/n8n/database/sqlite';
import type { N8nInstallation } from '../../tools/n8n/install';
import { requireQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { N8nRestClient } from '../../tools/n8n/restClient';
import type { N8nUserFolder } from '../../tools/n8n/userFolder';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';

/** `regular` is one process with SQLite, `queue` is queue mode with PostgreSQL and Redis. */
export type N8nMode = 'regular' | 'queue';

/** Number of n8n processes in queue mode, in addition to the main process. */
export const QUEUE_PROCESSES = { webhook: 2, worker: 2 };

/** The settings for queue mode from docs/production.md#for-a-fleet. */
export const QUEUE_MODE_SETTINGS = {
	n8n: { DB_POSTGRESDB_POOL_SIZE: '10' },
	/** Executions that a worker runs at the same time. */
	workerConcurrency: 30,
	postgres: {
		shared_buffers: '1GB',
		max_wal_size: '4GB',
		autovacuum_vacuum_cost_limit: '2000',
		default_toast_compression: 'lz4',
	},
};

/** The same settings for `QueueCluster.start`. */
export const QUEUE_CLUSTER_SETTINGS = {
	env: {
		...QUEUE_MODE_SETTINGS.n8n,
		// It takes the place of a worker's --concurrency.
		N8N_CONCURRENCY_PRODUCTION_LIMIT: String(QUEUE_MODE_SETTINGS.workerConcurrency),
	},
	postgresSettings: QUEUE_MODE_SETTINGS.postgres,
};

export interface LoadTestOptions {
	installation: N8nInstallation;
	/** Path of the packed package. */
	tarball: string;
	workflows: [Workflow, ...Workflow[]];
	credentials?: CredentialToImport[];
	/** Number of simulated vehicles. Default: that of the simulator. */
	vehicles?: number;
	/** Environment variables of every n8n process. */
	env?: Record<string, string>;
	/** Changes the user folder of every process before n8n first uses it. */
	prepareUserFolder?: (userFolder: N8nUserFolder) => Promise<void>;
}

export interface N8nProcess {
	/** `n8n`, or in queue mode `main`, `webhook 1`, `worker 1` … */
	name: string;
	pid: number | undefined;
	logFile: string;
}

/** A real n8n in either mode, with published workflows, next to a simulated Smartcar. */
export interface LoadTestN8n {
	simulator: Simulator;
	/** n8n's REST interface, logged in as the owner. */
	rest: N8nRestClient;
	database: Database;
	processes: N8nProcess[];
	/** The production URL of a workflow's trigger on each process that receives webhooks. */
	webhookUrls: (workflow: Workflow) => string[];
	close: () => Promise<void>;
}

async function startRegular(options: LoadTestOptions): Promise<LoadTestN8n> {
	const { vehicles, ...others } = options;
	const environment = await TestEnvironment.start({ ...others, simulator: { vehicles } });
	const { simulator, rest, n8n, userFolder } = environment;
	return {
		simulator,
		rest,
		database: sqliteDatabase(options.installation, userFolder),
		processes: [{ name: 'n8n', pid: n8n.pid, logFile: n8n.logFile }],
		webhookUrls: (workflow) => [n8n.webhookUrl(webhookIdOf(workflow))],
		close: async () => await environment.close(),
	};
}

async function startQueue({
	credentials,
	vehicles,
	...options
}: LoadTestOptions): Promise<LoadTestN8n> {
	const programs = await requireQueuePrograms();
	const simulator = await startSimulator({ ...APPLICATION, vehicles });
	const cluster = await QueueCluster.start({
		...QUEUE_CLUSTER_SETTINGS,
		...options,
		env: { ...QUEUE_CLUSTER_SETTINGS.env, ...options.env },
		credentials: credentialsFor(simulator, credentials),
		programs,
		processCounts: QUEUE_PROCESSES,
	}).catch(async (error: unknown) => {
		await simulator.close();
		throw error;
	});
	const { main, postgres } = cluster;
	const childProcesses = (['webhook', 'worker'] as const).flatMap((kind) =>
		cluster
			.processes(kind)
			.map(({ pid, logFile }, index) => ({ name: `${kind} ${index + 1}`, pid, logFile })),
	);
	const close = async () => await cluster.close().finally(async () => await simulator.close());
	const rest = await N8nRestClient.login(main.baseUrl).catch(async (error: unknown) => {
		await close();
		throw error;
	});
	return {
		simulator,
		rest,
		database: postgres,
		processes: [{ name: 'main', pid: main.pid, logFile: main.logFile }, ...childProcesses],
		webhookUrls: (workflow) =>
			cluster.processes('webhook').map((child) => child.webhookUrl(webhookIdOf(workflow))),
		close,
	};
}

/**
 * Starts n8n with the workflows published.
 *
 * @throws Error that says what to install if a program is missing
 */
export async function startLoadTestN8n(
	mode: N8nMode,
	options: LoadTestOptions,
): Promise<LoadTestN8n> {
	return mode === 'regular' ? await startRegular(options) : await startQueue(options);
}
