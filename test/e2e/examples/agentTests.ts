import { z } from 'zod';
import { outputOf } from '../../../tools/n8n/runData';
import { AGENT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import { toolAnswers, type ChatModel, type ChatRequest, type Turn } from './simulatedChatModel';
import type { ExampleRunner } from './exampleRunner';

const listSchema = z.array(z.object({ vehicleId: z.string(), userId: z.string() }));

const odometerSchema = z.object({ value: z.number(), unit: z.string() });

const readingSchema = z.tuple([
	z.object({
		make: z.string(),
		model: z.string(),
		signals: z.object({ 'odometer-traveleddistance': odometerSchema }),
	}),
]);

const UNREAD = 'One could not be read: ';

/** What a model does that is asked about all cars: it lists them, reads them all at once, and says what it was told. */
export function agentTurn(request: ChatRequest): Turn {
	const [listed, ...readings] = toolAnswers(request);
	if (listed === undefined) return { calls: [{ tool: 'List_Cars', arguments: {} }] };
	if (readings.length === 0) {
		const cars = new Map(listSchema.parse(listed.answer).map((car) => [car.vehicleId, car]));
		return { calls: [...cars.values()].map((car) => ({ tool: 'Read_a_Car', arguments: car })) };
	}
	const lines = readings.map(({ answer }) => {
		const { data } = readingSchema.safeParse(answer);
		if (data === undefined) return `${UNREAD}${JSON.stringify(answer)}`;
		const [{ make, model, signals }] = data;
		const { value, unit } = signals['odometer-traveleddistance'];
		return `${make} ${model}: ${value} ${unit}`;
	});
	return { text: lines.join('\n') };
}

/** What somebody is answered in the chat. */
export function agentTests(runner: () => ExampleRunner, model: () => ChatModel): void {
	test('the agent lists the cars, reads each of them and answers, also when one cannot be read', async () => {
		const unread = runner().vehicleOf('EX30');
		runner().refuse(unread);

		const run = await runner().chat(await readExample(AGENT), 'Chat', 'How are my cars?');

		const [answer] = outputOf(run, 'Answer About the Cars');
		const lines = String(answer?.output).split('\n');
		const readable = runner().live.filter((vehicle) => vehicle !== unread);
		expect(lines.filter((line) => !line.startsWith(UNREAD)).sort()).toEqual(
			readable
				.map(({ make, model: name, odometerKm }) => `${make} ${name}: ${odometerKm} km`)
				.sort(),
		);
		expect(lines.filter((line) => line.startsWith(UNREAD))).toEqual([
			expect.stringContaining('PERMISSION'),
		]);
	});

	test('the model is offered two tools, with what they need, and the key of the credential', () => {
		const [first] = model().requests;
		expect(first?.authorization).toBe('Bearer test-key');
		expect(first?.messages.at(-1)).toMatchObject({ role: 'user', content: 'How are my cars?' });
		const needed =
			first?.tools.map(({ function: { name, parameters } }) => [name, parameters.required ?? []]) ??
			[];
		expect(Object.fromEntries(needed)).toEqual({
			List_Cars: [],
			Read_a_Car: ['vehicleId', 'userId'],
		});
	});
}
