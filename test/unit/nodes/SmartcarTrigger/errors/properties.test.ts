import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { Rows, SimulatedN8n, startProcess } from '../simulatedN8n';
import { entry, errorEvent } from './vehicleErrors';

/** Loading the modules for each restart would take too long, so n8n changes between two processes. */
const first = startProcess();
const second = first.then(startProcess);

const VEHICLES = ['a', 'b'];
const CODES = ['ASLEEP', 'UNREACHABLE'];
const SIGNALS = ['wheel-tires', 'closure-doors', 'location-preciselocation'];

interface Reported {
	vehicle: string;
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
		code: fc.constantFrom(...CODES),
		signals,
		state: fc.constantFrom('ERROR', 'RESOLVED'),
	});
const copy = fc.nat().map((of): Step => ({ what: 'copy', of }));
const step = (what: 'restart' | 'storeFails' | 'storeWorks') => fc.constant<Step>({ what });

const ALL = '*';

/**
 * What is told, by definition: a state that nobody has told yet since the opposite one, for one of the
 * affected signals. No signals means the whole vehicle. An entry ends the opposite state for its
 * signals and for the whole vehicle, or for every signal if it has none.
 */
class Definition {
	private readonly told = new Set<string>();

	constructor(private readonly errorStates: string[]) {}

	/** @returns whether the entry is told */
	next({ vehicle, code, signals, state }: Reported): boolean {
		const key = (reported: string, signal: string) =>
			JSON.stringify([vehicle, code, reported, signal]);
		const opposite = state === 'ERROR' ? 'RESOLVED' : 'ERROR';
		for (const signal of signals.length === 0 ? [ALL, ...SIGNALS] : [ALL, ...signals])
			this.told.delete(key(opposite, signal));
		if (this.errorStates.length > 0 && !this.errorStates.includes(state)) return false;
		const unknown = (signals.length === 0 ? [ALL] : signals)
			.map((signal) => key(state, signal))
			.filter((known) => !this.told.has(known));
		for (const known of unknown) this.told.add(known);
		return unknown.length > 0;
	}
}

interface Outcome {
	state: string;
	expected: boolean;
	isTold: boolean;
}

/** Whether each event of the steps was told, and whether it should have been. */
async function run(steps: Step[], errorStates: string[] = []) {
	const n8n = new SimulatedN8n(
		{ events: ['VEHICLE_ERROR'], filters: { errorStates } },
		new Rows(),
		first,
	);
	let restarts = 0;
	const restart = async () => {
		n8n.restart(restarts++ % 2 === 0 ? second : first);
		// The process knows the errors from before.
		await n8n.publishAgain();
	};
	await restart();
	const definition = new Definition(errorStates);
	/** Smartcar sends an event again only if the answer was lost, and n8n's store knows only those that ran. */
	const executed: IDataObject[] = [];
	const outcomes: Outcome[] = [];
	for (const [index, current] of steps.entries()) {
		if (current.what === 'event') {
			const { vehicle, code, signals, state } = current;
			const body = {
				eventId: `${Math.random()} ${index}`,
				...errorEvent([entry(state, { code, signals })], vehicle),
			};
			const executions = n8n.executions;
			const told = await n8n.deliverErrors(body);
			if (n8n.executions > executions) executed.push(body);
			outcomes.push({ state, expected: definition.next(current), isTold: told.length > 0 });
		} else if (current.what === 'copy') {
			const body = executed[current.of % executed.length];
			const told = body ? await n8n.deliverErrors(body) : [];
			outcomes.push({ state: 'copy', expected: false, isTold: told.length > 0 });
		} else if (current.what === 'restart') await restart();
		else n8n.row.broken = current.what === 'storeFails';
	}
	return outcomes;
}

const missed = (outcomes: Outcome[]) =>
	outcomes.filter(({ expected, isTold }) => expected && !isTold);
const repeated = (outcomes: Outcome[]) =>
	outcomes.filter(({ expected, isTold }) => isTold && !expected);

const NOTHING = { missed: [], repeated: [] };

test.each<[string, string[]]>([
	['all errors', []],
	['Error States: Error', ['ERROR']],
	['Error States: Resolved', ['RESOLVED']],
])(
	'with %s each start and each end is told once, over any number of copies and restarts',
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

test('once the store has failed and n8n was restarted, errors are told again, but none is missed', async () => {
	const steps = fc.array(
		fc.oneof({ weight: 5, arbitrary: event() }, step('restart'), step('storeFails')),
		{ maxLength: 12 },
	);
	await fc.assert(
		fc.asyncProperty(steps, async (series) => {
			const failsAt = series.findIndex(({ what }) => what === 'storeFails');
			const eventsBefore = series
				.slice(0, failsAt === -1 ? series.length : failsAt)
				.filter(({ what }) => what === 'event').length;
			const outcomes = await run(series);
			expect(repeated(outcomes.slice(0, eventsBefore))).toEqual([]);
			expect(missed(outcomes)).toEqual([]);
		}),
		{ numRuns: 100 },
	);
});
