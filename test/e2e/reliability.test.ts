import { findInstalledN8n } from '../../tools/n8n/install';
import {
	CONCURRENCY_LIMIT,
	startRegularInstance,
	type RegularInstance,
} from '../reliability/instances/regularMode';
import { copiesScenario } from '../reliability/scenarios/copies';
import { databaseBlockedScenario } from '../reliability/scenarios/databaseBlocked';
import { diskFullScenario } from '../reliability/scenarios/diskFull';
import { fuzzScenario } from '../reliability/scenarios/fuzz';
import { hostileRequestsScenario } from '../reliability/scenarios/hostileRequests';
import { killScenario } from '../reliability/scenarios/kill';
import { workflowFailsScenario } from '../reliability/scenarios/workflowFails';
import { isNewest, n8nUnderTest, testOnNewest } from '../support/n8nUnderTest';

// Short runs of the scenarios that `npm run test:soak` runs at full length.

/** How long n8n may take to finish all stored executions. */
const FINISH_WITHIN_MS = 60_000;
const seed = 1;

let n8n: RegularInstance;

beforeAll(async () => {
	n8n = await startRegularInstance(await findInstalledN8n(n8nUnderTest), FINISH_WITHIN_MS);
});

afterAll(async () => await n8n?.close());

test('100 copies of an event at the same time start one execution and are all answered 2xx', async () => {
	const checks = await copiesScenario(n8n.acknowledgesWhenStored, { copies: 100, events: 2 });

	expect(checks.failures()).toEqual([]);
});

test('an event whose execution failed is executed again when it is retried, until it succeeds once', async () => {
	const checks = await workflowFailsScenario(n8n.failsOnRequest, { events: 60, seed });

	expect(checks.failures()).toEqual([]);
});

test("events are rejected while n8n's database is locked, and executed once afterward", async () => {
	const { blockDatabase } = n8n;
	const checks = await databaseBlockedScenario(n8n.acknowledgesWhenStored, {
		blockDatabase,
		events: 10,
		seed,
	});

	expect(checks.failures()).toEqual([]);
});

/** Only on Linux can writes fail for one process as on a full disk. */
const testOnLinux = process.platform === 'linux' ? test : test.skip;

testOnLinux(
	'events are rejected while the disk is full, and executed once afterward, also after a restart',
	async () => {
		const { fillDisk, whileDown } = n8n;
		const checks = await diskFullScenario(n8n.acknowledgesWhenStored, {
			fillDisk,
			whileDown,
			// The disk fills up after 100. The oldest n8n takes four times as long, as below.
			events: isNewest ? 300 : 200,
			concurrencyLimit: CONCURRENCY_LIMIT,
			seed,
		});

		expect(checks.failures()).toEqual([]);
	},
);

testOnNewest(
	'600 mutated requests cause no 5xx, no crash, no execution without a valid signature, and no large memory leak',
	async () => {
		const { usedHeap, isRunning } = n8n;
		const checks = await fuzzScenario(n8n.acknowledgesWhenStored, {
			requests: 600,
			usedHeap,
			isRunning,
			seed,
		});

		expect(checks.failures()).toEqual([]);
	},
);

testOnNewest(
	'hostile requests are rejected, and genuine events are answered meanwhile',
	async () => {
		const checks = await hostileRequestsScenario(n8n.acknowledgesWhenStored, {
			slowBodies: 100,
			slowForMs: 2_000,
			respondWithinMs: 10_000,
		});

		expect(checks.failures()).toEqual([]);
	},
);

test.each([
	{ acknowledge: 'onReceived', target: () => n8n.acknowledgesWhenStored },
	{ acknowledge: 'lastNode', target: () => n8n.acknowledgesWhenFinished },
] as const)(
	'no event is lost when n8n is killed under load (acknowledge: $acknowledge)',
	async ({ acknowledge, target }) => {
		const checks = await killScenario(target(), {
			whileDown: n8n.whileDown,
			acknowledge,
			// The oldest n8n lacks N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE, so each event takes it four times
			// as long.
			events: isNewest ? 300 : 100,
			kills: 1,
			concurrencyLimit: CONCURRENCY_LIMIT,
			seed,
		});

		expect(checks.failures()).toEqual([]);
	},
);
