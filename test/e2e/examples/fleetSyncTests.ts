import { outputOf } from '../../../tools/n8n/runData';
import { readExample, SYNC } from '../../../tools/testEnvironment/exampleWorkflows';
import type { Vehicle } from '../../../simulator/fleet/model';
import type { ExampleRunner } from './exampleRunner';

const rowOf = ({ id, make, model, year, battery, odometerKm, tires }: Vehicle) =>
	expect.objectContaining({
		vehicleId: id,
		make,
		model,
		year,
		stateOfCharge: battery?.percent ?? null,
		odometer: odometerKm,
		...tires,
	});

const expected = (vehicles: Vehicle[]) =>
	[...vehicles].sort((a, b) => a.id.localeCompare(b.id)).map(rowOf);

/** What stands in the data table after the workflow has run. */
export function fleetSyncTests(runner: () => ExampleRunner): void {
	const rows = async () => {
		const found = await runner().environment.rest.dataTableRows('Smartcar fleet');
		return found.sort((a, b) => String(a.vehicleId).localeCompare(String(b.vehicleId)));
	};

	test('one row for each vehicle, whatever happens to another, and the same rows the next night', async () => {
		const workflow = await readExample(SYNC);
		const unread = runner().vehicleOf('EX30');
		runner().refuse(unread);

		const first = await runner().execute(workflow, 'Every Night');
		const firstRows = await rows();

		expect(firstRows).toEqual(expected(runner().live.filter((vehicle) => vehicle !== unread)));
		expect(outputOf(first, 'Not Read')).toEqual([
			expect.objectContaining({
				vehicleId: unread.id,
				error: expect.stringContaining('PERMISSION'),
			}),
		]);

		for (const vehicle of runner().live) vehicle.odometerKm += 100;
		const second = await runner().execute(workflow, 'Every Night');
		const secondRows = await rows();

		expect(outputOf(second, 'Not Read')).toEqual([]);
		expect(secondRows).toEqual(expected(runner().live));
		const kept = secondRows.filter(({ vehicleId }) => vehicleId !== unread.id);
		const identity = ({ id, createdAt }: Record<string, unknown>) => ({ id, createdAt });
		expect(kept.map(identity)).toEqual(firstRows.map(identity));
	});
}
