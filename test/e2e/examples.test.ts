import {
	AGENT_CHAT,
	BATTERY_LOW,
	BATTERY_REPORT,
	CAR_LEFT_AREA,
	CHARGE_WHEN_CHEAP,
	CHARGING_FINISHED,
	FLEET_EVENTS,
	FLEET_REPORT,
	FLEET_SYNC,
	LARGE_FLEET_SYNC,
	listExamples,
	LOW_TIRE_PRESSURE_ALERT,
	MILEAGE_LOG,
	OPENAI_CREDENTIAL,
	readExample,
	readPinnedExample,
	SERVICE_DUE,
	SILENT_CAR,
	STOP_CHARGING,
	SUBSCRIBE_VEHICLES,
	VEHICLE_ERROR_ALERT,
} from '../../tools/testEnvironment/exampleWorkflows';
import { withBatchSize, type Workflow } from '../../tools/testEnvironment/workflow';
import { ExampleRunner } from '../support/exampleRunner';
import { subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { agentReply, agentTests } from './examples/agentTests';
import { conditionTests } from './examples/conditionTests';
import { errorAlertTests } from './examples/alertTests';
import { batteryReportTests } from './examples/batteryReportTests';
import { commandTests } from './examples/commandTests';
import { fleetReportTests } from './examples/fleetReportTests';
import { fleetSyncTests } from './examples/fleetSyncTests';
import { pinnedDataTests } from './examples/pinnedDataTests';
import { tableTests } from './examples/tableTests';
import { startChatModel, type SimulatedChatModel } from './examples/simulatedChatModel';
import { subscriptionTests } from './examples/subscriptionTests';

// All examples run in one n8n, because starting n8n takes longer than running them. The example
// with PostgreSQL is tested in test/queue.

let runner: ExampleRunner;
let model: SimulatedChatModel;
let pinned: Array<[file: string, workflow: Workflow]>;

beforeAll(async () => {
	model = await startChatModel(agentReply);
	const openAi = {
		...OPENAI_CREDENTIAL,
		type: 'openAiApi',
		data: { apiKey: 'test-key', url: model.url },
	};
	pinned = await Promise.all(
		listExamples().map(async (file): Promise<[string, Workflow]> => [
			file,
			await readPinnedExample(file),
		]),
	);
	const published = await Promise.all([
		readExample(LOW_TIRE_PRESSURE_ALERT),
		readExample(VEHICLE_ERROR_ALERT),
		readExample(FLEET_EVENTS),
		readExample(CAR_LEFT_AREA),
		readExample(CHARGING_FINISHED),
		readExample(SERVICE_DUE),
		readExample(BATTERY_LOW),
		readExample(STOP_CHARGING),
	]);
	const drafts = await Promise.all([
		readExample(FLEET_SYNC),
		readExample(MILEAGE_LOG),
		readExample(SILENT_CAR),
		readExample(CHARGE_WHEN_CHEAP),
		readExample(FLEET_REPORT),
		readExample(BATTERY_REPORT),
		readExample(SUBSCRIBE_VEHICLES),
		readExample(AGENT_CHAT),
	]);
	const largeFleetSync = withBatchSize(await readExample(LARGE_FLEET_SYNC), 2);
	const environment = await startTestEnvironment(published, {
		drafts: [...drafts, largeFleetSync, ...pinned.map(([, workflow]) => workflow)],
		credentials: [openAi],
		// The examples must still work when v2.0 has ended.
		simulator: { vehicles: 6, timeScale: 0.001, version2Ended: true },
	});
	subscribeFleet(environment.simulator);
	runner = new ExampleRunner(environment);
});

afterAll(async () => {
	await runner?.environment.close();
	await model?.close();
});

test('n8n has all nodes of the examples, in the versions that they use', async () => {
	const types = await runner.environment.rest.listNodeTypes();
	const available = types.flatMap(({ name, version }) =>
		[version].flat().map((typeVersion) => `${name} ${typeVersion}`),
	);

	for (const name of listExamples()) {
		const { nodes } = await readExample(name);
		expect(available).toEqual(
			expect.arrayContaining(nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`)),
		);
	}
});

describe('conditions', () => conditionTests(() => runner));
describe('vehicle error alert', () => errorAlertTests(() => runner));
describe('fleet sync into a data table', () => fleetSyncTests(() => runner));
describe('fleet events and mileage log', () => tableTests(() => runner));
describe('silent car and weekly fleet report', () => fleetReportTests(() => runner));
describe('charge when electricity is cheap', () => commandTests(() => runner));
describe('battery health report', () => batteryReportTests(() => runner));
describe('AI agent', () =>
	agentTests(
		() => runner,
		() => model,
	));
describe('subscribe every vehicle', () => subscriptionTests(() => runner));
// Last, because it writes example data into the tables.
describe('pinned data', () =>
	pinnedDataTests(
		() => runner,
		() => pinned,
	));
