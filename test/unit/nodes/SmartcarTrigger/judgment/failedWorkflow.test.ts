import type { IDataObject } from 'n8n-workflow';
import { eventWith, signal, SimulatedN8n } from '../simulatedN8n';
import { below20, CHARGE, charge, fire, settings } from './chargeSeries';

describe('with Acknowledge: When the Workflow Finishes', () => {
	const whenFinished = { ...settings(below20), options: { acknowledge: 'lastNode' } };

	test('the same event fires again after the workflow has failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		expect(await n8n.deliver(event, { workflow: 'fails' })).toHaveLength(1);

		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await n8n.deliver(charge(18))).toEqual([]);
	});

	test('the same event fires again also if n8n was killed after the workflow had failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(event)).toHaveLength(1);
		n8n.restart();
		expect(await n8n.deliver(charge(18))).toEqual([]);
	});

	test('the next event fires if the failed one does not come again', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		await n8n.deliver(charge(19), { workflow: 'fails' });

		expect(await n8n.deliver(charge(18))).toHaveLength(1);
	});

	test('the next event fires also if the workflow was published again in between', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		await n8n.deliver(charge(18), { workflow: 'fails' });
		await n8n.publishAgain();

		expect(await n8n.deliver(charge(17))).toHaveLength(1);
		expect(await n8n.deliver(event)).toEqual([]);
		expect(await fire(n8n, [16, 26, 18])).toEqual([18]);
	});

	test('the next event fires also if the workflow was published again while it ran, before it failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const meanwhile = async () => await n8n.publishAgain();
		await n8n.deliver(charge(19), { workflow: 'fails', meanwhile });

		expect(await fire(n8n, [18, 17])).toEqual([18]);
	});

	test('the next event does not fire if the failed one has come again and fired, even if the workflow was published meanwhile', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		const meanwhile = async () => await n8n.publishAgain();
		expect(await n8n.deliver(event, { meanwhile })).toHaveLength(1);

		expect(await fire(n8n, [18, 17])).toEqual([]);
	});

	test('a failed event fires when it comes again after a later event, if n8n was killed in between', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(charge(18))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [17, 26, 18])).toEqual([18]);
	});

	test('a failed event fires after a restart, even if nothing says in which order the events came', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const undated = (value: number) =>
			eventWith([signal(CHARGE, { value, unit: 'percent' }, { meta: {} })]);
		const event = { eventId: 'e-1', ...undated(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();

		expect(await n8n.deliver(undated(18))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
	});

	test('an event that changes nothing starts an execution only in the three minutes in which a retry can come after a start', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const now = jest.spyOn(performance, 'now').mockReturnValue(0);
		await n8n.deliver(charge(19));
		const executions: number[] = [];
		for (const milliseconds of [179_999, 180_000]) {
			now.mockReturnValue(milliseconds);
			await n8n.deliver(charge(18));
			executions.push(n8n.executions);
		}
		now.mockRestore();

		expect(executions).toEqual([2, 2]);
	});

	test('a failed event fires when it comes again after the value has recovered', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });

		expect(await n8n.deliver(charge(26))).toEqual([]);
		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [27, 18])).toEqual([18]);
	});

	test('a failed event fires after a recovery also if the store failed to record it', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const failed = { eventId: 'e-1', ...charge(19) };
		n8n.store.isBroken = true;
		expect(await n8n.deliver(failed, { workflow: 'fails' })).toHaveLength(1);
		n8n.store.isBroken = false;
		expect(await n8n.deliver(charge(30))).toEqual([]);

		expect(await n8n.deliver(failed)).toHaveLength(1);
		expect(await n8n.deliver(charge(18))).toHaveLength(1);
		expect(await n8n.deliver(charge(17))).toEqual([]);
	});

	test('a failed event does not bring back the state that a later event has ended', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();
		await n8n.deliver(charge(26));
		n8n.restart();

		expect(await n8n.deliver(event)).toHaveLength(1);
		expect(await fire(n8n, [18])).toEqual([18]);
	});

	test('after a failed event has come again, values older than the latest one are still ignored', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const at = (minute: number, value: number) => {
			const meta = { oemUpdatedAt: Date.UTC(2026, 9, 1, 0, minute) };
			return eventWith([signal(CHARGE, { value, unit: 'percent' }, { meta })]);
		};
		const failed = { eventId: 'e-1', ...at(0, 19) };
		await n8n.deliver(failed, { workflow: 'fails' });
		// Between the limit and Reset At, so the failed event still has to fire.
		await n8n.deliver(at(20, 22));
		expect(await n8n.deliver(failed)).toHaveLength(1);

		await n8n.deliver(at(10, 26));
		expect(await n8n.deliver(at(30, 18))).toEqual([]);
	});

	test.each([false, true])(
		'a failed event does not fire if a later event has fired (restart in between: %s)',
		async (restarts) => {
			const n8n = new SimulatedN8n(whenFinished);
			const event = { eventId: 'e-1', ...charge(19) };
			await n8n.deliver(event, { workflow: 'fails' });
			await n8n.deliver(charge(18), { workflow: 'fails' });
			expect(await n8n.deliver(charge(17))).toHaveLength(1);
			if (restarts) n8n.restart();
			await n8n.deliver(charge(16));

			expect(await n8n.deliver(event)).toEqual([]);
		},
	);

	test('a failed event fires after a later event if the store fails once', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		n8n.restart();
		await n8n.deliver(charge(18));
		n8n.store.failingCalls = 1;

		expect(await n8n.deliver(event)).toHaveLength(1);
	});

	test.each([
		['changes back', ['DRIVE', 'PARK'], ['PARK', 'DRIVE']],
		['changes again', ['DRIVE', 'REVERSE'], ['REVERSE', 'DRIVE']],
		['stays', ['DRIVE', 'DRIVE'], ['DRIVE']],
	])(
		'*Changes* fires for each change if the first one fails and the value %s',
		async (_what, values, expected) => {
			for (const restarts of [false, true]) {
				const row = { signal: 'transmission-gearstate', when: 'changes' };
				const n8n = new SimulatedN8n({ ...whenFinished, ...settings(row) });
				const gear = (value: string) => ({
					eventId: value,
					...eventWith([signal('transmission-gearstate', { value })]),
				});
				await n8n.deliver({ ...gear('PARK'), eventId: 'first' });
				const [failed, next] = values.map(gear);
				if (!failed || !next) throw new Error('Two events are needed');
				const emitted: unknown[] = [];
				const deliver = async (body: IDataObject, workflow: 'fails' | 'succeeds') => {
					const met = await n8n.deliver(body, { workflow });
					if (workflow === 'succeeds')
						emitted.push(...met.map(({ observation }) => observation.value));
				};
				await deliver(failed, 'fails');
				if (restarts) n8n.restart();
				await deliver({ ...next, eventId: 'second' }, 'succeeds');
				await deliver(failed, 'succeeds');
				expect(emitted).toEqual(expected);
			}
		},
	);

	test('the mark of an event that has fired is removed when Smartcar no longer retries the event', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const now = jest.spyOn(performance, 'now');
		await n8n.deliver(charge(19));
		await n8n.deliver(charge(30));
		const before = n8n.store.entries.workflow.length;
		now.mockReturnValue(performance.now() + 2 * 60 * 60 * 1000);
		await n8n.deliver(charge(19));
		await n8n.deliver(charge(30));
		now.mockRestore();

		expect([before, n8n.store.entries.workflow.length]).toEqual([1, 1]);
	});

	test('an older event that never failed does not fire', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const late = charge(19);
		await n8n.deliver(charge(30));

		expect(await n8n.deliver(late)).toEqual([]);
		expect(await fire(n8n, [18])).toEqual([18]);
	});

	test('an older event fires again if the store cannot say whether it has failed', async () => {
		const n8n = new SimulatedN8n(whenFinished);
		const event = { eventId: 'e-1', ...charge(19) };
		await n8n.deliver(event, { workflow: 'fails' });
		await n8n.deliver(charge(26));
		n8n.store.isBroken = true;

		expect(await n8n.deliver(event)).toHaveLength(1);
	});
});
