import { z } from 'zod';
import { Random } from '../../../simulator/random';
import { CheckList } from '../checkList';
import { fuzzedRequest, type FuzzedRequest } from '../fuzzing/fuzzedRequest';
import { measureLowestHeap, measureSteadyHeap } from '../instances/steadyHeap';
import type { TargetWorkflow } from '../instances/targetWorkflow';
import { HttpClient, type HttpResponse } from '../sending/httpClient';
import { failedExecutions } from '../storedExecutions';

const CONNECTIONS = 50;
const MEBIBYTE = 1024 * 1024;

/** The fraction of the requests that is sent before the heap is measured first. */
const WARM_UP_FRACTION = 0.2;

/** How much n8n's heap may grow: for n8n's caches, and for the ID of each accepted event. */
const ALLOWED_GROWTH_MB = 24;
const ALLOWED_BYTES_PER_EVENT = 300;

interface FuzzOptions {
	requests: number;
	/** Bytes of n8n's heap that are in use after a garbage collection. */
	usedHeap: () => Promise<number>;
	isRunning: () => boolean;
	seed: number;
}

const responseSchema = z.object({ status: z.string() }).partial();

/** Whether a response body says that the trigger accepted the event. */
function isAccepted(body: string): boolean {
	try {
		return responseSchema.parse(JSON.parse(body)).status === 'accepted';
	} catch {
		return false;
	}
}

/** Describes what is wrong with the response to a request. Undefined if nothing is. */
function findProblem(
	{ hasValidSignature }: FuzzedRequest,
	{ status, body, error }: HttpResponse,
): string | undefined {
	if (status === null) return `no response (${error})`;
	if (status >= 500) return `${status} ${body.slice(0, 80)}`;
	if (!hasValidSignature && isAccepted(body)) return 'accepted without a valid signature';
	return undefined;
}

/** Sends randomly mutated events, some of them with a valid signature. */
export async function fuzzScenario(
	target: TargetWorkflow,
	{ requests, usedHeap, isRunning, seed }: FuzzOptions,
): Promise<CheckList> {
	const { simulator } = target;
	const random = new Random(seed, 'fuzz');
	const client = new HttpClient(CONNECTIONS);
	const earlierExecutions = (await target.waitForFinishedExecutions()).length;
	const responses = new Map<string, number>();
	const problems: string[] = [];
	let accepted = 0;

	const sendRequests = async (count: number) => {
		let remaining = count;
		const sendRemaining = async () => {
			while (remaining > 0) {
				remaining -= 1;
				const fuzzed = fuzzedRequest(random, (body) => simulator.deliveries.sign(body));
				const response = await client.post(target.callbackUri(), fuzzed.body, fuzzed.headers);
				const status = String(response.status);
				responses.set(status, (responses.get(status) ?? 0) + 1);
				if (isAccepted(response.body)) accepted += 1;
				const problem = findProblem(fuzzed, response);
				if (problem) {
					const body = fuzzed.body.toString('base64').slice(0, 200);
					problems.push(`${problem}: ${JSON.stringify(fuzzed.headers)} ${body}`);
				}
			}
		};
		await Promise.all(Array.from({ length: CONNECTIONS }, sendRemaining));
		return await target.waitForFinishedExecutions();
	};

	const warmUpRequests = Math.floor(requests * WARM_UP_FRACTION);
	await sendRequests(warmUpRequests);
	const acceptedInWarmUp = accepted;
	const heapBefore = await measureSteadyHeap(usedHeap);
	const executions = (await sendRequests(requests - warmUpRequests)).slice(earlierExecutions);
	const remembered = (accepted - acceptedInWarmUp) * ALLOWED_BYTES_PER_EVENT;
	const allowedGrowth = ALLOWED_GROWTH_MB * MEBIBYTE + remembered;
	const heapAfter = await measureLowestHeap(usedHeap, heapBefore + allowedGrowth);
	await client.close();

	const checks = new CheckList();
	checks.report(
		'requests by status',
		[...responses]
			.sort()
			.map(([status, count]) => `${status}: ${count}`)
			.join(', '),
	);
	checks.empty(
		'requests without a response, answered 5xx, or accepted without a valid signature',
		problems,
	);
	checks.atLeast('requests accepted, all with a valid signature', accepted, 1);
	checks.equal('executions', executions.length, accepted);
	checks.empty('executions that failed', failedExecutions(executions));
	checks.equal('crashes of n8n', isRunning() ? 0 : 1, 0);
	checks.report('used heap after a fifth of the requests, MB', Math.round(heapBefore / MEBIBYTE));
	checks.atMost(
		'growth of the used heap until the end, MB',
		Math.round((heapAfter - heapBefore) / MEBIBYTE),
		Math.round(allowedGrowth / MEBIBYTE),
	);
	return checks;
}
