import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { callWorkflow } from '../../support/callableWorkflow';
import { subscriptionsWorkflow } from './measuredWorkflows';
import { watchMemory, type Memory } from './n8nMemory';
import { observeRequests, type RequestStatistics } from './requestObserver';

const TIMEOUT_MS = 280_000;

/** The output of n8n's Summarize node: the number of IDs, and the number of different IDs. */
const countSchema = z.tuple([z.object({ count_id: z.number(), unique_count_id: z.number() })]);

interface SubscriptionsMeasurement extends RequestStatistics {
	tookMs: number;
	/** Number of subscriptions that the workflow read. */
	subscriptions: number;
	/** n8n's memory before the workflow was called, and the highest values until its response. */
	memory: { first: Memory; most: Memory };
}

/** Adds subscriptions to the simulated fleet until there are `count`. */
function addSubscriptions({ simulator }: TestEnvironment, count: number): void {
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
			isFirstDeliveryPending: false,
			openErrorCode: null,
		});
	}
}

/**
 * Reads `count` subscriptions with *Return All*. The time is measured from the call of the workflow
 * to its response.
 */
export async function readSubscriptions(
	environment: TestEnvironment,
	count: number,
): Promise<SubscriptionsMeasurement> {
	addSubscriptions(environment, count);
	const { baseUrl } = environment.n8n;
	const memory = await watchMemory(baseUrl);
	const observer = observeRequests(environment.simulator, /\/subscriptions\?/);
	const start = performance.now();
	const { status, body } = await callWorkflow(baseUrl, subscriptionsWorkflow, [{}], TIMEOUT_MS);
	const tookMs = performance.now() - start;
	if (status !== 200)
		throw new Error(
			`${subscriptionsWorkflow.id} responded with ${status}: ${JSON.stringify(body)}`,
		);
	const [{ count_id: subscriptions, unique_count_id: unique }] = countSchema.parse(body);
	if (subscriptions !== unique) throw new Error('The node returned a subscription twice');
	return { tookMs, subscriptions, memory: await memory.stop(), ...observer.stop() };
}
