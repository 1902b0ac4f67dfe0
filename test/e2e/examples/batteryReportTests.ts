import { z } from 'zod';
import type { Vehicle } from '../../../simulator/simulator';
import { nodeOutput } from '../../../tools/n8n/runData';
import { BATTERY_REPORT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';
import { failNextSignalsRequest } from '../../support/simulatedFleet';

const reportSchema = z.tuple([z.object({ subject: z.string(), html: z.string() })]);

/** The cell of a value that is not known. */
const UNKNOWN = '–';

/** The example's sticky note tells users to delete these nodes when version 2.0 of the API ends. */
const V2_NODES = ['Capacity Is Unknown', 'Get the Selection Link (v2.0)'];

/** The rows of the HTML table, by the text of their first cell, which is the vehicle's name. */
function parseRows(html: string): Map<string, string[]> {
	// Skips the <table> tag and the header row.
	const cells = html
		.split('<tr')
		.slice(2)
		.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) => match[1] ?? ''));
	return new Map(cells.map(([vehicle = '', ...others]) => [vehicle, others]));
}

/** The expected cells of a vehicle, without the first (name) and the last (note). */
function expectedCells({ battery, odometerKm }: Vehicle): string[] {
	if (battery === null) throw new Error('The vehicle has no battery');
	const range = Math.round((battery.fullRangeKm * battery.percent) / 100);
	const fullRange = Math.round((range / battery.percent) * 100);
	return [
		battery.capacity.chosen?.nominal ?? UNKNOWN,
		battery.percent,
		range,
		fullRange,
		odometerKm,
		'OK',
	].map(String);
}

export function batteryReportTests(runner: () => ExampleRunner): void {
	async function runReport() {
		const run = await runner().execute(await readExample(BATTERY_REPORT), 'Every Monday');
		const [{ subject, html }] = reportSchema.parse(nodeOutput(run, 'Send the Report'));
		return { subject, rows: parseRows(html) };
	}

	test('the report has a row for each vehicle with a battery, and a link where the capacity is not chosen', async () => {
		const { subject, rows } = await runReport();

		expect(subject).toMatch(/^Batteries on \d+ \w+ \d{4}: 4 cars$/);
		const withCapacity = ['Enyaq', 'Escape', 'EX30'].map((model) => runner().vehicleByModel(model));
		const withoutCapacity = runner().vehicleByModel('Model 3');
		const link = expect.stringMatching(
			/^The owner has not chosen the capacity yet: http.*battery-capacity/,
		);
		expect(Object.fromEntries(rows)).toEqual({
			...Object.fromEntries(
				withCapacity.map((vehicle) => [vehicleName(vehicle), [...expectedCells(vehicle), '']]),
			),
			[vehicleName(withoutCapacity)]: [...expectedCells(withoutCapacity), link],
		});
	});

	test('a vehicle that cannot be read has a row with the reason, and an error of version 2.0 only removes the link', async () => {
		const { faults } = runner().simulator;
		const versionGone = { kind: 'error', type: 'RESOURCE_NOT_FOUND', code: 'VERSION' } as const;
		faults.plan({ path: '/battery/nominal_capacity' }, versionGone);
		const [unreadable, withoutCapacity] = [
			runner().vehicleByModel('EX30'),
			runner().vehicleByModel('Model 3'),
		];
		failNextSignalsRequest(runner().simulator, unreadable);

		const { rows } = await runReport();

		expect(faults.pending).toBe(0);
		expect(rows.size).toBe(4);
		expect(rows.get(vehicleName(unreadable))).toEqual([
			...Array(6).fill(UNKNOWN),
			expect.stringMatching(/^Not read: .*PERMISSION/),
		]);
		expect(rows.get(vehicleName(withoutCapacity))).toEqual([...expectedCells(withoutCapacity), '']);
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

		expect(rows.get(vehicleName(runner().vehicleByModel('Model 3')))).toEqual([
			...expectedCells(runner().vehicleByModel('Model 3')),
			'',
		]);
		expect(rows.size).toBe(4);
		expect(simulator.requests.slice(before).filter(({ path }) => path.includes('/v2.0/'))).toEqual(
			[],
		);
	});
}
