import smartcar from 'smartcar';
import { z } from 'zod';
import { callWorkflow } from '../../../tools/testEnvironment/callableWorkflow';
import type { Workflow } from '../../../tools/testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import type { Vehicle as SimulatedVehicle } from '../../../simulator/fleet/model';
import { observe, type Observed } from './requestObserver';
import { CONCURRENCY } from './measuredWorkflows';

/** What the simulated service names when its bucket is empty: the least that the header can say. */
const RETRY_AFTER_MS = 1000;
const TIMEOUT_MS = 280_000;

const TIRES = /\/tires\/pressure$/;

const answerSchema = z.object({ frontLeft: z.number().optional() }).passthrough();
const itemsSchema = z.array(answerSchema);

export interface TireRun extends Observed {
	tookMs: number;
	/** Vehicles whose pressure came out, at their place in the order of the input. */
	complete: number;
}

function isRight(vehicle: SimulatedVehicle, answer: { frontLeft?: number } | undefined): boolean {
	return answer?.frontLeft === vehicle.tires.frontLeft;
}

/** Reads the tire pressure of the whole fleet by a workflow, from its call to its answer. */
export async function tiresByWorkflow(
	environment: TestEnvironment,
	workflow: Workflow,
): Promise<TireRun> {
	const { simulator, n8n } = environment;
	const items = simulator.fleet.vehicles.map(({ id }) => ({
		id,
		url: `${simulator.hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`,
	}));
	const observer = observe(simulator, TIRES, RETRY_AFTER_MS);
	const start = performance.now();
	const { status, body } = await callWorkflow(n8n.baseUrl, workflow, items, TIMEOUT_MS);
	const tookMs = performance.now() - start;
	if (status !== 200) throw new Error(`${workflow.id} answered ${status}: ${JSON.stringify(body)}`);
	const answers = itemsSchema.parse(body);
	const complete = simulator.fleet.vehicles.filter((vehicle, index) =>
		isRight(vehicle, answers[index]),
	).length;
	return { tookMs, complete, ...observer.stop() };
}

type Reader = (vehicle: SimulatedVehicle) => Promise<{ frontLeft?: number }>;

async function tiresByLoops(
	{ simulator }: TestEnvironment,
	loops: number,
	read: Reader,
): Promise<TireRun> {
	const { vehicles } = simulator.fleet;
	const observer = observe(simulator, TIRES, RETRY_AFTER_MS);
	const start = performance.now();
	let next = 0;
	let complete = 0;
	async function loop(): Promise<void> {
		for (let vehicle = vehicles[next++]; vehicle !== undefined; vehicle = vehicles[next++]) {
			if (isRight(vehicle, await read(vehicle))) complete++;
		}
	}
	await Promise.all(Array.from({ length: loops }, loop));
	return { tookMs: performance.now() - start, complete, ...observer.stop() };
}

/** The same with Smartcar's SDK as its documentation shows it: one vehicle after the other. */
export async function tiresBySdk(environment: TestEnvironment): Promise<TireRun> {
	process.env.SMARTCAR_API_ORIGIN = environment.simulator.hosts.vehicleDataUrl;
	const token = environment.simulator.tokens.issue();
	return await tiresByLoops(
		environment,
		1,
		async ({ id }) => await new smartcar.Vehicle(id, token).tirePressure(),
	);
}

/** The same with nothing but requests, so many at once: what the machine and the simulated service leave to reach. */
export async function tiresByFetch(environment: TestEnvironment): Promise<TireRun> {
	const { hosts, tokens } = environment.simulator;
	const headers = { authorization: `Bearer ${tokens.issue()}` };
	return await tiresByLoops(environment, CONCURRENCY, async ({ id }) => {
		const response = await fetch(`${hosts.vehicleDataUrl}/v2.0/vehicles/${id}/tires/pressure`, {
			headers,
		});
		return answerSchema.parse(await response.json());
	});
}
