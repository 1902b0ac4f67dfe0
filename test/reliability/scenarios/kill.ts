import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { WhileDown } from '../instances/regularMode';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import { isReady } from '../sending/readiness';
import {
	executionsByEvent,
	repeatedEvents,
	successesByEvent,
	type StoredExecution,
} from '../storedExecutions';

interface KillOptions {
	whileDown: WhileDown;
	/** The trigger's parameter *Acknowledge*. */
	acknowledge: 'onReceived' | 'lastNode';
	events: number;
	/** How many times n8n is killed. */
	kills: number;
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT of n8n: how many executions a kill can interrupt. */
	concurrencyLimit: number;
	seed: number;
}

/**
 * Sends several copies of each event, in random order, while n8n is killed and started again several
 * times. There are more copies than starts of n8n, so an event that is executed at each copy shows.
 *
 * An event may be executed more than once if n8n was killed before the trigger stored its ID, or
 * before n8n responded. With *Acknowledge: When the Workflow Finishes* the trigger remembers event
 * IDs only in memory, so an event may be executed once after each start of n8n.
 */
export async function killScenario(
	target: TargetWorkflow,
	{ whileDown, acknowledge, events, kills, concurrencyLimit, seed }: KillOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const random = new Random(seed, `kill ${acknowledge}`);
	const plan = planCopies(simulator.events.vehicleStates(events), kills + 2, random);
	const sender = new EventSender(plan, {
		simulator,
		callbackUri: () => target.callbackUri(),
		isReady,
	});

	const sending = sender.sendAll();
	const interrupted: StoredExecution[] = [];
	const deliveriesPerKill = plan.length / (kills + 1);
	for (let kill = 1; kill <= kills; kill += 1) {
		const maxDeviation = Math.floor(deliveriesPerKill / 4);
		const killAfter =
			Math.floor(deliveriesPerKill * kill) + random.integer(-maxDeviation, maxDeviation);
		await sender.waitForAcknowledged(killAfter);
		interrupted.push(...(await whileDown(async () => await target.unfinishedExecutions())));
	}
	await sending;
	const executions = await target.waitForFinishedExecutions(interrupted);

	const successes = successesByEvent(executions);
	const executionCounts = executionsByEvent(executions);
	const acknowledged = [...sender.acknowledgedEventIds];
	const inFlight = new Set([
		...sender.unansweredEventIds,
		...executionsByEvent(interrupted).keys(),
	]);
	const waitsForWorkflow = acknowledge === 'lastNode';
	const allowedExecutions = waitsForWorkflow ? kills + 1 : 1;

	const checks = new CheckList();
	checks.report('deliveries, each retried until it was answered 2xx', plan.length);
	checks.report(
		'attempts, including those while n8n was down or not ready',
		[...sender.responses.values()].reduce((sum, count) => sum + count, 0),
	);
	checks.equal('events answered 2xx', acknowledged.length, events);
	checks.empty(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !executionCounts.has(eventId)),
	);
	checks.atMost(
		'events left unfinished',
		acknowledged.filter((eventId) => executionCounts.has(eventId) && !successes.has(eventId))
			.length,
		waitsForWorkflow ? 0 : concurrencyLimit * kills,
	);
	checks.report('events in flight at a kill', inFlight.size);
	checks.report('events executed more than once', repeatedEvents(successes).length);
	checks.empty(
		waitsForWorkflow
			? 'events executed more often than n8n was started, though not in flight at a kill'
			: 'events executed more than once, though not in flight at a kill',
		[...successes]
			.filter(([eventId, count]) => count > allowedExecutions && !inFlight.has(eventId))
			.map(([eventId]) => eventId),
	);
	return checks;
}
