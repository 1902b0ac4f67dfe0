import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { countEventsBefore, missed, repeated, type Outcome } from '../../outcomes';
import { SimulatedN8n, SimulatedStore, startProcess } from '../../simulatedN8n';
import { errorEntry, errorEvent } from './vehicleErrors';

/**
 * Loading the modules for each restart would take too long, so a restart changes from one process
 * to the other.
 */
const first = startProcess();
const second = first.then(async () => await startProcess());

const VEHICLES = ['a', 'b'];
const ABOUT_VEHICLE = 'VEHICLE_STATE';
const TYPES = [ABOUT_VEHICLE, 'COMPATIBILITY'];
/** The last one has no known meaning. */
const STATES = ['ERROR', 'RESOLVED', 'CLEARED'];
const CODES = ['ASLEEP', 'UNREACHABLE'];
/** The last one is not in the catalog. */
const SIGNALS = ['wheel-tires', 'closure-doors', 'group-signal'];

interface Reported {
	vehicle: string;
	type: string;
	code: string;
	signals: string[];
	state: string;
}

type Step =
	| (Reported & { what: 'event' })
	| { what: 'copy'; of: number }
	| { what: 'restart' | 'storeFails' | 'storeWorks' };

const event = (signals = fc.subarray(SIGNALS)): fc.Arbitrary<Step> =>
	fc.record({
		what: fc.constant('event' as const),
		vehicle: fc.constantFrom(...VEHICLES),
		type: fc.constantFrom(...TYPES),
		code: fc.constantFrom(...CODES),
		signals,
		state: fc.constantFrom(...STATES),
	});
const copy = fc.nat().map((of): Step => ({ what: 'copy', of }));
const step = (what: 'restart' | 'storeFails' | 'storeWorks') => fc.constant<Step>({ what });

const WHOLE_VEHICLE = '*';

/**
 * What is to be emitted: an entry whose state is new for at least one of its signals. Without
 * signals, and with some types in any case, an entry is about the whole vehicle. An entry ends the
 * other states at its signals and of the whole vehicle or, without signals, everywhere.
 */
class Definition {
	private readonly emitted = new Set<string>();

	constructor(private readonly errorStates: string[]) {}

	/** @returns whether the entry is emitted */
	next({ vehicle, type, code, signals: listed, state }: Reported): boolean {
		const key = (reported: string, signal: string) =>
			JSON.stringify([vehicle, type, code, reported, signal]);
		const signals = type === ABOUT_VEHICLE ? [] : listed;
		const endsAt = [WHOLE_VEHICLE, ...(signals.length === 0 ? SIGNALS : signals)];
		for (const signal of endsAt)
			for (const other of STATES) if (other !== state) this.emitted.delete(key(other, signal));
		const isLeftOut = this.errorStates.length > 0 && !this.errorStates.includes(state);
		// Error States does not leave out a state without a known meaning.
		if (isLeftOut && state !== 'CLEARED') return false;
		const newStates = (signals.length === 0 ? [WHOLE_VEHICLE] : signals)
			.map((signal) => key(state, signal))
			.filter((stateKey) => !this.emitted.has(stateKey));
		for (const stateKey of newStates) this.emitted.add(stateKey);
		return newStates.length > 0;
	}
}

interface ErrorOutcome extends Outcome {
	state: string;
}

async function run(steps: Step[], errorStates: string[] = []): Promise<ErrorOutcome[]> {
	const n8n = new SimulatedN8n(
		{ events: ['VEHICLE_ERROR'], filters: { errorStates } },
		new SimulatedStore(),
		first,
	);
	let restarts = 0;
	const restart = async () => {
		n8n.restart(restarts++ % 2 === 0 ? second : first);
		// The other process may remember errors from its last run. This makes it forget them.
		await n8n.publishAgain();
	};
	await restart();
	const definition = new Definition(errorStates);
	/** The events that can come again as copies: n8n's store knows only events with an execution. */
	const executed: IDataObject[] = [];
	const outcomes: ErrorOutcome[] = [];
	for (const [index, current] of steps.entries()) {
		if (current.what === 'event') {
			const { vehicle, type, code, signals, state } = current;
			const body = {
				eventId: `${Math.random()} ${index}`,
				...errorEvent([errorEntry(state, { type, code, signals })], vehicle),
			};
			const executions = n8n.executions;
			const errors = await n8n.deliverErrors(body);
			if (n8n.executions > executions) executed.push(body);
			outcomes.push({ state, expected: definition.next(current), emitted: errors.length > 0 });
		} else if (current.what === 'copy') {
			const body = executed[current.of % executed.length];
			const errors = body ? await n8n.deliverErrors(body) : [];
			outcomes.push({ state: 'copy', expected: false, emitted: errors.length > 0 });
		} else if (current.what === 'restart') await restart();
		else n8n.store.isBroken = current.what === 'storeFails';
	}
	return outcomes;
}

const NOTHING = { missed: [], repeated: [] };

test.each<[string, string[]]>([
	['all errors', []],
	['Error States: Error', ['ERROR']],
	['Error States: Resolved', ['RESOLVED']],
])(
	'with %s each start and each end is emitted once, over any number of copies and restarts',
	async (_filter, errorStates) => {
		const steps = fc.array(fc.oneof({ weight: 5, arbitrary: event() }, copy, step('restart')), {
			maxLength: 40,
		});
		await fc.assert(
			fc.asyncProperty(steps, async (series) => {
				const outcomes = await run(series, errorStates);
				expect({ missed: missed(outcomes), repeated: repeated(outcomes) }).toEqual(NOTHING);
			}),
			{ numRuns: 100 },
		);
	},
);

test('while the store fails now and then, nothing is missed as long as n8n runs', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 5, arbitrary: event() }, copy, step('storeFails'), step('storeWorks')),
		{ maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			expect(missed(await run(series))).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});

test('once the store has failed and n8n was restarted, errors are emitted again, but none is missed', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 5, arbitrary: event() }, step('restart'), step('storeFails')),
		{ maxLength: 12 },
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
