import type { DeliveryAttempt, DeliverOptions } from '../../simulator/simulator';
import type { JsonObject } from '../../simulator/json';
import { waitForExecutions } from '../n8n/restClient';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { summarizeExecution } from './executionPoller';

const EVENTS = 20;
const DUPLICATES = 5;
const FORGED_EVENTS = 2;
const EXECUTIONS_TIMEOUT_MS = 60_000;

const hasResponse =
	(status: number, text: string) =>
	(attempt: DeliveryAttempt): boolean =>
		attempt.status === status && attempt.responseBody.includes(text);

/**
 * Verifies the webhook, delivers 20 events, then 5 of them again and 2 with a forged signature, and
 * prints the results.
 * @returns whether the workflow ran exactly once for each of the 20 events, and for nothing else
 */
export async function runOnce(environment: TestEnvironment, workflowId: string): Promise<boolean> {
	const { deliveries, events, webhooks } = environment.simulator;
	const webhook = webhooks.create({ name: 'n8n', callbackUri: environment.callbackUri });
	const { verified } = await webhooks.verify(webhook.id);

	// One after the other, because the workflow drops an event that arrives after a later one of its
	// vehicle.
	async function deliverAll(list: JsonObject[], options: DeliverOptions = {}) {
		const all: DeliveryAttempt[] = [];
		for (const event of list) {
			const { attempts } = await deliveries.deliver(event, {
				webhookId: webhook.id,
				retry: false,
				...options,
			});
			all.push(...attempts);
		}
		return all;
	}
	const genuine = events.vehicleStates(EVENTS, { webhook });
	const attempts = await deliverAll(genuine);
	const duplicates = await deliverAll(genuine.slice(0, DUPLICATES));
	const forged = await deliverAll(events.vehicleStates(FORGED_EVENTS, { webhook }), {
		forged: true,
	});

	// n8n stores an execution before it responds, so its list is complete now. An execution of a
	// duplicate or a forged event would be in it.
	const executions = await waitForExecutions(
		environment.rest,
		{ workflowId },
		EVENTS,
		EXECUTIONS_TIMEOUT_MS,
	);
	const summaries = await Promise.all(
		executions.map(async (execution) => await summarizeExecution(environment.rest, execution)),
	);
	const successfulEventIds = new Set(
		summaries.filter(({ status }) => status === 'success').map(({ eventId }) => eventId),
	);

	const results: Array<[label: string, expected: number, actual: number]> = [
		['verification answered', 1, verified ? 1 : 0],
		['events accepted', EVENTS, attempts.filter(hasResponse(200, 'accepted')).length],
		['duplicates recognized', DUPLICATES, duplicates.filter(hasResponse(200, 'duplicate')).length],
		['forged events rejected', FORGED_EVENTS, forged.filter(hasResponse(401, 'signature')).length],
		['events with a successful execution', EVENTS, successfulEventIds.size],
		['executions in total', EVENTS, summaries.length],
	];
	console.log();
	for (const [label, expected, actual] of results) {
		const mark = actual === expected ? '✔' : '✖';
		console.log(`${mark} ${String(actual).padStart(3)} of ${expected} ${label}`);
	}
	return results.every(([, expected, actual]) => expected === actual);
}
