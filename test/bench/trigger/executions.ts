import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { Execution } from '../../../tools/n8n/executions';
import type { N8nRestClient } from '../../../tools/n8n/restClient';
import { nodeOutput } from '../../../tools/n8n/runData';

const POLL_MS = 100;
const TIMEOUT_MS = 600_000;

const executionsPageSchema = z.object({ data: z.object({ results: z.array(z.unknown()) }) });

async function hasUnfinishedExecutions(rest: N8nRestClient, workflowId: string): Promise<boolean> {
	const filter = JSON.stringify({ workflowId, status: ['new', 'running', 'waiting'] });
	const query = new URLSearchParams({ limit: '1', filter });
	return (
		executionsPageSchema.parse(await rest.get(`/rest/executions?${query.toString()}`)).data.results
			.length > 0
	);
}

/**
 * Waits until the workflow has no unfinished execution. Each request reads only one execution,
 * which takes n8n little time.
 */
export async function waitForFinishedExecutions(
	rest: N8nRestClient,
	workflowId: string,
): Promise<void> {
	await pWaitFor(async () => !(await hasUnfinishedExecutions(rest, workflowId)), {
		interval: POLL_MS,
		timeout: TIMEOUT_MS,
	});
}

interface ExecutionsSince {
	/** Number of executions, successful or not. */
	executions: number;
	successful: Execution[];
	/** When the last execution finished, Unix ms. */
	finishedAt: number;
}

/**
 * The workflow's executions that started after a time. Call it only when all of them have finished.
 * @param startedAt Unix ms
 */
export async function executionsSince(
	rest: N8nRestClient,
	workflowId: string,
	startedAt: number,
): Promise<ExecutionsSince> {
	const executions = await rest.listExecutions({
		workflowId,
		startedAfter: new Date(startedAt).toISOString(),
	});
	return {
		executions: executions.length,
		successful: executions.filter(({ status }) => status === 'success'),
		finishedAt: Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? ''))),
	};
}

/** The number of items that a node emitted in all these executions. */
export async function countItems(
	rest: N8nRestClient,
	executions: readonly Execution[],
	nodeName: string,
): Promise<number> {
	let items = 0;
	for (const { id } of executions)
		items += nodeOutput((await rest.getExecution(id)).runData, nodeName).length;
	return items;
}
