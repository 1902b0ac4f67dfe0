import { z } from 'zod';
import { outputOf } from '../../../tools/n8n/runData';
import { BATTERIES, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import type { Vehicle } from '../../../simulator/fleet/model';
import { nameOf, type ExampleRunner } from './exampleRunner';

const reportSchema = z.tuple([z.object({ subject: z.string(), html: z.string() })]);

const UNKNOWN = '–';

const UNTIL_END_OF_V2 = ['Capacity Is Unknown', 'Get the Selection Link (v2.0)'];

/** The rows of an HTML table, by the text of their first cell. */
function rowsOf(html: string): Map<string, string[]> {
	// before the first row comes the table's own tag, and the first row has the headers
	const cells = html
		.split('<tr')
		.slice(2)
		.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) => match[1] ?? ''));
	return new Map(cells.map(([vehicle = '', ...others]) => [vehicle, others]));
}

/** Everything in a vehicle's row but its name and the note. */
function cellsOf({ battery, odometerKm }: Vehicle): string[] {
	if (battery === null) throw new Error('The vehicle has no battery');
	const range = Math.round((battery.fullRangeKm * battery.percent) / 100);
	const full = Math.round((range / battery.percent) * 100);
	return [
		battery.capacity.chosen?.nominal ?? UNKNOWN,
		battery.percent,
		range,
		full,
		odometerKm,
		'OK',
	].map(String);
}

/** What somebody gets on Mondays. */
export function batteryReportTests(runner: () => ExampleRunner): void {
	async function report() {
		const run = await runner().execute(await readExample(BATTERIES), 'Every Monday');
		const [{ subject, html }] = reportSchema.parse(outputOf(run, 'Send the Report'));
		return { subject, rows: rowsOf(html) };
	}

	test('one item with a row for each car that can be charged; where nobody has chosen the capacity, with a link', async () => {
		const { subject, rows } = await report();

		expect(subject).toMatch(/^Batteries on \d+ \w+ \d{4}: 4 cars$/);
		const decided = ['Enyaq', 'Escape', 'EX30'].map((model) => runner().vehicleOf(model));
		const undecided = runner().vehicleOf('Model 3');
		const link = expect.stringMatching(
			/^The owner has not chosen the capacity yet: http.*battery-capacity/,
		);
		expect(Object.fromEntries(rows)).toEqual({
			...Object.fromEntries(decided.map((vehicle) => [nameOf(vehicle), [...cellsOf(vehicle), '']])),
			[nameOf(undecided)]: [...cellsOf(undecided), link],
		});
	});

	test('a car that cannot be read has a row with the reason, and without version 2.0 only the link is missing', async () => {
		const { faults } = runner().environment.simulator;
		const gone = { kind: 'error', type: 'RESOURCE_NOT_FOUND', code: 'VERSION' } as const;
		faults.next({ path: '/battery/nominal_capacity' }, gone);
		const [unread, undecided] = [runner().vehicleOf('EX30'), runner().vehicleOf('Model 3')];
		runner().refuse(unread);

		const { rows } = await report();

		expect(faults.pending).toBe(0);
		expect(rows.size).toBe(4);
		expect(rows.get(nameOf(unread))).toEqual([
			...Array(6).fill(UNKNOWN),
			expect.stringMatching(/^Not read: .*PERMISSION/),
		]);
		expect(rows.get(nameOf(undecided))).toEqual([...cellsOf(undecided), '']);
	});

	test('without the two nodes that a sticky note says to delete the report is the same, but for the link', async () => {
		const { rest, simulator } = runner().environment;
		const workflow = await readExample(BATTERIES);
		const nodes = workflow.nodes.filter(({ name }) => !UNTIL_END_OF_V2.includes(name));
		expect(workflow.nodes.length - nodes.length).toBe(UNTIL_END_OF_V2.length);
		const { connections } = workflow;
		const kept = Object.fromEntries(
			Object.entries(connections).filter(([name]) => !UNTIL_END_OF_V2.includes(name)),
		);
		const next = { main: [[{ node: 'Add the Link', type: 'main', index: 0 }]] };
		await rest.saveWorkflow({
			...workflow,
			nodes,
			connections: { ...kept, 'Read the Battery': next },
		});
		const before = simulator.requests.length;

		const { rows } = await report();

		expect(rows.get(nameOf(runner().vehicleOf('Model 3')))).toEqual([
			...cellsOf(runner().vehicleOf('Model 3')),
			'',
		]);
		expect(rows.size).toBe(4);
		expect(simulator.requests.slice(before).filter(({ path }) => path.includes('/v2.0/'))).toEqual(
			[],
		);
	});
}
