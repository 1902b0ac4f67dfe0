import { setTimeout as pause } from 'node:timers/promises';
import type { TestEnvironment } from '../testEnvironment/testEnvironment';
import { DeliveryLog, timeOfDay } from './deliveryLog';
import { ExecutionPoller } from './executionPoller';
import { TriggerWebhooks } from './triggerWebhooks';

const FLEET_TICK_MS = 5_000;
const TRIGGER_POLL_MS = 2_000;
const POLL_MS = 500;

/**
 * Delivers events to every published Smartcar Trigger, and prints each delivery with its execution,
 * until the signal is aborted or n8n ends.
 *
 * The vehicles change by themselves (tires lose pressure, vehicles fall asleep and wake up), until
 * somebody sends an event from the simulator's page. Until then, each reason why a workflow ignores
 * events is printed only once.
 */
export async function runLive(environment: TestEnvironment, signal: AbortSignal): Promise<void> {
	const { deliveries, eventPage, fleet } = environment.simulator;
	const log = new DeliveryLog({
		webhookName: (uri) => fleet.webhooks.find(({ callbackUri }) => callbackUri === uri)?.name,
		printsAllIgnored: () => eventPage.wasUsed,
		print: (line) => console.log(line),
	});
	deliveries.onAttempt((attempt) => log.addDelivery(attempt));
	const triggers = new TriggerWebhooks(
		environment.simulator,
		{ rest: environment.rest, urls: environment.n8n },
		(name, state) => console.log(`${timeOfDay()}  Webhook of ${name}: ${state}`),
	);
	eventPage.setApplication({
		notice:
			'Each published Smartcar Trigger is a webhook here, and one that listens for a test event in the editor gets the event, too. Here every signal triggers an event, and every event has all signals. With the real Smartcar, you choose both: see docs/setup.md. The cars change by themselves until you send the first event.',
		prepareWebhooks: async () => await triggers.update(),
	});

	const poller = new ExecutionPoller(environment.rest);
	let nextTick = Date.now() + FLEET_TICK_MS;
	let nextTriggerPoll = Date.now();
	const update = async () => {
		if (Date.now() >= nextTriggerPoll) {
			await triggers.update();
			nextTriggerPoll = Date.now() + TRIGGER_POLL_MS;
		}
		if (Date.now() >= nextTick) {
			if (!eventPage.wasUsed) fleet.tick();
			// Ticks that were missed while the computer slept are not made up for.
			nextTick = Date.now() + FLEET_TICK_MS;
		}
		for (const execution of await poller.nextFinished()) log.addExecution(execution);
	};
	let lastProblem: string | undefined;
	while (!signal.aborted && environment.n8n.running) {
		// One failed request must not end the demo, because that deletes the user's workflows.
		const problem = await update().then(() => undefined, String);
		if (problem !== undefined && problem !== lastProblem && environment.n8n.running)
			console.error(`${timeOfDay()}  n8n could not be asked: ${problem}`);
		lastProblem = problem;
		await pause(POLL_MS, undefined, { signal }).catch(() => undefined);
	}
}
