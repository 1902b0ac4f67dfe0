import fc from 'fast-check';
import { EventMemory } from '../../../../../nodes/SmartcarTrigger/deduplication/inMemoryDeduplicator';
import { EventRecord } from '../../../../../nodes/SmartcarTrigger/deduplication/storeDeduplicator';

/**
 * What becomes of one delivery in n8n: stored and answered, not stored (500), stored and the answer lost on its way;
 * stored, answered, and cut off by a kill once the store was asked: queues begin that execution anew after the next
 * start; or stored and not answered 2xx, since n8n could write no further: without a queue it begins that execution
 * after its next start.
 */
type Fate = 'answered' | 'notStored' | 'answerLost' | 'cutOff' | 'leftBehind';

interface Delivery {
	id: string;
	fate: Fate;
}

/** Deliveries that arrive together; what happens to n8n before they do. */
interface Round {
	before: 'nothing' | 'restart' | 'lostWrite';
	deliveries: Delivery[];
}

const rounds = (before: Array<Round['before']>) =>
	fc.array(
		fc.record({
			before: fc.constantFrom(...before),
			deliveries: fc.array(
				fc.record({
					id: fc.constantFrom('a', 'b', 'c', 'd'),
					fate: fc.constantFrom<Fate>(
						'answered',
						'notStored',
						'answerLost',
						'cutOff',
						'leftBehind',
					),
				}),
				{ maxLength: 8 },
			),
		}),
		{ maxLength: 8 },
	);

/** Plays the rounds through both layers as the trigger does, every step at a random moment. */
async function play(plan: Round[], inQueue: boolean, scheduler: fc.Scheduler) {
	const step = async () => await scheduler.schedule(Promise.resolve());
	const row = new Set<string>();
	const acknowledged = new Set<string>();
	const emitted: string[] = [];
	let memory = new EventMemory();
	let record = new EventRecord(step);

	const store = async (ids: string[]) => {
		const fresh = ids.filter((id) => !row.has(id));
		await step();
		for (const id of fresh) row.add(id);
		return { new: fresh };
	};
	let executions = 0;
	/** Whether the process knows that executions run in it. */
	let inPlace = false;
	const toBegin: Array<{ id: string; execution: string; mayHaveBegun: boolean }> = [];
	const unfinished = new Set<string>();
	const mayRepeat = new Set<string>();
	const ask = async (id: string, execution: string, mayHaveBegun: boolean) => {
		const onFailure = (cause: unknown) => {
			throw cause;
		};
		return await record.recordNew({ ids: [id], execution, mayHaveBegun, store, onFailure });
	};
	const execute = async (id: string, isCutOff: boolean) => {
		const execution = String(++executions);
		inPlace = !inQueue;
		const fresh = await ask(id, execution, inQueue);
		if (!isCutOff) return emitted.push(...fresh);
		mayRepeat.add(id);
		return inQueue
			? toBegin.push({ id, execution, mayHaveBegun: true })
			: fresh.forEach((one) => unfinished.add(one));
	};
	const leaveBehind = (id: string) => {
		// Until the first execution a process does not know; a repeated event is better than a lost one then.
		if (!inPlace) mayRepeat.add(id);
		toBegin.push({ id, execution: String(++executions), mayHaveBegun: !inPlace });
	};
	const deliver = async ({ id, fate }: Delivery) => {
		await step();
		const claim = await memory.claim(id);
		if (!claim) return acknowledged.add(id);
		await step();
		if (fate === 'leftBehind' && !inQueue) leaveBehind(id);
		if (fate === 'notStored' || fate === 'leftBehind') return claim.forget();
		const execution = execute(id, fate === 'cutOff');
		await step();
		if (fate === 'answerLost') claim.forget();
		else {
			acknowledged.add(id);
			claim.settle();
		}
		return await execution;
	};
	const restart = async () => {
		[memory, record, inPlace] = [new EventMemory(), new EventRecord(step), false];
		const begun = toBegin
			.splice(0)
			.map(async ({ id, execution, mayHaveBegun }) =>
				emitted.push(...(await ask(id, execution, mayHaveBegun))),
			);
		await scheduler.waitFor(Promise.all(begun));
	};

	for (const { before, deliveries } of plan) {
		if (before === 'restart') await restart();
		if (before === 'lostWrite') row.clear();
		await scheduler.waitFor(Promise.all(deliveries.map(deliver)));
	}
	await restart();
	return { acknowledged, emitted, unfinished, mayRepeat };
}

const check = async (before: Array<Round['before']>, inQueues: boolean[]) =>
	await fc.assert(
		fc.asyncProperty(
			rounds(before),
			fc.constantFrom(...inQueues),
			fc.scheduler(),
			async (plan, inQueue, scheduler) => {
				const { acknowledged, emitted, unfinished, mayRepeat } = await play(
					plan,
					inQueue,
					scheduler,
				);

				expect([...emitted, ...unfinished]).toEqual(expect.arrayContaining([...acknowledged]));
				const others = emitted.filter((id) => !mayRepeat.has(id));
				expect(new Set(others).size).toBe(others.length);
			},
		),
		{ numRuns: 500 },
	);

test('whatever fails and however often n8n is killed: what was acknowledged is emitted, and only what was in flight then can be emitted twice', async () => {
	await check(['nothing', 'restart'], [true, false]);
});

test('the same when writes of the store are lost to another process', async () => {
	await check(['nothing', 'lostWrite'], [true]);
});
