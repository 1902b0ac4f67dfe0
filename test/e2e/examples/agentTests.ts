import { z } from 'zod';
import { outputOf } from '../../../tools/n8n/runData';
import { AGENT_CHAT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import type { ExampleRunner } from '../../support/exampleRunner';
import { failNextSignalsRequest, liveVehicles } from '../../support/simulatedFleet';
import {
	toolResults,
	type ChatRequest,
	type ModelReply,
	type SimulatedChatModel,
} from './simulatedChatModel';

const vehicleListSchema = z.array(z.object({ vehicleId: z.string(), userId: z.string() }));

const odometerSchema = z.object({ value: z.number(), unit: z.string() });

const readingSchema = z.tuple([
	z.object({
		make: z.string(),
		model: z.string(),
		signals: z.object({ 'odometer-traveleddistance': odometerSchema }),
	}),
]);

const UNREADABLE = 'One could not be read: ';

function describeReading(result: unknown): string {
	const { data } = readingSchema.safeParse(result);
	if (data === undefined) return `${UNREADABLE}${JSON.stringify(result)}`;
	const [{ make, model, signals }] = data;
	const { value, unit } = signals['odometer-traveleddistance'];
	return `${make} ${model}: ${value} ${unit}`;
}

/** The script of the simulated model: list the vehicles, then read all of them at once, then report the odometers. */
export function agentReply(request: ChatRequest): ModelReply {
	const [list, ...readings] = toolResults(request);
	if (list === undefined) return { calls: [{ tool: 'List_Cars', arguments: {} }] };
	if (readings.length > 0) return { text: readings.map(describeReading).join('\n') };
	const vehicles = new Map(vehicleListSchema.parse(list).map((car) => [car.vehicleId, car]));
	return { calls: [...vehicles.values()].map((car) => ({ tool: 'Read_a_Car', arguments: car })) };
}

export function agentTests(runner: () => ExampleRunner, model: () => SimulatedChatModel): void {
	test('the agent lists the vehicles, reads each of them and replies, even if one cannot be read', async () => {
		const { simulator } = runner();
		const unreadable = runner().vehicleOf('EX30');
		failNextSignalsRequest(simulator, unreadable);

		const run = await runner().chat(await readExample(AGENT_CHAT), 'Chat', 'How are my cars?');

		const [reply] = outputOf(run, 'Answer About the Cars');
		const lines = String(reply?.output).split('\n');
		const readable = liveVehicles(simulator).filter((vehicle) => vehicle !== unreadable);
		expect(lines.filter((line) => !line.startsWith(UNREADABLE)).sort()).toEqual(
			readable
				.map(({ make, model: name, odometerKm }) => `${make} ${name}: ${odometerKm} km`)
				.sort(),
		);
		expect(lines.filter((line) => line.startsWith(UNREADABLE))).toEqual([
			expect.stringContaining('PERMISSION'),
		]);
	});

	test('the model gets the message, both tools with their required fields, and the API key', () => {
		const [first] = model().requests;
		expect(first?.authorization).toBe('Bearer test-key');
		expect(first?.messages.at(-1)).toMatchObject({ role: 'user', content: 'How are my cars?' });
		const requiredFields = first?.tools.map(({ function: { name, parameters } }) => [
			name,
			parameters.required ?? [],
		]);
		expect(Object.fromEntries(requiredFields ?? [])).toEqual({
			List_Cars: [],
			Read_a_Car: ['vehicleId', 'userId'],
		});
	});
}
