import { startSimulator, type Simulator } from '../../simulator/simulator';
import { findInstalledN8n } from '../../tools/n8n/install';
import { QueueCluster } from '../../tools/n8n/queue/queueCluster';
import { findQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { findTarball } from '../../tools/pack';
import { APPLICATION, credentialsFor } from '../../tools/testEnvironment/credentials';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { n8nUnderTest } from '../e2e/version';
import { TargetWorkflow } from '../reliability/instances/targetWorkflow';
import { ERROR_SERIES, errorEvent, errorWorkflow, TOLD_ERRORS } from '../support/errorSeries';
import { lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';

const inTurn = lowTireWorkflow('smartcarInTurn001');
const atOnce = lowTireWorkflow('smartcarAtOnce001');
const errorsInTurn = errorWorkflow('smartcarErrors001');
const errorsAtOnce = errorWorkflow('smartcarErrors002');

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
		workflows: [inTurn, atOnce, errorsInTurn, errorsAtOnce],
		processCounts: { webhook: 2, worker: 2 },
	});
});

afterAll(async () => {
	await cluster?.close();
	await simulator?.close();
});

type Between = (target: TargetWorkflow) => Promise<unknown>;

/** Delivers the events to the two webhook processors in turn, and returns the IDs of those that were told. */
async function toldEvents(
	workflow: Workflow,
	events: Array<{ eventId: string }>,
	between: Between,
) {
	const target = new TargetWorkflow({
		simulator,
		database: cluster.postgres,
		workflowId: workflow.id,
		callbackUris: () =>
			cluster.processes('webhook').map((process) => process.webhookUrl(webhookIdOf(workflow))),
		finishWithinMs: 30_000,
	});
	for (const [index, event] of events.entries()) {
		const callbackUri = target.callbackUris()[index % 2] ?? target.callbackUri();
		const { attempts } = await simulator.deliveries.deliver(event, { callbackUri, retry: false });
		expect(attempts).toMatchObject([{ status: 200 }]);
		await between(target);
	}
	const executions = await target.waitForFinishedExecutions();
	return executions.flatMap(({ emittedEventIds }) => emittedEventIds);
}

/** The tire pressures that were told for the series. */
async function told(workflow: Workflow, between: Between) {
	const events = SERIES.map((psi) => ({ psi, event: pressureEvent(psi) }));
	const psiById = new Map<string, number>(events.map(({ psi, event }) => [event.eventId, psi]));
	const ids = await toldEvents(
		workflow,
		events.map(({ event }) => event),
		between,
	);
	return ids.map((id) => psiById.get(id));
}

const finished: Between = async (target) => await target.waitForFinishedExecutions();

test('a tire is told once and again, with two webhook processors and two workers', async () => {
	expect(await told(inTurn, finished)).toEqual([19, 18]);
});

test('also if the events come one right after the other', async () => {
	expect(await told(atOnce, async () => undefined)).toEqual([19, 18]);
});

test.each<[string, Workflow, Between]>([
	['one after the other', errorsInTurn, finished],
	['one right after the other', errorsAtOnce, async () => undefined],
])(
	'an error is told when it starts and when it ends, with events %s',
	async (_when, workflow, between) => {
		const events = ERROR_SERIES.map((state) => ({ state, event: errorEvent(state) }));
		const stateById = new Map<string, string>(
			events.map(({ state, event }) => [event.eventId, state]),
		);
		const ids = await toldEvents(
			workflow,
			events.map(({ event }) => event),
			between,
		);

		expect(ids.map((id) => stateById.get(id))).toEqual(TOLD_ERRORS);
	},
);
