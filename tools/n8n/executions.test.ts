import { readExecutions, type Execution } from './executions';

const LIMIT = 100;

/** Executions of two workers. Every second one starts late, after the next 150. */
const executions = Array.from({ length: 400 }, (_, index): Execution => {
	const startedAt = new Date(1_000 * (index + (index % 2 === 0 ? 150 : 0))).toISOString();
	return {
		id: String(index + 1),
		workflowId: 'w',
		mode: 'webhook',
		status: 'success',
		startedAt,
	};
});

/**
 * Responds like n8n 2.41, which sorts a page by start time, but begins the next page below the last
 * ID.
 */
async function get(path: string): Promise<unknown> {
	const query = new URL(path, 'http://n8n').searchParams;
	const { startedBefore } = JSON.parse(query.get('filter') ?? '{}');
	const cursor = Number(query.get('cursor') ?? Infinity);
	const results = executions
		.filter(({ id, startedAt }) => {
			const isInRange = startedBefore === undefined || (startedAt ?? '') <= startedBefore;
			return isInRange && Number(id) < cursor;
		})
		.sort((a, b) => (b.startedAt ?? '').localeCompare(a.startedAt ?? ''))
		.slice(0, LIMIT);
	return { data: { results, nextCursor: results.length < LIMIT ? null : results.at(-1)?.id } };
}

/**
 * Responds like n8n 2.35, which has no cursor. Given both IDs, it returns the newest executions
 * between them. Otherwise it makes two queries, and misses an execution that finishes between them.
 */
async function getWithoutCursor(path: string): Promise<unknown> {
	const query = new URL(path, 'http://n8n').searchParams;
	const firstId = Number(query.get('firstId'));
	const lastId = Number(query.get('lastId'));
	const newestFirst = [...executions].reverse();
	const results =
		query.has('firstId') && query.has('lastId')
			? newestFirst.filter(({ id }) => Number(id) > firstId && Number(id) < lastId)
			: newestFirst.slice(1);
	return { data: { results: results.slice(0, LIMIT) } };
}

test('lists all executions, newest first, although workers started them in another order', async () => {
	const listed = await readExecutions(get, {});

	expect(listed.map(({ id }) => id)).toEqual(executions.map(({ id }) => id).reverse());
});

test('lists all executions of an n8n without a cursor, newest first', async () => {
	const listed = await readExecutions(getWithoutCursor, {});

	expect(listed.map(({ id }) => id)).toEqual(executions.map(({ id }) => id).reverse());
});
