import { isJsonObject, type JsonObject } from '../../../simulator/json';
import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planOnce } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import { repeatedEvents, successesByEvent } from '../storedExecutions';

export interface WorkflowFailsOptions {
	events: number;
	seed: number;
}

function withShouldFail(event: JsonObject, shouldFail: boolean): JsonObject {
	return { ...event, data: { ...(isJsonObject(event.data) ? event.data : {}), shouldFail } };
}

/**
 * The workflow fails on the first attempt of every second event. With *Acknowledge: When the Workflow Finishes* the
 * sender gets 500 and sends the event again, and the trigger must not take that for a duplicate.
 */
export async function workflowFailsScenario(
	target: TargetWorkflow,
	{ events, seed }: WorkflowFailsOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const plan = planOnce(simulator.events.many(events));
	const failing = new Set(plan.filter((_, index) => index % 2 === 0).map(({ eventId }) => eventId));
	const numberFailing = failing.size;
	const sender = new EventSender(new Random(seed, 'failing').shuffled(plan), {
		simulator,
		callbackUri: () => target.callbackUri(),
		// `delete` returns true the first time only.
		eventFor: ({ event, eventId }) => withShouldFail(event, failing.delete(eventId)),
	});

	await sender.sendAll();
	const executions = await target.finishedExecutions();
	const successes = successesByEvent(executions);

	const checks = new CheckList();
	checks.equal('attempts answered 500', sender.responses.get('500') ?? 0, numberFailing);
	checks.equal(
		'executions that failed',
		executions.filter(({ status }) => status === 'error').length,
		numberFailing,
	);
	checks.equal('events answered 2xx', sender.acknowledgedEventIds.size, events);
	checks.equal('events that succeeded', successes.size, events);
	checks.empty('events that succeeded more than once', repeatedEvents(successes));
	return checks;
}
