import { Random } from '../../../simulator/random';
import { executionsOf, holders, settledExecutions, successes } from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { Traffic } from '../sending/eventSender';
import { Verdict } from '../checkList';

const CONNECTIONS = 50;

/** Before the disk becomes full: beyond the first that came at once, of which the trigger cannot know yet where they run. */
const FIRST = 2 * CONNECTIONS;

export interface DiskFullOptions extends Subject {
	/** Fills the disk, for n8n; what it returns makes room again. */
	fill: () => Promise<() => Promise<void>>;
	/** Ends n8n, does the work and starts n8n again. */
	whileDown: <Result>(work: () => Promise<Result>) => Promise<Result>;
	events: number;
	seed: number;
}

/**
 * Sends events while the disk becomes full, until half of the senders were refused, and then until all were answered
 * 2xx. By then n8n has stored executions that it could write no further: it answered 500, the next attempt was
 * executed, and at its next start it begins those as well. Of what it could not write the end of, it says later that it
 * failed or crashed.
 */
export async function diskFullTest(options: DiskFullOptions): Promise<Verdict> {
	const {
		simulator,
		database,
		workflowId,
		address,
		settleWithinMs,
		fill,
		whileDown,
		events,
		seed,
	} = options;
	const before = new Set((await executionsOf(database, workflowId)).map(({ id }) => id));
	const own = <Execution extends { id: number }>(executions: Execution[]) =>
		executions.filter(({ id }) => !before.has(id));
	const open = async () => own(await executionsOf(database, workflowId, 'open'));
	const traffic = new Traffic(
		planCopies(simulator.events.many(events), 1, new Random(seed, 'disk full')),
		{
			simulator,
			connections: CONNECTIONS,
			address,
		},
	);

	const sending = traffic.run();
	await traffic.reached(FIRST);
	const release = await fill();
	await traffic.refusedOf(CONNECTIONS / 2);
	await release();
	await sending;
	await settledExecutions(
		database,
		workflowId,
		settleWithinMs,
		new Set((await open()).map(({ id }) => id)),
	);
	const leftBehind = await whileDown(open);
	const cutOff = new Set(leftBehind.map(({ id }) => id));
	const executions = own(await settledExecutions(database, workflowId, settleWithinMs, cutOff));

	const begun = holders(executions);
	const succeeded = successes(executions);
	const acknowledged = [...traffic.acknowledged];
	const verdict = new Verdict();
	verdict.report(
		'answers',
		[...traffic.answers].map(([answer, count]) => `${count} × ${answer}`).join(', '),
	);
	verdict.exactly('events answered 2xx', acknowledged.length, events);
	verdict.none(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !begun.has(eventId)),
	);
	verdict.report(
		'events listed as failed or crashed',
		acknowledged.filter((eventId) => !succeeded.has(eventId)).length,
	);
	verdict.report(
		'executions left behind, and begun after the restart',
		leftBehind.filter(({ status }) => status === 'new').length,
	);
	verdict.none(
		'events executed more than once',
		[...begun].filter(([, count]) => count > 1).map(([eventId]) => eventId),
	);
	return verdict;
}
