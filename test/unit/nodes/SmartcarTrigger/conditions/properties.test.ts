import fc from 'fast-check';
import { countEventsBefore, missed, repeated, type Outcome } from '../outcomes';
import { eventWith, Rows, signal, SimulatedN8n, startProcess } from '../simulatedN8n';

const CHARGE = 'tractionbattery-stateofcharge';
const LIMIT = 20;
const RESET = 25;

const settings = {
	events: ['CONDITION_MET'],
	conditions: {
		values: [{ signal: CHARGE, when: 'below', value: LIMIT, resetAt: RESET, unit: '%' }],
	},
};

/** Publishing again makes it forget, as a restart does, and takes less time. */
const process = startProcess();

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

/** What one condition of one vehicle does, by the definition of a limit with a reset. */
class Definition {
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
	const n8n = new SimulatedN8n(settings, new Rows(), process);
	await n8n.publishAgain();
	const definitions = new Map(VEHICLES.map((vehicle) => [vehicle, new Definition()]));
	const outcomes: Outcome[] = [];
	let sequence = 1_000;
	for (const current of steps) {
		if (!('value' in current)) {
			if (current.what === 'publishAgain') await n8n.publishAgain();
			else n8n.row.broken = current.what === 'storeFails';
		} else {
			const { vehicle, value } = current;
			const isLate = current.what === 'lateEvent';
			const meta = { sequence: isLate ? 1 : (sequence += 1) };
			const met = await n8n.deliver(eventWith([signal(CHARGE, { value })], vehicle, meta));
			const expected = isLate ? false : (definitions.get(vehicle)?.next(value) ?? false);
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
}, 30_000);

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
}, 30_000);

test('no crossing is missed while the store fails now and then', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 4, arbitrary: event }, step('storeFails'), step('storeWorks')),
		{ maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const outcomes = await run(series);
			expect(missed(outcomes)).toEqual([]);
			// The process remembers what it has emitted.
			expect(repeated(outcomes)).toEqual([]);
		}),
		{ numRuns: 100 },
	);
}, 30_000);

test('a condition is emitted again only if the store could not be written', async () => {
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
}, 30_000);
