import path from 'node:path';
import { waitForExecutions } from '../../tools/n8n/restClient';
import { nodeOutput } from '../../tools/n8n/runData';
import { credentialsFor } from '../../tools/testEnvironment/credentials';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import {
	withScheduleInterval,
	readWorkflow,
	type Workflow,
} from '../../tools/testEnvironment/workflow';
import { firstVehicle } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { CREDENTIALS_WITH_WHITE_SPACE, WRONG_CREDENTIALS } from './wrongCredentials';

/**
 * Longer than an execution on a busy machine, because `nextExecution` waits until none is running.
 */
const SCHEDULE_SECONDS = 5;

let environment: TestEnvironment;
/** Reads the tire pressures with version 2.0 of the API, and writes them into a data table. */
let workflow: Workflow;

beforeAll(async () => {
	const file = path.join(__dirname, '../fixtures/v2TirePressureSync.json');
	workflow = withScheduleInterval(await readWorkflow(file), SCHEDULE_SECONDS);
	environment = await startTestEnvironment([workflow], {
		credentials: [
			...WRONG_CREDENTIALS.map(({ credential }) => credential),
			...CREDENTIALS_WITH_WHITE_SPACE,
		],
	});
});

afterAll(async () => await environment?.close());

const countTokenRequests = () =>
	environment.simulator.requests.filter(({ path }) => path.endsWith('/oauth2/token')).length;

/** The next execution that the schedule starts. */
async function nextExecution() {
	const workflowId = workflow.id;
	const earlier = await environment.rest.listExecutions({ workflowId });
	const executions = await waitForExecutions(environment.rest, { workflowId }, earlier.length + 1);
	const next = executions[earlier.length];
	if (!next) throw new Error('The schedule did not start the workflow');
	return await environment.rest.getExecution(next.id);
}

test('a scheduled workflow writes one row for each vehicle into a data table', async () => {
	const { status, mode, runData } = await nextExecution();

	expect({ status, mode }).toEqual({ status: 'success', mode: 'trigger' });
	const { fleet } = environment.simulator;
	const ids = fleet.vehicles.map(({ id }) => id);
	expect(nodeOutput(runData, 'Get Vehicles').map(({ id }) => id)).toEqual(ids);
	expect(
		nodeOutput(runData, 'Write Row').map(({ vehicleId, unit }) => ({ vehicleId, unit })),
	).toEqual(ids.map((vehicleId) => ({ vehicleId, unit: 'kPa' })));
	for (const row of nodeOutput(runData, 'Write Row'))
		expect(row).toMatchObject({ ...fleet.vehicle(String(row.vehicleId))?.tires });
});

test('an expired token is renewed once, and the execution succeeds', async () => {
	await nextExecution();
	environment.simulator.tokens.expireAll();
	const requestsBefore = countTokenRequests();

	const { status, runData } = await nextExecution();

	expect(status).toBe('success');
	expect(nodeOutput(runData, 'Write Row')).toHaveLength(
		environment.simulator.fleet.vehicles.length,
	);
	expect(countTokenRequests()).toBe(requestsBefore + 1);
	await nextExecution();
	expect(countTokenRequests()).toBe(requestsBefore + 1);
});

test('a vehicle that is asleep goes to the error output, and the other vehicles are read', async () => {
	const { simulator } = environment;
	const asleep = firstVehicle(simulator);
	const awake = simulator.fleet.vehicles.slice(1);
	asleep.reachability = 'asleep';

	// Online again before the checks, so that a failed one does not affect the other tests.
	const { runData } = await nextExecution().finally(() => (asleep.reachability = 'online'));

	expect(nodeOutput(runData, 'Write Row').map(({ vehicleId }) => vehicleId)).toEqual(
		awake.map(({ id }) => id),
	);
	expect(nodeOutput(runData, 'Get Tire Pressure', 1)).toEqual([
		{
			id: asleep.id,
			error: expect.stringContaining('ASLEEP'),
			errorType: 'VEHICLE_STATE',
			errorCode: 'ASLEEP',
			httpStatus: 409,
			advice: expect.stringContaining('when the vehicle is awake'),
			resolution: 'RETRY_LATER',
			requestId: expect.any(String),
			vehicleId: asleep.id,
		},
	]);
});

test('the credential tests pass for valid credentials', async () => {
	for (const { id, name, type } of credentialsFor(environment.simulator))
		expect(await environment.rest.testCredential({ id, name, type })).toMatchObject({
			status: 'OK',
		});
});

test.each(WRONG_CREDENTIALS)(
	'the credential test explains what is wrong: $credential.name ($credential.type)',
	async ({ credential, expectedMessage }) => {
		const { id, name, type } = credential;

		expect(await environment.rest.testCredential({ id, name, type })).toEqual({
			status: 'Error',
			message: expect.stringContaining(expectedMessage),
		});
	},
);

test.each(CREDENTIALS_WITH_WHITE_SPACE)(
	'the credential test ignores white space around the values ($type)',
	async ({ id, name, type }) => {
		expect(await environment.rest.testCredential({ id, name, type })).toMatchObject({
			status: 'OK',
		});
	},
);

test('n8n offers both nodes and the tool, with their icons', async () => {
	const types = (await environment.rest.listNodeTypes()).filter(({ name }) =>
		name.startsWith('n8n-nodes-smartcar.'),
	);

	expect(types.map(({ name }) => name).sort()).toEqual([
		'n8n-nodes-smartcar.smartcar',
		'n8n-nodes-smartcar.smartcarTool',
		'n8n-nodes-smartcar.smartcarTrigger',
	]);
	for (const { iconUrl } of types) {
		if (typeof iconUrl !== 'object') throw new Error('The icon has no light and dark variant');
		for (const url of [iconUrl.light, iconUrl.dark])
			expect(await environment.rest.getFile(url)).toMatchObject({
				status: 200,
				contentType: expect.stringContaining('image/svg+xml'),
			});
	}
});
