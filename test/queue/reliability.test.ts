import { findN8n } from '../../tools/n8n/install';
import { n8nUnderTest } from '../e2e/version';
import { queueTest } from '../reliability/scenarios/queueCopies';
import { unwritableTest } from '../reliability/scenarios/databaseBlocked';
import { startQueue, WORKER_CONCURRENCY, type Queue } from '../reliability/instances/queueMode';

// The short runs of what `npm run test:soak` does at full length.

let queue: Queue;

beforeAll(async () => {
	queue = await startQueue(await findN8n(n8nUnderTest), 60_000);
});

afterAll(async () => await queue?.close());

test('copies that reach the other webhook processor a second later are executed once', async () => {
	const verdict = await queueTest({ ...queue.subjects.copied, events: 200 });

	expect(verdict.broken()).toEqual([]);
});

test('a worker and a webhook processor are killed: no event is lost', async () => {
	const kills = [
		{ at: 0.3, whileDown: queue.whileDown('worker') },
		{ at: 0.6, whileDown: queue.whileDown('webhook') },
	];

	const verdict = await queueTest({
		...queue.subjects.killed,
		events: 200,
		kills,
		mayCutOff: WORKER_CONCURRENCY,
	});

	expect(verdict.broken()).toEqual([]);
});

test('while PostgreSQL is read-only the sender is refused; then every event is executed once', async () => {
	const verdict = await unwritableTest({
		...queue.subjects.refused,
		block: queue.block,
		events: 10,
		seed: 1,
	});

	expect(verdict.broken()).toEqual([]);
});
