import { findBinaries } from '../../tools/n8n/queue/binaries';
import { Cluster } from '../../tools/n8n/queue/cluster';
import { findN8n } from '../../tools/n8n/install';
import { findTarball } from '../../tools/package/pack';
import { APPLICATION, credentialsFor } from '../../tools/scene/credentials';
import { webhookIdOf, type Workflow } from '../../tools/scene/examples';
import { startSimulator, type Simulator } from '../simulator/simulator';
import { queueTest } from '../soak/breaking/queue';
import { unwritableTest } from '../soak/breaking/unwritable';
import { plainWorkflow } from '../soak/workflows';

/** How many executions a worker runs at once, n8n's default. */
const WORKER_CONCURRENCY = 10;

const copied = plainWorkflow('smartcarCopied001');
const killed = plainWorkflow('smartcarKilled001');
const refused = plainWorkflow('smartcarRefused01');

let simulator: Simulator;
let cluster: Cluster;

beforeAll(async () => {
	const binaries = await findBinaries();
	if ('missing' in binaries) throw new Error(binaries.missing);
	simulator = await startSimulator({ ...APPLICATION, deliveryTimeoutMs: 60_000 });
	cluster = await Cluster.start({
		installation: await findN8n(),
		binaries: binaries.found,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: [copied, killed, refused],
		members: { webhook: 2, worker: 1 },
		env: {
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			EXECUTIONS_DATA_PRUNE: 'false',
		},
	});
});

afterAll(async () => {
	await cluster?.close();
	await simulator?.close();
});

const addressesOf = (workflow: Workflow) => cluster.members('webhook').map((one) => one.webhookUrl(webhookIdOf(workflow)));

const about = (workflow: Workflow) => ({
	simulator,
	database: cluster.postgres,
	workflowId: workflow.id,
	addresses: () => addressesOf(workflow),
	settleWithinMs: 60_000,
});

test('copies that reach the other webhook processor a second later are executed once', async () => {
	const verdict = await queueTest({ ...about(copied), events: 200 });

	expect(verdict.broken()).toEqual([]);
});

test('a worker and a webhook processor are killed: no event is lost', async () => {
	const kills = [
		{ at: 0.3, whileDown: async <Result>(work: () => Promise<Result>) => await cluster.whileDown('worker', work) },
		{ at: 0.6, whileDown: async <Result>(work: () => Promise<Result>) => await cluster.whileDown('webhook', work) },
	];

	const verdict = await queueTest({ ...about(killed), events: 200, kills, mayCutOff: WORKER_CONCURRENCY });

	expect(verdict.broken()).toEqual([]);
});

test('while PostgreSQL is read-only the sender is refused; then every event is executed once', async () => {
	const address = () => addressesOf(refused)[0] ?? '';
	const block = async () => await cluster.postgres.block();

	const verdict = await unwritableTest({ ...about(refused), address, block, events: 10, seed: 1 });

	expect(verdict.broken()).toEqual([]);
});
