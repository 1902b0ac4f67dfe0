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

/** `nextCursor` is null on the last page, and not there at all where n8n (1.x) pages by IDs. */
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
type ReadPage = (place: Record<string, string>) => Promise<Page>;

/** Without an upper and a lower bound n8n 1.x reads running and finished executions apart: one can be in neither. */
async function readByIds(readPage: ReadPage): Promise<Execution[]> {
	const found: Execution[] = [];
	let page: Execution[];
	do {
		({ results: page } = await readPage({ firstId: '0', lastId: found.at(-1)?.id ?? HIGHEST_ID }));
		found.push(...page);
	} while (page.length === PAGE_SIZE);
	return found;
}

/**
 * All executions that match, newest first: every page is read.
 * @param get GET of a path of n8n's REST interface
 */
export async function readExecutions(
	get: (path: string) => Promise<unknown>,
	filter: ExecutionFilter,
): Promise<Execution[]> {
	const readPage: ReadPage = async (place) => {
		const query = new URLSearchParams({
			limit: String(PAGE_SIZE),
			filter: JSON.stringify(filter),
			...place,
		});
		return pageSchema.parse(await get(`/rest/executions?${query.toString()}`)).data;
	};
	let page = await readPage({});
	if (page.nextCursor === undefined) return await readByIds(readPage);

	const found = new Map(page.results.map((execution) => [execution.id, execution]));
	while (page.nextCursor) {
		page = await readPage({ cursor: page.nextCursor });
		for (const execution of page.results) found.set(execution.id, execution);
	}
	return [...found.values()];
}
