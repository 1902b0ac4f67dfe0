import type { Webhook } from '../../../simulator/simulator';
import { nodeOutput } from '../../../tools/n8n/runData';
import { readExample, SUBSCRIBE_VEHICLES } from '../../../tools/testEnvironment/exampleWorkflows';
import { withEditedField, type Workflow } from '../../../tools/testEnvironment/workflow';
import type { ExampleRunner } from '../../support/exampleRunner';
import { liveVehicles, UNREACHABLE_URI } from '../../support/simulatedFleet';

/** Smartcar's response for an empty list. */
const EMPTY_LIST = {
	data: [],
	meta: { totalCount: 0, pageNumber: 1, pageSize: 100 },
	links: { next: null },
};

/** `<vehicle ID> <user ID>` of each connection or subscription, sorted, to compare them. */
const keysOf = (pairs: Array<{ vehicleId: string; userId: string }>) =>
	pairs.map(({ vehicleId, userId }) => `${vehicleId} ${userId}`).sort();

/** The tests must run in this order: each continues with the subscriptions of the previous one. */
export function subscriptionTests(runner: () => ExampleRunner): void {
	let webhook: Webhook;
	let workflow: Workflow;

	beforeAll(async () => {
		const { rest, simulator } = runner().environment;
		webhook = simulator.webhooks.create({ name: 'n8n', callbackUri: UNREACHABLE_URI });
		workflow = withEditedField(
			await readExample(SUBSCRIBE_VEHICLES),
			'Set the Webhook',
			'webhookId',
			webhook.id,
		);
		await rest.saveWorkflow(workflow);
	});

	const subscriptionKeys = () =>
		keysOf(
			runner().simulator.fleet.subscriptions.filter(({ webhookId }) => webhookId === webhook.id),
		);
	const connectionKeys = () => {
		const live = new Set(liveVehicles(runner().simulator).map(({ id }) => id));
		return keysOf(
			runner().simulator.fleet.connections.filter(({ vehicleId }) => live.has(vehicleId)),
		);
	};
	const countRequests = () => {
		const { requests } = runner().simulator;
		return requests.filter(
			({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'),
		).length;
	};

	/** Runs the workflow. `requests` is how many POST requests for a subscription it sent. */
	async function runWorkflow() {
		const before = countRequests();
		const data = await runner().execute(workflow, 'Every Hour');
		return {
			subscribed: nodeOutput(data, 'Subscribed'),
			failed: nodeOutput(data, 'Not Subscribed'),
			requests: countRequests() - before,
		};
	}

	test('if the request for one connection fails, all others are subscribed', async () => {
		const { faults } = runner().simulator;
		faults.plan(
			{ method: 'POST', path: '/subscriptions' },
			{ kind: 'error', type: 'PERMISSION', code: null },
		);

		const { subscribed, failed, requests } = await runWorkflow();

		expect(requests).toBe(connectionKeys().length);
		expect(subscribed.map(({ pending }) => pending)).toEqual(Array(requests - 1).fill(true));
		expect(failed).toEqual([
			// The example builds the name of the car from these fields.
			expect.objectContaining({
				error: expect.stringContaining('PERMISSION'),
				make: expect.any(String),
				model: expect.any(String),
				year: expect.any(Number),
				vehicleId: expect.any(String),
			}),
		]);
		expect(subscriptionKeys()).toHaveLength(requests - 1);
	});

	test('the next run subscribes missing and new connections, and the run after that has nothing to do', async () => {
		runner().simulator.fleet.addVehicle();
		const missing = connectionKeys().length - subscriptionKeys().length;

		expect(await runWorkflow()).toMatchObject({ requests: missing, failed: [] });
		expect(subscriptionKeys()).toEqual(connectionKeys());
		expect(await runWorkflow()).toEqual({ requests: 0, subscribed: [], failed: [] });
	});

	test('a connection that is already subscribed counts as a success', async () => {
		const { faults } = runner().simulator;
		faults.plan(
			{ method: 'GET', path: '/subscriptions' },
			{ kind: 'response', status: 200, body: EMPTY_LIST },
		);

		const { subscribed, failed } = await runWorkflow();

		expect(subscribed.map(({ alreadySubscribed }) => alreadySubscribed)).toEqual(
			connectionKeys().map(() => true),
		);
		expect(failed).toEqual([]);
		expect(subscriptionKeys()).toEqual(connectionKeys());
	});
}
