import type { Vehicle } from '../../../simulator/simulator';
import { nodeOutput } from '../../../tools/n8n/runData';
import {
	FLEET_REPORT,
	readExample,
	SILENT_CAR,
} from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';
import {
	connectedVehicles,
	failNextSignalsRequest,
	withoutPermission,
} from '../../support/simulatedFleet';

const DAY_MS = 24 * 60 * 60 * 1_000;

export function fleetReportTests(runner: () => ExampleRunner): void {
	/** The text of the report while the odometers of these vehicles cannot be read. */
	async function reportWithoutOdometers(vehicles: Vehicle[]) {
		const workflow = await readExample(FLEET_REPORT);
		const run = await withoutPermission(
			runner().simulator,
			vehicles,
			'read_odometer',
			async () => await runner().execute(workflow, 'Every Monday'),
		);
		return nodeOutput(run, 'Send the Report')[0]?.html;
	}

	test('a car whose latest data is four days old causes a message, and another one none', async () => {
		const vehicles = connectedVehicles(runner().simulator);
		for (const vehicle of vehicles) {
			vehicle.reportedAt = Date.now();
			vehicle.signalTimes.clear();
		}
		const silent = runner().vehicleByModel('Escape');
		silent.reportedAt = Date.now() - 4 * DAY_MS;

		const run = await runner().execute(await readExample(SILENT_CAR), 'Every Morning');

		expect(nodeOutput(run, 'Send the Message')).toEqual([
			{
				message: expect.stringContaining(`${vehicleName(silent)}: silent since `),
				vehicleId: silent.id,
			},
		]);
	});

	test('the report counts the cars that can be read', async () => {
		const unreadable = runner().vehicleByModel('EX30');
		failNextSignalsRequest(runner().simulator, unreadable);
		const read = connectedVehicles(runner().simulator).filter((vehicle) => vehicle !== unreadable);

		const run = await runner().execute(await readExample(FLEET_REPORT), 'Every Monday');

		const distance = read.reduce((sum, { odometerKm }) => sum + odometerKm, 0);
		const lowestTire = Math.min(...read.flatMap(({ tires }) => Object.values(tires)));
		const lowestBattery = Math.min(...read.flatMap(({ battery }) => battery?.percent ?? []));
		const [report, ...others] = nodeOutput(run, 'Send the Report');
		expect(others).toEqual([]);
		expect(report?.subject).toMatch(new RegExp(`: ${read.length} cars$`));
		for (const text of [`${Math.round(distance)} km`, `${lowestTire} kPa`, `${lowestBattery}%`])
			expect(report?.html).toContain(` ${text}<`);
		expect(nodeOutput(run, 'Not Read')).toEqual([
			expect.objectContaining({ vehicleId: unreadable.id }),
		]);
	});

	test('the total of the odometers names the number of cars if not all are known', async () => {
		const vehicles = connectedVehicles(runner().simulator);
		const others = vehicles.slice(1);

		const html = await reportWithoutOdometers(vehicles.slice(0, 1));

		const distance = others.reduce((sum, { odometerKm }) => sum + odometerKm, 0);
		const covered = `${others.length} of ${vehicles.length} cars`;
		expect(html).toContain(`Total of all odometers: ${Math.round(distance)} km (${covered})<`);
	});

	test('the report has no total if no odometer is known', async () => {
		const html = await reportWithoutOdometers(connectedVehicles(runner().simulator));

		expect(html).toContain('Total of all odometers: –<');
	});

	test('a report is sent if no car can be read', async () => {
		const vehicles = connectedVehicles(runner().simulator);
		for (const vehicle of vehicles) failNextSignalsRequest(runner().simulator, vehicle);

		const run = await runner().execute(await readExample(FLEET_REPORT), 'Every Monday');

		expect(nodeOutput(run, 'Send the Report')).toEqual([
			{
				subject: expect.stringMatching(/: 0 cars$/),
				html: expect.stringContaining('Total of all odometers: –<'),
			},
		]);
		expect(nodeOutput(run, 'Not Read')).toHaveLength(vehicles.length);
	});
}
