import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryAttempt } from '../../simulator/deliveries/deliveries';
import { webhookIdOf, type Workflow } from '../testEnvironment/exampleWorkflows';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { ExecutionWatch, type SeenExecution } from './executionWatch';

const TICK_MS = 5_000;
const LOOK_MS = 500;

const clock = () => new Date().toLocaleTimeString('en-GB');

function describeAnswer({ status, body, error }: DeliveryAttempt): string {
	if (status === null) return `no answer (${error})`;
	return `${status} ${/"(?:status|error)":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim();
}

/** One line for each delivery, complete once its execution has finished; one for each execution that has no delivery. */
class Log {
	private readonly waiting = new Map<string, string>();

	delivery(attempt: DeliveryAttempt): void {
		const line = `${clock()}  ${attempt.eventType} ${attempt.eventId?.slice(0, 8)} → ${describeAnswer(attempt)}`;
		if (attempt.eventId !== null && attempt.body.includes('"accepted"'))
			this.waiting.set(attempt.eventId, line);
		else console.log(line);
	}

	execution({ id, status, eventId, outcome }: SeenExecution): void {
		const line = eventId === undefined ? undefined : this.waiting.get(eventId);
		if (eventId !== undefined) this.waiting.delete(eventId);
		console.log(`${line ?? `${clock()}  Schedule`} → execution ${id} ${status}: ${outcome}`);
	}
}

/**
 * Connects the service to the workflow of the environment and lets the fleet live: tires lose pressure, cars fall asleep and
 * wake, of which `errors` hears. Prints each delivery with the execution it led to, until the signal is aborted.
 */
export async function runLive(
	environment: TestEnvironment,
	errors: Workflow,
	signal: AbortSignal,
): Promise<void> {
	const { deliveries, fleet, subscriptions, webhooks } = environment.simulator;
	const log = new Log();
	deliveries.onAttempt((attempt) => log.delivery(attempt));

	const webhook = webhooks.create({
		name: 'n8n',
		callbackUri: environment.callbackUri,
		errorCallbackUri: environment.n8n.webhookUrl(webhookIdOf(errors)),
		triggers: ['wheel-tires'],
	});
	const { verified, status, reason } = await webhooks.verify(webhook.id);
	console.log(
		`${clock()}  VERIFY → ${status} ${verified ? 'verified' : `not verified: ${reason}`}`,
	);
	subscriptions.addAll(webhook);

	const watch = new ExecutionWatch(environment.rest);
	let nextTick = Date.now() + TICK_MS;
	while (!signal.aborted && environment.n8n.running) {
		if (Date.now() >= nextTick) {
			fleet.tick();
			nextTick += TICK_MS;
		}
		for (const execution of await watch.next()) log.execution(execution);
		await pause(LOOK_MS, undefined, { signal }).catch(() => undefined);
	}
}
