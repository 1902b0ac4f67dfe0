import { collectPages, pageSizeFor, type Page, type Wanted } from '../../../../../nodes/Smartcar/transport/pages';

const ALL: Wanted = { all: true };
const upTo = (limit: number): Wanted => ({ all: false, limit });
const entries = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, index) => `e${from + index}`);

async function collect(wanted: Wanted, pages: Array<Page<string>>) {
	const asked: number[] = [];
	const found = await collectPages(
		wanted,
		async (page, received) => {
			asked.push(received);
			const answer = pages[page - 1];
			if (!answer) throw new Error(`Page ${page} was asked for but does not exist`);
			return answer;
		},
		(entry) => entry,
		() => new Error('the same page'),
	);
	return { found, asked };
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
			{ entries: [], total: 9, last: false },
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
