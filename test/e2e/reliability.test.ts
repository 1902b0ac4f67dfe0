import { findN8n } from '../../tools/n8n/install';
import { copiesTest } from '../reliability/scenarios/copies';
import { diskFullTest } from '../reliability/scenarios/diskFull';
import { failingTest } from '../reliability/scenarios/workflowFails';
import { fuzzTest } from '../reliability/scenarios/fuzz';
import { hostileTest } from '../reliability/scenarios/hostileRequests';
import { killTest } from '../reliability/scenarios/kill';
import { unwritableTest } from '../reliability/scenarios/databaseBlocked';
import {
	CONCURRENCY_LIMIT,
	startRegular,
	type Regular,
} from '../reliability/instances/regularMode';
import { n8nUnderTest, onN8n1 } from './version';

// The short runs of what `npm run test:soak` does at full length.

const SEED = 1;

let n8n: Regular;

beforeAll(async () => {
	n8n = await startRegular(await findN8n(n8nUnderTest), 60_000);
});

afterAll(async () => await n8n?.close());

test('100 copies of an event at the same instant give one execution, and every sender gets 2xx', async () => {
	const verdict = await copiesTest({ ...n8n.stored, copies: 100, rounds: 2 });

	expect(verdict.broken()).toEqual([]);
});

test('the retry of an event that failed in the workflow runs, and success comes once', async () => {
	const verdict = await failingTest({ ...n8n.failing, events: 60, seed: SEED });

	expect(verdict.broken()).toEqual([]);
});

test("while n8n's database is locked the sender is refused; then every event is executed once", async () => {
	const verdict = await unwritableTest({ ...n8n.stored, block: n8n.block, events: 10, seed: SEED });

	expect(verdict.broken()).toEqual([]);
});

/** Only Linux has a way to fill the disk for one process. */
const fullDisk = process.platform === 'linux' ? test : test.skip;

fullDisk(
	'the disk becomes full under n8n: the sender is refused, and every event is executed once, also after a restart',
	async () => {
		const { fill, whileDown } = n8n;
		const verdict = await diskFullTest({ ...n8n.stored, fill, whileDown, events: 300, seed: SEED });

		expect(verdict.broken()).toEqual([]);
	},
);

/** n8n 1.x takes more than three minutes for the fuzzer; the record of the tested versions names what is left out there. */
const fuzz = onN8n1 ? () => {} : test;

fuzz(
	'2,000 mutated requests: no 5xx, no crash, no execution without a valid signature, the memory back to its level',
	async () => {
		const { usedHeap, isRunning } = n8n;
		const verdict = await fuzzTest({
			...n8n.stored,
			usedHeap,
			isRunning,
			requests: 2_000,
			seed: SEED,
		});

		expect(verdict.broken()).toEqual([]);
	},
);

test('what strangers may try is refused, and genuine events are answered meanwhile', async () => {
	const verdict = await hostileTest({
		...n8n.stored,
		slowBodies: 100,
		slowForMs: 2_000,
		answerWithinMs: 10_000,
	});

	expect(verdict.broken()).toEqual([]);
});

test.each(['onReceived', 'lastNode'] as const)(
	'n8n is killed under load, acknowledging %s: no event is lost',
	async (acknowledge) => {
		const verdict = await killTest({
			...(acknowledge === 'lastNode' ? n8n.finished : n8n.stored),
			whileDown: n8n.whileDown,
			acknowledge,
			events: onN8n1 ? 100 : 300,
			kills: 1,
			concurrencyLimit: CONCURRENCY_LIMIT,
			seed: SEED,
		});

		expect(verdict.broken()).toEqual([]);
	},
);
