import smartcar from 'smartcar';
import { z } from 'zod';
import type { Vehicle as SimulatedVehicle } from '../../../simulator/simulator';
import { callWorkflow } from '../../../tools/testEnvironment/callableWorkflow';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../../tools/testEnvironment/workflow';
import { CONCURRENCY } from './measuredWorkflows';
import { observeRequests, type RequestStatistics } from './requestObserver';

/** The simulator's `retry-after` when the request bucket is empty: the smallest value that the header can have. */
const RETRY_AFTER_MS = 1000;
const TIMEOUT_MS = 280_000;

const TIRES_PATH = /\/tires\/pressure$/;

const tiresSchema = z.object({ frontLeft: z.number().optional() }).passthrough();
const itemsSchema = z.array(tiresSchema);

export interface TiresMeasurement extends RequestStatistics {
	tookMs: number;
	/** Number of vehicles whose tire pressure is in the output, at the index of their input item. */
	complete: number;
}

function isCorrect(vehicle: SimulatedVehicle, tires: { frontLeft?: number } | undefined): boolean {
	return tires?.frontLeft === vehicle.tires.frontLeft;
}

/** Reads the tire pressures of the fleet by a workflow, and measures from its call to its response. */
export async function readTiresByWorkflow(
	{ simulator, n8n }: TestEnvironment,
	workflow: Workflow,
): Promise<TiresMeasurement> {
	const items = simulator.fleet.vehicles.map(({ id }) => ({
		id,
		url: `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`,
	}));
	const observer = observeRequests(simulator, TIRES_PATH, RETRY_AFTER_MS);
	const start = performance.now();
	const { status, body } = await callWorkflow(n8n.baseUrl, workflow, items, TIMEOUT_MS);
	const tookMs = performance.now() - start;
	if (status !== 200) throw new Error(`${workflow.id} answered ${status}: ${JSON.stringify(body)}`);
	const output = itemsSchema.parse(body);
	const complete = simulator.fleet.vehicles.filter((vehicle, index) =>
		isCorrect(vehicle, output[index]),
	).length;
	return { tookMs, complete, ...observer.stop() };
}

type ReadTires = (vehicle: SimulatedVehicle) => Promise<{ frontLeft?: number }>;

async function readTiresInLoops(
	{ simulator }: TestEnvironment,
	loops: number,
	readTires: ReadTires,
): Promise<TiresMeasurement> {
	const queue = simulator.fleet.vehicles.values();
	const observer = observeRequests(simulator, TIRES_PATH, RETRY_AFTER_MS);
	const start = performance.now();
	let complete = 0;
	async function loop(): Promise<void> {
		for (const vehicle of queue) if (isCorrect(vehicle, await readTires(vehicle))) complete++;
	}
	await Promise.all(Array.from({ length: loops }, loop));
	return { tookMs: performance.now() - start, complete, ...observer.stop() };
}

/** The same with Smartcar's SDK, one vehicle after the other, as in its documentation. */
export async function readTiresBySdk(environment: TestEnvironment): Promise<TiresMeasurement> {
	process.env.SMARTCAR_API_ORIGIN = environment.simulator.hosts.vehicleDataUrl;
	const token = environment.simulator.tokens.issue();
	return await readTiresInLoops(
		environment,
		1,
		async ({ id }) => await new smartcar.Vehicle(id, token).tirePressure(),
	);
}

/** The same with plain requests, {@link CONCURRENCY} at once. Shows the limit of the machine and of the simulator. */
export async function readTiresByFetch(environment: TestEnvironment): Promise<TiresMeasurement> {
	const { hosts, tokens } = environment.simulator;
	const headers = { authorization: `Bearer ${tokens.issue()}` };
	return await readTiresInLoops(environment, CONCURRENCY, async ({ id }) => {
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`;
		return tiresSchema.parse(await (await fetch(url, { headers })).json());
	});
}
