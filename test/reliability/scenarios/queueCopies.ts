import { setTimeout as pause } from 'node:timers/promises';
import {
	executionsOf,
	settledExecutions,
	successes,
	type StoredExecution,
} from '../storedExecutions';
import type { Subject } from '../instances/targetWorkflow';
import type { Planned } from '../sending/deliveryPlan';
import { isReady } from '../sending/readiness';
import { Traffic } from '../sending/eventSender';
import { Verdict } from '../checkList';

const COPY_AFTER_MS = 1_000;
const REPEATED_SHARE = 0.001;

export interface QueueOptions extends Omit<Subject, 'address'> {
	/** Where the two webhook processors take deliveries. */
	addresses: () => string[];
	events: number;
	/** Processes that are killed and started again, each once that share (0 to 1) of the events has been answered 2xx. */
	kills?: Array<{
		at: number;
		whileDown: <Result>(work: () => Promise<Result>) => Promise<Result>;
	}>;
	/** How many executions a killed worker can leave unfinished: its concurrency, times the number of workers killed. */
	mayCutOff?: number;
}

/** When each event was first sent, for whoever waits to send its copy. */
class FirstSent {
	private readonly times = new Map<string, number>();
	private readonly waiting = new Map<string, () => void>();

	note(eventId: string): void {
		if (this.times.has(eventId)) return;
		this.times.set(eventId, Date.now());
		this.waiting.get(eventId)?.();
	}

	/** Resolves a second after the event was first sent. */
	async aSecondAgo(eventId: string): Promise<void> {
		if (!this.times.has(eventId))
			await new Promise<void>((resolve) => this.waiting.set(eventId, resolve));
		const since = Date.now() - (this.times.get(eventId) ?? 0);
		if (since < COPY_AFTER_MS) await pause(COPY_AFTER_MS - since);
	}
}

/**
 * Sends each event to one webhook processor and, a second later, a copy to the other one, which knows nothing of it but
 * what n8n's database says. What is refused is sent again, to the two in turn, as a load balancer would.
 */
export async function queueTest(options: QueueOptions): Promise<Verdict> {
	const {
		simulator,
		database,
		workflowId,
		addresses,
		settleWithinMs,
		events,
		kills = [],
		mayCutOff = 0,
	} = options;
	const plan = simulator.events
		.many(events)
		.map((event) => ({ event, eventId: String(event.eventId), copy: 0 }));
	const places = new Map(plan.map(({ eventId }, place) => [eventId, place]));
	const sent = new FirstSent();
	const address = ({ eventId, copy }: Planned, attempt: number) => {
		const all = addresses();
		if (copy === 0) sent.note(eventId);
		return all[((places.get(eventId) ?? 0) + copy + attempt - 1) % all.length] ?? '';
	};
	const first = new Traffic(plan, { simulator, address, ready: isReady });
	const copies = new Traffic(
		plan.map((planned) => ({ ...planned, copy: 1 })),
		{
			simulator,
			address,
			ready: isReady,
			before: async ({ eventId }) => await sent.aSecondAgo(eventId),
		},
	);

	const sending = Promise.all([first.run(), copies.run()]);
	const interrupted: StoredExecution[] = [];
	for (const { at, whileDown } of kills) {
		await first.reached(Math.floor(events * at));
		interrupted.push(
			...(await whileDown(async () => await executionsOf(database, workflowId, 'open'))),
		);
	}
	await sending;
	const cutOff = new Set(interrupted.map(({ id }) => id));
	const executions = await settledExecutions(database, workflowId, settleWithinMs, cutOff);

	const ran = successes(executions);
	const stored = new Set([
		...ran.keys(),
		...[...interrupted, ...executions].flatMap(({ received }) => received),
	]);
	const acknowledged = [...new Set([...first.acknowledged, ...copies.acknowledged])];
	const repeated = [...ran.values()].filter((count) => count > 1).length;

	const verdict = new Verdict();
	verdict.exactly('events answered 2xx', first.acknowledged.size, events);
	verdict.exactly('copies answered 2xx', copies.acknowledged.size, events);
	verdict.none(
		'events answered 2xx that are missing',
		acknowledged.filter((eventId) => !stored.has(eventId)),
	);
	verdict.atMost(
		'events left unfinished',
		acknowledged.filter((eventId) => !ran.has(eventId)).length,
		mayCutOff,
	);
	verdict.atMost('events executed more than once', repeated, Math.floor(events * REPEATED_SHARE));
	verdict.report('executions, those of copies included', executions.length);
	return verdict;
}
