import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Random } from '../../../simulator/random';
import { settledExecutions } from '../storedExecutions';
import { fuzzedRequest, type FuzzedRequest } from '../fuzzing/fuzzedRequest';
import { HttpClient, type HttpAnswer } from '../sending/httpClient';
import type { Subject } from '../instances/targetWorkflow';
import { Verdict } from '../checkList';

const CONNECTIONS = 50;
const TIMEOUT_MS = 60_000;
const MEGABYTE = 1024 * 1024;

/** Sent before the first look at the memory, so that everything that is made once is there. */
const WARM_UP_SHARE = 0.2;

/** What n8n's heap may grow by: caches of n8n itself, and what the trigger remembers of each event by design. */
const GROWTH_MB = 24;
const BYTES_PER_EVENT = 300;

const LEVEL_EVERY_MS = 500;
const LEVEL_TRIES = 20;

export interface FuzzOptions extends Subject {
	requests: number;
	seed: number;
	/** Bytes of n8n's heap that are in use after its garbage was collected. */
	usedHeap: () => Promise<number>;
	isRunning: () => boolean;
}

const answerSchema = z.object({ status: z.string(), challenge: z.string() }).partial();

function statusIn(body: string): string | undefined {
	try {
		return answerSchema.parse(JSON.parse(body)).status;
	} catch {
		return undefined;
	}
}

/** What went wrong with one request, if anything. */
function objection(
	{ genuine }: FuzzedRequest,
	{ status, body, error }: HttpAnswer,
): string | undefined {
	if (status === null) return `no answer (${error})`;
	if (status >= 500) return `${status} ${body.slice(0, 80)}`;
	if (!genuine && statusIn(body) === 'accepted') return 'accepted without a valid signature';
	return undefined;
}

/** Sends seeded mutations of the real events, a few of them with the signature they need, and looks what n8n makes of them. */
export async function fuzzTest(options: FuzzOptions): Promise<Verdict> {
	const {
		simulator,
		database,
		workflowId,
		address,
		settleWithinMs,
		requests,
		seed,
		usedHeap,
		isRunning,
	} = options;
	const random = new Random(seed, 'fuzz');
	const client = new HttpClient(CONNECTIONS, TIMEOUT_MS);
	const before = (await settledExecutions(database, workflowId, settleWithinMs)).length;
	const answers = new Map<string, number>();
	const objections: string[] = [];
	let accepted = 0;
	let left = 0;

	const sendSome = async (count: number) => {
		left += count;
		const connection = async () => {
			while (left > 0) {
				left -= 1;
				const fuzzed = fuzzedRequest(random, (body) => simulator.deliveries.sign(body));
				const answer = await client.post(address(), fuzzed.body, fuzzed.headers);
				answers.set(String(answer.status), (answers.get(String(answer.status)) ?? 0) + 1);
				if (statusIn(answer.body) === 'accepted') accepted += 1;
				const wrong = objection(fuzzed, answer);
				if (wrong)
					objections.push(
						`${wrong}: ${JSON.stringify(fuzzed.headers)} ${fuzzed.body.toString('base64').slice(0, 200)}`,
					);
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, connection));
		return await settledExecutions(database, workflowId, settleWithinMs);
	};

	/** n8n lets go of what it needed to start some time after it has started: the level is where that has ended. */
	const level = async () => {
		for (let last = await usedHeap(), tries = 1; ; tries += 1) {
			await pause(LEVEL_EVERY_MS);
			const now = await usedHeap();
			if (last - now < MEGABYTE || tries >= LEVEL_TRIES) return now;
			last = now;
		}
	};

	const warmUp = Math.floor(requests * WARM_UP_SHARE);
	await sendSome(warmUp);
	const acceptedAtStart = accepted;
	const heapBefore = await level();
	const executions = await sendSome(requests - warmUp);
	const heapAfter = await level();
	await client.close();

	const remembered = ((accepted - acceptedAtStart) * BYTES_PER_EVENT) / MEGABYTE;
	const verdict = new Verdict();
	verdict.report(
		'requests by answer',
		[...answers]
			.sort()
			.map(([status, count]) => `${status}: ${count}`)
			.join(', '),
	);
	verdict.none('unanswered, 5xx, or accepted without a valid signature', objections);
	verdict.atLeast('requests accepted, all with a valid signature', accepted, 1);
	verdict.exactly('executions', executions.length - before, accepted);
	verdict.exactly('crashes of n8n', isRunning() ? 0 : 1, 0);
	verdict.report('heap in use after the first fifth, MB', Math.round(heapBefore / MEGABYTE));
	verdict.atMost(
		'growth of the heap by the end, MB',
		Math.round((heapAfter - heapBefore) / MEGABYTE),
		Math.round(GROWTH_MB + remembered),
	);
	return verdict;
}
