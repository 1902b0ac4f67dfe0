import { N8nCli, type CredentialToImport, type WorkflowToImport } from '../cli';
import { installPackage } from '../communityPackage';
import { createHome, removeHome, type Home } from '../userFolder';
import type { Installation } from '../install';
import { startN8n, type N8nServer } from '../server';
import type { Binaries } from './queuePrograms';
import { QueueMember, type MemberKind } from './queueProcess';
import { Postgres } from './postgres';
import { Redis } from './redis';

const MAIN_PORT = 5720;
const FIRST_MEMBER_PORT = 5740;
const PORTS_EACH = 10;

export interface ClusterOptions {
	installation: Installation;
	binaries: Binaries;
	/** The packed package. It is installed in the user folder of every process. */
	tarball: string;
	credentials: CredentialToImport[];
	workflows: WorkflowToImport[];
	/** Number of processes of each kind. */
	members: Record<MemberKind, number>;
	/** Environment of every n8n process. */
	env?: Record<string, string>;
}

interface RunningMember {
	kind: MemberKind;
	home: Home;
	port: number;
	member: QueueMember;
}

/** An n8n in queue mode: PostgreSQL, Redis, a main process that takes no production webhooks, processors and workers. */
export class Cluster {
	private constructor(
		private readonly installation: Installation,
		readonly postgres: Postgres,
		private readonly redis: Redis,
		private readonly mainHome: Home,
		private readonly main: N8nServer,
		private readonly running: RunningMember[],
	) {}

	/** Starts everything, with the workflows published. Stops everything again when something fails. */
	static async start({
		installation,
		binaries,
		members,
		...options
	}: ClusterOptions): Promise<Cluster> {
		const postgres = await Postgres.start(binaries);
		const started: Array<{ stop(): Promise<unknown> }> = [postgres];
		try {
			const redis = await Redis.start(binaries);
			started.unshift(redis);
			const env = {
				...postgres.env,
				...redis.env,
				EXECUTIONS_MODE: 'queue',
				OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
				N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
				...options.env,
			};
			const makeHome = async () => {
				const home = await createHome({ env });
				await installPackage(home, options.tarball);
				return home;
			};
			const mainHome = await makeHome();
			const cli = new N8nCli(installation, mainHome);
			await cli.importCredentials(options.credentials);
			await cli.importWorkflows(options.workflows);
			for (const { id } of options.workflows) await cli.publishWorkflow(id);
			const main = await startN8n(installation, mainHome, MAIN_PORT);
			started.unshift(main);

			const kinds: MemberKind[] = [];
			for (const kind of ['webhook', 'worker'] as const)
				kinds.push(...Array.from({ length: members[kind] }, () => kind));
			const running = await Promise.all(
				kinds.map(async (kind, place): Promise<RunningMember> => {
					const home = await makeHome();
					const port = FIRST_MEMBER_PORT + place * PORTS_EACH;
					const member = await QueueMember.start(kind, installation, home, port);
					started.unshift(member);
					return { kind, home, port, member };
				}),
			);
			return new Cluster(installation, postgres, redis, mainHome, main, running);
		} catch (error) {
			for (const one of started) await one.stop();
			throw error;
		}
	}

	/** The running processes of a kind. */
	members(kind: MemberKind): QueueMember[] {
		return this.running.filter((one) => one.kind === kind).map(({ member }) => member);
	}

	/** Kills one process (SIGKILL), does the work and starts the process again, at the same port if that is still free. */
	async whileDown<Result>(kind: MemberKind, work: () => Promise<Result>): Promise<Result> {
		const running = this.running.find((one) => one.kind === kind);
		if (!running) throw new RangeError(`There is no ${kind} process`);
		await running.member.kill();
		const result = await work();
		running.member = await QueueMember.start(kind, this.installation, running.home, running.port);
		return result;
	}

	/** Stops everything and removes all data. */
	async close(): Promise<void> {
		await Promise.all(this.running.map(async ({ member }) => await member.stop()));
		await this.main.stop();
		await this.redis.stop();
		await this.postgres.stop();
		for (const home of [this.mainHome, ...this.running.map(({ home }) => home)])
			await removeHome(home);
	}
}
