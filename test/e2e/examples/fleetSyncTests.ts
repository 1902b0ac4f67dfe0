import { nodeOutput } from '../../../tools/n8n/runData';
import { readExample, FLEET_SYNC } from '../../../tools/testEnvironment/exampleWorkflows';
import type { ExampleRunner } from '../../support/exampleRunner';
import { expectedFleetRows, sortedByVehicleId } from '../../support/fleetRows';
import { failNextSignalsRequest, connectedVehicles } from '../../support/simulatedFleet';

export function fleetSyncTests(runner: () => ExampleRunner): void {
	const readRows = async () =>
		sortedByVehicleId(await runner().environment.rest.listDataTableRows('Smartcar fleet'));

	test('each vehicle that can be read has one row, and the next run updates the same rows', async () => {
		const workflow = await readExample(FLEET_SYNC);
		const unreadable = runner().vehicleByModel('EX30');
		failNextSignalsRequest(runner().simulator, unreadable);

		const firstRun = await runner().execute(workflow, 'Every Night');
		const firstRows = await readRows();

		expect(firstRows).toEqual(
			expectedFleetRows(
				connectedVehicles(runner().simulator).filter((vehicle) => vehicle !== unreadable),
			),
		);
		expect(nodeOutput(firstRun, 'Not Read')).toEqual([
			expect.objectContaining({
				vehicleId: unreadable.id,
				error: expect.stringContaining('PERMISSION'),
			}),
		]);

		for (const vehicle of connectedVehicles(runner().simulator)) vehicle.odometerKm += 100;
		const secondRun = await runner().execute(workflow, 'Every Night');
		const secondRows = await readRows();

		expect(nodeOutput(secondRun, 'Not Read')).toEqual([]);
		expect(secondRows).toEqual(expectedFleetRows(connectedVehicles(runner().simulator)));
		const updatedRows = secondRows.filter(({ vehicleId }) => vehicleId !== unreadable.id);
		const identity = ({ id, createdAt }: Record<string, unknown>) => ({ id, createdAt });
		expect(updatedRows.map(identity)).toEqual(firstRows.map(identity));
	});

	test('a vehicle without signals keeps its row, and the error says what to do', async () => {
		const workflow = await readExample(FLEET_SYNC);
		await runner().execute(workflow, 'Every Night');
		const rows = await readRows();
		const vehicle = runner().vehicleByModel('EX30');
		vehicle.everSubscribed = false;

		const run = await runner().execute(workflow, 'Every Night');

		vehicle.everSubscribed = true;
		const rowOf = (all: Array<Record<string, unknown>>) =>
			all.find(({ vehicleId }) => vehicleId === vehicle.id);
		expect(rowOf(rows)).toMatchObject({ odometerKm: vehicle.odometerKm });
		expect(rowOf(await readRows())).toEqual(rowOf(rows));
		expect(nodeOutput(run, 'Not Read')).toEqual([
			expect.objectContaining({
				vehicleId: vehicle.id,
				error: `Smartcar has no signals for the vehicle ${vehicle.id}`,
				advice: expect.stringContaining('Subscription: Create subscribes one.'),
			}),
		]);
	});
}
