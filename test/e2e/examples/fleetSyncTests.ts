import { nodeOutput } from '../../../tools/n8n/runData';
import {
	FLEET_SYNC,
	LARGE_FLEET_SYNC,
	readExample,
} from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';
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
			{
				vehicle: vehicleName(unreadable),
				vehicleId: unreadable.id,
				error: expect.stringContaining('PERMISSION'),
				advice: expect.stringContaining('Add the permission'),
			},
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

		// Subscribed again before the checks, so that a failed one does not affect the other tests.
		const run = await runner()
			.execute(workflow, 'Every Night')
			.finally(() => (vehicle.everSubscribed = true));

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

	test('a large fleet is read batch by batch, also after a batch in which every vehicle fails', async () => {
		const workflow = await readExample(LARGE_FLEET_SYNC);
		const idsOf = (items: Array<Record<string, unknown>>) => items.map(({ id }) => id);
		const firstRun = await runner().execute(workflow, 'Every Evening');
		const earlierRows = await readRows();
		// Both vehicles of the first batch of two, and one of the second.
		const failing = idsOf(nodeOutput(firstRun, 'Get Vehicles')).slice(0, 3);
		const isFailing = (id: unknown) => failing.includes(id);
		for (const vehicle of connectedVehicles(runner().simulator)) {
			vehicle.odometerKm += 100;
			if (isFailing(vehicle.id)) failNextSignalsRequest(runner().simulator, vehicle);
		}

		const run = await runner().execute(workflow, 'Every Evening');

		const rows = await readRows();
		const rowsThat = (all: typeof rows, failed: boolean) =>
			all.filter(({ vehicleId }) => isFailing(vehicleId) === failed);
		expect(rowsThat(rows, true)).toEqual(rowsThat(earlierRows, true));
		expect(rowsThat(rows, false)).toEqual(
			expectedFleetRows(connectedVehicles(runner().simulator).filter(({ id }) => !isFailing(id))),
		);
		expect(nodeOutput(run, 'Not Read').map(({ vehicleId }) => vehicleId)).toEqual(failing);
		expect(nodeOutput(run, 'All Cars Done')).toHaveLength(rows.length);
	});
}
