import fc from 'fast-check';
import { InMemoryDeduplicator } from '../../../../../nodes/SmartcarTrigger/deduplication/inMemoryDeduplicator';
import { StoreDeduplicator } from '../../../../../nodes/SmartcarTrigger/deduplication/storeDeduplicator';
import { STORE_TIMERS } from '../../../../../nodes/SmartcarTrigger/storeCall';

/**
 * What can happen to a delivery that is no duplicate in memory:
 * - acknowledged: n8n stores the execution, replies 200, and runs it.
 * - notStored: n8n replies 500.
 * - replyLost: n8n stores and runs the execution, but the sender hung up before the reply.
 * - crashed: n8n replies 200, and the process crashes after the round, before the execution has
 *   ended. The execution is in the list as crashed, so its event is not lost.
 * - startedLater: n8n stores the execution but cannot mark it as running, and replies 500. It runs
 *   the execution after its next start.
 */
type Outcome = 'acknowledged' | 'notStored' | 'replyLost' | 'crashed' | 'startedLater';

interface Delivery {
	eventId: string;
	outcome: Outcome;
	/** Index of the process that receives it. */
	process: number;
}

/** Deliveries that arrive together, and what happens before them. */
interface Round {
	before: 'nothing' | 'restart' | 'lostWrite';
	deliveries: Delivery[];
}

function rounds({ before, processes }: { before: Array<Round['before']>; processes: number }) {
	const delivery = fc.record<Delivery>({
		eventId: fc.constantFrom('a', 'b', 'c', 'd'),
		outcome: fc.constantFrom<Outcome>(
			'acknowledged',
			'notStored',
			'replyLost',
			'crashed',
			'startedLater',
		),
		process: fc.nat({ max: processes - 1 }),
	});
	return fc.array(
		fc.record<Round>({
			before: fc.constantFrom(...before),
			deliveries: fc.array(delivery, { maxLength: 8 }),
		}),
		{ maxLength: 8 },
	);
}

/** How much time passes with each step of a process. */
const STEP_MS = 20;

const never = async () => await new Promise<void>(() => {});

/** Sends the deliveries through both deduplicators, as the trigger does. */
async function simulate(plan: Round[], processes: number, scheduler: fc.Scheduler) {
	let clock = 0;
	const step = async () => {
		await scheduler.schedule(Promise.resolve());
		clock += STEP_MS;
	};
	// By the clock of all processes. A process that waits half a second to check whether its call was
	// overwritten must not do so before the calls of the others have ended.
	const sleep = async (milliseconds: number) => {
		const until = clock + milliseconds;
		do await step();
		while (clock < until);
	};
	const startProcess = () => ({
		inMemory: new InMemoryDeduplicator(),
		inStore: new StoreDeduplicator({ ...STORE_TIMERS, sleep, callLimit: never, now: () => clock }),
	});
	const startProcesses = () => Array.from({ length: processes }, startProcess);
	let running = startProcesses();
	const processOf = (index: number) => {
		const found = running[index];
		if (!found) throw new Error(`There is no process ${index}`);
		return found;
	};

	let row = new Set<string>();
	const acknowledged = new Set<string>();
	const emitted: string[] = [];
	const crashed: string[] = [];
	const startLater: Delivery[] = [];

	const record = async (ids: string[]) => {
		const read = new Set(row);
		await step();
		row = new Set([...read, ...ids]);
		return ids.filter((id) => !read.has(id));
	};
	const runExecution = async ({ eventId, process, outcome }: Delivery) => {
		const onFailure = (cause: unknown) => {
			throw cause;
		};
		const { confirmed } = await processOf(process).inStore.recordNew({
			ids: [eventId],
			idsToConfirm: new Set([eventId]),
			record,
			maxEntries: 5_000,
			isShared: processes > 1,
			onFailure,
		});
		(outcome === 'crashed' ? crashed : emitted).push(...(await confirmed));
	};
	const deliver = async (delivery: Delivery) => {
		const { eventId, outcome, process } = delivery;
		await step();
		const claim = await processOf(process).inMemory.claim(eventId);
		if (!claim) {
			acknowledged.add(eventId);
			return;
		}
		await step();
		if (outcome === 'startedLater') startLater.push({ ...delivery, outcome: 'acknowledged' });
		if (outcome === 'notStored' || outcome === 'startedLater') {
			claim.release();
			return;
		}
		const execution = runExecution(delivery);
		await step();
		if (outcome === 'replyLost') claim.release();
		else {
			acknowledged.add(eventId);
			claim.acknowledge();
		}
		await execution;
	};
	const restart = async () => {
		running = startProcesses();
		await scheduler.waitFor(Promise.all(startLater.splice(0).map(runExecution)));
	};
	/** Replaces the processes with a crashed execution. */
	const replaceCrashed = (deliveries: Delivery[]) => {
		for (const { process, outcome } of deliveries)
			if (outcome === 'crashed') running[process] = startProcess();
	};

	for (const { before, deliveries } of plan) {
		if (before === 'restart') await restart();
		if (before === 'lostWrite') row.clear();
		await scheduler.waitFor(Promise.all(deliveries.map(deliver)));
		replaceCrashed(deliveries);
	}
	await restart();
	return { acknowledged: [...acknowledged], started: [...emitted, ...crashed] };
}

test('one process, with failures and restarts: each acknowledged event starts exactly one execution', async () => {
	await fc.assert(
		fc.asyncProperty(
			rounds({ before: ['nothing', 'restart'], processes: 1 }),
			fc.scheduler(),
			async (plan, scheduler) => {
				const { acknowledged, started } = await simulate(plan, 1, scheduler);

				expect(started).toEqual(expect.arrayContaining(acknowledged));
				expect(new Set(started).size).toBe(started.length);
			},
		),
		{ numRuns: 500 },
	);
});

test('several processes that overwrite what others recorded: no acknowledged event is lost', async () => {
	await fc.assert(
		fc.asyncProperty(
			rounds({ before: ['nothing', 'restart', 'lostWrite'], processes: 3 }),
			fc.scheduler(),
			async (plan, scheduler) => {
				const { acknowledged, started } = await simulate(plan, 3, scheduler);

				expect(started).toEqual(expect.arrayContaining(acknowledged));
			},
		),
		{ numRuns: 500 },
	);
});
