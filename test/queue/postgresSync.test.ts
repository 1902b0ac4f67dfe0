import type { Vehicle } from '../../simulator/simulator';
import { findBinaries } from '../../tools/n8n/queue/binaries';
import { Postgres } from '../../tools/n8n/queue/postgres';
import { outputOf } from '../../tools/n8n/runData';
import { FLEET_SYNC_POSTGRESQL, readExample } from '../../tools/testEnvironment/exampleWorkflows';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { ExampleRunner } from '../support/exampleRunner';
import { failNextSignalsRequest, liveVehicles, subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';

// This test is here because the example needs PostgreSQL. n8n itself runs in regular mode with SQLite.

let postgres: Postgres;
let runner: ExampleRunner;
let workflow: Workflow;

beforeAll(async () => {
	const binaries = await findBinaries();
	if ('missing' in binaries) throw new Error(binaries.missing);
	postgres = await Postgres.start(binaries.found);
	workflow = await readExample(FLEET_SYNC_POSTGRESQL);
	const data = { ...postgres.connection, password: '', ssl: 'disable' };
	const environment = await startTestEnvironment([workflow], {
		credentials: [{ id: 'fleetPostgres0001', name: 'Postgres', type: 'postgres', data }],
	});
	subscribeFleet(environment.simulator);
	runner = new ExampleRunner(environment);
});

afterAll(async () => {
	await runner?.environment.close();
	await postgres?.stop();
});

async function rows(): Promise<unknown[]> {
	const result: unknown[] = [];
	const columns = `*, now() - synced_at < interval '10 minutes' AS is_recent`;
	await postgres.query(
		`SELECT ${columns} FROM smartcar_fleet ORDER BY vehicle_id COLLATE "C"`,
		(row) => result.push(row),
	);
	return result;
}

const expectedRow = ({ id, make, model, year, battery, odometerKm, tires }: Vehicle) => ({
	vehicle_id: id,
	make,
	model,
	year,
	state_of_charge: battery?.percent ?? null,
	odometer: odometerKm,
	front_left: tires.frontLeft,
	front_right: tires.frontRight,
	back_left: tires.backLeft,
	back_right: tires.backRight,
	synced_at: expect.any(String),
	is_recent: true,
});

const expectedRows = (vehicles: Vehicle[]) =>
	[...vehicles].sort((a, b) => (a.id < b.id ? -1 : 1)).map(expectedRow);

test('fleet sync into PostgreSQL: each vehicle that can be read has one row, and the next run updates the same rows', async () => {
	const { simulator } = runner;
	const vehicles = liveVehicles(simulator);
	const [unreadable, ...readable] = vehicles;
	if (unreadable === undefined) throw new Error('The fleet is empty');
	failNextSignalsRequest(simulator, unreadable);

	const first = await runner.execute(workflow, 'Every Night');

	expect(await rows()).toEqual(expectedRows(readable));
	expect(outputOf(first, 'Not Read')).toEqual([
		expect.objectContaining({
			vehicleId: unreadable.id,
			error: expect.stringContaining('PERMISSION'),
		}),
	]);

	for (const vehicle of vehicles) vehicle.odometerKm += 100;
	const second = await runner.execute(workflow, 'Every Night');

	expect(outputOf(second, 'Not Read')).toEqual([]);
	expect(await rows()).toEqual(expectedRows(vehicles));
});
