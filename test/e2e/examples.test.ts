import {
	AGENT_CHAT,
	LOW_TIRE_PRESSURE_ALERT,
	BATTERY_REPORT,
	VEHICLE_ERROR_ALERT,
	listExamples,
	readExample,
	SUBSCRIBE_VEHICLES,
	FLEET_SYNC,
} from '../../tools/testEnvironment/exampleWorkflows';
import { ExampleRunner } from '../support/exampleRunner';
import { subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';
import { agentReply, agentTests } from './examples/agentTests';
import { errorTests, tireTests } from './examples/alertTests';
import { batteryReportTests } from './examples/batteryReportTests';
import { fleetSyncTests } from './examples/fleetSyncTests';
import { startChatModel, type SimulatedChatModel } from './examples/simulatedChatModel';
import { subscriptionTests } from './examples/subscriptionTests';

// All examples run in one n8n, because starting n8n takes longer than running them. The example with PostgreSQL is
// tested in test/queue.

let runner: ExampleRunner;
let model: SimulatedChatModel;

beforeAll(async () => {
	model = await startChatModel(agentReply);
	const openAi = {
		id: 'openAi0000000001',
		name: 'OpenAI',
		type: 'openAiApi',
		data: { apiKey: 'test-key', url: model.url },
	};
	const environment = await startTestEnvironment(
		[await readExample(LOW_TIRE_PRESSURE_ALERT), await readExample(VEHICLE_ERROR_ALERT)],
		{
			drafts: await Promise.all(
				[FLEET_SYNC, BATTERY_REPORT, SUBSCRIBE_VEHICLES, AGENT_CHAT].map(readExample),
			),
			credentials: [openAi],
			simulator: { vehicles: 6, timeScale: 0.001 },
		},
	);
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

	for (const name of await listExamples()) {
		const { nodes } = await readExample(name);
		expect(available).toEqual(
			expect.arrayContaining(nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`)),
		);
	}
});

describe('low tire pressure alert', () => tireTests(() => runner));
describe('vehicle error alert', () => errorTests(() => runner));
describe('fleet sync into a data table', () => fleetSyncTests(() => runner));
describe('battery health report', () => batteryReportTests(() => runner));
describe('AI agent', () =>
	agentTests(
		() => runner,
		() => model,
	));
describe('subscribe every vehicle', () => subscriptionTests(() => runner));
