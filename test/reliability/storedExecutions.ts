import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';
import { z } from 'zod';
import type { Database } from '../../tools/n8n/database/database';
import { outputOf, storedRunDataSchema } from '../../tools/n8n/runData';
import { TRIGGER } from '../../tools/testEnvironment/triggerWorkflows';

const POLL_MS = 500;
const QUIET_MS = 3_000;

/** Statuses of executions that are still on their way, or were when n8n died. */
const OPEN = ['new', 'running', 'waiting', 'unknown'];

const rowSchema = z.object({ id: z.coerce.number(), status: z.string(), data: z.string() });

const idSchema = z.object({ id: z.coerce.number() });

/** What `webhook()` hands to an execution; there while the execution has not finished (and after a crash). */
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

const receivedSchema = z.object({
	delivered: z.object({ eventId: z.coerce.string() }).passthrough(),
});

/** One execution as n8n's database has it. */
export interface StoredExecution {
	id: number;
	status: string;
	/** Event ids that the trigger emitted: none where it recognised a copy. */
	emitted: string[];
	/** Event ids that wait at the trigger: of an execution that has not begun, or was cut off. */
	received: string[];
}

function receivedIn(data: unknown): string[] {
	const stack = stackSchema.safeParse(data);
	if (!stack.success) return [];
	const atTrigger = stack.data.executionData.nodeExecutionStack.filter(
		({ node }) => node.name === TRIGGER,
	);
	const items = atTrigger.flatMap(({ data: { main } }) => main.flatMap((output) => output ?? []));
	return items.map(({ json }) => receivedSchema.parse(json).delivered.eventId);
}

function readRow(row: unknown): StoredExecution {
	const { id, status, data } = rowSchema.parse(row);
	const stored: unknown = parse(data);
	const emitted = outputOf(storedRunDataSchema.parse(stored), TRIGGER).map(({ eventId }) =>
		String(eventId),
	);
	return { id, status, emitted, received: receivedIn(stored) };
}

const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

/** All executions of a workflow, oldest first; only those still on their way if so asked. */
export async function executionsOf(
	database: Database,
	workflowId: string,
	only?: 'open',
): Promise<StoredExecution[]> {
	const open = only === undefined ? '' : `AND e.status IN (${quoted(OPEN)})`;
	const executions: StoredExecution[] = [];
	await database.query(
		`SELECT e.id, e.status, d.data FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = ${quoted([workflowId])} ${open} ORDER BY e.id`,
		(row) => executions.push(readRow(row)),
	);
	return executions;
}

async function openIds(database: Database, workflowId: string): Promise<number[]> {
	const ids: number[] = [];
	await database.query(
		`SELECT id FROM execution_entity WHERE "workflowId" = ${quoted([workflowId])} AND status IN (${quoted(OPEN)}) ORDER BY id`,
		(row) => ids.push(idSchema.parse(row).id),
	);
	return ids;
}

/**
 * All executions of a workflow once none is on its way any more.
 * @param cutOff those that were open when a process was killed: n8n ends most of them as crashed or failed, and leaves
 * some as they were for good, so those are waited for only until nothing changes any more
 * @throws Error when that takes longer than `timeoutMs`
 */
export async function settledExecutions(
	database: Database,
	workflowId: string,
	timeoutMs: number,
	cutOff: ReadonlySet<number> = new Set(),
): Promise<StoredExecution[]> {
	let last = '';
	let since = Date.now();
	const settled = async () => {
		const open = await openIds(database, workflowId);
		if (open.length === 0) return true;
		if (open.join() !== last) since = Date.now();
		last = open.join();
		return open.every((id) => cutOff.has(id)) && Date.now() - since > QUIET_MS;
	};
	await pWaitFor(settled, { interval: POLL_MS, timeout: timeoutMs });
	return await executionsOf(database, workflowId);
}

function counted(eventIds: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const id of eventIds) counts.set(id, (counts.get(id) ?? 0) + 1);
	return counts;
}

/** How many executions emitted each event and succeeded. */
export function successes(executions: StoredExecution[]): Map<string, number> {
	return counted(
		executions.filter(({ status }) => status === 'success').flatMap(({ emitted }) => emitted),
	);
}

/** How many executions have each event, be it emitted or still at the trigger. */
export function holders(executions: StoredExecution[]): Map<string, number> {
	return counted(executions.flatMap(({ emitted, received }) => [...emitted, ...received]));
}
