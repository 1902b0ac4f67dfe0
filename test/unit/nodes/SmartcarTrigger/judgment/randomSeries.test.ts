import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { countEventsBefore, missed, repeated, type Outcome } from '../outcomes';
import { eventWith, signal, SimulatedN8n, SimulatedStore, startProcess } from '../simulatedN8n';
import { below20, charge, settings } from './chargeSeries';

const { value: LIMIT, resetAt: RESET } = below20;

/** All runs share it. Publishing again clears its memory as a restart does, and takes less time. */
const n8nProcess = startProcess();

const VEHICLES = ['a', 'b'];

type Step =
	| { what: 'event' | 'lateEvent'; vehicle: string; value: number }
	| { what: 'publishAgain' | 'storeFails' | 'storeWorks' };

const event = fc.record<Extract<Step, { value: number }>>({
	what: fc.constant('event'),
	vehicle: fc.constantFrom(...VEHICLES),
	value: fc.integer({ min: 15, max: 30 }),
});
const lateEvent = event.map((step): Step => ({ ...step, what: 'lateEvent' }));
const step = (what: 'publishAgain' | 'storeFails' | 'storeWorks') => fc.constant<Step>({ what });

/** When the condition of one vehicle has to fire, by the definition of a limit with a reset. */
class LimitWithReset {
	private isFired = false;

	/** @returns whether the value fires */
	next(value: number): boolean {
		if (value >= RESET) this.isFired = false;
		if (value >= LIMIT || this.isFired) return false;
		this.isFired = true;
		return true;
	}
}

async function run(steps: Step[]): Promise<Outcome[]> {
	const n8n = new SimulatedN8n(settings(below20), new SimulatedStore(), n8nProcess);
	await n8n.publishAgain();
	const conditions = new Map(VEHICLES.map((vehicle) => [vehicle, new LimitWithReset()]));
	const outcomes: Outcome[] = [];
	let sequence = 1_000;
	for (const current of steps) {
		if (!('value' in current)) {
			if (current.what === 'publishAgain') await n8n.publishAgain();
			else n8n.store.isBroken = current.what === 'storeFails';
		} else {
			const { vehicle, value } = current;
			const isLate = current.what === 'lateEvent';
			const meta = { sequence: isLate ? 1 : (sequence += 1) };
			const met = await n8n.deliver(charge(value, vehicle, meta));
			const expected = isLate ? false : (conditions.get(vehicle)?.next(value) ?? false);
			outcomes.push({ expected, emitted: met.length > 0 });
		}
	}
	return outcomes;
}

test('each crossing is emitted once, in any series, over any number of restarts', async () => {
	const steps = fc.array(fc.oneof({ weight: 4, arbitrary: event }, step('publishAgain')), {
		maxLength: 40,
	});
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const outcomes = await run(series);
			expect({ missed: missed(outcomes), repeated: repeated(outcomes) }).toEqual({
				missed: [],
				repeated: [],
			});
		}),
		{ numRuns: 100 },
	);
});

test('late events of a vehicle that has been seen change nothing', async () => {
	const firstOfEach = VEHICLES.map((vehicle): Step => ({ what: 'event', vehicle, value: 25 }));
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof(event, lateEvent), { maxLength: 40 }), async (series) => {
			const outcomes = await run([...firstOfEach, ...series]);
			expect({ missed: missed(outcomes), repeated: repeated(outcomes) }).toEqual({
				missed: [],
				repeated: [],
			});
		}),
		{ numRuns: 100 },
	);
});

/**
 * The number of events before the first late one that n8n cannot recognize: it knows no other event
 * of the vehicle since its last restart.
 */
function countBeforeUnrecognizedLateEvent(steps: Step[]): number {
	const seen = new Set<string>();
	let count = 0;
	for (const current of steps) {
		if (current.what === 'publishAgain') seen.clear();
		if (!('value' in current)) continue;
		if (current.what === 'lateEvent' && !seen.has(current.vehicle)) break;
		seen.add(current.vehicle);
		count += 1;
	}
	return count;
}

test('late events change nothing, until one is the first of its vehicle after a restart', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 4, arbitrary: event }, lateEvent, step('publishAgain')),
		{ maxLength: 40 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const outcomes = (await run(series)).slice(0, countBeforeUnrecognizedLateEvent(series));
			expect({ missed: missed(outcomes), repeated: repeated(outcomes) }).toEqual({
				missed: [],
				repeated: [],
			});
		}),
		{ numRuns: 200 },
	);
});

test('no crossing is missed while the store fails now and then', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 4, arbitrary: event }, step('storeFails'), step('storeWorks')),
		{ maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const outcomes = await run(series);
			expect(missed(outcomes)).toEqual([]);
			// The process remembers what it has emitted, so it does not need the store.
			expect(repeated(outcomes)).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

test('nothing is missed, and nothing is repeated before the store fails', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 4, arbitrary: event }, step('publishAgain'), step('storeFails')),
		{ maxLength: 10 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const outcomes = await run(series);
			const beforeFailure = outcomes.slice(0, countEventsBefore('storeFails', series));
			expect(repeated(beforeFailure)).toEqual([]);
			expect(missed(outcomes)).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

describe('with Acknowledge: When the Workflow Finishes', () => {
	interface Delivery<Value = number> {
		value: Value;
		/** Whether the workflow fails, if the event starts it. */
		fails: boolean;
		/** If the workflow fails, how many steps come before Smartcar sends the event again. */
		retryAfter: number;
	}

	const delivery = (max: number) =>
		fc.record<Delivery>({
			value: fc.integer({ min: 15, max }),
			fails: fc.boolean(),
			retryAfter: fc.integer({ min: 0, max: 4 }),
		});

	/** For each value, the index of the crossing that it belongs to, if it belongs to one. */
	function crossingsOf(deliveries: Delivery[]): Array<number | undefined> {
		const condition = new LimitWithReset();
		let crossing: number | undefined;
		return deliveries.map(({ value }, index) => {
			if (condition.next(value)) crossing = index;
			else if (value >= RESET) crossing = undefined;
			return crossing;
		});
	}

	/**
	 * Delivers the events in order, and again later those for which the workflow failed.
	 * @returns the indexes of those that started a workflow that succeeded
	 */
	async function deliverAll(
		steps: Array<Delivery<number | string> | 'publishAgain'>,
		condition: IDataObject = below20,
	): Promise<number[]> {
		const n8n = new SimulatedN8n(
			{ ...settings(condition), options: { acknowledge: 'lastNode' } },
			new SimulatedStore(),
			n8nProcess,
		);
		await n8n.publishAgain();
		const fired: number[] = [];
		const retries: Array<{ dueAt: number; send: () => Promise<void> }> = [];
		let sent = 0;
		const runRetries = async (now: number) => {
			for (const retry of retries.filter(({ dueAt }) => dueAt <= now)) {
				retries.splice(retries.indexOf(retry), 1);
				await retry.send();
			}
		};
		for (const [now, step] of steps.entries()) {
			await runRetries(now);
			if (step === 'publishAgain') {
				await n8n.publishAgain();
				continue;
			}
			const index = sent++;
			const body = {
				eventId: randomUUID(),
				...eventWith([signal(String(condition.signal), { value: step.value })], 'a', {
					sequence: index,
				}),
			};
			const met = await n8n.deliver(body, { workflow: step.fails ? 'fails' : 'succeeds' });
			if (met.length === 0) continue;
			if (!step.fails) fired.push(index);
			else
				retries.push({
					dueAt: now + 1 + step.retryAfter,
					send: async () => {
						if ((await n8n.deliver(body)).length > 0) fired.push(index);
					},
				});
		}
		await runRetries(Infinity);
		return fired;
	}

	async function expectEachCrossingOnce(series: Array<Delivery | 'publishAgain'>): Promise<void> {
		const crossings = crossingsOf(series.filter((step) => step !== 'publishAgain'));
		const fired = (await deliverAll(series)).map((index) => crossings[index]);
		const expected = new Set(crossings.filter((crossing) => crossing !== undefined));
		expect(fired.sort()).toEqual([...expected].sort());
	}

	test('each crossing fires once, in whatever order failed events come again', async () => {
		const series = fc.array(delivery(30), { maxLength: 25 });
		await fc.assert(fc.asyncProperty(series, expectEachCrossingOnce), { numRuns: 200 });
	}, 60_000);

	// The values never reach the reset: after a restart n8n does not know that an event that comes
	// again is older than a recovery.
	test('a value that stays below its limit fires once, over any number of restarts', async () => {
		const series = fc.array(
			fc.oneof({ weight: 3, arbitrary: delivery(RESET - 1) }, fc.constant('publishAgain' as const)),
			{ maxLength: 25 },
		);
		await fc.assert(fc.asyncProperty(series, expectEachCrossingOnce), { numRuns: 200 });
	}, 60_000);

	test('*Changes* fires as often as the value changes', async () => {
		const values = { value: fc.constantFrom('PARK', 'DRIVE', 'REVERSE') };
		const series = fc.array(
			fc.tuple(delivery(30), fc.record(values)).map(([base, changed]) => ({ ...base, ...changed })),
			{ maxLength: 25 },
		);
		const condition = { signal: 'transmission-gearstate', when: 'changes' };
		await fc.assert(
			fc.asyncProperty(series, async (deliveries) => {
				const changes = deliveries.filter(
					({ value }, index) => index > 0 && value !== deliveries[index - 1]?.value,
				);
				expect(await deliverAll(deliveries, condition)).toHaveLength(changes.length);
			}),
			{ numRuns: 200 },
		);
	}, 60_000);
});
