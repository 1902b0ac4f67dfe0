import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import type { Undo } from '../instances/regularMode';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { planCopies } from '../sending/deliveryPlan';
import { EventSender } from '../sending/eventSender';
import { repeatedEvents, successesByEvent } from '../storedExecutions';

interface DatabaseBlockedOptions {
	/** Makes every write to n8n's database fail. */
	blockDatabase: () => Promise<Undo>;
	/** Number of events, all sent at the same time while the database is blocked. */
	events: number;
	seed: number;
}

/**
 * Sends events while n8n cannot store executions. When each event was rejected once, unblocks the
 * database, and retries the events until n8n acknowledges them.
 */
export async function databaseBlockedScenario(
	target: TargetWorkflow,
	{ blockDatabase, events, seed }: DatabaseBlockedOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const earlierSuccesses = successesByEvent(await target.waitForFinishedExecutions());
	const plan = planCopies(
		simulator.events.vehicleStates(events),
		1,
		new Random(seed, 'unwritable'),
	);
	const sender = new EventSender(plan, {
		simulator,
		connections: events,
		callbackUri: () => target.callbackUri(),
	});

	const unblock = await blockDatabase();
	const sending = sender.sendAll();
	let acknowledgedWhileBlocked: string[];
	try {
		await sender.waitForRejected(events);
		acknowledgedWhileBlocked = [...sender.acknowledgedEventIds];
	} finally {
		// Later scenarios use the same database.
		await unblock();
	}
	await sending;

	const successes = successesByEvent(await target.waitForFinishedExecutions());
	for (const eventId of earlierSuccesses.keys()) successes.delete(eventId);

	const checks = new CheckList();
	checks.empty('events answered 2xx while the database was blocked', acknowledgedWhileBlocked);
	checks.report('responses', sender.describeResponses());
	checks.equal('events answered 2xx in total', sender.acknowledgedEventIds.size, events);
	checks.equal('events executed', successes.size, events);
	checks.empty('events executed more than once', repeatedEvents(successes));
	return checks;
}
