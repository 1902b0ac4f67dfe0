import { z, ZodError } from 'zod';
import {
	collectPages,
	fetchNumberedPage,
	hasNextPage,
	pageSizeFor,
} from '../../../../../nodes/Smartcar/transport/pagination';
import type { Page } from '../../../../../nodes/Smartcar/transport/readAhead';
import { fetchVehicleIds } from '../../../../../nodes/Smartcar/transport/vehicleList';
import { testClient } from '../testClient';

const entries = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `e${from + index}`);

/** A page without invalid entries, unless it names them. */
type TestPage = Omit<Page<string>, 'invalidEntries' | 'headers'> &
	Partial<Pick<Page<string>, 'invalidEntries'>>;

const toPage = (page: TestPage): Page<string> => ({ invalidEntries: [], headers: {}, ...page });

/** Collects the entries of these pages, and notes how many were received before each request. */
async function collect(
	limit: number,
	pages: TestPage[],
	listResults: Partial<Parameters<typeof collectPages<string, string>>[2]> = {},
) {
	const offsets: number[] = [];
	const client = testClient({});
	const source: Parameters<typeof collectPages<string, string>>[1] = {
		client,
		request: { method: 'GET', host: 'signalsUrl', path: ['list'] },
		fetchPage: async (number: number, received: number) => {
			offsets.push(received);
			const page = pages[number - 1];
			if (!page) throw new Error(`Page ${number} was requested but does not exist`);
			return toPage(page);
		},
		idOf: (entry) => entry,
	};
	const results = await collectPages(limit, source, { toResult: (entry) => entry, ...listResults });
	return { results, offsets, hints: client.hints.messages };
}

const incompleteHint = (received: number, total: number) =>
	`Smartcar said that /list has a total of ${total}, but its pages held ${received}. Entries may be missing from the output.`;

test.each([
	['a whole list', Infinity, 100],
	['less than a page', 7, 7],
	['a page', 100, 100],
	['a page and one more', 101, 51],
	['several pages', 250, 84],
])('the page size for %s', (_what, limit, expected) => {
	expect(pageSizeFor(limit, 100)).toBe(expected);
});

test.each([
	[
		'the last page says so',
		[
			{ entries: entries(1, 3), isLast: false },
			{ entries: entries(4, 5), isLast: true },
		],
	],
	[
		'the total is reached',
		[
			{ entries: entries(1, 3), total: 5, isLast: false },
			{ entries: entries(4, 5), total: 5, isLast: false },
		],
	],
	[
		'a page is empty',
		[
			{ entries: entries(1, 5), isLast: false },
			{ entries: [], isLast: false },
		],
	],
	[
		'the total is reached and the announced next page is empty',
		[
			{ entries: entries(1, 5), total: 5, isLast: false, hasNext: true },
			{ entries: [], total: 5, isLast: false, hasNext: true },
		],
	],
	[
		'the total is reached and the announced next page repeats entries',
		[
			{ entries: entries(1, 5), total: 5, isLast: false, hasNext: true },
			{ entries: entries(1, 5), total: 5, isLast: false, hasNext: true },
		],
	],
])('stops when %s', async (_when, pages: TestPage[]) => {
	const { results, offsets } = await collect(Infinity, pages);
	expect(results).toEqual(entries(1, 5));
	expect(offsets).toHaveLength(2);
});

test('stops at the limit', async () => {
	const { results, offsets } = await collect(4, [
		{ entries: entries(1, 3), isLast: false },
		{ entries: entries(4, 6), isLast: false },
	]);
	expect(results).toEqual(entries(1, 4));
	expect(offsets).toEqual([0, 3]);
});

test('stops at the limit among invalid entries as well', async () => {
	const invalidEntries = [1, 2, 3].map((value) => ({ value, error: new ZodError([]) }));
	const { results } = await collect(2, [{ entries: entries(1, 1), invalidEntries, isLast: true }], {
		invalidToResult: ({ value }) => `invalid ${String(value)}`,
	});
	expect(results).toEqual(['e1', 'invalid 1']);
});

test('an entry on two pages is returned once', async () => {
	const { results } = await collect(Infinity, [
		{ entries: entries(1, 3), isLast: false },
		{ entries: entries(3, 5), isLast: true },
	]);
	expect(results).toEqual(entries(1, 5));
});

test('a list that becomes shorter while it is read is returned with a warning', async () => {
	// Entry 1 was removed meanwhile, so entry 4 moved to the first page.
	const { results, hints } = await collect(Infinity, [
		{ entries: entries(1, 3), total: 6, isLast: false },
		{ entries: entries(5, 6), total: 5, isLast: true },
	]);
	expect(results).toEqual([...entries(1, 3), ...entries(5, 6)]);
	expect(hints).toEqual([incompleteHint(5, 6)]);
});

test('a repeated page is the end of the list, with a warning', async () => {
	const page = { entries: entries(1, 3), isLast: false };
	const { results, hints } = await collect(Infinity, [page, page, page]);
	expect(results).toEqual(entries(1, 3));
	expect(hints).toEqual([
		'Smartcar keeps returning the same page of /list. Entries may be missing from the output.',
	]);
});

test('reads beyond a total that is too low, as long as Smartcar announces a next page', async () => {
	const { results } = await collect(Infinity, [
		{ entries: entries(1, 3), total: 2, isLast: false, hasNext: true },
		{ entries: entries(4, 5), total: 2, isLast: true },
	]);
	expect(results).toEqual(entries(1, 5));
});

test('no page is requested after the announced last one, even if it comes before the total', async () => {
	const page = { entries: entries(1, 3), total: 9, isLast: true };
	const { results, offsets, hints } = await collect(Infinity, [page]);
	expect(results).toEqual(entries(1, 3));
	expect(offsets).toHaveLength(1);
	expect(hints).toEqual([incompleteHint(3, 9)]);
});

test('fewer entries than the total before an empty page are returned with a warning', async () => {
	const { results, hints } = await collect(Infinity, [
		{ entries: entries(1, 3), total: 9, isLast: false },
		{ entries: [], total: 9, isLast: false },
	]);
	expect(results).toEqual(entries(1, 3));
	expect(hints).toEqual([incompleteHint(3, 9)]);
});

test('invalid entries count among those that the pages held', async () => {
	const invalidEntries = [{ value: null, error: new ZodError([]) }];
	const { hints } = await collect(Infinity, [
		{ entries: entries(1, 1), invalidEntries, total: 3, isLast: false },
		{ entries: [], total: 3, isLast: false },
	]);
	expect(hints).toContain(incompleteHint(2, 3));
});

test('a list with only invalid entries is an error, even if its last page is empty', async () => {
	const invalidEntries = [{ value: null, error: new ZodError([]) }];
	const pages = [
		{ entries: [], invalidEntries, isLast: false },
		{ entries: [], isLast: true },
	];
	await expect(collect(Infinity, pages)).rejects.toThrow('has an unexpected format');
});

test('a list whose pages repeat an entry in place of another is returned with a warning', async () => {
	const { results, hints } = await collect(Infinity, [
		{ entries: entries(1, 3), total: 6, isLast: false, hasNext: true },
		{ entries: ['e3', 'e5', 'e6'], total: 6, isLast: true },
	]);
	expect(results).toEqual(['e1', 'e2', 'e3', 'e5', 'e6']);
	expect(hints).toEqual([incompleteHint(5, 6)]);
});

const page = { entries: entries(1, 3), isLast: false };

test.each([
	['a page without a total', true, page, 3],
	['a page below the total', true, { ...page, total: 9 }, 3],
	['a page that reaches the total', false, { ...page, total: 9 }, 9],
	[
		'a page that reaches the total but announces another',
		true,
		{ ...page, total: 9, hasNext: true },
		9,
	],
	['an empty page', false, { ...page, entries: [] }, 3],
	['an empty page below the total', false, { ...page, entries: [], total: 9 }, 3],
	['an empty page that announces another', false, { ...page, entries: [], hasNext: true }, 3],
	['a last page', false, { ...page, isLast: true, total: 9, hasNext: true }, 3],
])('%s is followed by another one: %s', (_what, expected, given: TestPage, received) => {
	expect(hasNextPage(toPage(given), received)).toBe(expected);
});

test('a page with only invalid entries is not empty', () => {
	const invalidEntries = [{ value: null, error: new ZodError([]) }];
	expect(hasNextPage({ ...toPage(page), entries: [], invalidEntries }, 1)).toBe(true);
});

describe('a page without links and without a total', () => {
	const clientFor = (body: object) =>
		testClient({
			httpRequestWithAuthentication: async () => ({ statusCode: 200, body, headers: {} }),
		});
	const list = { host: 'signalsUrl', path: ['list'], query: {}, entrySchema: z.string() } as const;

	test.each([
		['is the last one if it is not full', 2, true],
		['can be followed by another if it is full', 3, false],
	])('%s', async (_what, count, expected) => {
		const numbered = clientFor({ data: entries(1, count) });
		expect(await fetchNumberedPage(numbered, list, 1, 3)).toMatchObject({ isLast: expected });

		const vehicles = clientFor({ vehicles: entries(1, count) });
		expect(await fetchVehicleIds(vehicles, 0, 3)).toMatchObject({ isLast: expected });
	});

	test('can be followed by another if the total is negative, which counts as none', async () => {
		const numbered = clientFor({ data: entries(1, 3), meta: { totalCount: -1 } });
		expect(hasNextPage(await fetchNumberedPage(numbered, list, 1, 3), 3)).toBe(true);

		const vehicles = clientFor({ vehicles: entries(1, 3), paging: { count: -1 } });
		expect(hasNextPage(await fetchVehicleIds(vehicles, 0, 3), 3)).toBe(true);
	});
});
