import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, SimulatedN8n, SimulatedStore, startProcess } from '../simulatedN8n';

// A delivery waits two seconds for the report of its execution. Here each report comes later than
// that, as when the database answers slowly, unless a test says otherwise.
let mockReportsAreLate = true;
jest.mock('../../../../../nodes/SmartcarTrigger/timeLimit', () => ({
	timeLimit: async () => await new Promise<void>((resolve) => mockReportsAreLate && resolve()),
}));

afterEach(() => (mockReportsAreLate = true));

const CHARGE = 'tractionbattery-stateofcharge';

const below20: IDataObject = {
	events: ['CONDITION_MET'],
	conditions: { values: [{ signal: CHARGE, when: 'below', value: 20, resetAt: 25, unit: '%' }] },
};

const whenFinished = { ...below20, options: { acknowledge: 'lastNode' } };

/** Delivers a state of charge. Resolves to whether it starts the workflow. */
const deliver = async (n8n: SimulatedN8n, value: number) =>
	(await n8n.deliver(eventWith([signal(CHARGE, { value, unit: 'percent' })]))).length > 0;

test.each([below20, whenFinished])('a series fires as with reports in time', async (settings) => {
	const n8n = new SimulatedN8n(settings);
	const fired: number[] = [];
	for (const value of [25, 19, 18, 21, 19, 26, 18])
		if (await deliver(n8n, value)) fired.push(value);

	expect(fired).toEqual([19, 18]);
});

test.each([below20, whenFinished])(
	'a recovery that the store failed to record is not forgotten while n8n runs',
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

test('an event that fired while the store failed fires again after its workflow has failed', async () => {
	const n8n = new SimulatedN8n(whenFinished);
	const event = { eventId: 'e-1', ...eventWith([signal(CHARGE, { value: 19, unit: 'percent' })]) };
	n8n.store.isBroken = true;
	// The sender gives up before the execution has asked the store.
	expect(await n8n.deliver(event, { workflow: 'fails', sender: 'hangsUp' })).toHaveLength(1);

	expect(await n8n.deliver(event)).toHaveLength(1);
});

test('a condition whose workflow failed fires again, although n8n has not stored the event in between', async () => {
	const store = new SimulatedStore();
	const process = startProcess();
	mockReportsAreLate = false;
	const failing = new SimulatedN8n(whenFinished, store, process);
	const event = eventWith([signal(CHARGE, { value: 19, unit: 'percent' })]);
	await failing.deliver(event, { workflow: 'fails' });
	mockReportsAreLate = true;
	// The user chooses When Stored, and publishes the workflow again.
	const n8n = new SimulatedN8n(below20, store, process);
	await n8n.publishAgain();
	const next = eventWith([signal(CHARGE, { value: 18, unit: 'percent' })]);
	await n8n.deliver(next, { sender: 'hangsUp', isStored: false });

	expect(await deliver(n8n, 17)).toBe(true);
	expect(await deliver(n8n, 16)).toBe(false);
});

test('the value of an event whose sender has hung up is the previous value of the next event', async () => {
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
