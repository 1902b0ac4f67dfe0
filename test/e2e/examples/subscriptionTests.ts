import { outputOf } from '../../../tools/n8n/runData';
import {
	readExample,
	SUBSCRIBE,
	withField,
	type Workflow,
} from '../../../tools/testEnvironment/exampleWorkflows';
import type { Webhook } from '../../../simulator/fleet/model';
import type { ExampleRunner } from './exampleRunner';

/** An answer of the service that lists nothing. */
const NOTHING = {
	data: [],
	meta: { totalCount: 0, pageNumber: 1, pageSize: 100 },
	links: { next: null },
};

const keysOf = (pairs: Array<{ vehicleId: string; userId: string }>) =>
	pairs.map(({ vehicleId, userId }) => `${vehicleId} ${userId}`).sort();

/** What is subscribed after the workflow has run, once or more; each test goes on where the one before ended. */
export function subscriptionTests(runner: () => ExampleRunner): void {
	let webhook: Webhook;
	let workflow: Workflow;

	beforeAll(async () => {
		const { rest, simulator } = runner().environment;
		webhook = simulator.webhooks.create({ name: 'n8n', callbackUri: 'http://127.0.0.1:9' });
		workflow = withField(await readExample(SUBSCRIBE), 'Set the Webhook', 'webhookId', webhook.id);
		await rest.saveWorkflow(workflow);
	});

	const subscribed = () =>
		keysOf(runner().fleet.subscriptions.filter(({ webhookId }) => webhookId === webhook.id));
	const connected = () => {
		const live = new Set(runner().live.map(({ id }) => id));
		return keysOf(runner().fleet.connections.filter(({ vehicleId }) => live.has(vehicleId)));
	};
	const asked = () => {
		const { requests } = runner().environment.simulator;
		return requests.filter(
			({ method, path }) => method === 'POST' && path.endsWith('/subscriptions'),
		).length;
	};

	/** Runs the workflow. @returns what came of it, and how many subscriptions it asked for */
	async function run() {
		const before = asked();
		const data = await runner().execute(workflow, 'Every Hour');
		return {
			done: outputOf(data, 'Subscribed'),
			failed: outputOf(data, 'Not Subscribed'),
			asked: asked() - before,
		};
	}

	test('every connection gets one, also when one of them cannot be made', async () => {
		const { faults } = runner().environment.simulator;
		faults.next(
			{ method: 'POST', path: '/subscriptions' },
			{ kind: 'error', type: 'PERMISSION', code: null },
		);

		const { done, failed, asked: count } = await run();

		expect(count).toBe(connected().length);
		expect(done).toHaveLength(count - 1);
		expect(failed).toEqual([
			expect.objectContaining({ error: expect.stringContaining('PERMISSION') }),
		]);
		expect(subscribed()).toHaveLength(count - 1);
	});

	test('the next run makes what is missing, with what was connected since, and the one after that asks for nothing', async () => {
		runner().fleet.addVehicle();
		const missing = connected().length - subscribed().length;

		expect(await run()).toMatchObject({ asked: missing, failed: [] });
		expect(subscribed()).toEqual(connected());
		expect(await run()).toEqual({ asked: 0, done: [], failed: [] });
	});

	test('a vehicle that was subscribed meanwhile counts as done', async () => {
		const { faults } = runner().environment.simulator;
		faults.next(
			{ method: 'GET', path: '/subscriptions' },
			{ kind: 'answer', status: 200, body: NOTHING },
		);

		const { done, failed } = await run();

		expect(done.map(({ alreadySubscribed }) => alreadySubscribed)).toEqual(
			connected().map(() => true),
		);
		expect(failed).toEqual([]);
		expect(subscribed()).toEqual(connected());
	});
}
