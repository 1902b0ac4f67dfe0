import { z } from 'zod';
import type { Vehicle } from '../../../simulator/simulator';
import { outputOf } from '../../../tools/n8n/runData';
import { BATTERY_REPORT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import { nameOf, type ExampleRunner } from '../../support/exampleRunner';
import { failNextSignalsRequest } from '../../support/simulatedFleet';

const reportSchema = z.tuple([z.object({ subject: z.string(), html: z.string() })]);

const UNKNOWN = '–';

/** A sticky note says to delete these nodes once version 2.0 of the API has ended. */
const V2_NODES = ['Capacity Is Unknown', 'Get the Selection Link (v2.0)'];

/** The rows of an HTML table, by the text of their first cell. */
function rowsOf(html: string): Map<string, string[]> {
	// Skips the <table> tag and the header row.
	const cells = html
		.split('<tr')
		.slice(2)
		.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) => match[1] ?? ''));
	return new Map(cells.map(([vehicle = '', ...others]) => [vehicle, others]));
}

/** The expected cells of a vehicle between its name and the note. */
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

export function batteryReportTests(runner: () => ExampleRunner): void {
	async function runReport() {
		const run = await runner().execute(await readExample(BATTERY_REPORT), 'Every Monday');
		const [{ subject, html }] = reportSchema.parse(outputOf(run, 'Send the Report'));
		return { subject, rows: rowsOf(html) };
	}

	test('the report has a row for each vehicle with a battery, and a link where the capacity is not chosen', async () => {
		const { subject, rows } = await runReport();

		expect(subject).toMatch(/^Batteries on \d+ \w+ \d{4}: 4 cars$/);
		const withCapacity = ['Enyaq', 'Escape', 'EX30'].map((model) => runner().vehicleOf(model));
		const withoutCapacity = runner().vehicleOf('Model 3');
		const link = expect.stringMatching(
			/^The owner has not chosen the capacity yet: http.*battery-capacity/,
		);
		expect(Object.fromEntries(rows)).toEqual({
			...Object.fromEntries(
				withCapacity.map((vehicle) => [nameOf(vehicle), [...cellsOf(vehicle), '']]),
			),
			[nameOf(withoutCapacity)]: [...cellsOf(withoutCapacity), link],
		});
	});

	test('a vehicle that cannot be read has a row with the reason, and an error of version 2.0 only removes the link', async () => {
		const { faults } = runner().simulator;
		const versionGone = { kind: 'error', type: 'RESOURCE_NOT_FOUND', code: 'VERSION' } as const;
		faults.next({ path: '/battery/nominal_capacity' }, versionGone);
		const [unreadable, withoutCapacity] = [
			runner().vehicleOf('EX30'),
			runner().vehicleOf('Model 3'),
		];
		failNextSignalsRequest(runner().simulator, unreadable);

		const { rows } = await runReport();

		expect(faults.pending).toBe(0);
		expect(rows.size).toBe(4);
		expect(rows.get(nameOf(unreadable))).toEqual([
			...Array(6).fill(UNKNOWN),
			expect.stringMatching(/^Not read: .*PERMISSION/),
		]);
		expect(rows.get(nameOf(withoutCapacity))).toEqual([...cellsOf(withoutCapacity), '']);
	});

	test('without the two nodes for version 2.0 only the link is missing', async () => {
		const { rest, simulator } = runner().environment;
		const workflow = await readExample(BATTERY_REPORT);
		const nodes = workflow.nodes.filter(({ name }) => !V2_NODES.includes(name));
		expect(workflow.nodes.length - nodes.length).toBe(V2_NODES.length);
		const { connections } = workflow;
		const kept = Object.fromEntries(
			Object.entries(connections).filter(([name]) => !V2_NODES.includes(name)),
		);
		const nextNode = { main: [[{ node: 'Add the Link', type: 'main', index: 0 }]] };
		await rest.saveWorkflow({
			...workflow,
			nodes,
			connections: { ...kept, 'Read the Battery': nextNode },
		});
		const before = simulator.requests.length;

		const { rows } = await runReport();

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
