import fc from 'fast-check';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	batchEvents,
	EventBatcher,
	startNewBatches,
} from '../../../../nodes/SmartcarTrigger/eventBatcher';
import { eventFrom } from '../../../support/eventFrom';
import { parameters } from './events';
import { FakeResponse, triggerContext } from './triggerContext';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const item = (name: string): INodeExecutionData => ({ json: { name } });

const namesOf = (items: INodeExecutionData[]) => items.map(({ json }) => String(json.name));

/** Finishes each batch as soon as it starts, and collects the names of its items. */
function collectBatches(batcher: EventBatcher) {
	const started: string[][] = [];
	const add = (...names: string[]) => {
		for (const added of names.map(item))
			void batcher.add(added).then((batch) => {
				if (batch.items[0] !== added) return;
				started.push(namesOf(batch.items));
				batch.finish('acknowledged');
			});
	};
	return { started, add };
}

test('an item that arrives alone starts at once, alone', async () => {
	const batcher = new EventBatcher();

	const first = await batcher.add(item('a'));
	first.finish('acknowledged');

	expect(namesOf(first.items)).toEqual(['a']);
	expect(namesOf((await batcher.add(item('b'))).items)).toEqual(['b']);
});

test('items that arrive while a batch is being stored share the next one', async () => {
	const batcher = new EventBatcher();
	const first = await batcher.add(item('a'));
	const later = ['b', 'c', 'd'].map(async (name) => await batcher.add(item(name)));

	first.finish('acknowledged');

	const [second, ...same] = await Promise.all(later);
	expect(namesOf(second?.items ?? [])).toEqual(['b', 'c', 'd']);
	expect(same).toEqual([second, second]);
});

test.each(['acknowledged', 'rejected', 'unknown'] as const)(
	'a batch tells how its first delivery ended: %s',
	async (outcome) => {
		const batcher = new EventBatcher();
		const batch = await batcher.add(item('a'));

		batch.finish(outcome);

		expect(await batch.outcome).toBe(outcome);
	},
);

test('an item that arrives while a batch is being stored waits until 250 ms after the start of that batch', async () => {
	const batcher = new EventBatcher();
	const { started, add } = collectBatches(batcher);
	const first = await batcher.add(item('a'));
	add('b');
	await jest.advanceTimersByTimeAsync(100);
	first.finish('acknowledged');

	await jest.advanceTimersByTimeAsync(149);
	expect(started).toEqual([]);
	await jest.advanceTimersByTimeAsync(1);
	expect(started).toEqual([['b']]);
});

test('items wait until 250 ms after the last start also if earlier ones have waited', async () => {
	const { started, add } = collectBatches(new EventBatcher());
	for (const items of [
		['a', 'b'],
		['c', 'd'],
	]) {
		add(...items);
		await jest.advanceTimersByTimeAsync(250);
	}

	expect(started).toEqual([['a'], ['b'], ['c'], ['d']]);
});

test('a batch starts early if as many items wait as the last one had', async () => {
	const batcher = new EventBatcher();
	const { started, add } = collectBatches(batcher);
	const first = await batcher.add(item('a'));
	add('b', 'c', 'd');
	first.finish('acknowledged');
	await jest.advanceTimersByTimeAsync(0);

	add('e', 'f');
	await jest.advanceTimersByTimeAsync(0);
	expect(started).toEqual([['b', 'c', 'd']]);
	add('g');
	await jest.advanceTimersByTimeAsync(0);
	expect(started).toEqual([
		['b', 'c', 'd'],
		['e', 'f', 'g'],
	]);
});

test('a batch has at most 50 items, and more start the next one at once', async () => {
	const batcher = new EventBatcher();
	const { started, add } = collectBatches(batcher);
	const first = await batcher.add(item('first'));
	add(...Array.from({ length: 101 }, (_, index) => `item ${index}`));

	first.finish('acknowledged');
	await jest.advanceTimersByTimeAsync(0);
	expect(started.map(({ length }) => length)).toEqual([50, 50]);

	await jest.advanceTimersByTimeAsync(250);
	expect(started.at(-1)).toEqual(['item 100']);
});

test('after a batch of 50, the next 50 items start at once', async () => {
	const { started, add } = collectBatches(new EventBatcher());
	add(...Array.from({ length: 101 }, (_, index) => `item ${index}`));

	await jest.advanceTimersByTimeAsync(0);
	expect(started.map(({ length }) => length)).toEqual([1, 50, 50]);
});

/** Delivers an event to a trigger with *Combine Events*. */
function deliver(eventId: string, workflowId = 'wf') {
	const settings = parameters({ options: { combineEvents: true } });
	const response = new FakeResponse();
	const context = triggerContext({
		getWorkflow: () => ({ id: workflowId }),
		getResponseObject: () => response,
	});
	const event = eventFrom({ eventId, eventType: 'VEHICLE_STATE' });
	return { context, response, items: batchEvents.call(context, { event, flags: {} }, settings) };
}

// A copy of a workflow keeps the IDs of its nodes.
test('an event of a workflow does not wait for a batch of its copy', async () => {
	await deliver('first', 'original').items;

	expect(await deliver('second', 'copy').items).toHaveLength(1);
});

test('an event after a publish does not join those that wait for the former version of the workflow', async () => {
	const storing = deliver('storing', 'published');
	await storing.items;
	const waiting = deliver('waiting', 'published');
	startNewBatches.call(waiting.context);
	const later = deliver('later', 'published');

	expect(await later.items).toHaveLength(1);
	storing.response.close();
	await jest.advanceTimersByTimeAsync(250);
	expect(await waiting.items).toHaveLength(1);
});

test.each([
	['its sender hangs up', 503, (response: FakeResponse) => response.close()],
	[
		'n8n does not store the execution',
		500,
		(response: FakeResponse) => {
			response.statusCode = 500;
			response.end();
		},
	],
])('the other events of a batch are not acknowledged if %s', async (what, status, end) => {
	const alone = deliver('alone', what);
	expect(await alone.items).toHaveLength(1);
	const [first, second] = [deliver('first', what), deliver('second', what)];
	alone.response.close();
	await jest.advanceTimersByTimeAsync(250);
	expect(await first.items).toHaveLength(2);
	end(first.response);

	await expect(second.items).rejects.toMatchObject({ status });
});

test('in any order of arrivals and outcomes, each item is in one batch and learns its outcome', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.boolean(), { maxLength: 30 }),
			fc.scheduler(),
			async (outcomes, scheduler) => {
				const batcher = new EventBatcher();
				const stored: string[] = [];
				const acknowledged: string[] = [];
				const deliveries = outcomes.map(async (isStored, index) => {
					await scheduler.schedule(Promise.resolve());
					const added = item(`item ${index}`);
					const batch = await batcher.add(added);
					if (batch.items[0] === added) {
						await scheduler.schedule(Promise.resolve());
						if (isStored) stored.push(...namesOf(batch.items));
						batch.finish(isStored ? 'acknowledged' : 'rejected');
					}
					if ((await batch.outcome) === 'acknowledged') acknowledged.push(...namesOf([added]));
				});
				let isDone = false;
				void Promise.all(deliveries).then(() => (isDone = true));
				for (let round = 0; round <= outcomes.length && !isDone; round++) {
					await scheduler.waitAll();
					await jest.advanceTimersByTimeAsync(250);
				}
				await Promise.all(deliveries);

				expect(acknowledged.sort()).toEqual(stored.sort());
				expect(new Set(stored).size).toBe(stored.length);
			},
		),
		{ numRuns: 300 },
	);
});
