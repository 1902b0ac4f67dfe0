import fc from 'fast-check';
import { EventMemory } from '../../../../../nodes/SmartcarTrigger/deduplication/memory';
import { EventRecord } from '../../../../../nodes/SmartcarTrigger/deduplication/record';

/** What becomes of one delivery in n8n: stored and answered, not stored (500), or stored and the answer lost on its way. */
type Fate = 'answered' | 'notStored' | 'answerLost';

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
					fate: fc.constantFrom<Fate>('answered', 'notStored', 'answerLost'),
				}),
				{ maxLength: 8 },
			),
		}),
		{ maxLength: 8 },
	);

/** Plays the rounds through both layers as the trigger does, every step at a random moment. */
async function play(plan: Round[], scheduler: fc.Scheduler) {
	const step = async () => await scheduler.schedule(Promise.resolve());
	const row = new Set<string>();
	const acknowledged = new Set<string>();
	const emitted: string[] = [];
	let memory = new EventMemory();
	let record = new EventRecord();

	const store = async (ids: string[]) => {
		const fresh = ids.filter((id) => !row.has(id));
		await step();
		for (const id of fresh) row.add(id);
		return { new: fresh };
	};
	let executions = 0;
	const execute = async (id: string) => {
		const execution = String(++executions);
		const onFailure = (cause: unknown) => {
			throw cause;
		};
		emitted.push(...(await record.recordNew({ ids: [id], execution, store, onFailure })));
	};
	const deliver = async ({ id, fate }: Delivery) => {
		await step();
		const claim = await memory.claim(id);
		if (!claim) return acknowledged.add(id);
		await step();
		if (fate === 'notStored') return claim.forget();
		const execution = execute(id);
		await step();
		if (fate === 'answered') acknowledged.add(id);
		if (fate === 'answered') claim.settle();
		else claim.forget();
		return await execution;
	};

	for (const { before, deliveries } of plan) {
		if (before === 'restart') [memory, record] = [new EventMemory(), new EventRecord()];
		if (before === 'lostWrite') row.clear();
		await scheduler.waitFor(Promise.all(deliveries.map(deliver)));
	}
	return { acknowledged, emitted };
}

const check = async (before: Array<Round['before']>) =>
	await fc.assert(
		fc.asyncProperty(rounds(before), fc.scheduler(), async (plan, scheduler) => {
			const { acknowledged, emitted } = await play(plan, scheduler);

			expect(emitted).toEqual(expect.arrayContaining([...acknowledged]));
			expect(new Set(emitted).size).toBe(emitted.length);
		}),
		{ numRuns: 500 },
	);

test('whatever fails and however often n8n restarts: what was acknowledged is emitted, nothing is emitted twice', async () => {
	await check(['nothing', 'restart']);
});

test('the same when writes of the store are lost to another process', async () => {
	await check(['nothing', 'lostWrite']);
});
