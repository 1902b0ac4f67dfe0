import { batteryOf } from '../../../simulator/simulator';
import {
	FLEET_EVENTS,
	MILEAGE_LOG,
	readExample,
} from '../../../tools/testEnvironment/exampleWorkflows';
import { vehicleName, type ExampleRunner } from '../../support/exampleRunner';
import { connectedVehicles } from '../../support/simulatedFleet';

const [CHARGE, ODOMETER] = ['tractionbattery-stateofcharge', 'odometer-traveleddistance'];

export function tableTests(runner: () => ExampleRunner): void {
	test('each event updates the row of its car, except the columns of signals that could not be read', async () => {
		const { events } = runner().simulator;
		const vehicle = runner().vehicleByModel('Enyaq');
		const options = { triggers: [CHARGE], signals: [CHARGE, ODOMETER] };
		const battery = batteryOf(vehicle);
		battery.percent = 55;
		const first = events.vehicleState(vehicle, options);
		battery.percent = 54;
		const failed = { [ODOMETER]: { type: 'VEHICLE_STATE' as const, code: 'ASLEEP' } };
		const second = events.vehicleState(vehicle, { ...options, failed });

		const { outputs } = await runner().deliver(
			await readExample(FLEET_EVENTS),
			[first, second],
			'Write Row',
		);

		const row = { vehicleId: vehicle.id, model: 'Enyaq', odometerKm: vehicle.odometerKm };
		expect(outputs).toEqual([
			[expect.objectContaining({ ...row, stateOfCharge: 55 })],
			[expect.objectContaining({ ...row, stateOfCharge: 54 })],
		]);
		const rows = await runner().environment.rest.listDataTableRows('Smartcar cars from events');
		expect(rows.filter(({ vehicleId }) => vehicleId === vehicle.id)).toEqual([
			expect.objectContaining({ ...row, stateOfCharge: 54 }),
		]);
	});

	test('the mileage log has one row for each car and day, also after a second run', async () => {
		const workflow = await readExample(MILEAGE_LOG);
		const vehicles = connectedVehicles(runner().simulator);

		await runner().execute(workflow, 'Every Evening');
		for (const vehicle of vehicles) vehicle.odometerKm += 10;
		await runner().execute(workflow, 'Every Evening');

		const rows = await runner().environment.rest.listDataTableRows('Smartcar mileage log');
		const ids = vehicles.map(({ id }) => id);
		const logged = rows.filter(({ vehicleId }) => ids.includes(String(vehicleId)));
		// The second run adds rows if a day has begun since the first one.
		const carsAndDays = new Set(logged.map(({ vehicleId, day }) => `${vehicleId} ${day}`));
		expect(logged).toHaveLength(carsAndDays.size);
		for (const vehicle of vehicles) {
			expect(logged).toContainEqual(
				expect.objectContaining({
					day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
					vehicle: vehicleName(vehicle),
					odometerKm: vehicle.odometerKm,
					reportedAt: expect.any(String),
					vehicleId: vehicle.id,
				}),
			);
		}
	});
}
