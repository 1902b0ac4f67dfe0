import { z } from 'zod';

const PAGE_SIZE = 100;
const HIGHEST_ID = String(2 ** 31 - 1);

export const executionSchema = z
	.object({
		id: z.string(),
		workflowId: z.string(),
		workflowName: z.string().optional(),
		mode: z.string(),
		status: z.enum([
			'canceled',
			'crashed',
			'error',
			'new',
			'running',
			'success',
			'unknown',
			'waiting',
		]),
		startedAt: z.string().nullable(),
		stoppedAt: z.string().nullish(),
	})
	.passthrough();

/** `nextCursor` is null on the last page. n8n 2.35 has none, because it pages by execution IDs. */
const pageSchema = z.object({
	data: z
		.object({ results: z.array(executionSchema), nextCursor: z.string().nullish() })
		.passthrough(),
});

export type Execution = z.infer<typeof executionSchema>;

/** The statuses of executions that have ended. */
export const FINISHED: ReadonlySet<Execution['status']> = new Set([
	'canceled',
	'crashed',
	'error',
	'success',
]);

export interface ExecutionFilter {
	workflowId?: string;
	/** `webhook`, `trigger`, `cli`, `manual` … */
	mode?: string;
	/** ISO 8601. */
	startedAfter?: string;
}

type Page = z.infer<typeof pageSchema>['data'];
/** @param startedBefore ISO 8601, inclusive */
type ReadPage = (position: Record<string, string>, startedBefore?: string) => Promise<Page>;

/**
 * Reads all executions of an n8n that has no cursor. Given both IDs, n8n reads running and finished
 * executions in one query; otherwise it needs two, and misses an execution that finishes between
 * them.
 */
async function readPagesByIds(readPage: ReadPage): Promise<Execution[]> {
	const executions: Execution[] = [];
	let page: Execution[];
	do {
		const lastId = executions.at(-1)?.id ?? HIGHEST_ID;
		({ results: page } = await readPage({ firstId: '0', lastId }));
		executions.push(...page);
	} while (page.length === PAGE_SIZE);
	return executions;
}

/**
 * Reads all executions that match, newest first.
 * @param get sends a GET request to n8n's internal REST API
 */
export async function readExecutions(
	get: (path: string) => Promise<unknown>,
	filter: ExecutionFilter,
): Promise<Execution[]> {
	const readPage: ReadPage = async (position, startedBefore) => {
		const query = new URLSearchParams({
			limit: String(PAGE_SIZE),
			filter: JSON.stringify({ ...filter, startedBefore }),
			...position,
		});
		return pageSchema.parse(await get(`/rest/executions?${query.toString()}`)).data;
	};
	const firstPage = await readPage({});
	if (firstPage.nextCursor === undefined) return await readPagesByIds(readPage);

	const executions = new Map(firstPage.results.map((execution) => [execution.id, execution]));
	const addAll = ({ results }: Page) => {
		for (const execution of results) executions.set(execution.id, execution);
	};
	let page = firstPage;
	while (page.nextCursor) {
		page = await readPage({ cursor: page.nextCursor });
		addAll(page);
	}
	// n8n sorts a page by start time, but begins the next page below the last ID. So it skips
	// executions that workers started in another order than that of their IDs. To find them, page by
	// start time as well.
	page = firstPage;
	let startedBefore: string | undefined;
	while (page.results.length === PAGE_SIZE) {
		const earliestStart = page.results.findLast(({ startedAt }) => startedAt !== null)?.startedAt;
		if (!earliestStart || earliestStart === startedBefore) break;
		startedBefore = earliestStart;
		page = await readPage({}, startedBefore);
		addAll(page);
	}
	return [...executions.values()].sort((a, b) => Number(b.id) - Number(a.id));
}
