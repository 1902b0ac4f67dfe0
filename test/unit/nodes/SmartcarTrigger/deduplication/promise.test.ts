import fc from 'fast-check';
import { EventMemory } from '../../../../../nodes/SmartcarTrigger/deduplication/memory';
import { EventRecord } from '../../../../../nodes/SmartcarTrigger/deduplication/record';

/**
 * What becomes of one delivery in n8n: stored and answered, not stored (500), stored and the answer lost on its way, or
 * stored, answered, and cut off by a kill once the store was asked: n8n begins that execution anew after its next start.
 */
type Fate = 'answered' | 'notStored' | 'answerLost' | 'cutOff';

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
					fate: fc.constantFrom<Fate>('answered', 'notStored', 'answerLost', 'cutOff'),
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
	const cutOff: Array<{ id: string; execution: string }> = [];
	const inFlightAtKill = new Set<string>();
	const ask = async (id: string, execution: string, receivedHere: boolean) => {
		const onFailure = (cause: unknown) => {
			throw cause;
		};
		return await record.recordNew({ ids: [id], execution, receivedHere, store, onFailure });
	};
	const execute = async (id: string, isCutOff: boolean) => {
		const execution = String(++executions);
		const fresh = await ask(id, execution, !inQueue);
		if (!isCutOff) return emitted.push(...fresh);
		inFlightAtKill.add(id);
		return cutOff.push({ id, execution });
	};
	const deliver = async ({ id, fate }: Delivery) => {
		await step();
		const claim = await memory.claim(id);
		if (!claim) return acknowledged.add(id);
		await step();
		if (fate === 'notStored') return claim.forget();
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
		[memory, record] = [new EventMemory(), new EventRecord(step)];
		const again = cutOff.splice(0).map(async ({ id, execution }) => emitted.push(...(await ask(id, execution, false))));
		await scheduler.waitFor(Promise.all(again));
	};

	for (const { before, deliveries } of plan) {
		if (before === 'restart') await restart();
		if (before === 'lostWrite') row.clear();
		await scheduler.waitFor(Promise.all(deliveries.map(deliver)));
	}
	await restart();
	return { acknowledged, emitted, inFlightAtKill };
}

const check = async (before: Array<Round['before']>) =>
	await fc.assert(
		fc.asyncProperty(rounds(before), fc.boolean(), fc.scheduler(), async (plan, inQueue, scheduler) => {
			const { acknowledged, emitted, inFlightAtKill } = await play(plan, inQueue, scheduler);

			expect(emitted).toEqual(expect.arrayContaining([...acknowledged]));
			const others = emitted.filter((id) => !inFlightAtKill.has(id));
			expect(new Set(others).size).toBe(others.length);
		}),
		{ numRuns: 500 },
	);

test('whatever fails and however often n8n is killed: what was acknowledged is emitted, and only what was in flight then can be emitted twice', async () => {
	await check(['nothing', 'restart']);
});

test('the same when writes of the store are lost to another process', async () => {
	await check(['nothing', 'lostWrite']);
});
