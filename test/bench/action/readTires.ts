import smartcar from 'smartcar';
import { z } from 'zod';
import type { Vehicle as SimulatedVehicle } from '../../../simulator/simulator';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import type { Workflow } from '../../../tools/testEnvironment/workflow';
import { callWorkflow } from '../../support/callableWorkflow';
import { CONCURRENCY } from './measuredWorkflows';
import { observeRequests, type RequestStatistics } from './requestObserver';

const TIMEOUT_MS = 280_000;

const TIRES_PATH = /\/tires\/pressure$/;

const tirePressureSchema = z.object({ frontLeft: z.number().optional() }).passthrough();
const outputSchema = z.array(tirePressureSchema);

export interface TiresMeasurement extends RequestStatistics {
	tookMs: number;
	/**
	 * Number of vehicles whose tire pressure was read correctly. For a workflow also in the order of
	 * its input items.
	 */
	correctVehicles: number;
}

function hasPressureOf(
	vehicle: SimulatedVehicle,
	tires: { frontLeft?: number } | undefined,
): boolean {
	return tires?.frontLeft === vehicle.tires.frontLeft;
}

/**
 * Reads the fleet's tire pressures with a workflow. The time is measured from the call of the
 * workflow to its response.
 */
export async function readTiresByWorkflow(
	{ simulator, n8n }: TestEnvironment,
	workflow: Workflow,
): Promise<TiresMeasurement> {
	const items = simulator.fleet.vehicles.map(({ id }) => ({
		id,
		url: `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`,
	}));
	const observer = observeRequests(simulator, TIRES_PATH);
	const start = performance.now();
	const { status, body } = await callWorkflow(n8n.baseUrl, workflow, items, TIMEOUT_MS);
	const tookMs = performance.now() - start;
	if (status !== 200)
		throw new Error(`${workflow.id} responded with ${status}: ${JSON.stringify(body)}`);
	const output = outputSchema.parse(body);
	const correctVehicles = simulator.fleet.vehicles.filter((vehicle, index) =>
		hasPressureOf(vehicle, output[index]),
	).length;
	return { tookMs, correctVehicles, ...observer.stop() };
}

type ReadTires = (vehicle: SimulatedVehicle) => Promise<{ frontLeft?: number }>;

/** Reads the fleet's tire pressures, with `concurrency` requests at the same time. */
async function readTiresConcurrently(
	{ simulator }: TestEnvironment,
	concurrency: number,
	readTires: ReadTires,
): Promise<TiresMeasurement> {
	const remainingVehicles = simulator.fleet.vehicles.values();
	const observer = observeRequests(simulator, TIRES_PATH);
	const start = performance.now();
	let correctVehicles = 0;
	async function readRemaining(): Promise<void> {
		for (const vehicle of remainingVehicles)
			if (hasPressureOf(vehicle, await readTires(vehicle))) correctVehicles++;
	}
	await Promise.all(Array.from({ length: concurrency }, readRemaining));
	return { tookMs: performance.now() - start, correctVehicles, ...observer.stop() };
}

/**
 * Reads the fleet's tire pressures with Smartcar's SDK, one vehicle after the other, as its
 * documentation shows.
 */
export async function readTiresBySdk(environment: TestEnvironment): Promise<TiresMeasurement> {
	process.env.SMARTCAR_API_ORIGIN = environment.simulator.hosts.vehicleDataUrl;
	const token = environment.simulator.tokens.issueForApplication();
	return await readTiresConcurrently(
		environment,
		1,
		async ({ id }) => await new smartcar.Vehicle(id, token).tirePressure(),
	);
}

/**
 * Reads the fleet's tire pressures with `fetch`, {@link CONCURRENCY} at the same time. Shows how
 * fast the machine and the simulator are without n8n.
 */
export async function readTiresByFetch(environment: TestEnvironment): Promise<TiresMeasurement> {
	const { hosts, tokens } = environment.simulator;
	const headers = { authorization: `Bearer ${tokens.issueForApplication()}` };
	return await readTiresConcurrently(environment, CONCURRENCY, async ({ id }) => {
		const url = `${hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`;
		return tirePressureSchema.parse(await (await fetch(url, { headers })).json());
	});
}
