import { requireQueuePrograms } from '../../tools/n8n/queue/queuePrograms';
import { Postgres } from '../../tools/n8n/queue/postgres';
import { nodeOutput } from '../../tools/n8n/runData';
import {
	FLEET_SYNC_POSTGRESQL,
	POSTGRES_CREDENTIAL,
	readExample,
} from '../../tools/testEnvironment/exampleWorkflows';
import type { Workflow } from '../../tools/testEnvironment/workflow';
import { ExampleRunner } from '../support/exampleRunner';
import { expectedFleetRows } from '../support/fleetRows';
import {
	connectedVehicles,
	failNextSignalsRequest,
	firstVehicle,
	subscribeFleet,
} from '../support/simulatedFleet';
import { startTestEnvironment } from '../support/startTestEnvironment';

// The example workflow writes to PostgreSQL, which only this jest project starts. n8n runs in
// regular mode with SQLite.

let postgres: Postgres;
let runner: ExampleRunner;
let workflow: Workflow;

beforeAll(async () => {
	postgres = await Postgres.start(await requireQueuePrograms());
	workflow = await readExample(FLEET_SYNC_POSTGRESQL);
	const data = { ...postgres.connection, password: '', ssl: 'disable' };
	const environment = await startTestEnvironment([workflow], {
		credentials: [{ ...POSTGRES_CREDENTIAL, type: 'postgres', data }],
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
	await postgres.query('SELECT * FROM smartcar_fleet ORDER BY "vehicleId" COLLATE "C"', (row) =>
		rows.push(row),
	);
	return rows;
}

test('fleet sync into PostgreSQL: each vehicle that can be read has one row, and the next run updates the same rows', async () => {
	const { simulator } = runner;
	const vehicles = connectedVehicles(simulator);
	const failingVehicle = firstVehicle(simulator);
	failNextSignalsRequest(simulator, failingVehicle);

	const firstRun = await runner.execute(workflow, 'Every Night');

	expect(await readRows()).toEqual(expectedFleetRows(vehicles.slice(1)));
	expect(nodeOutput(firstRun, 'Not Read')).toEqual([
		expect.objectContaining({
			vehicleId: failingVehicle.id,
			error: expect.stringContaining('PERMISSION'),
		}),
	]);

	for (const vehicle of vehicles) vehicle.odometerKm += 100;
	const secondRun = await runner.execute(workflow, 'Every Night');

	expect(nodeOutput(secondRun, 'Not Read')).toEqual([]);
	expect(await readRows()).toEqual(expectedFleetRows(vehicles));
});
