import { startSimulator, type Simulator } from '../../simulator/simulator';
import { N8nCli, type CredentialToImport } from '../n8n/cli';
import { installCommunityPackage } from '../n8n/communityPackage';
import {
	createUserFolder,
	findFreePort,
	jestWorkerPort,
	removeUserFolder,
	type N8nUserFolder,
} from '../n8n/userFolder';
import type { N8nInstallation } from '../n8n/install';
import { N8nRestClient } from '../n8n/restClient';
import { N8nServer } from '../n8n/server';
import { APPLICATION, credentialsFor } from './credentials';
import { webhookIdOf, type Workflow } from './workflow';

const SIMULATOR_PORT = jestWorkerPort(4010);

export interface TestEnvironmentOptions {
	installation: N8nInstallation;
	/** Path of the packed package. */
	tarball: string;
	/** Imported and published. The first one holds the Smartcar Trigger of `callbackUri`. */
	workflows: [Workflow, ...Workflow[]];
	/** Imported but not published, to be run from the editor. */
	drafts?: Workflow[];
	/**
	 * Added to the credentials of the example workflows. Smartcar credentials get the simulator's
	 * hosts.
	 */
	credentials?: CredentialToImport[];
	simulator?: Partial<Parameters<typeof startSimulator>[0]>;
	/** Preferred port of n8n. If it is in use, a free port near it is taken. */
	port?: number;
	/** Environment variables of n8n. */
	env?: Record<string, string>;
	/**
	 * Changes n8n's user folder before n8n first uses it, for example to add another community
	 * package.
	 */
	prepareUserFolder?: (userFolder: N8nUserFolder) => Promise<void>;
}

/**
 * A real n8n with the packed package, credentials and published workflows, next to a simulated
 * Smartcar.
 */
export class TestEnvironment {
	private constructor(
		readonly simulator: Simulator,
		readonly userFolder: N8nUserFolder,
		private readonly options: TestEnvironmentOptions,
		private server: N8nServer,
		private client: N8nRestClient,
	) {}

	/**
	 * Starts the simulator, and n8n in a new user folder. If a step fails, both are stopped again.
	 * The user folder stays, because n8n's log is in it.
	 * @throws Error if n8n does not start, or if its version is not the one of the installation
	 */
	static async start(options: TestEnvironmentOptions): Promise<TestEnvironment> {
		const port = await findFreePort(SIMULATOR_PORT);
		const simulator = await startSimulator({ ...APPLICATION, port, ...options.simulator });
		let server: N8nServer | undefined;
		try {
			const userFolder = await createUserFolder(options.env);
			await installCommunityPackage(userFolder, options.tarball);
			await options.prepareUserFolder?.(userFolder);
			const cli = new N8nCli(options.installation, userFolder);
			await cli.importCredentials(credentialsFor(simulator, options.credentials));
			await cli.importWorkflows([...options.workflows, ...(options.drafts ?? [])]);
			server = await N8nServer.start(options.installation, userFolder, options.port);
			const client = await N8nRestClient.login(server.baseUrl);
			const version = await client.getVersion();
			if (version !== options.installation.version)
				throw new Error(`n8n ${version} is running instead of ${options.installation.version}`);
			// Not with n8n's command, which takes seconds for each workflow.
			for (const { id } of options.workflows) await client.publishWorkflow(id);
			await server.waitUntilActivated(client);
			return new TestEnvironment(simulator, userFolder, options, server, client);
		} catch (error) {
			await server?.stop();
			await simulator.close();
			throw error;
		}
	}

	get n8n(): N8nServer {
		return this.server;
	}

	/** n8n's REST interface, logged in as the owner. */
	get rest(): N8nRestClient {
		return this.client;
	}

	/** The production URL of the first workflow's Smartcar Trigger. */
	get callbackUri(): string {
		return this.server.webhookUrl(webhookIdOf(this.options.workflows[0]));
	}

	/** Kills n8n, runs the work while n8n is down, and starts n8n again on the same port. */
	async whileDown<Result>(work: () => Promise<Result>): Promise<Result> {
		await this.server.kill();
		const result = await work();
		this.server = await N8nServer.start(
			this.options.installation,
			this.userFolder,
			Number(new URL(this.server.baseUrl).port),
		);
		this.client = await N8nRestClient.login(this.server.baseUrl);
		return result;
	}

	/** Stops n8n and the simulator, and deletes the user folder. */
	async close(): Promise<void> {
		await this.server.stop();
		await this.simulator.close();
		await removeUserFolder(this.userFolder);
	}
}
