import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { callWorkflow } from '../../../tools/testEnvironment/callableWorkflow';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { watchMemory, type Memory } from './n8nMemory';
import { observe, type Observed } from './requestObserver';
import { subscriptions } from './measuredWorkflows';

const TIMEOUT_MS = 280_000;

const countSchema = z.tuple([z.object({ count_id: z.number(), unique_count_id: z.number() })]);

export interface ListRun extends Observed {
	tookMs: number;
	complete: number;
	memory: { first: Memory; most: Memory };
}

/** Subscribes the fleet so often that the list has `count` entries. */
function fill({ simulator }: TestEnvironment, count: number): void {
	const { fleet } = simulator;
	const [webhookId, createdAt] = [randomUUID(), Date.now()];
	for (let index = fleet.subscriptions.length; index < count; index++) {
		const { userId, vehicleId } = fleet.connections[index % fleet.connections.length] ?? {};
		if (userId === undefined || vehicleId === undefined)
			throw new Error('The fleet has no connections');
		fleet.subscriptions.push({
			id: randomUUID(),
			webhookId,
			userId,
			vehicleId,
			createdAt: createdAt + index,
			updatedAt: createdAt + index,
			isInitialDeliveryPending: false,
			openError: null,
		});
	}
}

/** Reads a list of `count` subscriptions with Return All, from the call of the workflow to its answer. */
export async function allSubscriptions(
	environment: TestEnvironment,
	count: number,
): Promise<ListRun> {
	fill(environment, count);
	const memory = await watchMemory(environment.n8n.baseUrl);
	const observer = observe(environment.simulator, /\/subscriptions\?/, 0);
	const start = performance.now();
	const { status, body } = await callWorkflow(
		environment.n8n.baseUrl,
		subscriptions,
		[{}],
		TIMEOUT_MS,
	);
	const tookMs = performance.now() - start;
	if (status !== 200)
		throw new Error(`${subscriptions.id} answered ${status}: ${JSON.stringify(body)}`);
	const [counted] = countSchema.parse(body);
	if (counted.count_id !== counted.unique_count_id)
		throw new Error('The list holds an entry twice');
	return { tookMs, complete: counted.count_id, memory: await memory.stop(), ...observer.stop() };
}
