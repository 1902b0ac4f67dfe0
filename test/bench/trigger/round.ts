import type { SignedRequest } from '../../../simulator/simulator';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { loadAverage } from '../benchReport';
import { newSignedEvents, repeatRequests } from '../signedEvents';
import type { BenchmarkTarget } from './benchmarkTargets';
import { END_NODE } from './comparedWorkflows';
import { countItems, executionsSince, waitUntilFinished } from './finishedExecutions';
import { processorTime } from './n8nProbe';
import { sendRequests } from './sendRequests';

/** The figures of one target in one round. */
export interface Round {
	/** Events per second, from the first request to the end of the last execution. Absent if no execution should start. */
	finished?: number;
	/** Responses per second. */
	acknowledged: number;
	/** n8n's processor time for each request, milliseconds. Reliable even if the machine has other work. */
	processor: number;
	/** The machine's load average at the end. */
	load: number;
	/** What went wrong. */
	problems: string[];
}

/** What is measured in a round. */
export interface RoundOptions {
	environment: TestEnvironment;
	target: BenchmarkTarget;
	/** Requests in the round. */
	count: number;
	/** Requests at the same time. */
	connections: number;
}

type SendOptions = Omit<RoundOptions, 'count'>;

async function sendTo(
	{ environment, target, connections }: SendOptions,
	requests: SignedRequest[],
) {
	const url = environment.n8n.webhookUrl(webhookIdOf(target.workflow));
	const { startedAt, seconds, statuses } = await sendRequests(url, requests, connections);
	const problems = Object.entries(statuses)
		.filter(([status]) => status !== '200')
		.map(([status, times]) => `${times} answered ${status}`);
	return { startedAt, acknowledged: requests.length / seconds, problems };
}

/** Sends events that must be executed, and waits until all executions have finished. */
async function runWithExecutions(options: SendOptions, requests: SignedRequest[]): Promise<Round> {
	const { rest } = options.environment;
	const { id } = options.target.workflow;
	const processorBefore = await processorTime();
	const { startedAt, acknowledged, problems } = await sendTo(options, requests);
	await waitUntilFinished(rest, id);
	const processorUsed = (await processorTime()) - processorBefore;
	const { executions, successful, finishedAt } = await executionsSince(rest, id, startedAt);
	const finished = await countItems(rest, successful, END_NODE);

	if (successful.length < executions)
		problems.push(`${executions - successful.length} of ${executions} executions failed`);
	if (finished !== requests.length)
		problems.push(`${finished} of ${requests.length} events were executed`);
	return {
		finished: (finished * 1000) / (finishedAt - startedAt),
		acknowledged,
		processor: processorUsed / requests.length,
		load: loadAverage(),
		problems,
	};
}

/** Sends events that must not be executed. */
async function runWithoutExecutions(
	options: SendOptions,
	requests: SignedRequest[],
): Promise<Round> {
	const { environment, target } = options;
	const processorBefore = await processorTime();
	const { startedAt, acknowledged, problems } = await sendTo(options, requests);
	const processorUsed = (await processorTime()) - processorBefore;
	const { executions } = await executionsSince(environment.rest, target.workflow.id, startedAt);
	if (executions > 0) problems.push(`${executions} executions began`);
	const processor = processorUsed / requests.length;
	return { acknowledged, processor, load: loadAverage(), problems };
}

/** Runs one round: sends `count` requests, and waits until everything that they started has finished. */
export async function runRound({ count, ...options }: RoundOptions): Promise<Round> {
	const { environment, target, connections } = options;
	if (target.sends === 'new events')
		return await runWithExecutions(options, newSignedEvents(environment.simulator, count));
	const events = newSignedEvents(environment.simulator, Math.min(count, connections));
	// The trigger recognizes copies of events that it has executed.
	if (target.sends === 'copies') await runWithExecutions(options, events);
	return await runWithoutExecutions(options, repeatRequests(events, count));
}
