import type { SignedRequest } from '../../../simulator/simulator';
import type { LoadTestN8n } from '../../support/loadTestN8n';
import { loadAverage } from '../benchReport';
import { newSignedEvents, newSignedEventsAbout, randomIds } from '../signedEvents';
import type { BenchmarkTarget } from './benchmarkTargets';
import { END_NODE } from './comparedWorkflows';
import { countItems, executionsSince, waitForFinishedExecutions } from './executions';
import { readProcessorTimeMs } from './n8nProbe';
import { sendRequests } from './sendRequests';

/** The figures of one target in one round. */
export interface RoundResult {
	/**
	 * Executed events per second, from the first request to the end of the last execution. Absent for
	 * targets whose requests must start no execution.
	 */
	eventsPerSecond?: number;
	responsesPerSecond: number;
	/**
	 * Processor time of all n8n processes per request. Other programs on the machine hardly affect
	 * it.
	 */
	processorMs: number;
	/** The machine's load average at the end. */
	loadAverage: number;
	/** Wrong responses, failed executions and missing events. */
	problems: string[];
}

interface RoundOptions {
	n8n: LoadTestN8n;
	target: BenchmarkTarget;
	/** The vehicles that the target with unmet conditions knows. */
	knownVehicleIds: readonly string[];
	/** Number of requests to send. */
	count: number;
	/** Number of requests at the same time. */
	connections: number;
}

type SendOptions = Omit<RoundOptions, 'count' | 'knownVehicleIds'>;

async function sendToTarget({ n8n, target, connections }: SendOptions, requests: SignedRequest[]) {
	const urls = n8n.webhookUrls(target.workflow);
	const { startedAt, seconds, statuses } = await sendRequests(urls, requests, connections);
	const problems = Object.entries(statuses)
		.filter(([status]) => status !== '200')
		.map(([status, count]) => `${count} responses with status ${status}`);
	return { startedAt, responsesPerSecond: requests.length / seconds, problems };
}

/** Sends events that must start executions, and waits until all executions have finished. */
async function measureWithExecutions(
	options: SendOptions,
	requests: SignedRequest[],
): Promise<RoundResult> {
	const { rest, processes } = options.n8n;
	const { id } = options.target.workflow;
	const processorTimeBefore = await readProcessorTimeMs(processes);
	const { startedAt, responsesPerSecond, problems } = await sendToTarget(options, requests);
	await waitForFinishedExecutions(rest, id);
	const processorTime = (await readProcessorTimeMs(processes)) - processorTimeBefore;
	const { executions, successful, finishedAt } = await executionsSince(rest, id, startedAt);
	const executedEvents = await countItems(rest, successful, END_NODE);

	if (successful.length < executions)
		problems.push(`${executions - successful.length} of ${executions} executions failed`);
	if (executedEvents !== requests.length)
		problems.push(`${executedEvents} of ${requests.length} events were executed`);
	return {
		eventsPerSecond: (executedEvents * 1000) / (finishedAt - startedAt),
		responsesPerSecond,
		processorMs: processorTime / requests.length,
		loadAverage: loadAverage(),
		problems,
	};
}

/** Sends events that must be answered 200 and start no execution. */
async function measureWithoutExecutions(
	options: SendOptions,
	requests: SignedRequest[],
): Promise<RoundResult> {
	const { rest, processes } = options.n8n;
	const processorTimeBefore = await readProcessorTimeMs(processes);
	const { startedAt, responsesPerSecond, problems } = await sendToTarget(options, requests);
	const processorTime = (await readProcessorTimeMs(processes)) - processorTimeBefore;
	const { executions } = await executionsSince(rest, options.target.workflow.id, startedAt);
	if (executions > 0) problems.push(`${executions} executions started`);
	return {
		responsesPerSecond,
		processorMs: processorTime / requests.length,
		loadAverage: loadAverage(),
		problems,
	};
}

/** Repeats the list until it has `count` entries. */
const repeat = <Entry>(list: readonly Entry[], count: number): Entry[] =>
	Array.from({ length: Math.ceil(count / list.length) })
		.flatMap(() => list)
		.slice(0, count);

/** Sends one event of each vehicle, so that the trigger knows these vehicles. */
export async function makeVehiclesKnown(
	options: SendOptions,
	vehicleIds: readonly string[],
): Promise<void> {
	const { simulator, rest } = options.n8n;
	const { problems } = await sendToTarget(options, newSignedEventsAbout(simulator, vehicleIds));
	if (problems.length > 0) throw new Error(problems.join(', '));
	await waitForFinishedExecutions(rest, options.target.workflow.id);
}

/**
 * Measures one target in one round: sends `count` requests, and waits until their executions have
 * finished.
 */
export async function measureTarget({
	count,
	knownVehicleIds,
	...options
}: RoundOptions): Promise<RoundResult> {
	const { n8n, target, connections } = options;
	const { simulator } = n8n;
	if (target.sends === 'new events')
		return await measureWithExecutions(options, newSignedEvents(simulator, count));
	if (target.sends === 'new events of new vehicles')
		return await measureWithExecutions(options, newSignedEventsAbout(simulator, randomIds(count)));
	if (target.sends === 'new events of known vehicles')
		return await measureWithoutExecutions(
			options,
			newSignedEventsAbout(simulator, repeat(knownVehicleIds, count)),
		);
	const requests = newSignedEvents(simulator, Math.min(count, connections));
	// Each event is executed once, so that the trigger recognizes the requests below as copies.
	if (target.sends === 'copies') await measureWithExecutions(options, requests);
	return await measureWithoutExecutions(options, repeat(requests, count));
}
