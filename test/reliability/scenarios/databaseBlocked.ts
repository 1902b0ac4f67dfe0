import { Random } from '../../../simulator/random';
import { settledExecutions, successes } from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { Traffic } from '../sending/eventSender';
import { Verdict } from '../checkList';

export interface UnwritableOptions extends Subject {
	/** Makes n8n's database refuse to be written to; what it returns ends that. */
	block: () => Promise<() => Promise<void>>;
	/** Sent while nothing can be stored, all at once. */
	events: number;
	seed: number;
}

/** Sends events while n8n cannot store an execution, until each sender was refused at least once; then n8n can again. */
export async function unwritableTest(options: UnwritableOptions): Promise<Verdict> {
	const { simulator, database, workflowId, address, settleWithinMs, block, events, seed } = options;
	const before = new Set(
		successes(await settledExecutions(database, workflowId, settleWithinMs)).keys(),
	);
	const plan = planCopies(simulator.events.many(events), 1, new Random(seed, 'unwritable'));
	const traffic = new Traffic(plan, { simulator, connections: events, address });

	const release = await block();
	const sending = traffic.run();
	await traffic.refusedOf(events);
	const acknowledgedMeanwhile = [...traffic.acknowledged];
	await release();
	await sending;

	const ran = [...successes(await settledExecutions(database, workflowId, settleWithinMs))].filter(
		([id]) => !before.has(id),
	);
	const verdict = new Verdict();
	verdict.none('events answered 2xx while nothing could be stored', acknowledgedMeanwhile);
	verdict.report(
		'answers',
		[...traffic.answers].map(([answer, count]) => `${count} × ${answer}`).join(', '),
	);
	verdict.exactly('events answered 2xx after recovery', traffic.acknowledged.size, events);
	verdict.exactly('events executed', ran.length, events);
	verdict.none(
		'events executed more than once',
		ran.filter(([, count]) => count > 1).map(([id]) => id),
	);
	return verdict;
}
