import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import { fuzzedRequest, type FuzzedRequest } from '../fuzzing/fuzzedRequest';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { HttpClient, type HttpResponse } from '../sending/httpClient';

const CONNECTIONS = 50;
const MEGABYTE = 1024 * 1024;

/** Share of the requests that is sent before the first measurement of the memory. */
const WARM_UP_SHARE = 0.2;

/** Allowed growth of n8n's heap: caches of n8n, and what the trigger remembers of each event. */
const GROWTH_MB = 24;
const BYTES_PER_EVENT = 300;

const MEASURE_EVERY_MS = 500;
const MOST_MEASUREMENTS = 20;

export interface FuzzOptions {
	requests: number;
	/** Bytes of n8n's heap that are in use after a garbage collection. */
	usedHeap: () => Promise<number>;
	isRunning: () => boolean;
	seed: number;
}

const replySchema = z.object({ status: z.string() }).partial();

function isAccepted(body: string): boolean {
	try {
		return replySchema.parse(JSON.parse(body)).status === 'accepted';
	} catch {
		return false;
	}
}

/** What is wrong with the response to a request, if anything. */
function problemWith(
	{ hasValidSignature }: FuzzedRequest,
	{ status, body, error }: HttpResponse,
): string | undefined {
	if (status === null) return `no response (${error})`;
	if (status >= 500) return `${status} ${body.slice(0, 80)}`;
	if (!hasValidSignature && isAccepted(body)) return 'accepted without a valid signature';
	return undefined;
}

/** Measures until the heap no longer shrinks: n8n releases what it needed to start some time after its start. */
async function steadyHeap(usedHeap: () => Promise<number>): Promise<number> {
	let previous = await usedHeap();
	for (let measurement = 1; ; measurement += 1) {
		await pause(MEASURE_EVERY_MS);
		const current = await usedHeap();
		if (previous - current < MEGABYTE || measurement >= MOST_MEASUREMENTS) return current;
		previous = current;
	}
}

/** Sends random mutations of real events, some of them with a valid signature. */
export async function fuzzScenario(
	target: TargetWorkflow,
	{ requests, usedHeap, isRunning, seed }: FuzzOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const random = new Random(seed, 'fuzz');
	const client = new HttpClient(CONNECTIONS);
	const earlier = (await target.finishedExecutions()).length;
	const responses = new Map<string, number>();
	const problems: string[] = [];
	let accepted = 0;

	const send = async (count: number) => {
		let remaining = count;
		const connection = async () => {
			while (remaining > 0) {
				remaining -= 1;
				const fuzzed = fuzzedRequest(random, (body) => simulator.deliveries.sign(body));
				const response = await client.post(target.callbackUri(), fuzzed.body, fuzzed.headers);
				const status = String(response.status);
				responses.set(status, (responses.get(status) ?? 0) + 1);
				if (isAccepted(response.body)) accepted += 1;
				const problem = problemWith(fuzzed, response);
				if (problem) {
					const body = fuzzed.body.toString('base64').slice(0, 200);
					problems.push(`${problem}: ${JSON.stringify(fuzzed.headers)} ${body}`);
				}
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, connection));
		return await target.finishedExecutions();
	};

	const warmUp = Math.floor(requests * WARM_UP_SHARE);
	await send(warmUp);
	const acceptedInWarmUp = accepted;
	const heapBefore = await steadyHeap(usedHeap);
	const executions = await send(requests - warmUp);
	const heapAfter = await steadyHeap(usedHeap);
	await client.close();
	const rememberedMb = ((accepted - acceptedInWarmUp) * BYTES_PER_EVENT) / MEGABYTE;

	const checks = new CheckList();
	checks.report(
		'requests by status',
		[...responses]
			.sort()
			.map(([status, count]) => `${status}: ${count}`)
			.join(', '),
	);
	checks.empty('unanswered, 5xx, or accepted without a valid signature', problems);
	checks.atLeast('requests accepted, all with a valid signature', accepted, 1);
	checks.equal('executions', executions.length - earlier, accepted);
	checks.equal('crashes of n8n', isRunning() ? 0 : 1, 0);
	checks.report('heap in use after the first fifth, MB', Math.round(heapBefore / MEGABYTE));
	checks.atMost(
		'growth of the heap by the end, MB',
		Math.round((heapAfter - heapBefore) / MEGABYTE),
		Math.round(GROWTH_MB + rememberedMb),
	);
	return checks;
}
