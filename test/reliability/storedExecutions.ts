import { parse } from 'flatted';
import { z } from 'zod';
import type { Database } from '../../tools/n8n/database/database';
import { nodeOutput, storedRunDataSchema } from '../../tools/n8n/runData';
import { TRIGGER_NAME } from '../support/triggerWorkflows';

const UNFINISHED_STATUSES = ['new', 'running', 'waiting', 'unknown'];

const rowSchema = z.object({ id: z.coerce.number(), status: z.string(), data: z.string() });

const idSchema = z.object({ id: z.coerce.number() });

/**
 * The nodes that n8n still has to execute, with their input. The trigger is among them until it has
 * been executed.
 */
const executionStackSchema = z.object({
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

/** The JSON of the item that the trigger's `webhook()` passes to its `execute()`. */
const triggerInputSchema = z.object({ eventId: z.string() });

/** An item that the trigger emitted: an event, or a condition that the event has met. */
const emittedItemSchema = z.object({
	eventId: z.coerce.string(),
	vehicleId: z.string().optional(),
	/** The condition in words. */
	condition: z.string().optional(),
	/** The signal of the condition. */
	signal: z.string().optional(),
});

export type EmittedItem = z.infer<typeof emittedItemSchema>;

/** How many executions are read at once. Each of them can have 50 events. */
const PAGE_SIZE = 100;

/** An execution in n8n's database. */
export interface StoredExecution {
	id: number;
	status: string;
	/** The events that the trigger emitted. Empty if it recognized a duplicate. */
	emittedEventIds: string[];
	emittedItems: EmittedItem[];
	/** The size of its data in bytes. */
	bytes: number;
	/**
	 * The events that are still input of the trigger, because the execution has not started or was
	 * interrupted.
	 */
	waitingEventIds: string[];
}

function readWaitingEventIds(data: unknown): string[] {
	const stack = executionStackSchema.safeParse(data);
	if (!stack.success) return [];
	const atTrigger = stack.data.executionData.nodeExecutionStack.filter(
		({ node }) => node.name === TRIGGER_NAME,
	);
	const items = atTrigger.flatMap(({ data: { main } }) => main.flatMap((output) => output ?? []));
	return items.map(({ json }) => triggerInputSchema.parse(json).eventId);
}

function parseRow(row: unknown): StoredExecution {
	const { id, status, data } = rowSchema.parse(row);
	const stored: unknown = parse(data);
	// After a crash n8n fills in such an item for a node whose output was not stored.
	const emittedItems = nodeOutput(storedRunDataSchema.parse(stored), TRIGGER_NAME)
		.filter(({ isArtificialRecoveredEventItem }) => isArtificialRecoveredEventItem !== true)
		.map((item) => emittedItemSchema.parse(item));
	return {
		id,
		status,
		emittedEventIds: emittedItems.map(({ eventId }) => eventId),
		emittedItems,
		bytes: Buffer.byteLength(data),
		waitingEventIds: readWaitingEventIds(stored),
	};
}

/** SQL string literals, separated by commas. The texts must not contain quotation marks. */
const sqlStrings = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ');

/**
 * Reads the executions of a workflow from the database, oldest first.
 * @param afterId only executions after this one
 */
export async function readExecutions(
	database: Database,
	workflowId: string,
	selection: 'all' | 'unfinished',
	afterId = 0,
): Promise<StoredExecution[]> {
	const filter = selection === 'all' ? '' : `AND e.status IN (${sqlStrings(UNFINISHED_STATUSES)})`;
	const executions: StoredExecution[] = [];
	for (;;) {
		const countBefore = executions.length;
		await database.query(
			`SELECT e.id, e.status, d.data FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
				WHERE e."workflowId" = ${sqlStrings([workflowId])} ${filter} AND e.id > ${executions.at(-1)?.id ?? afterId}
				ORDER BY e.id LIMIT ${PAGE_SIZE}`,
			(row) => executions.push(parseRow(row)),
		);
		if (executions.length < countBefore + PAGE_SIZE) return executions;
	}
}

const lastIdSchema = z.object({ id: z.coerce.number().nullable() });

/** Reads the ID of the newest execution, or 0 if there is none. */
export async function readLastId(database: Database): Promise<number> {
	let lastId = 0;
	await database.query(
		'SELECT max(id) AS id FROM execution_entity',
		(row) => (lastId = lastIdSchema.parse(row).id ?? 0),
	);
	return lastId;
}

/** Reads the IDs of the workflow's unfinished executions, without their data. */
export async function readUnfinishedIds(database: Database, workflowId: string): Promise<number[]> {
	const ids: number[] = [];
	await database.query(
		`SELECT id FROM execution_entity WHERE "workflowId" = ${sqlStrings([workflowId])} AND status IN (${sqlStrings(UNFINISHED_STATUSES)}) ORDER BY id`,
		(row) => ids.push(idSchema.parse(row).id),
	);
	return ids;
}

/** How often each of the texts occurs. */
export function countOccurrences(texts: string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	return counts;
}

/** `180 × accepted, 9 × duplicate` */
export const describeCounts = (counts: ReadonlyMap<string, number>): string =>
	[...counts].map(([text, count]) => `${count} × ${text}`).join(', ');

/** The executions that did not succeed, each with its status as `12: crashed`. */
export const failedExecutions = (executions: StoredExecution[]): string[] =>
	executions
		.filter(({ status }) => status !== 'success')
		.map(({ id, status }) => `${id}: ${status}`);

/** For each event ID, the number of successful executions that emitted the event. */
export function successesByEvent(executions: StoredExecution[]): Map<string, number> {
	const successful = executions.filter(({ status }) => status === 'success');
	return countOccurrences(successful.flatMap(({ emittedEventIds }) => emittedEventIds));
}

/**
 * For each event ID, the number of executions that have the event, emitted or still as input of the
 * trigger.
 */
export function executionsByEvent(executions: StoredExecution[]): Map<string, number> {
	return countOccurrences(
		executions.flatMap((execution) => [...execution.emittedEventIds, ...execution.waitingEventIds]),
	);
}

/** The event IDs that are counted more than once. */
export function repeatedEvents(counts: Map<string, number>): string[] {
	return [...counts].filter(([, count]) => count > 1).map(([eventId]) => eventId);
}
