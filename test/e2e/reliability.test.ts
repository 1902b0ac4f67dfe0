import { blockSqlite, sqliteDatabase } from '../../tools/n8n/database/sqlite';
import { findN8n } from '../../tools/n8n/install';
import { webhookIdOf, type Workflow } from '../../tools/scene/examples';
import type { Scene } from '../../tools/scene/scene';
import { copiesTest } from '../soak/breaking/copies';
import { failingTest } from '../soak/breaking/failing';
import { killTest } from '../soak/breaking/kill';
import { unwritableTest } from '../soak/breaking/unwritable';
import type { Subject } from '../soak/subject';
import { plainWorkflow, workflowThatMayFail } from '../soak/workflows';
import { startScene } from './scene';

// The short runs of what `npm run test:soak` does at full length.

const CONCURRENCY_LIMIT = 10;
const SEED = 1;

const stored = plainWorkflow('smartcarStored001');
const finished = plainWorkflow('smartcarFinish001', { acknowledge: 'lastNode' });
const failing = workflowThatMayFail('smartcarFailing01', { acknowledge: 'lastNode' });

let scene: Scene;
let about: (workflow: Workflow) => Subject;

beforeAll(async () => {
	const installation = await findN8n();
	scene = await startScene([stored, finished, failing], {
		simulator: { deliveryTimeoutMs: 60_000 },
		env: {
			N8N_CONCURRENCY_PRODUCTION_LIMIT: String(CONCURRENCY_LIMIT),
			N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
			EXECUTIONS_DATA_PRUNE: 'false',
		},
	});
	const database = sqliteDatabase(installation, scene.home);
	about = (workflow) => ({
		simulator: scene.simulator,
		database,
		workflowId: workflow.id,
		address: () => scene.n8n.webhookUrl(webhookIdOf(workflow)),
		settleWithinMs: 60_000,
	});
});

afterAll(async () => await scene?.close());

test('100 copies of an event at the same instant give one execution, and every sender gets 2xx', async () => {
	const verdict = await copiesTest({ ...about(stored), copies: 100, rounds: 2 });

	expect(verdict.broken()).toEqual([]);
});

test('the retry of an event that failed in the workflow runs, and success comes once', async () => {
	const verdict = await failingTest({ ...about(failing), events: 60, seed: SEED });

	expect(verdict.broken()).toEqual([]);
});

test('while n8n cannot store an execution the sender is refused; then every event is executed once', async () => {
	const block = async () => await blockSqlite(await findN8n(), scene.home);

	const verdict = await unwritableTest({ ...about(stored), block, events: 10, seed: SEED });

	expect(verdict.broken()).toEqual([]);
});

test.each([
	['onReceived', stored],
	['lastNode', finished],
] as const)('n8n is killed under load, acknowledging %s: no event is lost', async (acknowledge, workflow) => {
	const verdict = await killTest({
		...about(workflow),
		whileDown: async (work) => await scene.whileDown(work, 'kill'),
		acknowledge,
		events: 300,
		kills: 1,
		concurrencyLimit: CONCURRENCY_LIMIT,
		seed: SEED,
	});

	expect(verdict.broken()).toEqual([]);
});
