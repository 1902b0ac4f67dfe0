import type { Vehicle } from '../../simulator/simulator';
import { findQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { Postgres } from '../../tools/n8n/queue/postgres';
import { nodeOutput } from '../../tools/n8n/runData';
import { FLEET_SYNC_POSTGRESQL, readExample } from '../../tools/testEnvironment/exampleWorkflows';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { ExampleRunner } from '../support/exampleRunner';
import { failNextSignalsRequest, liveVehicles, subscribeFleet } from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';

// The example workflow writes to PostgreSQL, which only this jest project starts. n8n runs in regular mode with SQLite.

let postgres: Postgres;
let runner: ExampleRunner;
let workflow: Workflow;

beforeAll(async () => {
	const binaries = await findQueuePrograms();
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

async function readRows(): Promise<unknown[]> {
	const rows: unknown[] = [];
	const columns = `*, now() - synced_at < interval '10 minutes' AS is_recent`;
	await postgres.query(
		`SELECT ${columns} FROM smartcar_fleet ORDER BY vehicle_id COLLATE "C"`,
		(row) => rows.push(row),
	);
	return rows;
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
	const [failingVehicle, ...otherVehicles] = vehicles;
	if (failingVehicle === undefined) throw new Error('The fleet is empty');
	failNextSignalsRequest(simulator, failingVehicle);

	const firstRun = await runner.execute(workflow, 'Every Night');

	expect(await readRows()).toEqual(expectedRows(otherVehicles));
	expect(nodeOutput(firstRun, 'Not Read')).toEqual([
		expect.objectContaining({
			vehicleId: failingVehicle.id,
			error: expect.stringContaining('PERMISSION'),
		}),
	]);

	for (const vehicle of vehicles) vehicle.odometerKm += 100;
	const secondRun = await runner.execute(workflow, 'Every Night');

	expect(nodeOutput(secondRun, 'Not Read')).toEqual([]);
	expect(await readRows()).toEqual(expectedRows(vehicles));
});
