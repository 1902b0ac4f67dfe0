import { startSimulator, type Simulator } from '../../simulator/simulator';
import { startReceiver, stopReceivers, type Receiver } from '../../simulator/test/support/receiver';
import type { StoredNode, WorkflowSummary } from '../n8n/restClient';
import { APPLICATION } from '../testEnvironment/credentials';
import { TriggerWebhooks } from './triggerWebhooks';

const TRIGGER: StoredNode = {
	name: 'Smartcar Trigger',
	type: 'n8n-nodes-smartcar.smartcarTrigger',
	webhookId: 'hook-1',
};

let callback: Receiver;
let simulator: Simulator;

beforeEach(async () => {
	callback = await startReceiver(APPLICATION.applicationManagementToken);
	simulator = await startSimulator({ ...APPLICATION, vehicles: 3 });
});

afterEach(async () => {
	await simulator.close();
	await stopReceivers();
});

/** A workflow that was never published. */
const draft: WorkflowSummary = {
	id: 'w-1',
	name: 'My alert',
	versionId: 'v-1',
	activeVersionId: null,
	isArchived: false,
};
const published: WorkflowSummary = { ...draft, activeVersionId: 'v-1' };

/**
 * A replaced n8n with one workflow, which a test can change, and the webhooks of its triggers. The
 * production URL of each trigger is `callback`.
 */
function startN8n(nodes: StoredNode[] = [TRIGGER]) {
	const n8n = { workflow: draft, nodes, readCount: 0 };
	const reports: string[] = [];
	const rest = {
		listWorkflows: async () => [n8n.workflow],
		getWorkflowNodes: async () => {
			n8n.readCount++;
			return {
				saved: n8n.nodes,
				published: n8n.workflow.activeVersionId === null ? [] : n8n.nodes,
			};
		},
	};
	const urls = {
		webhookUrl: () => callback.url,
		testWebhookUrl: (webhookId: string) => `http://n8n/webhook-test/${webhookId}`,
	};
	const triggers = new TriggerWebhooks(simulator, { rest, urls }, (name, state) =>
		reports.push(`${name}: ${state}`),
	);
	return { n8n, reports, triggers };
}

it('verifies a trigger once it is published, and sends the first delivery of each vehicle', async () => {
	const { n8n, reports, triggers } = startN8n();
	await triggers.update();
	expect(simulator.fleet.webhooks).toEqual([]);

	n8n.workflow = published;
	await triggers.update();
	await triggers.update();
	await simulator.deliveries.idle();

	expect(reports).toEqual(['My alert: verified']);
	expect(simulator.fleet.webhooks).toMatchObject([{ name: 'My alert', isVerified: true }]);
	expect(callback.requests).toHaveLength(3);
});

it('returns the test URL of a trigger that is not published', async () => {
	const { triggers } = startN8n();

	expect(await triggers.update()).toEqual([
		{
			name: 'My alert, listening in the editor',
			callbackUri: 'http://n8n/webhook-test/hook-1',
		},
	]);
});

it('says once why a trigger is not verified, and tries again', async () => {
	const { n8n, reports, triggers } = startN8n();
	const { respondToVerify } = callback;
	callback.respondToVerify = (_request, response) => response.writeHead(404).end();
	n8n.workflow = published;
	await triggers.update();
	await triggers.update();

	callback.respondToVerify = respondToVerify;
	await triggers.update();

	expect(reports).toEqual([
		'My alert: not verified: the response has status 404, not 200',
		'My alert: verified',
	]);
});

it('sends nothing to a trigger that is no longer published, until it is published again', async () => {
	const { n8n, reports, triggers } = startN8n();
	n8n.workflow = published;
	await triggers.update();
	await simulator.deliveries.idle();
	callback.requests.length = 0;

	n8n.workflow = draft;
	await triggers.update();
	simulator.fleet.tick();
	await simulator.deliveries.idle();
	expect(callback.requests).toEqual([]);

	n8n.workflow = published;
	await triggers.update();
	await simulator.deliveries.idle();
	expect(callback.requests.length).toBeGreaterThan(0);
	expect(reports).toEqual([
		'My alert: verified',
		'My alert: disabled, because its trigger is no longer published',
		'My alert: verified',
	]);
});

it('subscribes each vehicle once, so that a deleted subscription stays deleted', async () => {
	const { n8n, triggers } = startN8n();
	const { fleet, subscriptions } = simulator;
	n8n.workflow = published;
	await triggers.update();
	const [deleted] = fleet.subscriptions;
	subscriptions.remove(deleted?.id ?? '');
	const added = fleet.addVehicle();

	await triggers.update();

	const subscribed = fleet.subscriptions.map(({ vehicleId }) => vehicleId);
	expect(subscribed).toHaveLength(3);
	expect(subscribed).toContain(added.id);
	expect(subscribed).not.toContain(deleted?.vehicleId);
});

it('reads the nodes of a workflow once for each version', async () => {
	const { n8n, triggers } = startN8n();
	await triggers.update();
	await triggers.update();
	expect(n8n.readCount).toBe(1);

	n8n.workflow = { ...draft, versionId: 'v-2' };
	await triggers.update();
	expect(n8n.readCount).toBe(2);
});

it.each([
	['an archived workflow', { ...published, isArchived: true }, [TRIGGER]],
	['a workflow without a Smartcar Trigger', published, [{ name: 'Webhook', type: 'webhook' }]],
])('leaves out %s', async (_name, workflow, nodes) => {
	const { n8n, triggers } = startN8n(nodes);
	n8n.workflow = workflow;

	expect(await triggers.update()).toEqual([]);
	expect(simulator.fleet.webhooks).toEqual([]);
});
