import {
	collectPages,
	pageSizeFor,
	type Page,
	type Wanted,
} from '../../../../../nodes/Smartcar/transport/pagination';

const ALL: Wanted = { all: true };
const upTo = (limit: number): Wanted => ({ all: false, limit });
const entries = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `e${from + index}`);

async function collect(wanted: Wanted, pages: Array<Page<string>>) {
	const asked: number[] = [];
	const source = {
		fetchPage: async (page: number, received: number) => {
			asked.push(received);
			const answer = pages[page - 1];
			if (!answer) throw new Error(`Page ${page} was asked for but does not exist`);
			return answer;
		},
		idOf: (entry: string) => entry,
		trouble: (found: number, total?: number) =>
			new Error(total === undefined ? 'the same page' : `${found} of ${total}`),
	};
	return { found: await collectPages(wanted, source, (entry) => entry), asked };
}

test.each([
	['everything', ALL, 100],
	['less than a page', upTo(7), 7],
	['a page', upTo(100), 100],
	['a page and one more', upTo(101), 51],
	['several pages', upTo(250), 84],
])('the page size for %s', (_what, wanted, expected) => {
	expect(pageSizeFor(wanted, 100)).toBe(expected);
});

test.each([
	[
		'the last page says so',
		[
			{ entries: entries(1, 3), last: false },
			{ entries: entries(4, 5), last: true },
		],
	],
	[
		'the total is reached',
		[
			{ entries: entries(1, 3), total: 5, last: false },
			{ entries: entries(4, 5), total: 5, last: false },
		],
	],
	[
		'a page is empty',
		[
			{ entries: entries(1, 5), last: false },
			{ entries: [], last: false },
		],
	],
	[
		'the total is reached, whatever the service announces, by an empty page',
		[
			{ entries: entries(1, 5), total: 5, last: false, more: true },
			{ entries: [], total: 5, last: false, more: true },
		],
	],
	[
		'the total is reached, whatever the service announces, by a page that it repeats',
		[
			{ entries: entries(1, 5), total: 5, last: false, more: true },
			{ entries: entries(1, 5), total: 5, last: false, more: true },
		],
	],
	[
		'the last page says so, though an earlier total was higher',
		[
			{ entries: entries(1, 3), total: 6, last: false },
			{ entries: entries(4, 5), total: 5, last: true },
		],
	],
])('ends when %s', async (_when, pages: Array<Page<string>>) => {
	const { found, asked } = await collect(ALL, pages);
	expect(found).toEqual(entries(1, 5));
	expect(asked).toHaveLength(2);
});

test('ends at the limit and asks for nothing beyond it', async () => {
	const { found, asked } = await collect(upTo(4), [
		{ entries: entries(1, 3), last: false },
		{ entries: entries(4, 6), last: false },
	]);
	expect(found).toEqual(entries(1, 4));
	expect(asked).toEqual([0, 3]);
});

test('an entry that slides onto the next page comes out once', async () => {
	const { found } = await collect(ALL, [
		{ entries: entries(1, 3), last: false },
		{ entries: entries(3, 5), last: true },
	]);
	expect(found).toEqual(entries(1, 5));
});

test('a service that answers the same page over and over is an error, not a loop', async () => {
	const page = { entries: entries(1, 3), last: false };
	await expect(collect(ALL, [page, page, page])).rejects.toThrow('the same page');
});

test('a total that is too low hides nothing while a page is announced', async () => {
	const { found } = await collect(ALL, [
		{ entries: entries(1, 3), total: 2, last: false, more: true },
		{ entries: entries(4, 5), total: 2, last: true },
	]);
	expect(found).toEqual(entries(1, 5));
});

test('an end that comes before the total is checked by asking on', async () => {
	const { found } = await collect(ALL, [
		{ entries: entries(1, 3), total: 5, last: true },
		{ entries: entries(4, 5), total: 5, last: true },
	]);
	expect(found).toEqual(entries(1, 5));
});

test.each([
	['at the announced end', true],
	['without an announcement', false],
])('a total that the pages do not hold is an error, not half a list (%s)', async (_when, last) => {
	const pages = [
		{ entries: entries(1, 3), total: 9, last },
		{ entries: [], total: 9, last },
	];
	await expect(collect(ALL, pages)).rejects.toThrow('3 of 9');
});
