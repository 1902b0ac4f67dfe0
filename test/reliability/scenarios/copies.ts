import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { failedExecutions } from '../storedExecutions';

interface CopiesOptions {
	/** Number of copies of each event, including the event itself. */
	copies: number;
	/** Number of events. The next one is sent when all copies of an event were answered. */
	events: number;
}

/** Sends all copies of an event at the same time. */
export async function copiesScenario(
	target: TargetWorkflow,
	{ copies, events }: CopiesOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const earlierExecutions = (await target.waitForFinishedExecutions()).length;
	let acknowledged = 0;
	const otherResponses: string[] = [];
	for (const event of simulator.events.vehicleStates(events)) {
		const options = { callbackUri: target.callbackUri(), retry: false, copies };
		const { attempts } = await simulator.deliveries.deliver(event, options);
		const others = attempts.filter((attempt) => !attempt.acknowledged);
		acknowledged += attempts.length - others.length;
		otherResponses.push(
			...others.map(({ status, responseBody, error }) => `${status ?? error} ${responseBody}`),
		);
	}
	const executions = (await target.waitForFinishedExecutions()).slice(earlierExecutions);
	const emittedEventIds = new Set(executions.flatMap(({ emittedEventIds }) => emittedEventIds));

	const checks = new CheckList();
	checks.equal('copies answered 2xx', acknowledged, copies * events);
	checks.empty('other responses than 2xx', otherResponses);
	checks.equal('executions (one for each event)', executions.length, events);
	checks.empty('executions that failed', failedExecutions(executions));
	checks.equal('events emitted', emittedEventIds.size, events);
	return checks;
}
