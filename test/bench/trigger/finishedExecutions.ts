import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { Execution } from '../../../tools/n8n/executions';
import type { N8nRest } from '../../../tools/n8n/rest';
import { outputOf } from '../../../tools/n8n/runData';

const POLL_MS = 100;
const TIMEOUT_MS = 600_000;

const pageSchema = z.object({ data: z.object({ results: z.array(z.unknown()) }) });

async function isAnyUnfinished(rest: N8nRest, workflowId: string): Promise<boolean> {
	const filter = JSON.stringify({ workflowId, status: ['new', 'running', 'waiting'] });
	const query = new URLSearchParams({ limit: '1', filter });
	return (
		pageSchema.parse(await rest.get(`/rest/executions?${query.toString()}`)).data.results.length > 0
	);
}

/** Waits until nothing of the workflow is on its way, asking for one row at a time: n8n has other work to do. */
export async function waitUntilFinished(rest: N8nRest, workflowId: string): Promise<void> {
	await pWaitFor(async () => !(await isAnyUnfinished(rest, workflowId)), {
		interval: POLL_MS,
		timeout: TIMEOUT_MS,
	});
}

/** What the executions that began after a moment came to. */
export interface Outcome {
	executions: number;
	succeeded: Execution[];
	/** Unix ms; when the last of them finished. */
	finishedAt: number;
}

/** The workflow's executions since `startedAt` (Unix ms), all of which must have finished. */
export async function outcomeSince(
	rest: N8nRest,
	workflowId: string,
	startedAt: number,
): Promise<Outcome> {
	const executions = await rest.executions({
		workflowId,
		startedAfter: new Date(startedAt).toISOString(),
	});
	return {
		executions: executions.length,
		succeeded: executions.filter(({ status }) => status === 'success'),
		finishedAt: Math.max(...executions.map(({ stoppedAt }) => Date.parse(stoppedAt ?? ''))),
	};
}

/** The number of items that a node gave in these executions. */
export async function countItems(
	rest: N8nRest,
	executions: readonly Execution[],
	node: string,
): Promise<number> {
	let items = 0;
	for (const { id } of executions) items += outputOf((await rest.execution(id)).run, node).length;
	return items;
}
