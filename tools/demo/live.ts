import { setTimeout as pause } from 'node:timers/promises';
import { describeAttempt, type DeliveryAttempt, type Fleet } from '../../simulator/simulator';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { ExecutionPoller, type ExecutionSummary } from './executionPoller';
import { TriggerWebhooks } from './triggerWebhooks';

const FLEET_TICK_MS = 5_000;
const TRIGGER_POLL_MS = 2_000;
const POLL_MS = 500;

const timeOfDay = () => new Date().toLocaleTimeString('en-GB');

/**
 * Prints one line for each delivery with its execution, and one for each execution without a
 * delivery.
 */
class DeliveryLog {
	/** By event ID, the lines of accepted deliveries whose execution has not finished. */
	private readonly pendingLines = new Map<string, string>();

	constructor(private readonly fleet: Fleet) {}

	addDelivery(attempt: DeliveryAttempt): void {
		const webhook = this.fleet.webhooks.find(({ callbackUri }) => callbackUri === attempt.url);
		// Most test URLs answer 404, because nobody listens for a test event in the editor.
		if (webhook === undefined && attempt.status === 404) return;
		const receiver = webhook?.name ?? 'the editor';
		const event = `${attempt.eventType} ${attempt.eventId?.slice(0, 8)}`;
		const line = `${timeOfDay()}  ${event} → ${receiver} → ${describeAttempt(attempt)}`;
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
 * Delivers events to every published Smartcar Trigger, and lets the vehicles change: tires lose
 * pressure, vehicles fall asleep and wake up. The vehicles stop changing by themselves once
 * somebody sends an event from the simulator's page. Prints each delivery with its execution until
 * the signal is aborted or n8n ends.
 */
export async function runLive(environment: TestEnvironment, signal: AbortSignal): Promise<void> {
	const { deliveries, eventPage, fleet } = environment.simulator;
	const log = new DeliveryLog(fleet);
	deliveries.onAttempt((attempt) => log.addDelivery(attempt));
	const triggers = new TriggerWebhooks(
		environment.simulator,
		{ rest: environment.rest, urls: environment.n8n },
		(name, state) => console.log(`${timeOfDay()}  Webhook of ${name}: ${state}`),
	);
	eventPage.setApplication({
		notice:
			'Each published Smartcar Trigger is a webhook here, and one that listens for a test event in the editor gets the event, too. The cars change by themselves until you send the first event.',
		prepareWebhooks: async () => await triggers.update(),
	});

	const poller = new ExecutionPoller(environment.rest);
	let nextTick = Date.now() + FLEET_TICK_MS;
	let nextTriggerPoll = Date.now();
	while (!signal.aborted && environment.n8n.running) {
		if (Date.now() >= nextTriggerPoll) {
			await triggers.update();
			nextTriggerPoll = Date.now() + TRIGGER_POLL_MS;
		}
		if (Date.now() >= nextTick) {
			if (!eventPage.wasUsed) fleet.tick();
			nextTick += FLEET_TICK_MS;
		}
		for (const execution of await poller.nextFinished()) log.addExecution(execution);
		await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
	}
}
