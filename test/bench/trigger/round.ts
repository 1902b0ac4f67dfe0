import type { SignedRequest } from '../../../simulator/deliveries/signedRequests';
import type { TestEnvironment } from '../../../tools/testEnvironment/testEnvironment';
import { load } from '../benchReport';
import { newEvents, repeated } from '../signedEvents';
import { countItems, outcomeSince, waitUntilFinished } from './finishedExecutions';
import { processorTime } from './n8nProbe';
import { send } from './sendRequests';
import type { Subject } from './benchmarkTargets';
import { END } from './comparedWorkflows';

/** How one subject did in one round. */
export interface Round {
	/** Events per second, from the first delivery to the last finished execution; absent where none is to start. */
	finished?: number;
	/** Answers per second. */
	acknowledged: number;
	/** Milliseconds of n8n's processor time for each request; says most where the machine has other work. */
	processor: number;
	/** Load average of the machine at the end. */
	load: number;
	/** What was not as it should be, in words. */
	problems: string[];
}

const urlOf = ({ n8n }: TestEnvironment, { workflow }: Subject) =>
	n8n.webhookUrl(workflow.nodes.flatMap(({ webhookId }) => webhookId ?? []).join());

function refusals(statuses: Record<string, number>): string[] {
	return Object.entries(statuses).flatMap(([status, times]) =>
		status === '200' ? [] : [`${times} answered ${status}`],
	);
}

async function executed(
	environment: TestEnvironment,
	subject: Subject,
	requests: SignedRequest[],
	connections: number,
): Promise<Round> {
	const { rest } = environment;
	const { id } = subject.workflow;
	const before = await processorTime();
	const { startedAt, seconds, statuses } = await send(
		urlOf(environment, subject),
		requests,
		connections,
	);
	await waitUntilFinished(rest, id);
	const used = (await processorTime()) - before;
	const { executions, succeeded, finishedAt } = await outcomeSince(rest, id, startedAt);
	const finished = await countItems(rest, succeeded, END);

	const problems = refusals(statuses);
	if (succeeded.length < executions)
		problems.push(`${executions - succeeded.length} of ${executions} executions failed`);
	if (finished !== requests.length)
		problems.push(`${finished} of ${requests.length} events came through`);
	return {
		finished: (finished * 1000) / (finishedAt - startedAt),
		acknowledged: requests.length / seconds,
		processor: used / requests.length,
		load: load(),
		problems,
	};
}

async function answered(
	environment: TestEnvironment,
	subject: Subject,
	requests: SignedRequest[],
	connections: number,
): Promise<Round> {
	const before = await processorTime();
	const { startedAt, seconds, statuses } = await send(
		urlOf(environment, subject),
		requests,
		connections,
	);
	const used = (await processorTime()) - before;
	const { executions } = await outcomeSince(environment.rest, subject.workflow.id, startedAt);
	const problems = refusals(statuses);
	if (executions > 0) problems.push(`${executions} executions began`);
	const processor = used / requests.length;
	return { acknowledged: requests.length / seconds, processor, load: load(), problems };
}

/** Events that the subject has executed already, so that they are copies when they are sent again. */
async function settled(
	environment: TestEnvironment,
	subject: Subject,
	count: number,
	connections: number,
): Promise<SignedRequest[]> {
	const requests = newEvents(environment.simulator, count);
	await executed(environment, subject, requests, connections);
	return requests;
}

/** One round: sends `count` requests over `connections`, and waits until all that they started is over. */
export async function run(
	environment: TestEnvironment,
	subject: Subject,
	count: number,
	connections: number,
): Promise<Round> {
	if (subject.sends === 'new events') {
		return await executed(
			environment,
			subject,
			newEvents(environment.simulator, count),
			connections,
		);
	}
	const few = Math.min(count, connections);
	const known =
		subject.sends === 'copies'
			? await settled(environment, subject, few, connections)
			: newEvents(environment.simulator, few);
	return await answered(environment, subject, repeated(known, count), connections);
}
