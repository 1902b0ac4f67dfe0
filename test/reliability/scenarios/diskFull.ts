import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { Undo, WhileDown } from '../instances/regularMode';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import {
	executionsByEvent,
	repeatedEvents,
	successesByEvent,
	type StoredExecution,
} from '../storedExecutions';

const CONNECTIONS = 50;

/** Events before the disk fills up: more than the first ones that arrive at once. */
const EVENTS_BEFORE = 2 * CONNECTIONS;

export interface DiskFullOptions {
	/** Stops n8n from writing to files. */
	fillDisk: () => Promise<Undo>;
	whileDown: WhileDown;
	events: number;
	seed: number;
}

/**
 * Sends events while the disk fills up. Once half of the connections were rejected, the disk has room again, and all
 * events are sent until they are acknowledged. Then n8n is restarted.
 *
 * n8n has stored some executions that it could not continue. It answered 500, executed the next attempt, and begins the
 * stored executions after the restart. If it could not write how an execution ended, it lists it as failed or crashed.
 */
export async function diskFullScenario(
	target: TargetWorkflow,
	{ fillDisk, whileDown, events, seed }: DiskFullOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const earlier = new Set((await target.executions()).map(({ id }) => id));
	const withoutEarlier = (executions: StoredExecution[]) =>
		executions.filter(({ id }) => !earlier.has(id));
	const plan = planCopies(simulator.events.many(events), 1, new Random(seed, 'disk full'));
	const sender = new EventSender(plan, {
		simulator,
		connections: CONNECTIONS,
		callbackUri: () => target.callbackUri(),
	});

	const sending = sender.sendAll();
	await sender.waitForAcknowledged(EVENTS_BEFORE);
	const freeDisk = await fillDisk();
	await sender.waitForRejected(CONNECTIONS / 2);
	await freeDisk();
	await sending;
	await target.finishedExecutions(await target.unfinishedExecutions());
	const leftBehind = withoutEarlier(
		await whileDown(async () => await target.unfinishedExecutions()),
	);
	const executions = withoutEarlier(await target.finishedExecutions(leftBehind));

	const executionCounts = executionsByEvent(executions);
	const successes = successesByEvent(executions);
	const acknowledged = [...sender.acknowledgedEventIds];

	const checks = new CheckList();
	checks.report('responses', sender.describeResponses());
	checks.equal('events answered 2xx', acknowledged.length, events);
	checks.empty(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !executionCounts.has(eventId)),
	);
	checks.report(
		'events listed as failed or crashed',
		acknowledged.filter((eventId) => !successes.has(eventId)).length,
	);
	checks.report(
		'executions left behind, and begun after the restart',
		leftBehind.filter(({ status }) => status === 'new').length,
	);
	checks.empty('events executed more than once', repeatedEvents(executionCounts));
	return checks;
}
