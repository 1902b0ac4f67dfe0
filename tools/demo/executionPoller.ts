import { FINISHED, type Execution } from '../n8n/executions';
import type { N8nRestClient } from '../n8n/restClient';
import { nodeOutput, type RunData } from '../n8n/runData';

/** An execution as the demo prints it. */
export interface ExecutionSummary {
	id: string;
	status: Execution['status'];
	/** The name of the workflow. */
	workflow: string;
	/** How n8n started it: `webhook`, `trigger` (such as a schedule), `manual` (in the editor) … */
	mode: string;
	/** The event that started it. Undefined if something else did, or if the trigger has no items. */
	eventId: string | undefined;
	/** What happened, in a few words. */
	outcome: string;
}

/** The node that has started the execution. n8n lists the nodes in the order in which they ran. */
const triggerOf = ({ resultData }: RunData): string => Object.keys(resultData.runData)[0] ?? '';

function describeOutcome(runData: RunData): string {
	const { error, lastNodeExecuted = 'nothing' } = runData.resultData;
	if (error) return `${lastNodeExecuted}: ${error.message}`;
	const items = nodeOutput(runData, lastNodeExecuted);
	if (lastNodeExecuted === triggerOf(runData) && items.length === 0)
		return 'no items, because no condition was newly met or the event was a duplicate';
	if (typeof items[0]?.message === 'string') return `message: ${items[0].message}`;
	const { year, make, model } = nodeOutput(runData, triggerOf(runData))[0] ?? {};
	const vehicle = make === undefined ? '' : `${year} ${make} ${model}, `;
	return `${vehicle}ended at '${lastNodeExecuted}' with ${items.length} item${items.length === 1 ? '' : 's'}`;
}

export async function summarizeExecution(
	rest: N8nRestClient,
	{ id, workflowId, workflowName = workflowId, status, mode }: Execution,
): Promise<ExecutionSummary> {
	const { runData } = await rest.getExecution(id);
	const eventId = nodeOutput(runData, triggerOf(runData))[0]?.eventId;
	return {
		id,
		workflow: workflowName,
		status,
		mode,
		eventId: typeof eventId === 'string' ? eventId : undefined,
		outcome: describeOutcome(runData),
	};
}

/** Returns each finished execution of an n8n once. */
export class ExecutionPoller {
	private readonly seenIds = new Set<string>();

	/**
	 * When the oldest unfinished execution started, or the latest one if all have finished. Earlier
	 * ones are not read again, because n8n returns only 100 at a time.
	 */
	private startedAfter: string | undefined;

	constructor(private readonly rest: N8nRestClient) {}

	/** The executions that have finished since the last call, oldest first. */
	async nextFinished(): Promise<ExecutionSummary[]> {
		const executions = await this.rest.listExecutions({ startedAfter: this.startedAfter });
		const finished = executions
			.filter(({ id, status }) => FINISHED.has(status) && !this.seenIds.has(id))
			.reverse();
		// They count as seen only after this, so that the next call returns them if this one fails.
		const summaries = await Promise.all(
			finished.map(async (execution) => await summarizeExecution(this.rest, execution)),
		);
		for (const { id } of finished) this.seenIds.add(id);
		const oldestUnfinished = executions.findLast(({ status }) => !FINISHED.has(status));
		const startedAt = (oldestUnfinished ?? executions[0])?.startedAt;
		if (startedAt) this.startedAfter = startedAt;
		return summaries;
	}
}
