import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, SimulatedN8n, SimulatedStore, startProcess } from '../simulatedN8n';

// A delivery waits up to two seconds for its execution to report what it has found out. Here that
// limit passes at once, as if the database answered slowly, unless a test says otherwise.
let mockReportsAreLate = true;
jest.mock('../../../../../nodes/SmartcarTrigger/timeLimit', () => ({
	timeLimit: async (milliseconds: number) =>
		await new Promise<void>((resolve) => {
			if (mockReportsAreLate && milliseconds === 2_000) resolve();
		}),
}));

afterEach(() => (mockReportsAreLate = true));

const CHARGE = 'tractionbattery-stateofcharge';

const below20: IDataObject = {
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, resetAt: 25, unit: '%' }] },
};

const below20WhenFinished = { ...below20, options: { acknowledge: 'lastNode' } };

/** Delivers a state of charge. Resolves to whether it starts the workflow. */
const deliver = async (n8n: SimulatedN8n, value: number) =>
	(await n8n.deliver(eventWith([signal(CHARGE, { value, unit: 'percent' })]))).length > 0;

test.each([below20, below20WhenFinished])(
	'late reports do not change which values of a series fire',
	async (settings) => {
		const n8n = new SimulatedN8n(settings);
		const fired: number[] = [];
		for (const value of [25, 19, 18, 21, 19, 26, 18])
			if (await deliver(n8n, value)) fired.push(value);

		expect(fired).toEqual([19, 18]);
	},
);

test.each([below20, below20WhenFinished])(
	'n8n knows a recovery that the store failed to record as long as it runs',
	async (settings) => {
		const n8n = new SimulatedN8n(settings);
		expect(await deliver(n8n, 19)).toBe(true);
		n8n.store.isBroken = true;
		await deliver(n8n, 30);
		n8n.store.isBroken = false;

		expect(await deliver(n8n, 18)).toBe(true);
		expect(await deliver(n8n, 17)).toBe(false);
	},
);

test('an event that fired while the store did not work fires again if its workflow fails', async () => {
	const n8n = new SimulatedN8n(below20WhenFinished);
	const event = { eventId: 'e-1', ...eventWith([signal(CHARGE, { value: 19, unit: 'percent' })]) };
	n8n.store.isBroken = true;
	// The sender gives up before the execution has asked the store.
	expect(await n8n.deliver(event, { workflow: 'fails', sender: 'hangsUp' })).toHaveLength(1);

	expect(await n8n.deliver(event)).toHaveLength(1);
});

test('a condition whose workflow failed fires again, although n8n could not store the event before that', async () => {
	const store = new SimulatedStore();
	const n8nProcess = startProcess();
	mockReportsAreLate = false;
	const failing = new SimulatedN8n(below20WhenFinished, store, n8nProcess);
	const event = eventWith([signal(CHARGE, { value: 19, unit: 'percent' })]);
	await failing.deliver(event, { workflow: 'fails' });
	mockReportsAreLate = true;
	// The user chooses When Stored, and publishes the workflow again.
	const n8n = new SimulatedN8n(below20, store, n8nProcess);
	await n8n.publishAgain();
	const next = eventWith([signal(CHARGE, { value: 18, unit: 'percent' })]);
	await n8n.deliver(next, { sender: 'hangsUp', isStored: false });

	expect(await deliver(n8n, 17)).toBe(true);
	expect(await deliver(n8n, 16)).toBe(false);
});

test('an event whose sender has hung up still gives the next one its previous value', async () => {
	const code = 'transmission-gearstate';
	const n8n = new SimulatedN8n({
		events: ['CONDITION_MET'],
		conditions: { values: [{ signal: code, when: 'changes' }] },
	});
	const gear = (value: string) => eventWith([signal(code, { value })]);
	mockReportsAreLate = false;
	await n8n.deliver(gear('PARK'));
	mockReportsAreLate = true;
	expect(await n8n.deliver(gear('DRIVE'), { sender: 'hangsUp' })).toHaveLength(1);

	expect(await n8n.deliver(gear('REVERSE'))).toMatchObject([{ previousValue: 'DRIVE' }]);
});

test('a condition that fired while the store failed does not fire again while n8n runs', async () => {
	const n8n = new SimulatedN8n(below20);
	n8n.store.isBroken = true;
	expect(await deliver(n8n, 19)).toBe(true);

	expect(await deliver(n8n, 18)).toBe(false);
});
