import { findBinaries } from '../../tools/n8n/queue/binaries';
import { Postgres } from '../../tools/n8n/queue/postgres';
import { waitForExecutions } from '../../tools/n8n/rest';
import { outputOf } from '../../tools/n8n/runData';
import {
	POSTGRES_SYNC,
	readExample,
	type Workflow,
} from '../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { startTestEnvironment } from '../support/startTestEnvironment';
import type { Vehicle } from '../../simulator/fleet/model';

// Here for the sake of PostgreSQL, which the example writes into. n8n itself keeps its data in SQLite, and has no queue.

let postgres: Postgres;
let environment: TestEnvironment;
let workflow: Workflow;

beforeAll(async () => {
	const binaries = await findBinaries();
	if ('missing' in binaries) throw new Error(binaries.missing);
	postgres = await Postgres.start(binaries.found);
	workflow = await readExample(POSTGRES_SYNC);
	const data = { ...postgres.connection, password: '', ssl: 'disable' };
	environment = await startTestEnvironment([workflow], {
		credentials: [{ id: 'fleetPostgres0001', name: 'Postgres', type: 'postgres', data }],
	});
	// Smartcar has signals of subscribed vehicles only.
	environment.simulator.webhooks.create({
		name: 'all',
		callbackUri: 'http://127.0.0.1:9',
		autoSubscribe: true,
	});
});

afterAll(async () => {
	await environment?.close();
	await postgres?.stop();
});

async function runOnce() {
	const id = await environment.rest.execute(workflow.id, 'Every Night');
	await waitForExecutions(environment.rest, { workflowId: workflow.id }, 1);
	const { status, run } = await environment.rest.execution(id);
	expect({ status, error: run.resultData.error?.message }).toEqual({ status: 'success' });
	return run;
}

async function rows(): Promise<unknown[]> {
	const found: unknown[] = [];
	const columns = `*, now() - synced_at < interval '10 minutes' AS fresh`;
	await postgres.query(
		`SELECT ${columns} FROM smartcar_fleet ORDER BY vehicle_id COLLATE "C"`,
		(row) => found.push(row),
	);
	return found;
}

const rowOf = ({ id, make, model, year, battery, odometerKm, tires }: Vehicle) => ({
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
	fresh: true,
});

const expected = (vehicles: Vehicle[]) =>
	[...vehicles].sort((a, b) => (a.id < b.id ? -1 : 1)).map(rowOf);

test('the fleet in PostgreSQL: one row for each vehicle, whatever happens to another, and the same rows the next night', async () => {
	const { faults, fleet } = environment.simulator;
	const live = fleet.vehicles.filter(({ mode }) => mode === 'live');
	const [unread, ...others] = live;
	if (unread === undefined) throw new Error('The fleet is empty');
	const route = { path: new RegExp(`/vehicles/${unread.id}/signals$`) };
	faults.next(route, { kind: 'error', type: 'PERMISSION', code: null });

	const first = await runOnce();

	expect(await rows()).toEqual(expected(others));
	expect(outputOf(first, 'Not Read')).toEqual([
		expect.objectContaining({ vehicleId: unread.id, error: expect.stringContaining('PERMISSION') }),
	]);

	for (const vehicle of live) vehicle.odometerKm += 100;
	const second = await runOnce();

	expect(outputOf(second, 'Not Read')).toEqual([]);
	expect(await rows()).toEqual(expected(live));
});
