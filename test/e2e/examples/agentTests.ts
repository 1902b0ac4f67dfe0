import { z } from 'zod';
import { nodeOutput } from '../../../tools/n8n/runData';
import { AGENT_CHAT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import type { ExampleRunner } from '../../support/exampleRunner';
import { connectedVehicles, failNextSignalsRequest } from '../../support/simulatedFleet';
import {
	toolResults,
	type ChatRequest,
	type ModelReply,
	type SimulatedChatModel,
} from './simulatedChatModel';

const vehicleListSchema = z.array(z.object({ id: z.string() }));

const odometerSchema = z.object({ value: z.number(), unit: z.string() });

const vehicleResultSchema = z.tuple([
	z.object({
		make: z.string(),
		model: z.string(),
		signals: z.object({ 'odometer-traveleddistance': odometerSchema }),
	}),
]);

/** How a line of the simulated model's reply begins if the vehicle could not be read. */
const NOT_READ = 'One could not be read: ';

/** The line of the model's reply for one vehicle. */
function describeResult(result: unknown): string {
	const { data } = vehicleResultSchema.safeParse(result);
	if (data === undefined) return `${NOT_READ}${JSON.stringify(result)}`;
	const [{ make, model, signals }] = data;
	const { value, unit } = signals['odometer-traveleddistance'];
	return `${make} ${model}: ${value} ${unit}`;
}

/** At this message the simulated model calls the tool for a car without the ID of one. */
const OMIT_ID = 'Forget the ID.';

/** Calls the tool for a car without an ID, then replies with the tool's result. */
function replyWithoutId([result]: unknown[]): ModelReply {
	if (result === undefined) return { calls: [{ tool: 'Read_a_Car', arguments: {} }] };
	return { text: JSON.stringify(result) };
}

/**
 * The simulated model lists the vehicles, then reads all of them in one step, then replies with
 * their odometers.
 */
export function agentReply(request: ChatRequest): ModelReply {
	const results = toolResults(request);
	if (request.messages.some(({ role, content }) => role === 'user' && content === OMIT_ID))
		return replyWithoutId(results);
	const [vehicleList, ...vehicleResults] = results;
	if (vehicleList === undefined) return { calls: [{ tool: 'List_Cars', arguments: {} }] };
	if (vehicleResults.length > 0) return { text: vehicleResults.map(describeResult).join('\n') };
	const calls = vehicleListSchema
		.parse(vehicleList)
		.map(({ id }) => ({ tool: 'Read_a_Car', arguments: { vehicleId: id } }));
	return { calls };
}

export function agentTests(runner: () => ExampleRunner, model: () => SimulatedChatModel): void {
	test('the agent lists the vehicles, reads each of them and replies, even if one cannot be read', async () => {
		const { simulator } = runner();
		const unreadable = runner().vehicleByModel('EX30');
		failNextSignalsRequest(simulator, unreadable);

		const run = await runner().chat(await readExample(AGENT_CHAT), 'Chat', 'How are my cars?');

		const [reply] = nodeOutput(run, 'Answer About the Cars');
		const lines = String(reply?.output).split('\n');
		const readable = connectedVehicles(simulator).filter((vehicle) => vehicle !== unreadable);
		expect(lines.filter((line) => !line.startsWith(NOT_READ)).sort()).toEqual(
			readable
				.map(({ make, model: name, odometerKm }) => `${make} ${name}: ${odometerKm} km`)
				.sort(),
		);
		expect(lines.filter((line) => line.startsWith(NOT_READ))).toEqual([
			expect.stringContaining('PERMISSION'),
		]);
	});

	test('a tool call without a vehicle ID returns an error that says so', async () => {
		const run = await runner().chat(await readExample(AGENT_CHAT), 'Chat', OMIT_ID);

		const [reply] = nodeOutput(run, 'Answer About the Cars');
		expect(reply?.output).toMatch(/'Vehicle' must be an ID .* as returned by Vehicle: Get Many/);
	});

	test('the model gets the message, both tools with their required fields, and the API key', async () => {
		const earlier = model().requests.length;
		await runner().chat(await readExample(AGENT_CHAT), 'Chat', 'How are my cars?');

		const first = model().requests[earlier];
		expect(first?.authorization).toBe('Bearer test-key');
		expect(first?.messages.at(-1)).toMatchObject({ role: 'user', content: 'How are my cars?' });
		const requiredFields = first?.tools.map(({ function: { name, parameters } }) => [
			name,
			parameters.required ?? [],
		]);
		expect(Object.fromEntries(requiredFields ?? [])).toEqual({
			List_Cars: [],
			Read_a_Car: ['vehicleId'],
		});
	});
}
