import path from 'node:path';
import { waitForExecutions } from '../../tools/n8n/rest';
import { outputOf } from '../../tools/n8n/runData';
import {
	everySeconds,
	readWorkflow,
	type Workflow,
} from '../../tools/testEnvironment/exampleWorkflows';
import { credentialsFor } from '../../tools/testEnvironment/credentials';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { makeTableByHand } from './dataTable';
import { MIX_UPS, PADDED } from './wrongCredentials';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { onN8n1 } from './version';

let environment: TestEnvironment;
/** Reads the fleet through version 2.0. */
let workflow: Workflow;

beforeAll(async () => {
	workflow = everySeconds(
		await readWorkflow(path.join(__dirname, '../fixtures/v2TirePressureSync.json')),
		2,
	);
	environment = await startTestEnvironment([workflow], {
		credentials: [...MIX_UPS.map(({ credential }) => credential), ...PADDED],
	});
	if (onN8n1) await makeTableByHand(environment.rest, workflow);
});

afterAll(async () => await environment?.close());

const tokenRequests = () =>
	environment.simulator.requests.filter(({ path }) => path.endsWith('/oauth2/token')).length;

/** What the workflow did in its next execution that began after now. */
async function nextRun() {
	const workflowId = workflow.id;
	const before = await environment.rest.executions({ workflowId });
	const executions = await waitForExecutions(environment.rest, { workflowId }, before.length + 1);
	const next = executions[before.length];
	if (!next) throw new Error('The schedule did not start the workflow');
	return await environment.rest.execution(next.id);
}

const table = onN8n1 ? 'a data table made by hand, as its node makes none here' : 'a data table';

test(`the schedule reads the fleet and writes one row for each vehicle into ${table}`, async () => {
	const { status, mode, run } = await nextRun();

	expect({ status, mode }).toEqual({ status: 'success', mode: 'trigger' });
	const ids = environment.simulator.fleet.vehicles.map(({ id }) => id);
	expect(outputOf(run, 'Get Vehicles').map(({ id }) => id)).toEqual(ids);
	expect(outputOf(run, 'Write Row').map(({ vehicleId, unit }) => ({ vehicleId, unit }))).toEqual(
		ids.map((vehicleId) => ({ vehicleId, unit: 'kPa' })),
	);
	for (const row of outputOf(run, 'Write Row')) {
		const vehicle = environment.simulator.fleet.vehicle(String(row.vehicleId));
		expect({ ...row }).toMatchObject({ ...vehicle?.tires });
	}
});

test('an expired token is renewed once, by itself, and the run is complete', async () => {
	await nextRun();
	environment.simulator.tokens.expireAll();
	const before = tokenRequests();

	const { status, run } = await nextRun();

	expect(status).toBe('success');
	expect(outputOf(run, 'Write Row')).toHaveLength(environment.simulator.fleet.vehicles.length);
	expect(tokenRequests()).toBe(before + 1);
	await nextRun();
	expect(tokenRequests()).toBe(before + 1);
});

test('a vehicle that sleeps comes out of the error output, with the reason, and costs the others nothing', async () => {
	const [asleep, ...awake] = environment.simulator.fleet.vehicles;
	if (!asleep) throw new Error('The fleet is empty');
	asleep.reachability = 'asleep';

	const { run } = await nextRun();

	expect(outputOf(run, 'Write Row').map(({ vehicleId }) => vehicleId)).toEqual(
		awake.map(({ id }) => id),
	);
	expect(outputOf(run, 'Get Tire Pressure', 1)).toEqual([
		{ id: asleep.id, error: expect.stringContaining('ASLEEP') },
	]);
	asleep.reachability = 'online';
});

test("the credentials' own tests pass", async () => {
	for (const { id, name, type } of credentialsFor(environment.simulator)) {
		expect(await environment.rest.testCredential({ id, name, type })).toMatchObject({
			status: 'OK',
		});
	}
});

test.each(MIX_UPS)(
	'the test of $credential.type $says ($credential.name)',
	async ({ credential, message }) => {
		const { id, name, type } = credential;

		expect(await environment.rest.testCredential({ id, name, type })).toEqual({
			status: 'Error',
			message,
		});
	},
);

test.each(PADDED)('blanks around the values of $type do no harm', async ({ id, name, type }) => {
	expect(await environment.rest.testCredential({ id, name, type })).toMatchObject({ status: 'OK' });
});

test('the editor offers both nodes and the tool, with their icons', async () => {
	const types = (await environment.rest.nodeTypes()).filter(({ name }) =>
		name.startsWith('n8n-nodes-smartcar.'),
	);

	expect(types.map(({ name }) => name).sort()).toEqual([
		'n8n-nodes-smartcar.smartcar',
		'n8n-nodes-smartcar.smartcarTool',
		'n8n-nodes-smartcar.smartcarTrigger',
	]);
	for (const { iconUrl } of types) {
		if (typeof iconUrl !== 'object') throw new Error('The icon has no light and dark variant');
		for (const url of [iconUrl.light, iconUrl.dark]) {
			const icon = await environment.rest.file(url);
			expect(icon).toMatchObject({
				status: 200,
				contentType: expect.stringContaining('image/svg+xml'),
			});
		}
	}
});
