import { CheckList } from '../checkList';
import type { TargetWorkflow } from '../instances/targetWorkflow';

export interface CopiesOptions {
	copies: number;
	/** Number of events. Each is sent after the previous one was answered. */
	events: number;
}

/** Sends all copies of an event at the same time. */
export async function copiesScenario(
	target: TargetWorkflow,
	{ copies, events }: CopiesOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const earlier = (await target.finishedExecutions()).length;
	let acknowledged = 0;
	for (const event of simulator.events.many(events)) {
		const options = { callbackUri: target.callbackUri(), retry: false, copies };
		const { attempts } = await simulator.deliveries.deliver(event, options);
		acknowledged += attempts.filter((attempt) => attempt.acknowledged).length;
	}
	const executions = (await target.finishedExecutions()).slice(earlier);
	const emitted = new Set(executions.flatMap(({ emittedEventIds }) => emittedEventIds));

	const checks = new CheckList();
	checks.equal('copies answered 2xx', acknowledged, copies * events);
	checks.equal('executions', executions.length, events);
	checks.equal('events emitted', emitted.size, events);
	return checks;
}
