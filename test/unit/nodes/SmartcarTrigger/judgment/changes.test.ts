import { eventWith, signal, SimulatedN8n } from '../simulatedN8n';
import { settings } from './chargeSeries';

describe('Changes', () => {
	const GEAR = 'transmission-gearstate';
	const gear = (value: string) => eventWith([signal(GEAR, { value })]);
	const changes = settings({ signal: GEAR, when: 'changes' });

	test.each([
		['text', GEAR, ['PARK', 'DRIVE', 'DRIVE', 'PARK', 'DRIVE']],
		['a boolean', 'closure-islocked', [true, false, false, true, false]],
	])('fires for each change of %s, but not at first sight', async (_what, code, values) => {
		for (const restarts of [false, true]) {
			const n8n = new SimulatedN8n(settings({ signal: code, when: 'changes' }));
			const counts: number[] = [];
			for (const value of values) {
				counts.push((await n8n.deliver(eventWith([signal(code, { value })]))).length);
				if (restarts) n8n.restart();
			}
			expect(counts).toEqual([0, 1, 0, 1, 1]);
		}
	});

	test('fires for each change between a boolean and a text', async () => {
		for (const restarts of [false, true]) {
			const row = { signal: 'other', otherSignal: 'a-b', when: 'changes' };
			const n8n = new SimulatedN8n(settings(row));
			const counts: number[] = [];
			for (const value of [true, 'auto', true, false, 'auto']) {
				counts.push((await n8n.deliver(eventWith([signal('a-b', { value })]))).length);
				if (restarts) n8n.restart();
			}
			expect(counts).toEqual([0, 1, 1, 1, 1]);
		}
	});

	test('fires also if the store fails once, so that it is not known whether there was a value before', async () => {
		// With this option no call looks for duplicates, so the call that fails is that for the marks.
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		n8n.store.failingCalls = 1;

		expect(await n8n.deliver(gear('DRIVE'))).toHaveLength(1);
		expect(await n8n.deliver(gear('DRIVE'))).toEqual([]);
	});

	test.each([
		'UNIQUE constraint failed: processed_data.workflowId, processed_data.context',
		'duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"',
	])(
		'does not fire for a first value if another process creates the row of the store at the same moment: %s',
		async (failure) => {
			const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
			n8n.store.failingCalls = 1;
			n8n.store.failure = failure;

			expect(await n8n.deliver(gear('PARK'))).toEqual([]);
			expect(await n8n.deliver(gear('DRIVE'))).toHaveLength(1);
		},
	);

	test('says what the value was before', async () => {
		const n8n = new SimulatedN8n(changes);
		await n8n.deliver(gear('PARK'));

		expect(await n8n.deliver(gear('DRIVE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('says what the value was before also when n8n could not store the event at first', async () => {
		const n8n = new SimulatedN8n(changes);
		await n8n.deliver(gear('PARK'));
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive, { isStored: false });

		expect(await n8n.deliver(drive)).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('does not take the value of a copy for the one before', async () => {
		const n8n = new SimulatedN8n(changes);
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive);
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		await n8n.deliver(gear('PARK'));
		// A copy that only n8n's store recognizes, since n8n was started again.
		await n8n.deliver({ ...drive, ...gear('DRIVE') });

		expect(await n8n.deliver(gear('REVERSE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});

	test('does not say what the value was before if only a copy came since n8n was started', async () => {
		const n8n = new SimulatedN8n(changes);
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		await n8n.deliver(drive);
		await n8n.deliver(gear('PARK'));
		n8n.restart();
		await n8n.deliver(drive);

		const [met] = await n8n.deliver(gear('REVERSE'));
		expect(met).toBeDefined();
		expect(met?.previousValue).toBeUndefined();
	});

	test('says what the value was before also when the workflow has failed and gets the event again', async () => {
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		const drive = { eventId: 'e-1', ...gear('DRIVE') };
		for (let attempt = 0; attempt < 3; attempt++)
			expect(await n8n.deliver(drive, { workflow: 'fails' })).toMatchObject([
				{ previousValue: 'PARK' },
			]);

		expect(await n8n.deliver(drive)).toMatchObject([{ previousValue: 'PARK' }]);
		expect(await n8n.deliver(gear('PARK'))).toMatchObject([{ previousValue: 'DRIVE' }]);
	});

	test('says what the value was before also when another event with the value replaces one whose workflow has failed', async () => {
		const n8n = new SimulatedN8n({ ...changes, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(gear('PARK'));
		await n8n.deliver(gear('DRIVE'), { workflow: 'fails' });

		expect(await n8n.deliver(gear('DRIVE'))).toMatchObject([{ previousValue: 'PARK' }]);
	});
});
