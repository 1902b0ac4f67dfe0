import { startSimulator, type Simulator } from '../../simulator/simulator';
import { N8nCli, type CredentialToImport } from '../n8n/cli';
import { installPackage } from '../n8n/communityPackage';
import { createHome, freePort, removeHome, type Home } from '../n8n/home';
import type { Installation } from '../n8n/install';
import { N8nRest } from '../n8n/rest';
import { startN8n, type N8nServer } from '../n8n/server';
import { APPLICATION, credentialsFor } from './credentials';
import { webhookIdOf, type Workflow } from './exampleWorkflows';

const SIMULATOR_PORT = 4010;

export interface TestEnvironmentOptions {
	installation: Installation;
	/** The packed package. */
	tarball: string;
	/** All are imported and published; the first holds the trigger that the service delivers to. */
	workflows: [Workflow, ...Workflow[]];
	/** Imported and not published: to be run from the editor. */
	drafts?: Workflow[];
	/** More than those that the examples refer to; those for Smartcar go to the simulated service. */
	credentials?: CredentialToImport[];
	simulator?: Partial<Parameters<typeof startSimulator>[0]>;
	/** Tried first for n8n; a free one near it is taken when it is in use. */
	port?: number;
	/** Environment of n8n. */
	env?: Record<string, string>;
	/** Puts more into the user folder before n8n looks at it, such as another community package. */
	prepareHome?: (home: Home) => Promise<void>;
}

/**
 * A real n8n with the packed package, credentials and active workflows, and the simulated service beside it: what a
 * user has, but for the cars.
 */
export class TestEnvironment {
	private constructor(
		readonly simulator: Simulator,
		readonly home: Home,
		private readonly options: TestEnvironmentOptions,
		private server: N8nServer,
		private session: N8nRest,
	) {}

	/** Sets everything up in a fresh user folder and starts it. What was started is ended again when something fails. */
	static async start(options: TestEnvironmentOptions): Promise<TestEnvironment> {
		const port = await freePort(SIMULATOR_PORT);
		const simulator = await startSimulator({ ...APPLICATION, port, ...options.simulator });
		const home = await createHome({ env: options.env });
		try {
			await installPackage(home, options.tarball);
			await options.prepareHome?.(home);
			const cli = new N8nCli(options.installation, home);
			await cli.importCredentials(credentialsFor(simulator, options.credentials));
			await cli.importWorkflows([...options.workflows, ...(options.drafts ?? [])]);
			for (const { id } of options.workflows) await cli.publishWorkflow(id);
			const server = await startN8n(options.installation, home, options.port);
			const rest = await N8nRest.login(server.baseUrl);
			const running = await rest.version();
			if (running !== options.installation.version)
				throw new Error(`This is n8n ${running}, not ${options.installation.version}`);
			return new TestEnvironment(simulator, home, options, server, rest);
		} catch (error) {
			await simulator.close();
			throw error;
		}
	}

	get n8n(): N8nServer {
		return this.server;
	}

	get rest(): N8nRest {
		return this.session;
	}

	/** Where the service delivers to: the production URL of the first workflow's trigger. */
	get callbackUri(): string {
		return this.server.webhookUrl(webhookIdOf(this.options.workflows[0]));
	}

	/** Runs commands of n8n in between, with n8n down. */
	async whileDown<Result>(
		work: (cli: N8nCli) => Promise<Result>,
		end: 'stop' | 'kill' = 'stop',
	): Promise<Result> {
		await this.server[end]();
		const result = await work(new N8nCli(this.options.installation, this.home));
		this.server = await startN8n(
			this.options.installation,
			this.home,
			Number(new URL(this.server.baseUrl).port),
		);
		this.session = await N8nRest.login(this.server.baseUrl);
		return result;
	}

	/** Ends n8n and the service, and removes the user folder. */
	async close(): Promise<void> {
		await this.server.stop();
		await this.simulator.close();
		await removeHome(this.home);
	}
}
