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

/**
 * So many events are acknowledged before the disk fills up. Every connection has then sent events
 * successfully.
 */
const EVENTS_BEFORE_FULL = 2 * CONNECTIONS;

interface DiskFullOptions {
	/** Makes n8n's writes to files fail. */
	fillDisk: () => Promise<Undo>;
	whileDown: WhileDown;
	events: number;
	seed: number;
}

/**
 * Sends events while the disk fills up. When as many events as half of the connections were
 * rejected, the disk has room again, and all events are retried until they are acknowledged. Then
 * n8n is restarted.
 *
 * For some events n8n stores an execution, cannot continue it, and responds with 500. It executes
 * the retry of the event, and after the restart it starts the stored execution too, which the
 * trigger must recognize as a duplicate. If n8n could not write how an execution ended, it lists
 * the execution as failed or crashed.
 */
export async function diskFullScenario(
	target: TargetWorkflow,
	{ fillDisk, whileDown, events, seed }: DiskFullOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const earlierIds = new Set((await target.executions()).map(({ id }) => id));
	const withoutEarlier = (executions: StoredExecution[]) =>
		executions.filter(({ id }) => !earlierIds.has(id));
	const plan = planCopies(simulator.events.vehicleStates(events), 1, new Random(seed, 'disk full'));
	const sender = new EventSender(plan, {
		simulator,
		connections: CONNECTIONS,
		callbackUri: () => target.callbackUri(),
	});

	const sending = sender.sendAll();
	await sender.waitForAcknowledged(EVENTS_BEFORE_FULL);
	const freeDisk = await fillDisk();
	await sender.waitForRejected(CONNECTIONS / 2);
	await freeDisk();
	await sending;
	await target.waitForFinishedExecutions(await target.unfinishedExecutions());
	const unfinishedAtRestart = withoutEarlier(
		await whileDown(async () => await target.unfinishedExecutions()),
	);
	const executions = withoutEarlier(await target.waitForFinishedExecutions(unfinishedAtRestart));

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
		'executions left behind, and started after the restart',
		unfinishedAtRestart.filter(({ status }) => status === 'new').length,
	);
	checks.empty('events executed more than once', repeatedEvents(executionCounts));
	return checks;
}
