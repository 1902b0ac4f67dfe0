import { startSimulator, type Simulator } from '../../simulator/simulator';
import { findInstalledN8n } from '../../tools/n8n/install';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { findQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { findTarball } from '../../tools/pack';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { n8nUnderTest } from '../e2e/version';
import { TargetWorkflow } from '../reliability/instances/targetWorkflow';
import { lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';

const inTurn = lowTireWorkflow('smartcarInTurn001');
const atOnce = lowTireWorkflow('smartcarAtOnce001');

let simulator: Simulator;
let cluster: QueueCluster;

beforeAll(async () => {
	const programs = await findQueuePrograms();
	if ('missing' in programs) throw new Error(programs.missing);
	simulator = await startSimulator(APPLICATION);
	cluster = await QueueCluster.start({
		installation: await findInstalledN8n(n8nUnderTest),
		programs: programs.found,
		tarball: await findTarball(),
		credentials: credentialsFor(simulator),
		workflows: [inTurn, atOnce],
		processCounts: { webhook: 2, worker: 2 },
	});
});

afterAll(async () => {
	await cluster?.close();
	await simulator?.close();
});

/** Delivers the series to the two webhook processors in turn, and returns the values that were told. */
async function told(workflow: Workflow, between: (target: TargetWorkflow) => Promise<unknown>) {
	const target = new TargetWorkflow({
		simulator,
		database: cluster.postgres,
		workflowId: workflow.id,
		callbackUris: () =>
			cluster.processes('webhook').map((process) => process.webhookUrl(webhookIdOf(workflow))),
		finishWithinMs: 30_000,
	});
	const values = new Map<string, number>();
	for (const [index, psi] of SERIES.entries()) {
		const event = pressureEvent(psi);
		values.set(event.eventId, psi);
		const callbackUri = target.callbackUris()[index % 2] ?? target.callbackUri();
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([{ status: 200 }]);
		await between(target);
	}
	const executions = await target.waitForFinishedExecutions();
	return executions.flatMap(({ emittedEventIds }) => emittedEventIds.map((id) => values.get(id)));
}

test('a tire is told once and again, with two webhook processors and two workers', async () => {
	const finished = async (target: TargetWorkflow) => await target.waitForFinishedExecutions();

	expect(await told(inTurn, finished)).toEqual([19, 18]);
});

test('also if the events come one right after the other', async () => {
	expect(await told(atOnce, async () => undefined)).toEqual([19, 18]);
});
