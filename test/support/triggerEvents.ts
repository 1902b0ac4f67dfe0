import type { JsonObject } from '../../simulator/json';
import type { DeliverOptions, DeliveryAttempt } from '../../simulator/simulator';
import type { Execution } from '../../tools/n8n/executions';
import { nodeOutput } from '../../tools/n8n/runData';
import type { TestEnvironment } from '../../tools/testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../../tools/testEnvironment/workflow';
import { TRIGGER_NAME } from './triggerWorkflows';

/** Delivers an event to the published workflow, without retries. Returns one attempt per copy. */
export async function deliverOnce(
	{ n8n, simulator }: TestEnvironment,
	workflow: Workflow,
	event: JsonObject,
	options: Pick<DeliverOptions, 'copies' | 'forged'> = {},
): Promise<DeliveryAttempt[]> {
	const callbackUri = n8n.webhookUrl(webhookIdOf(workflow));
	const delivery = { callbackUri, retry: false, ...options };
	return (await simulator.deliveries.deliver(event, delivery)).attempts;
}

/** The items that the trigger has emitted in these executions, in order. */
export async function emittedItems(
	{ rest }: TestEnvironment,
	executions: readonly Execution[],
): Promise<Array<Record<string, unknown>>> {
	const details = await Promise.all(executions.map(async ({ id }) => await rest.getExecution(id)));
	return details.flatMap(({ runData }) => nodeOutput(runData, TRIGGER_NAME));
}
