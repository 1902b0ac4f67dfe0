import { z } from 'zod';

const PAGE_SIZE = 100;
const HIGHEST_ID = String(2 ** 31 - 1);

export const executionSchema = z
	.object({
		id: z.string(),
		workflowId: z.string(),
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
		createdAt: z.string(),
		startedAt: z.string().nullable(),
		stoppedAt: z.string().nullish(),
	})
	.passthrough();

/** `nextCursor` is null on the last page. n8n 2.35 has no cursor: it pages by execution IDs. */
const pageSchema = z.object({
	data: z
		.object({ results: z.array(executionSchema), nextCursor: z.string().nullish() })
		.passthrough(),
});

export type Execution = z.infer<typeof executionSchema>;
export type ExecutionStatus = Execution['status'];

export interface ExecutionFilter {
	workflowId?: string;
	status?: ExecutionStatus[];
	/** `webhook`, `trigger`, `cli`, `manual` … */
	mode?: string;
	/** ISO 8601. */
	startedAfter?: string;
}

type Page = z.infer<typeof pageSchema>['data'];
type ReadPage = (position: Record<string, string>) => Promise<Page>;

/**
 * Reads all executions of an n8n that has no cursor. Given both IDs, n8n reads running and finished executions in one
 * query; otherwise it needs two, and misses an execution that finishes between them.
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
 * Reads all pages of the executions that match, newest first.
 * @param get sends a GET request to n8n's internal REST API
 */
export async function readExecutions(
	get: (path: string) => Promise<unknown>,
	filter: ExecutionFilter,
): Promise<Execution[]> {
	const readPage: ReadPage = async (position) => {
		const query = new URLSearchParams({
			limit: String(PAGE_SIZE),
			filter: JSON.stringify(filter),
			...position,
		});
		return pageSchema.parse(await get(`/rest/executions?${query.toString()}`)).data;
	};
	let page = await readPage({});
	if (page.nextCursor === undefined) return await readPagesByIds(readPage);

	const executions = new Map(page.results.map((execution) => [execution.id, execution]));
	while (page.nextCursor) {
		page = await readPage({ cursor: page.nextCursor });
		for (const execution of page.results) executions.set(execution.id, execution);
	}
	return [...executions.values()];
}
