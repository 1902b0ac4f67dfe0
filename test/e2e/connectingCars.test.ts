import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { JsonObject } from '../../simulator/json';
import type { Vehicle } from '../../simulator/simulator';
import { nodeOutput } from '../../tools/n8n/runData';
import {
	ONBOARDING,
	readExample,
	RECONNECTION,
} from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, withWait, type Workflow } from '../../tools/testEnvironment/workflow';
import { vehicleName } from '../support/exampleRunner';
import { startTestEnvironment } from '../support/startTestEnvironment';

// The examples in which an owner opens a page of Smartcar: from n8n's form, or from a message.

const TRIGGER = 'Smartcar Trigger';

/** In place of 15 minutes. Within this time the simulator takes an error back. */
const WAIT_SECONDS = 8;

let environment: TestEnvironment;
let onboarding: Workflow;
let reconnection: Workflow;

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
	reconnection = withWait(await readExample(RECONNECTION), WAIT_SECONDS);
	environment = await startTestEnvironment([onboarding, reconnection], {
		simulator: { vehicles: 2, timeScale: 0.001 },
	});
	await createWebhook(onboarding);
	await createWebhook(reconnection);
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
	let target: string | undefined;
	await waitUntil(async () => {
		const page = await (await fetch(formWaitingUrl)).text();
		target = /<a id='redirectUrl' href='([^']+)'/.exec(page)?.[1];
		return target !== undefined;
	});
	// The page sends this by itself and ends the execution.
	await fetch(formWaitingUrl, { method: 'POST' });
	return decodeHtml(target ?? '');
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
			email: 'Ada@Example.com ',
			message: `Welcome, Ada! Your ${vehicle && vehicleName(vehicle)} is connected.`,
		},
	]);
	const externalId = fleet.user(connection?.userId ?? '')?.externalId;
	expect(externalId).toBe(new URL(link).searchParams.get('external_id'));
	expect(externalId).not.toContain('@');
});

describe('when Smartcar can no longer sign in', () => {
	const stateOf = async ({ id }: Vehicle) =>
		(await environment.rest.listDataTableRows('Smartcar reconnects'))
			.filter(({ vehicleId }) => vehicleId === id)
			.map(({ state }) => state);

	const vehicleAt = (index: number): Vehicle => {
		const vehicle = environment.simulator.fleet.vehicles[index];
		if (vehicle === undefined) throw new Error(`The fleet has no vehicle ${index}`);
		return vehicle;
	};

	const signOut = (vehicle: Vehicle) =>
		environment.simulator.fleet.change(vehicle, (car) => {
			car.reachability = 'signedOut';
		});

	test('and it is over within minutes, nobody is asked', async () => {
		const vehicle = vehicleAt(0);
		signOut(vehicle);
		await waitUntil(async () => (await stateOf(vehicle)).includes('waiting'));
		environment.simulator.fleet.change(vehicle, (car) => {
			car.reachability = 'online';
		});
		await waitUntil(async () => (await stateOf(vehicle)).length === 0);

		const executions = async () =>
			await environment.rest.listExecutions({ workflowId: reconnection.id });
		await waitUntil(async () => (await executions()).every(({ stoppedAt }) => Boolean(stoppedAt)));

		expect(await outputOf(reconnection, 'Send the Message')).toEqual([]);
		expect(await outputOf(reconnection, 'Send the All-Clear')).toEqual([]);
	});

	test('the owner gets a link that reconnects the car, and then an all-clear', async () => {
		const vehicle = vehicleAt(1);
		signOut(vehicle);

		const [message] = await waitForOutput(reconnection, 'Send the Message');

		expect(await stateOf(vehicle)).toEqual(['asked']);
		expect(message?.message).toContain(vehicleName(vehicle));
		const [link = ''] = /http\S+$/.exec(String(message?.message)) ?? [];
		expect(await (await fetch(link)).text()).toContain('is connected again');
		expect(vehicle.reachability).toBe('online');
		expect(await waitForOutput(reconnection, 'Send the All-Clear')).toEqual([
			{ message: `Thank you, your ${vehicleName(vehicle)} is connected again.` },
		]);
		expect(await stateOf(vehicle)).toEqual([]);
	});
});
