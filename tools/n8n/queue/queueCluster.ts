import { N8nCli, type CredentialToImport, type WorkflowToImport } from '../cli';
import { installCommunityPackage } from '../communityPackage';
import {
	createUserFolder,
	jestWorkerPort,
	removeUserFolder,
	type N8nUserFolder,
} from '../userFolder';
import type { N8nInstallation } from '../install';
import { N8nServer } from '../server';
import type { QueuePrograms } from './queuePrograms';
import { QueueProcess, type QueueProcessKind } from './queueProcess';
import { Postgres } from './postgres';
import { Redis } from './redis';

const MAIN_PORT = jestWorkerPort(5720);
const FIRST_PROCESS_PORT = jestWorkerPort(5740);
const PORTS_PER_PROCESS = 10;

/**
 * Environment of every n8n process in queue mode. The main process takes no production webhooks.
 */
export const QUEUE_MODE_ENV = {
	EXECUTIONS_MODE: 'queue',
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
};

interface QueueClusterOptions {
	installation: N8nInstallation;
	programs: QueuePrograms;
	/** The packed package. It is installed in the user folder of every process. */
	tarball: string;
	credentials: CredentialToImport[];
	workflows: WorkflowToImport[];
	/** Number of processes of each kind. */
	processCounts: Record<QueueProcessKind, number>;
	/** Parameters of PostgreSQL's configuration. */
	postgresSettings?: Record<string, string>;
	/** Environment of every n8n process. */
	env?: Record<string, string>;
	/**
	 * Changes the user folder of every process before n8n first uses it, for example to add another
	 * community package.
	 */
	prepareUserFolder?: (userFolder: N8nUserFolder) => Promise<void>;
}

interface RunningProcess {
	kind: QueueProcessKind;
	userFolder: N8nUserFolder;
	port: number;
	process: QueueProcess;
}

/**
 * An n8n in queue mode: PostgreSQL, Redis, a main process that takes no production webhooks,
 * webhook processors and workers.
 */
export class QueueCluster {
	private constructor(
		private readonly installation: N8nInstallation,
		readonly postgres: Postgres,
		private readonly redis: Redis,
		private readonly mainUserFolder: N8nUserFolder,
		/** Has the editor and the REST interface. It takes no production webhooks. */
		readonly main: N8nServer,
		private readonly running: RunningProcess[],
	) {}

	/**
	 * Starts everything, with the workflows published. Stops everything again when something fails.
	 */
	static async start({
		installation,
		programs,
		processCounts,
		...options
	}: QueueClusterOptions): Promise<QueueCluster> {
		const postgres = await Postgres.start(programs, options.postgresSettings);
		const started: Array<{ stop(): Promise<unknown> }> = [postgres];
		try {
			const redis = await Redis.start(programs);
			started.unshift(redis);
			const env = {
				...postgres.env,
				...redis.env,
				...QUEUE_MODE_ENV,
				...options.env,
			};
			const makeUserFolder = async () => {
				const userFolder = await createUserFolder(env);
				await installCommunityPackage(userFolder, options.tarball);
				await options.prepareUserFolder?.(userFolder);
				return userFolder;
			};
			const mainUserFolder = await makeUserFolder();
			const cli = new N8nCli(installation, mainUserFolder);
			await cli.importCredentials(options.credentials);
			await cli.importWorkflows(options.workflows);
			for (const { id } of options.workflows) await cli.publishWorkflow(id);
			const main = await N8nServer.start(installation, mainUserFolder, MAIN_PORT);
			started.unshift(main);

			const kinds: QueueProcessKind[] = [];
			for (const kind of ['webhook', 'worker'] as const)
				kinds.push(...Array.from({ length: processCounts[kind] }, () => kind));
			const starts = await Promise.allSettled(
				kinds.map(async (kind, index): Promise<RunningProcess> => {
					const userFolder = await makeUserFolder();
					const port = FIRST_PROCESS_PORT + index * PORTS_PER_PROCESS;
					const queueProcess = await QueueProcess.start(kind, installation, userFolder, port);
					started.unshift(queueProcess);
					return { kind, userFolder, port, process: queueProcess };
				}),
			);
			const running = starts.map((start) => {
				if (start.status === 'rejected') throw start.reason;
				return start.value;
			});
			return new QueueCluster(installation, postgres, redis, mainUserFolder, main, running);
		} catch (error) {
			// A part that cannot be stopped must not hide the first error, which says what went wrong.
			for (const part of started) await part.stop().catch(() => undefined);
			throw error;
		}
	}

	/** The running processes of a kind. */
	processes(kind: QueueProcessKind): QueueProcess[] {
		return this.running.filter((entry) => entry.kind === kind).map(({ process }) => process);
	}

	/**
	 * Kills a process (SIGKILL), does the work and starts the process again, at the same port if that
	 * is still free.
	 * @param index of the process among those of its kind
	 */
	async whileDown<Result>(
		kind: QueueProcessKind,
		index: number,
		work: () => Promise<Result>,
	): Promise<Result> {
		const running = this.running.filter((candidate) => candidate.kind === kind)[index];
		if (!running) throw new RangeError(`There is no ${kind} process ${index}`);
		await running.process.kill();
		const result = await work();
		running.process = await QueueProcess.start(
			kind,
			this.installation,
			running.userFolder,
			running.port,
		);
		return result;
	}

	/** Stops everything and removes all data. */
	async close(): Promise<void> {
		await Promise.all(this.running.map(async ({ process }) => await process.stop()));
		await this.main.stop();
		await this.redis.stop();
		await this.postgres.stop();
		for (const userFolder of [
			this.mainUserFolder,
			...this.running.map(({ userFolder }) => userFolder),
		])
			await removeUserFolder(userFolder);
	}
}
