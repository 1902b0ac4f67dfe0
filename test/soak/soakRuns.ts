import { findN8n } from '../../tools/n8n/install';
import { copiesTest } from '../reliability/scenarios/copies';
import { diskFullTest } from '../reliability/scenarios/diskFull';
import { failingTest } from '../reliability/scenarios/workflowFails';
import { fuzzTest } from '../reliability/scenarios/fuzz';
import { hostileTest } from '../reliability/scenarios/hostileRequests';
import { killTest } from '../reliability/scenarios/kill';
import { queueTest } from '../reliability/scenarios/queueCopies';
import { unwritableTest } from '../reliability/scenarios/databaseBlocked';
import { startQueue, WORKER_CONCURRENCY, type Queue } from '../reliability/instances/queueMode';
import {
	CONCURRENCY_LIMIT,
	startRegular,
	type Regular,
} from '../reliability/instances/regularMode';
import type { Verdict } from '../reliability/checkList';

const SETTLE_WITHIN_MS = 15 * 60_000;
const SLOW_FOR_MS = 340_000;

/** A full run: a fresh n8n, one test, everything ended again. */
export interface SoakRun {
	/** As written after `npm run test:soak --`. */
	name: string;
	title: string;
	/** @param scale 1 for the full length, less to try it out */
	run: (scale: number, seed: number) => Promise<Verdict>;
}

async function inRegular(test: (n8n: Regular) => Promise<Verdict>): Promise<Verdict> {
	const n8n = await startRegular(await findN8n(), SETTLE_WITHIN_MS);
	return await test(n8n).finally(n8n.close);
}

async function inQueue(test: (queue: Queue) => Promise<Verdict>): Promise<Verdict> {
	const queue = await startQueue(await findN8n(), SETTLE_WITHIN_MS);
	return await test(queue).finally(queue.close);
}

const sized = (full: number, scale: number) => Math.max(10, Math.round(full * scale));

async function kill(
	acknowledge: 'onReceived' | 'lastNode',
	scale: number,
	seed: number,
): Promise<Verdict> {
	return await inRegular(
		async (n8n) =>
			await killTest({
				...(acknowledge === 'lastNode' ? n8n.finished : n8n.stored),
				whileDown: n8n.whileDown,
				acknowledge,
				events: sized(10_000, scale),
				kills: 3,
				concurrencyLimit: CONCURRENCY_LIMIT,
				seed,
			}),
	);
}

/** What `npm run test:soak` does, in this order. */
export const RUNS: SoakRun[] = [
	{
		name: 'kill-stored',
		title: '10,000 events, each sent up to 3 times; n8n killed 3 times; acknowledged when stored',
		run: async (scale, seed) => await kill('onReceived', scale, seed),
	},
	{
		name: 'kill-finished',
		title:
			'10,000 events, each sent up to 3 times; n8n killed 3 times; acknowledged when the workflow finishes',
		run: async (scale, seed) => await kill('lastNode', scale, seed),
	},
	{
		name: 'unwritable',
		title: "200 events at once while n8n's database (SQLite) is locked",
		run: async (scale, seed) =>
			await inRegular(
				async (n8n) =>
					await unwritableTest({
						...n8n.stored,
						block: n8n.block,
						events: sized(200, scale),
						seed,
					}),
			),
	},
	{
		name: 'disk-full',
		title: '3,000 events; the disk becomes full under n8n, has room again, and n8n is started anew',
		run: async (scale, seed) =>
			await inRegular(async (n8n) => {
				const { fill, whileDown } = n8n;
				return await diskFullTest({
					...n8n.stored,
					fill,
					whileDown,
					events: sized(3_000, scale),
					seed,
				});
			}),
	},
	{
		name: 'failing',
		title:
			'2,000 events, the workflow fails on half of them; acknowledged when the workflow finishes',
		run: async (scale, seed) =>
			await inRegular(
				async (n8n) => await failingTest({ ...n8n.failing, events: sized(2_000, scale), seed }),
			),
	},
	{
		name: 'copies',
		title: '100 copies of an event at the same instant, 20 times',
		run: async (scale) =>
			await inRegular(
				async (n8n) => await copiesTest({ ...n8n.stored, copies: 100, rounds: sized(20, scale) }),
			),
	},
	{
		name: 'fuzz',
		title: '100,000 mutated bodies and headers',
		run: async (scale, seed) =>
			await inRegular(async (n8n) => {
				const { usedHeap, isRunning } = n8n;
				return await fuzzTest({
					...n8n.stored,
					usedHeap,
					isRunning,
					requests: sized(100_000, scale),
					seed,
				});
			}),
	},
	{
		name: 'hostile',
		title: 'Forged VERIFY, altered signatures, 10 MiB bodies, 500 slow bodies',
		run: async (scale) =>
			await inRegular(
				async (n8n) =>
					await hostileTest({
						...n8n.stored,
						slowBodies: sized(500, scale),
						slowForMs: sized(SLOW_FOR_MS, scale),
						answerWithinMs: 10_000,
					}),
			),
	},
	{
		name: 'queue',
		title: 'Queue mode: 5,000 events, a copy of each to the other webhook processor a second later',
		run: async (scale) =>
			await inQueue(
				async ({ subjects }) =>
					await queueTest({ ...subjects.copied, events: sized(5_000, scale) }),
			),
	},
	{
		name: 'queue-kill',
		title: 'The same, with the worker and a webhook processor killed on the way',
		run: async (scale) =>
			await inQueue(async ({ subjects, whileDown }) => {
				const kills = [
					{ at: 0.3, whileDown: whileDown('worker') },
					{ at: 0.6, whileDown: whileDown('webhook') },
				];
				return await queueTest({
					...subjects.killed,
					events: sized(5_000, scale),
					kills,
					mayCutOff: WORKER_CONCURRENCY,
				});
			}),
	},
	{
		name: 'queue-unwritable',
		title: 'Queue mode: 200 events at once while PostgreSQL is read-only',
		run: async (scale, seed) =>
			await inQueue(
				async ({ subjects, block }) =>
					await unwritableTest({ ...subjects.refused, block, events: sized(200, scale), seed }),
			),
	},
];
