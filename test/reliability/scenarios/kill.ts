import { Random } from '../../../simulator/random';
import {
	executionsOf,
	holders,
	settledExecutions,
	successes,
	type StoredExecution,
} from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { isReady } from '../sending/readiness';
import { Traffic } from '../sending/eventSender';
import { Verdict } from '../checkList';

const MAX_COPIES = 3;

export interface KillOptions extends Subject {
	/** Kills n8n (SIGKILL), does the work and starts n8n again. */
	whileDown: <Result>(work: () => Promise<Result>) => Promise<Result>;
	acknowledge: 'onReceived' | 'lastNode';
	events: number;
	kills: number;
	seed: number;
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT of this n8n. */
	concurrencyLimit: number;
}

/**
 * Events that were executed more often than the promise allows. An event that was in flight at a kill may run again
 * (n8n died before it was remembered, or answered). With *Acknowledge: When the Workflow Finishes* only memory tells
 * copies, so each start of n8n may run an event once.
 */
function repeatedWithoutReason(
	ran: Map<string, number>,
	inFlight: Set<string>,
	allowed: number,
): string[] {
	return [...ran]
		.filter(([eventId, count]) => count > allowed && !inFlight.has(eventId))
		.map(([eventId]) => eventId);
}

/**
 * Sends events, each up to three times, in random order, 50 at a time, while n8n is killed (SIGKILL) and started again;
 * the sender repeats what is not answered 2xx.
 */
export async function killTest(options: KillOptions): Promise<Verdict> {
	const { simulator, database, workflowId, address, settleWithinMs, whileDown } = options;
	const { acknowledge, events, kills, seed, concurrencyLimit } = options;
	const random = new Random(seed, `kill ${acknowledge}`);
	const plan = planCopies(simulator.events.many(events), MAX_COPIES, random);
	const traffic = new Traffic(plan, { simulator, address, ready: isReady });

	const sending = traffic.run();
	const interrupted: StoredExecution[] = [];
	for (let kill = 1; kill <= kills; kill += 1) {
		const spread = Math.floor(plan.length / (kills + 1) / 4);
		await traffic.reached(
			Math.floor((plan.length * kill) / (kills + 1)) + random.integer(-spread, spread),
		);
		interrupted.push(
			...(await whileDown(async () => await executionsOf(database, workflowId, 'open'))),
		);
	}
	await sending;
	const cutOff = new Set(interrupted.map(({ id }) => id));
	const executions = await settledExecutions(database, workflowId, settleWithinMs, cutOff);

	const ran = successes(executions);
	const stored = holders(executions);
	const acknowledged = [...traffic.acknowledged];
	const unfinished = acknowledged.filter((eventId) => stored.has(eventId) && !ran.has(eventId));
	const inFlight = new Set([...traffic.unanswered, ...holders(interrupted).keys()]);
	const repeated = [...ran.values()].filter((count) => count > 1).length;

	const verdict = new Verdict();
	verdict.report('deliveries, each repeated until it was answered 2xx', plan.length);
	verdict.report(
		'attempts, those while n8n was down or not ready included',
		[...traffic.answers.values()].reduce((sum, count) => sum + count, 0),
	);
	verdict.exactly('events answered 2xx', acknowledged.length, events);
	verdict.none(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !stored.has(eventId)),
	);
	verdict.atMost(
		'events left unfinished',
		unfinished.length,
		acknowledge === 'lastNode' ? 0 : concurrencyLimit * kills,
	);
	verdict.report('events in flight at a kill', inFlight.size);
	verdict.report('events executed more than once', repeated);
	verdict.none(
		acknowledge === 'lastNode'
			? 'events executed more often than n8n was started, though not in flight at a kill'
			: 'events executed more than once, though not in flight at a kill',
		repeatedWithoutReason(ran, inFlight, acknowledge === 'lastNode' ? kills + 1 : 1),
	);
	return verdict;
}
