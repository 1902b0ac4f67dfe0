import { readAhead, type Page } from '../../../../../nodes/Smartcar/transport/readAhead';

const eventLoopTurn = async () => await new Promise(setImmediate);

/** A list with two entries per page. The test decides when each page arrives. */
function list(total: number, announcedTotal = total) {
	const requested: number[] = [];
	const ends = new Map<number, (error?: Error) => void>();
	const fetchPage = async (number: number) =>
		await new Promise<Page<number>>((resolve, reject) => {
			requested.push(number);
			const entries = [2 * number - 1, 2 * number].filter((entry) => entry <= total);
			ends.set(number, (error) =>
				error
					? reject(error)
					: resolve({
							entries,
							invalidEntries: [],
							total: announcedTotal,
							isLast: 2 * number >= total && announcedTotal <= total,
							headers: {},
						}),
			);
		});
	const answer = async (number: number, error?: Error) => {
		ends.get(number)?.(error);
		await eventLoopTurn();
	};
	return { requested, fetchPage, answer };
}

test('requests the first page alone, then the known pages within the window, each once', async () => {
	const { requested, fetchPage, answer } = list(20);
	const ahead = readAhead(fetchPage, 2, Infinity);
	const first = ahead.page(1);
	await eventLoopTurn();
	expect(requested).toEqual([1]);
	await answer(1);
	expect((await first).entries).toEqual([1, 2]);
	const second = ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2, 3, 4, 5]);
	await answer(3);
	await answer(2);
	expect((await second).entries).toEqual([3, 4]);
	expect((await ahead.page(3)).entries).toEqual([5, 6]);
	expect(requested).toEqual([1, 2, 3, 4, 5, 6]);
});

test('requests nothing ahead with one request at a time', async () => {
	const { requested, fetchPage, answer } = list(20);
	const ahead = readAhead(fetchPage, 1, Infinity);
	void ahead.page(1);
	await answer(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2]);
});

test('requests no page beyond the limit or the last page', async () => {
	const limited = list(20);
	const ahead = readAhead(limited.fetchPage, 5, 5);
	void ahead.page(1);
	await limited.answer(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(limited.requested).toEqual([1, 2, 3]);

	const short = list(3);
	const whole = readAhead(short.fetchPage, 5, Infinity);
	void whole.page(1);
	await short.answer(1);
	void whole.page(2);
	await eventLoopTurn();
	expect(short.requested).toEqual([1, 2]);
});

test('requests no more than the window when the total is wrong', async () => {
	const { requested, fetchPage, answer } = list(4, 1_000_000_000);
	const ahead = readAhead(fetchPage, 3, Infinity);
	void ahead.page(1);
	await answer(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('throws the error of a page only when that page is needed, and waits for all requests', async () => {
	const { fetchPage, answer } = list(8);
	const ahead = readAhead(fetchPage, 3, Infinity);
	void ahead.page(1);
	await answer(1);
	const second = ahead.page(2);
	await answer(3, new Error('page 3'));
	await answer(2);
	await second;
	await expect(ahead.page(3)).rejects.toThrow('page 3');
	const settled = ahead.settled();
	await answer(4);
	await settled;
});
