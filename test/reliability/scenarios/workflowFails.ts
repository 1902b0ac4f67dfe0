import { isJsonObject, type JsonObject } from '../../../simulator/json';
import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planOnce } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import { repeatedEvents, successesByEvent } from '../storedExecutions';

interface WorkflowFailsOptions {
	events: number;
	seed: number;
}

function withShouldFail(event: JsonObject, shouldFail: boolean): JsonObject {
	return { ...event, data: { ...(isJsonObject(event.data) ? event.data : {}), shouldFail } };
}

/**
 * The workflow fails on the first attempt of every second event. With *Acknowledge: When the
 * Workflow Finishes* n8n responds with 500, and the event is sent again. The trigger must not treat
 * the retry as a duplicate.
 */
export async function workflowFailsScenario(
	target: TargetWorkflow,
	{ events, seed }: WorkflowFailsOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const plan = planOnce(simulator.events.vehicleStates(events));
	const failingEventIds = new Set(
		plan.filter((_, index) => index % 2 === 0).map(({ eventId }) => eventId),
	);
	const failures = failingEventIds.size;
	const sender = new EventSender(new Random(seed, 'failing').shuffled(plan), {
		simulator,
		callbackUri: () => target.callbackUri(),
		// Only the first attempt fails: `delete` returns true only once for an event ID.
		eventFor: ({ event, eventId }) => withShouldFail(event, failingEventIds.delete(eventId)),
	});

	await sender.sendAll();
	const executions = await target.waitForFinishedExecutions();
	const successes = successesByEvent(executions);

	const checks = new CheckList();
	checks.equal('attempts answered 500', sender.responses.get('500') ?? 0, failures);
	checks.empty(
		'other responses than 200 and 500',
		[...sender.responses.keys()].filter((response) => !['200', '500'].includes(response)),
	);
	checks.equal(
		'executions that failed',
		executions.filter(({ status }) => status === 'error').length,
		failures,
	);
	checks.equal('events answered 2xx', sender.acknowledgedEventIds.size, events);
	checks.equal('events that succeeded', successes.size, events);
	checks.empty('events that succeeded more than once', repeatedEvents(successes));
	return checks;
}
