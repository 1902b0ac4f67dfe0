import { findInstalledN8n } from '../../tools/n8n/install';
import { n8nUnderTest } from '../support/n8nUnderTest';
import {
	startQueueInstance,
	WORKER_CONCURRENCY,
	type QueueInstance,
} from '../reliability/instances/queueMode';
import { databaseBlockedScenario } from '../reliability/scenarios/databaseBlocked';
import { queueCopiesScenario } from '../reliability/scenarios/queueCopies';

// Short runs of the scenarios that `npm run test:soak` runs at full length.

/** How long n8n may take to finish all stored executions. */
const FINISH_WITHIN_MS = 60_000;

let n8n: QueueInstance;

beforeAll(async () => {
	// With several workers an event and its copy can run at the same moment: see docs/production.md.
	n8n = await startQueueInstance(await findInstalledN8n(n8nUnderTest), FINISH_WITHIN_MS, {
		workers: 1,
	});
});

afterAll(async () => await n8n?.close());

test('a copy that reaches the other webhook processor a second later is not executed again', async () => {
	const checks = await queueCopiesScenario(n8n.targets.copies, { events: 200 });

	expect(checks.failures()).toEqual([]);
});

test('no event is lost when a worker and a webhook processor are killed', async () => {
	const checks = await queueCopiesScenario(n8n.targets.kill, {
		events: 200,
		kills: [
			{ afterFraction: 0.3, whileDown: n8n.whileDown('worker') },
			{ afterFraction: 0.6, whileDown: n8n.whileDown('webhook') },
		],
		maxInterrupted: WORKER_CONCURRENCY,
	});

	expect(checks.failures()).toEqual([]);
});

test('events are rejected while PostgreSQL is read-only, and executed once afterward', async () => {
	const checks = await databaseBlockedScenario(n8n.targets.databaseBlocked, {
		blockDatabase: n8n.blockDatabase,
		events: 10,
		seed: 1,
	});

	expect(checks.failures()).toEqual([]);
});
