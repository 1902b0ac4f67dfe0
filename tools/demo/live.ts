import { setTimeout as pause } from 'node:timers/promises';
import type { DeliveryAttempt } from '../../simulator/simulator';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { webhookIdOf, type Workflow } from '../testEnvironment/workflow';
import { ExecutionPoller, type ExecutionSummary } from './executionPoller';

const FLEET_TICK_MS = 5_000;
const POLL_MS = 500;

const timeOfDay = () => new Date().toLocaleTimeString('en-GB');

function describeResponse({ status, body, error }: DeliveryAttempt): string {
	if (status === null) return `no response (${error})`;
	return `${status} ${/"(?:status|error)":"(\w+)"/.exec(body)?.[1] ?? ''}`.trim();
}

/** Prints one line for each delivery with its execution, and one for each execution without a delivery. */
class DeliveryLog {
	/** By event ID: lines of accepted deliveries whose execution has not finished. */
	private readonly pendingLines = new Map<string, string>();

	addDelivery(attempt: DeliveryAttempt): void {
		const line = `${timeOfDay()}  ${attempt.eventType} ${attempt.eventId?.slice(0, 8)} → ${describeResponse(attempt)}`;
		if (attempt.eventId !== null && attempt.body.includes('"accepted"'))
			this.pendingLines.set(attempt.eventId, line);
		else console.log(line);
	}

	addExecution({ id, status, eventId, outcome }: ExecutionSummary): void {
		const line = eventId === undefined ? undefined : this.pendingLines.get(eventId);
		if (eventId !== undefined) this.pendingLines.delete(eventId);
		console.log(`${line ?? `${timeOfDay()}  Schedule`} → execution ${id} ${status}: ${outcome}`);
	}
}

/**
 * Subscribes the fleet to the workflows, and lets the vehicles change: tires lose pressure, vehicles fall asleep and wake
 * up. Prints each delivery with its execution until the signal is aborted or n8n ends.
 */
export async function runLive(
	environment: TestEnvironment,
	workflows: Record<'fleetEvents' | 'tireAlert' | 'errorAlert', Workflow>,
	signal: AbortSignal,
): Promise<void> {
	const { deliveries, fleet, subscriptions, webhooks } = environment.simulator;
	const log = new DeliveryLog();
	deliveries.onAttempt((attempt) => log.addDelivery(attempt));

	const urlOf = (workflow: Workflow) => environment.n8n.webhookUrl(webhookIdOf(workflow));
	const created = [
		webhooks.create({
			name: 'Fleet table',
			callbackUri: urlOf(workflows.fleetEvents),
			errorCallbackUri: urlOf(workflows.errorAlert),
			triggers: ['wheel-tires'],
		}),
		webhooks.create({
			name: 'Tire alert',
			callbackUri: urlOf(workflows.tireAlert),
			errorCallbackUri: urlOf(workflows.tireAlert),
			triggers: ['wheel-tires'],
		}),
	];
	for (const webhook of created) {
		const { verified, status, reason } = await webhooks.verify(webhook.id);
		console.log(
			`${timeOfDay()}  VERIFY → ${status} ${verified ? 'verified' : `not verified: ${reason}`}`,
		);
		subscriptions.addAll(webhook);
	}

	const poller = new ExecutionPoller(environment.rest);
	let nextTick = Date.now() + FLEET_TICK_MS;
	while (!signal.aborted && environment.n8n.running) {
		if (Date.now() >= nextTick) {
			fleet.tick();
			nextTick += FLEET_TICK_MS;
		}
		for (const execution of await poller.nextFinished()) log.addExecution(execution);
		await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
	}
}
