import type { SignedRequest } from '../../../simulator/simulator';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { webhookIdOf } from '../../../tools/testEnvironment/workflow';
import { loadAverage } from '../benchReport';
import { newSignedEvents, repeatRequests } from '../signedEvents';
import type { BenchmarkTarget } from './benchmarkTargets';
import { END_NODE } from './comparedWorkflows';
import { countItems, executionsSince, waitForFinishedExecutions } from './executions';
import { readProcessorTimeMs } from './n8nProbe';
import { sendRequests } from './sendRequests';

/** The figures of one target in one round. */
export interface RoundResult {
	/**
	 * Events executed per second, from the first request to the end of the last execution. Absent for targets whose requests
	 * must start no execution.
	 */
	finished?: number;
	/** Responses per second. */
	acknowledged: number;
	/** n8n's processor time per request, milliseconds. Other programs on the machine hardly affect it. */
	processor: number;
	/** The machine's load average at the end. */
	load: number;
	/** Wrong responses, failed executions and missing events. */
	problems: string[];
}

export interface RoundOptions {
	environment: TestEnvironment;
	target: BenchmarkTarget;
	/** Number of requests to send. */
	count: number;
	/** Number of requests at the same time. */
	connections: number;
}

type SendOptions = Omit<RoundOptions, 'count'>;

async function sendToTarget(
	{ environment, target, connections }: SendOptions,
	requests: SignedRequest[],
) {
	const url = environment.n8n.webhookUrl(webhookIdOf(target.workflow));
	const { startedAt, seconds, statuses } = await sendRequests(url, requests, connections);
	const problems = Object.entries(statuses)
		.filter(([status]) => status !== '200')
		.map(([status, count]) => `${count} requests answered ${status}`);
	return { startedAt, acknowledged: requests.length / seconds, problems };
}

/** Sends events that must start executions, and waits until all executions have finished. */
async function measureWithExecutions(
	options: SendOptions,
	requests: SignedRequest[],
): Promise<RoundResult> {
	const { rest } = options.environment;
	const { id } = options.target.workflow;
	const processorMsBefore = await readProcessorTimeMs();
	const { startedAt, acknowledged, problems } = await sendToTarget(options, requests);
	await waitForFinishedExecutions(rest, id);
	const processorMs = (await readProcessorTimeMs()) - processorMsBefore;
	const { executions, successful, finishedAt } = await executionsSince(rest, id, startedAt);
	const finishedEvents = await countItems(rest, successful, END_NODE);

	if (successful.length < executions)
		problems.push(`${executions - successful.length} of ${executions} executions failed`);
	if (finishedEvents !== requests.length)
		problems.push(`${finishedEvents} of ${requests.length} events were executed`);
	return {
		finished: (finishedEvents * 1000) / (finishedAt - startedAt),
		acknowledged,
		processor: processorMs / requests.length,
		load: loadAverage(),
		problems,
	};
}

/** Sends events that must be answered 200 and start no execution. */
async function measureWithoutExecutions(
	options: SendOptions,
	requests: SignedRequest[],
): Promise<RoundResult> {
	const { environment, target } = options;
	const processorMsBefore = await readProcessorTimeMs();
	const { startedAt, acknowledged, problems } = await sendToTarget(options, requests);
	const processorMs = (await readProcessorTimeMs()) - processorMsBefore;
	const { executions } = await executionsSince(environment.rest, target.workflow.id, startedAt);
	if (executions > 0) problems.push(`${executions} executions started`);
	const processor = processorMs / requests.length;
	return { acknowledged, processor, load: loadAverage(), problems };
}

/** Measures one target in one round: sends `count` requests, and waits until their executions have finished. */
export async function measureTarget({ count, ...options }: RoundOptions): Promise<RoundResult> {
	const { environment, target, connections } = options;
	if (target.sends === 'new events')
		return await measureWithExecutions(options, newSignedEvents(environment.simulator, count));
	const requests = newSignedEvents(environment.simulator, Math.min(count, connections));
	// Each event is executed once, so that the trigger recognizes the requests below as copies.
	if (target.sends === 'copies') await measureWithExecutions(options, requests);
	return await measureWithoutExecutions(options, repeatRequests(requests, count));
}
