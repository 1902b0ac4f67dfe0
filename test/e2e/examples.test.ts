import {
	AGENT,
	ALERT,
	BATTERIES,
	ERRORS,
	listExamples,
	readExample,
	SUBSCRIBE,
	SYNC,
} from '../../tools/testEnvironment/exampleWorkflows';
import { agentTests, agentTurn } from './examples/agentTests';
import { errorTests, tireTests } from './examples/alertTests';
import { batteryReportTests } from './examples/batteryReportTests';
import { startChatModel, type ChatModel } from './examples/simulatedChatModel';
import { fleetSyncTests } from './examples/fleetSyncTests';
import { ExampleRunner } from './examples/exampleRunner';
import { subscriptionTests } from './examples/subscriptionTests';
import { startTestEnvironment } from '../support/startTestEnvironment';

// All in one n8n, as it takes longer to start than all examples to run. The one that needs PostgreSQL is in test/queue.

let runner: ExampleRunner;
let model: ChatModel;

beforeAll(async () => {
	model = await startChatModel(agentTurn);
	const openAi = {
		id: 'openAi0000000001',
		name: 'OpenAI',
		type: 'openAiApi',
		data: { apiKey: 'test-key', url: model.url },
	};
	const environment = await startTestEnvironment(
		[await readExample(ALERT), await readExample(ERRORS)],
		{
			drafts: await Promise.all([SYNC, BATTERIES, SUBSCRIBE, AGENT].map(readExample)),
			credentials: [openAi],
			simulator: { vehicles: 6, timeScale: 0.001 },
		},
	);
	// Smartcar has signals of subscribed vehicles only.
	environment.simulator.webhooks.create({
		name: 'all',
		callbackUri: 'http://127.0.0.1:9',
		autoSubscribe: true,
	});
	runner = new ExampleRunner(environment);
});

afterAll(async () => {
	await runner?.environment.close();
	await model?.close();
});

test('n8n has every node that the examples use, in the version that they use', async () => {
	const types = await runner.environment.rest.nodeTypes();
	const known = types.flatMap(({ name, version }) =>
		[version].flat().map((one) => `${name} ${one}`),
	);

	for (const name of await listExamples()) {
		const { nodes } = await readExample(name);
		expect(known).toEqual(
			expect.arrayContaining(nodes.map(({ type, typeVersion }) => `${type} ${typeVersion}`)),
		);
	}
});

describe('low tire pressure', () => tireTests(() => runner));
describe('vehicle errors', () => errorTests(() => runner));
describe('fleet sync into a data table', () => fleetSyncTests(() => runner));
describe('battery report', () => batteryReportTests(() => runner));
describe('an agent', () =>
	agentTests(
		() => runner,
		() => model,
	));
describe('subscriptions', () => subscriptionTests(() => runner));
