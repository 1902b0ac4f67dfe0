import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { Undo, WhileDown } from '../instances/regularMode';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import {
	executionsByEvent,
	failedExecutions,
	repeatedEvents,
	type StoredExecution,
} from '../storedExecutions';

const CONNECTIONS = 50;

/** The disk fills up after this many acknowledged events, two per connection on average. */
const EVENTS_BEFORE_FULL = 2 * CONNECTIONS;

interface DiskFullOptions {
	/** Makes n8n's writes to files fail. */
	fillDisk: () => Promise<Undo>;
	/** Kills n8n, calls the function, and starts n8n again. */
	whileDown: WhileDown;
	events: number;
	/** N8N_CONCURRENCY_PRODUCTION_LIMIT of n8n: how many executions a full disk can interrupt. */
	concurrencyLimit: number;
	seed: number;
}

/**
 * Sends events while the disk fills up. Frees the disk once as many events as half of the
 * connections were rejected. Rejected events are retried until they are acknowledged. Then n8n is
 * restarted.
 *
 * n8n may store an execution and still respond with 500. Then it executes the event twice: on the
 * retry, and from the stored execution after the restart. The trigger must drop the second one. If
 * n8n could not write how an execution ended, it lists the execution as failed or crashed.
 */
export async function diskFullScenario(
	target: TargetWorkflow,
	{ fillDisk, whileDown, events, concurrencyLimit, seed }: DiskFullOptions,
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
	try {
		await sender.waitForRejected(CONNECTIONS / 2);
	} finally {
		// Later scenarios use the same n8n.
		await freeDisk();
	}
	await sending;
	await target.waitForFinishedExecutions(await target.unfinishedExecutions());
	const unfinishedAtRestart = withoutEarlier(
		await whileDown(async () => await target.unfinishedExecutions()),
	);
	const executions = withoutEarlier(await target.waitForFinishedExecutions(unfinishedAtRestart));

	const executionCounts = executionsByEvent(executions);
	const acknowledged = [...sender.acknowledgedEventIds];

	const checks = new CheckList();
	checks.report('responses', sender.describeResponses());
	checks.equal('events answered 2xx', acknowledged.length, events);
	checks.empty(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !executionCounts.has(eventId)),
	);
	checks.atMost(
		'executions listed as failed or crashed',
		failedExecutions(executions).length,
		concurrencyLimit,
	);
	checks.report(
		'executions left behind, and started after the restart',
		unfinishedAtRestart.filter(({ status }) => status === 'new').length,
	);
	checks.empty('events executed more than once', repeatedEvents(executionCounts));
	return checks;
}
