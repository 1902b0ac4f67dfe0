import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { JsonObject } from '../../simulator/json';
import { nodeOutput } from '../../tools/n8n/runData';
import { ONBOARDING, readExample } from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { vehicleName } from '../support/exampleRunner';
import { startTestEnvironment } from '../support/startTestEnvironment';

// The example in which an owner comes from n8n's form to a page of Smartcar.

const TRIGGER = 'Smartcar Trigger';

let environment: TestEnvironment;
let onboarding: Workflow;

const waitUntil = async (condition: () => Promise<boolean>) =>
	await pWaitFor(condition, { interval: 250, timeout: 60_000 });

/** Creates a webhook that sends the events of all cars to the workflow, after its first deliveries. */
async function createWebhook(workflow: Workflow): Promise<void> {
	const { n8n, simulator } = environment;
	const { id } = simulator.webhooks.create({
		name: workflow.name,
		callbackUri: n8n.webhookUrl(webhookIdOf(workflow, TRIGGER)),
		autoSubscribe: true,
	});
	expect(await simulator.webhooks.verify(id)).toMatchObject({ verified: true });
	await simulator.deliveries.idle();
}

beforeAll(async () => {
	onboarding = await readExample(ONBOARDING);
	environment = await startTestEnvironment([onboarding], {
		simulator: { vehicles: 2, timeScale: 0.001 },
	});
	await createWebhook(onboarding);
});

afterAll(async () => {
	await environment?.close();
});

/** What a node has emitted in all executions of the workflow that are finished. */
async function outputOf(workflow: Workflow, nodeName: string): Promise<JsonObject[]> {
	const { rest } = environment;
	const executions = await rest.listExecutions({ workflowId: workflow.id });
	const finished = executions.filter(({ stoppedAt }) => Boolean(stoppedAt));
	const runs = await Promise.all(finished.map(async ({ id }) => await rest.getExecution(id)));
	expect(runs.filter(({ status }) => status === 'error')).toEqual([]);
	return runs.flatMap(({ runData }) => JSON.parse(JSON.stringify(nodeOutput(runData, nodeName))));
}

async function waitForOutput(workflow: Workflow, nodeName: string): Promise<JsonObject[]> {
	await waitUntil(async () => (await outputOf(workflow, nodeName)).length > 0);
	return await outputOf(workflow, nodeName);
}

/** Removes the character references that n8n writes into the attributes of its pages. */
const decodeHtml = (text: string): string =>
	text
		.replace(/&#x([0-9a-f]+);/gi, (_reference, code: string) =>
			String.fromCharCode(parseInt(code, 16)),
		)
		.replaceAll('&amp;', '&');

/** Fills in the form as a browser does. Returns the address that n8n sends the owner to. */
async function submitForm(fields: string[]): Promise<string> {
	const webhookId = webhookIdOf(onboarding, 'Ask for Name and Email');
	const body = new FormData();
	fields.forEach((value, index) => body.append(`field-${index}`, value));
	const form = `${environment.n8n.baseUrl}/form/${webhookId}`;
	const response = await fetch(form, { method: 'POST', body });
	const { formWaitingUrl } = z.object({ formWaitingUrl: z.string() }).parse(await response.json());
	// n8n does not answer a request for the next page before that page is there.
	const statusUrl = new URL(formWaitingUrl);
	statusUrl.pathname += '/n8n-execution-status';
	await waitUntil(async () => (await (await fetch(statusUrl)).text()).trim() === 'form-waiting');
	const page = await (await fetch(formWaitingUrl)).text();
	const [, target = ''] = /<a id='redirectUrl' href='([^']+)'/.exec(page) ?? [];
	// The page sends this by itself and ends the execution.
	await fetch(formWaitingUrl, { method: 'POST' });
	return decodeHtml(target);
}

test('an owner fills in the form, connects a car on the page of Smartcar, and is welcomed', async () => {
	const link = await submitForm(['Ada', 'Ada@Example.com ']);
	expect(link).toMatch(/\/oauth\/authorize\?response_type=none&application_id=/);
	const page = await (await fetch(link)).text();
	expect(page).toContain('is connected');

	const messages = await waitForOutput(onboarding, 'Send the Welcome');

	const { fleet } = environment.simulator;
	const [connection] = fleet.connections.slice(-1);
	const vehicle = fleet.vehicle(connection?.vehicleId ?? '');
	expect(vehicle && vehicleName(vehicle)).toEqual(expect.any(String));
	expect(messages).toEqual([
		{
			email: 'Ada@Example.com',
			message: `Welcome, Ada! Your ${vehicle && vehicleName(vehicle)} is connected.`,
		},
	]);
	const externalId = fleet.user(connection?.userId ?? '')?.externalId;
	expect(externalId).toBe(new URL(link).searchParams.get('external_id'));
	expect(externalId).not.toContain('@');
});
