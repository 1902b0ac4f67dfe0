import { parse } from 'flatted';
import { z } from 'zod';
import type { Database } from '../../tools/n8n/database/database';
import { outputOf, storedRunDataSchema } from '../../tools/n8n/runData';
import { TRIGGER } from '../../tools/testEnvironment/triggerWorkflows';

const UNFINISHED_STATUSES = ['new', 'running', 'waiting', 'unknown'];

const rowSchema = z.object({ id: z.coerce.number(), status: z.string(), data: z.string() });

const idSchema = z.object({ id: z.coerce.number() });

/** The node execution stack. It holds the input of the trigger until the execution has finished. */
const stackSchema = z.object({
	executionData: z.object({
		nodeExecutionStack: z.array(
			z.object({
				node: z.object({ name: z.string() }).passthrough(),
				data: z.object({
					main: z.array(
						z.array(z.object({ json: z.record(z.unknown()) }).passthrough()).nullable(),
					),
				}),
			}),
		),
	}),
});

/** The item that the trigger's `webhook()` passes to its `execute()`. */
const triggerInputSchema = z.object({
	delivered: z.object({ eventId: z.coerce.string() }).passthrough(),
});

/** An execution in n8n's database. */
export interface StoredExecution {
	id: number;
	status: string;
	/** Events that the trigger emitted. Empty if the trigger recognized a duplicate. */
	emittedEventIds: string[];
	/** Events that the trigger has not processed, because the execution has not begun or was interrupted. */
	waitingEventIds: string[];
}

function waitingEventIds(data: unknown): string[] {
	const stack = stackSchema.safeParse(data);
	if (!stack.success) return [];
	const atTrigger = stack.data.executionData.nodeExecutionStack.filter(
		({ node }) => node.name === TRIGGER,
	);
	const items = atTrigger.flatMap(({ data: { main } }) => main.flatMap((output) => output ?? []));
	return items.map(({ json }) => triggerInputSchema.parse(json).delivered.eventId);
}

function parseRow(row: unknown): StoredExecution {
	const { id, status, data } = rowSchema.parse(row);
	const stored: unknown = parse(data);
	const emitted = outputOf(storedRunDataSchema.parse(stored), TRIGGER);
	return {
		id,
		status,
		emittedEventIds: emitted.map(({ eventId }) => String(eventId)),
		waitingEventIds: waitingEventIds(stored),
	};
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

/** Reads the executions of a workflow from the database, oldest first. */
export async function readExecutions(
	database: Database,
	workflowId: string,
	which: 'all' | 'unfinished',
): Promise<StoredExecution[]> {
	const filter = which === 'all' ? '' : `AND e.status IN (${quoted(UNFINISHED_STATUSES)})`;
	const executions: StoredExecution[] = [];
	await database.query(
		`SELECT e.id, e.status, d.data FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = ${quoted([workflowId])} ${filter} ORDER BY e.id`,
		(row) => executions.push(parseRow(row)),
	);
	return executions;
}

/** IDs of the workflow's executions that have not finished. Does not read their data. */
export async function readUnfinishedIds(database: Database, workflowId: string): Promise<number[]> {
	const ids: number[] = [];
	await database.query(
		`SELECT id FROM execution_entity WHERE "workflowId" = ${quoted([workflowId])} AND status IN (${quoted(UNFINISHED_STATUSES)}) ORDER BY id`,
		(row) => ids.push(idSchema.parse(row).id),
	);
	return ids;
}

function countEach(eventIds: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const id of eventIds) counts.set(id, (counts.get(id) ?? 0) + 1);
	return counts;
}

/** By event ID: the number of successful executions that emitted the event. */
export function successesByEvent(executions: StoredExecution[]): Map<string, number> {
	const successful = executions.filter(({ status }) => status === 'success');
	return countEach(successful.flatMap(({ emittedEventIds }) => emittedEventIds));
}

/** By event ID: the number of executions that hold the event, whether emitted or still waiting at the trigger. */
export function executionsByEvent(executions: StoredExecution[]): Map<string, number> {
	return countEach(
		executions.flatMap((execution) => [...execution.emittedEventIds, ...execution.waitingEventIds]),
	);
}

/** The event IDs that are counted more than once. */
export function repeatedEvents(counts: Map<string, number>): string[] {
	return [...counts].filter(([, count]) => count > 1).map(([eventId]) => eventId);
}
