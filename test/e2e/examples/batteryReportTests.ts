import { z } from 'zod';
import { batteryOf, type Vehicle } from '../../../simulator/simulator';
import { nodeOutput } from '../../../tools/n8n/runData';
import { BATTERY_REPORT, readExample } from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';
import { failNextSignalsRequest, withoutPermission } from '../../support/simulatedFleet';

const reportSchema = z.tuple([z.object({ subject: z.string(), html: z.string() })]);

/** The cell of a value that is not known. */
const UNKNOWN = '–';

/** The index of the odometer in `expectedCells`. */
const ODOMETER_CELL = 4;

/** The other cells of each row of the HTML table, by the first one, which is the vehicle's name. */
function parseRows(html: string): Map<string, string[]> {
	// Skips the <table> tag and the header row.
	const cells = html
		.split('<tr')
		.slice(2)
		.map((row) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map((match) => match[1] ?? ''));
	return new Map(cells.map(([vehicle = '', ...others]) => [vehicle, others]));
}

/** The expected cells of a vehicle, without the first (name) and the last (note). */
function expectedCells(vehicle: Vehicle): string[] {
	const battery = batteryOf(vehicle);
	const range = Math.round((battery.fullRangeKm * battery.percent) / 100);
	const fullRange = Math.round((range / battery.percent) * 100);
	const selfTest = 'OK';
	return [
		battery.capacity.chosen?.nominal ?? UNKNOWN,
		battery.percent,
		range,
		fullRange,
		vehicle.odometerKm,
		selfTest,
	].map(String);
}

export function batteryReportTests(runner: () => ExampleRunner): void {
	async function runReport() {
		const run = await runner().execute(await readExample(BATTERY_REPORT), 'Every Monday');
		const [{ subject, html }] = reportSchema.parse(nodeOutput(run, 'Send the Report'));
		return { subject, rows: parseRows(html) };
	}

	test('the report has a row for each vehicle with a battery, also where the capacity is not known', async () => {
		const { subject, rows } = await runReport();

		expect(subject).toMatch(/^Batteries on \d+ \w+ \d{4}: 4 cars$/);
		const vehicles = ['Enyaq', 'Escape', 'EX30', 'Model 3'].map((model) =>
			runner().vehicleByModel(model),
		);
		expect(Object.fromEntries(rows)).toEqual(
			Object.fromEntries(
				vehicles.map((vehicle) => [vehicleName(vehicle), [...expectedCells(vehicle), '']]),
			),
		);
	});

	test('a vehicle that cannot be read has a row with the reason', async () => {
		const unreadable = runner().vehicleByModel('EX30');
		failNextSignalsRequest(runner().simulator, unreadable);

		const { rows } = await runReport();

		expect(rows.size).toBe(4);
		expect(rows.get(vehicleName(unreadable))).toEqual([
			...Array(6).fill(UNKNOWN),
			expect.stringMatching(/^Not read: .*PERMISSION/),
		]);
	});

	test('a signal that cannot be read has no value, and the note names it', async () => {
		const vehicle = runner().vehicleByModel('EX30');

		const { rows } = await withoutPermission(
			runner().simulator,
			[vehicle],
			'read_odometer',
			runReport,
		);

		expect(rows.get(vehicleName(vehicle))).toEqual([
			...expectedCells(vehicle).map((cell, index) => (index === ODOMETER_CELL ? UNKNOWN : cell)),
			'Not read: odometer-traveleddistance',
		]);
	});

	test('a combustion car has no row and costs no request', async () => {
		const vehicle = runner().vehicleByModel('320i');
		const { requests } = runner().simulator;
		const before = requests.length;

		const { rows } = await runReport();

		expect([...rows.keys()]).not.toContain(vehicleName(vehicle));
		const paths = requests.slice(before).map(({ path }) => path);
		expect(paths.filter((path) => path.includes(`/vehicles/${vehicle.id}/`))).toEqual([]);
	});
}
