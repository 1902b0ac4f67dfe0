import type { Execution } from '../n8n/executions';
import type { N8nRest } from '../n8n/rest';
import { outputOf, type RunData } from '../n8n/runData';

export interface SeenExecution {
	id: string;
	status: Execution['status'];
	/** Of the event that it was started for, undefined for another start. */
	eventId: string | undefined;
	/** What came of it, in a few words. */
	outcome: string;
}

const TRIGGER = 'Smartcar Trigger';

function outcomeOf(run: RunData): string {
	const { error, lastNodeExecuted = 'nothing' } = run.resultData;
	if (error) return `${lastNodeExecuted}: ${error.message}`;
	const items = outputOf(run, lastNodeExecuted);
	if (typeof items[0]?.alert === 'string') return `alert: ${items[0].alert}`;
	const { year, make, model } = outputOf(run, TRIGGER)[0] ?? {};
	const vehicle = make === undefined ? '' : `${year} ${make} ${model}, `;
	return `${vehicle}ended at '${lastNodeExecuted}' with ${items.length} item${items.length === 1 ? '' : 's'}`;
}

/** What happened in an execution. */
export async function describeExecution(
	rest: N8nRest,
	{ id, status }: Execution,
): Promise<SeenExecution> {
	const { run } = await rest.execution(id);
	const eventId = outputOf(run, TRIGGER)[0]?.eventId;
	return {
		id,
		status,
		eventId: typeof eventId === 'string' ? eventId : undefined,
		outcome: outcomeOf(run),
	};
}

const FINISHED: ReadonlySet<Execution['status']> = new Set([
	'success',
	'error',
	'crashed',
	'canceled',
]);

/** Follows the executions of an n8n: each finished one is reported once. */
export class ExecutionWatch {
	private readonly seen = new Set<string>();

	constructor(private readonly rest: N8nRest) {}

	/** The executions that have finished since the last call, oldest first. */
	async next(): Promise<SeenExecution[]> {
		const executions = await this.rest.executions();
		const finished = executions
			.filter(({ id, status }) => FINISHED.has(status) && !this.seen.has(id))
			.reverse();
		for (const { id } of finished) this.seen.add(id);
		return await Promise.all(
			finished.map(async (execution) => await describeExecution(this.rest, execution)),
		);
	}
}
