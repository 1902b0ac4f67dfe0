import { TriggerWebhooks } from '../../tools/demo/triggerWebhooks';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { TRIGGER_NAME, triggerWorkflow } from '../support/triggerWorkflows';

const publishedWorkflow = triggerWorkflow('smartcarPublished');
/** A workflow that a user has just created. A test publishes it. */
const newWorkflow = triggerWorkflow('smartcarOwn000001', {
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: 'wheel-tires', when: 'below', value: 200, unit: 'kPa' }] },
});

let environment: TestEnvironment;

beforeAll(async () => {
	environment = await startTestEnvironment([publishedWorkflow], { drafts: [newWorkflow] });
	const { eventPage } = environment.simulator;
	const source = { rest: environment.rest, urls: environment.n8n };
	const triggers = new TriggerWebhooks(environment.simulator, source, () => undefined);
	eventPage.setApplication({ notice: '', prepareWebhooks: async () => await triggers.update() });
});

afterAll(async () => await environment?.close());

/**
 * Submits the form of the simulator's page without a browser.
 * @returns the lines of the response
 */
async function sendFromPage(vehicle: string, change: string): Promise<string[]> {
	const body = new URLSearchParams({ vehicle, change });
	const response = await fetch(environment.simulator.url, { method: 'POST', body });
	return (await response.text()).trim().split('\n');
}

/**
 * Waits for `count` executions of the new workflow. Returns what the trigger emitted in the last.
 */
async function latestItems(mode: string, count: number) {
	const { rest } = environment;
	const executions = await waitForExecutions(rest, { workflowId: newWorkflow.id, mode }, count);
	const { runData } = await rest.getExecution(executions.at(-1)?.id ?? '');
	return nodeOutput(runData, TRIGGER_NAME);
}

test("an event from the simulator's page reaches a new trigger while it listens in the editor, and once it is published", async () => {
	expect(await sendFromPage('tesla', 'fill-tires')).toEqual([
		expect.stringContaining('All tires are filled'),
		'VEHICLE_STATE → smartcarPublished → 200 accepted',
	]);

	await environment.rest.listenForTestEvent(newWorkflow.id, TRIGGER_NAME);
	expect(await sendFromPage('tesla', 'front-left-tire-low')).toEqual([
		expect.stringContaining('Front left tire falls to 120 kPa'),
		'VEHICLE_STATE → smartcarPublished → 200 accepted',
		'VEHICLE_STATE → smartcarOwn000001, listening in the editor → 200 accepted',
	]);
	const alert = { message: expect.stringContaining('front left tire is at 120 kPa') };
	expect(await latestItems('manual', 1)).toMatchObject([{ ...alert, mode: 'TEST' }]);

	await environment.rest.publishWorkflow(newWorkflow.id);
	await environment.n8n.waitUntilActivated(environment.rest);
	await sendFromPage('tesla', 'fill-tires');
	await environment.simulator.deliveries.idle();
	const earlierExecutions = await environment.rest.listExecutions({
		workflowId: newWorkflow.id,
		mode: 'webhook',
	});
	expect(await sendFromPage('tesla', 'front-left-tire-low')).toContain(
		'VEHICLE_STATE → smartcarOwn000001 → 200 accepted',
	);
	expect(await latestItems('webhook', earlierExecutions.length + 1)).toMatchObject([
		{ ...alert, mode: 'LIVE' },
	]);
});
