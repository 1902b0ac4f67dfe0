import { eventWith, signal, SimulatedN8n } from '../simulatedN8n';
import { settings } from './chargeSeries';

describe('Every', () => {
	const every = settings({
		signal: 'odometer-traveleddistance',
		when: 'every',
		value: 10_000,
		unit: 'km',
	});
	const odometer = (value: number) =>
		eventWith([signal('odometer-traveleddistance', { value, unit: 'km' })]);

	test.each([false, true])(
		'fires at each multiple, but not at first sight (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			const fired: number[] = [];
			for (const value of [12_345, 19_999, 20_001, 20_002, 29_000, 51_000, 51_001, 60_000]) {
				if ((await n8n.deliver(odometer(value))).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([20_001, 51_000, 60_000]);
		},
	);

	test.each([false, true])(
		'a lower value after a restart does not fire the same multiple again (another restart: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			await n8n.deliver(odometer(69_000));
			expect(await n8n.deliver(odometer(70_001))).toHaveLength(1);
			n8n.restart();
			expect(await n8n.deliver(odometer(69_900))).toEqual([]);
			if (restarts) n8n.restart();

			expect(await n8n.deliver(odometer(70_100))).toEqual([]);
			expect(await n8n.deliver(odometer(80_000))).toHaveLength(1);
			expect(n8n.store.entries.workflow).toHaveLength(3);
		},
	);

	test.each([false, true])(
		'a value that falls below the distance has passed no multiple (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			const fired: number[] = [];
			for (const value of [14_000, 31_000, 0, 31_010, 45_001]) {
				if ((await n8n.deliver(odometer(value))).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([31_000, 45_001]);
		},
	);

	test.each([false, true])(
		'a value that can be negative passes 0 from below (restarts: %s)',
		async (restarts) => {
			const code = 'climate-rooftemperature';
			const other = { signal: 'other', otherSignal: code, field: 'value' };
			const n8n = new SimulatedN8n(settings({ ...other, when: 'every', value: 5 }));
			const fired: number[] = [];
			for (const value of [-16, 2, 3, 6]) {
				const event = eventWith([signal(code, { value, unit: 'celsius' })]);
				if ((await n8n.deliver(event)).length > 0) fired.push(value);
				if (restarts) n8n.restart();
			}
			expect(fired).toEqual([2, 6]);
		},
	);

	test('with When the Workflow Finishes, a lower value does not fire the same multiple again', async () => {
		const n8n = new SimulatedN8n({ ...every, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(odometer(69_000));
		expect(await n8n.deliver(odometer(70_001))).toHaveLength(1);
		expect(await n8n.deliver(odometer(69_900))).toEqual([]);

		expect(await n8n.deliver(odometer(70_100))).toEqual([]);
		n8n.restart();
		expect(await n8n.deliver(odometer(70_200))).toEqual([]);
	});

	test('with When the Workflow Finishes, the next value fires if the workflow has failed for the first one after a restart', async () => {
		const n8n = new SimulatedN8n({ ...every, options: { acknowledge: 'lastNode' } });
		await n8n.deliver(odometer(12_345));
		n8n.restart();
		expect(await n8n.deliver(odometer(20_001), { workflow: 'fails' })).toHaveLength(1);

		expect(await n8n.deliver(odometer(20_002))).toHaveLength(1);
		expect(await n8n.deliver(odometer(20_003))).toEqual([]);
	});

	test.each([false, true])(
		'leaves no marks of former multiples in the store (restarts: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(every);
			for (const value of [12_345, 51_000, 95_000, 140_000]) {
				await n8n.deliver(odometer(value));
				if (restarts) n8n.restart();
			}
			expect(n8n.store.entries.workflow).toHaveLength(3);
		},
	);

	test.each([
		[-16, -9, -8],
		[-3, 2, 3],
		[12, 18, 19],
	])(
		'with When the Workflow Finishes, a workflow that has failed after a restart hides no multiple: %i, %i, %i',
		async (before, failing, next) => {
			const code = 'climate-rooftemperature';
			const other = { signal: 'other', otherSignal: code, field: 'value' };
			const n8n = new SimulatedN8n({
				...settings({ ...other, when: 'every', value: 5 }),
				options: { acknowledge: 'lastNode' },
			});
			const at = (value: number) => eventWith([signal(code, { value, unit: 'celsius' })]);
			await n8n.deliver(at(before));
			n8n.restart();
			expect(await n8n.deliver(at(failing), { workflow: 'fails' })).toHaveLength(1);

			expect(await n8n.deliver(at(next))).toHaveLength(1);
		},
	);

	test('the first value removes no marks, because n8n searches its whole list for each of them', async () => {
		const n8n = new SimulatedN8n(every);
		const remove = jest.spyOn(n8n.store, 'removeProcessed');
		await n8n.deliver(odometer(910_000));

		expect(remove).not.toHaveBeenCalled();
	});

	test('a value that jumps over many multiples leaves no marks of these while n8n runs', async () => {
		const n8n = new SimulatedN8n(every);
		for (const value of [12_345, 910_000, 2_000_000]) await n8n.deliver(odometer(value));

		expect(n8n.store.entries.workflow).toHaveLength(3);
	});
});
