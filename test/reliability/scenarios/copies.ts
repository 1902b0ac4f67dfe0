import { settledExecutions } from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { Verdict } from '../checkList';

export interface CopiesOptions extends Subject {
	copies: number;
	/** One after the other. */
	rounds: number;
}

/** Sends all copies of an event at the same instant. */
export async function copiesTest(options: CopiesOptions): Promise<Verdict> {
	const { simulator, database, workflowId, address, settleWithinMs, copies, rounds } = options;
	const events = simulator.events.many(rounds);
	const before = (await settledExecutions(database, workflowId, settleWithinMs)).length;
	let acknowledged = 0;
	for (const event of events) {
		const to = { callbackUri: address(), retry: false, copies };
		const { attempts } = await simulator.deliveries.deliver(event, to);
		acknowledged += attempts.filter((attempt) => attempt.acknowledged).length;
	}
	const executions = (await settledExecutions(database, workflowId, settleWithinMs)).slice(before);

	const verdict = new Verdict();
	verdict.exactly('copies answered 2xx', acknowledged, copies * rounds);
	verdict.exactly('executions', executions.length, rounds);
	verdict.exactly(
		'events emitted',
		new Set(executions.flatMap(({ emitted }) => emitted)).size,
		rounds,
	);
	return verdict;
}
