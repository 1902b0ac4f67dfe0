import type { Planned } from '../sending/deliveryPlan';
import { Random } from '../../../simulator/random';
import { isJsonObject, type JsonObject } from '../../../simulator/json';
import { settledExecutions, successes } from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { Traffic } from '../sending/eventSender';
import { Verdict } from '../checkList';

export interface FailingOptions extends Subject {
	/** Half of them fail in the workflow the first time. */
	events: number;
	seed: number;
}

function markBroken(event: JsonObject, broken: boolean): JsonObject {
	return { ...event, data: { ...(isJsonObject(event.data) ? event.data : {}), broken } };
}

/**
 * The workflow fails on every second event at its first attempt, with *Acknowledge: When the Workflow Finishes*: the
 * sender gets 500 and sends again, and that is no copy.
 */
export async function failingTest(options: FailingOptions): Promise<Verdict> {
	const { simulator, database, workflowId, address, settleWithinMs, events, seed } = options;
	const made = simulator.events.many(events);
	const broken = new Set(
		made.filter((_, place) => place % 2 === 0).map(({ eventId }) => String(eventId)),
	);
	const numberBroken = broken.size;
	const plan = made.map((event) => ({ event, eventId: String(event.eventId), copy: 0 }));
	const traffic = new Traffic(new Random(seed, 'failing').shuffled(plan), {
		simulator,
		address,
		// Broken the first time only.
		content: ({ event, eventId }: Planned) => markBroken(event, broken.delete(eventId)),
	});

	await traffic.run();
	const executions = await settledExecutions(database, workflowId, settleWithinMs);

	const ran = successes(executions);
	const verdict = new Verdict();
	verdict.exactly('attempts answered 500', traffic.answers.get('500') ?? 0, numberBroken);
	verdict.exactly(
		'executions that failed',
		executions.filter(({ status }) => status === 'error').length,
		numberBroken,
	);
	verdict.exactly('events answered 2xx', traffic.acknowledged.size, events);
	verdict.exactly('events that succeeded', ran.size, events);
	verdict.none(
		'events that succeeded more than once',
		[...ran].filter(([, count]) => count > 1).map(([id]) => id),
	);
	return verdict;
}
