import pWaitFor from 'p-wait-for';
import { N8N_VERSION } from '../../tools/n8n/releases';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { TRIGGER_NAME } from '../../tools/testEnvironment/triggerWorkflows';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { lowTireWorkflow, pressureEvent, SERIES } from '../support/tireSeries';
import { n8nUnderTest } from './version';

const steady = lowTireWorkflow('smartcarSteady001');
const killed = lowTireWorkflow('smartcarKilled001');
const republished = lowTireWorkflow('smartcarAgain0001');
const waiting = lowTireWorkflow('smartcarWaiting01', { acknowledge: 'lastNode' });

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([steady, killed, republished, waiting]);
});

afterAll(async () => await environment?.close());

async function deliver(workflow: Workflow, psi: number): Promise<number | null | undefined> {
	const { attempts } = await environment.simulator.deliveries.deliver(pressureEvent(psi), {
		callbackUri: environment.n8n.webhookUrl(webhookIdOf(workflow)),
		retry: false,
	});
	return attempts[0]?.status;
}

/** Waits until no execution of the workflow runs, and returns what they emitted, oldest first. */
async function emittedItems(workflow: Workflow) {
	const list = async () => await environment.rest.listExecutions({ workflowId: workflow.id });
	await pWaitFor(async () => (await list()).every(({ status }) => status === 'success'), {
		interval: 100,
		timeout: 20_000,
	});
	const executions = (await list()).reverse();
	const details = await Promise.all(
		executions.map(async ({ id }) => await environment.rest.getExecution(id)),
	);
	return details.flatMap(({ runData }) => nodeOutput(runData, TRIGGER_NAME));
}

/** Delivers the series, with something in between, and returns the values that were told. */
async function told(workflow: Workflow, between: () => Promise<unknown> = async () => undefined) {
	for (const psi of SERIES) {
		expect(await deliver(workflow, psi)).toBe(200);
		await emittedItems(workflow);
		await between();
	}
	return (await emittedItems(workflow)).map(({ value }) => value);
}

test('a tire that falls below its limit is told once, and again after it has recovered', async () => {
	expect(await told(steady)).toEqual([19, 18]);

	expect((await emittedItems(steady))[0]).toMatchObject({
		message: '2021 Tesla Model 3: front left tire is at 19 psi (131 kPa), below 20 psi',
		condition: 'Tire Pressure Falls Below 20 psi',
		place: 'frontLeft',
		vehicleId: 'v-1',
	});
});

test('the same with Acknowledge: When the Workflow Finishes', async () => {
	expect(await told(waiting)).toEqual([19, 18]);
});

test('the same when the workflow is unpublished and published after each event', async () => {
	const publishAgain = async () => {
		await environment.rest.send('POST', `/rest/workflows/${republished.id}/deactivate`, {});
		await environment.rest.publishWorkflow(republished.id);
		await environment.n8n.waitUntilActivated(environment.rest);
	};

	expect(await told(republished, publishAgain)).toEqual([19, 18]);
});

/** Seven restarts take two minutes, and what they show does not depend on the version of n8n. */
const testOnNewest = n8nUnderTest === N8N_VERSION ? test : test.skip;

testOnNewest(
	'the same when n8n is killed after each event',
	async () => {
		const kill = async () => await environment.whileDown(async () => undefined, 'kill');

		expect(await told(killed, kill)).toEqual([19, 18]);
	},
	420_000,
);
