import { readAhead, type Page } from '../../../../../nodes/Smartcar/transport/readAhead';
import { eventLoopTurn } from '../../../../support/eventLoopTurn';

/**
 * A list with two entries per page. The test decides when each page arrives.
 * @param announcedTotal how many entries each page says there are
 */
function list(total: number, announcedTotal = total) {
	const requested: number[] = [];
	const settlers = new Map<number, (error?: Error) => void>();
	const fetchPage = async (number: number) =>
		await new Promise<Page<number>>((resolve, reject) => {
			requested.push(number);
			const entries = [2 * number - 1, 2 * number].filter((entry) => entry <= total);
			settlers.set(number, (error) =>
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
	const respond = async (number: number, error?: Error) => {
		settlers.get(number)?.(error);
		await eventLoopTurn();
	};
	return { requested, fetchPage, respond };
}

test('requests the first page alone, then the known pages within the window, each once', async () => {
	const { requested, fetchPage, respond } = list(20);
	const ahead = readAhead(fetchPage, 2, Infinity);
	const first = ahead.page(1);
	await eventLoopTurn();
	expect(requested).toEqual([1]);
	await respond(1);
	expect((await first).entries).toEqual([1, 2]);
	const second = ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2, 3, 4, 5]);
	await respond(3);
	await respond(2);
	expect((await second).entries).toEqual([3, 4]);
	expect((await ahead.page(3)).entries).toEqual([5, 6]);
	expect(requested).toEqual([1, 2, 3, 4, 5, 6]);
});

test('requests nothing ahead with one request at a time', async () => {
	const { requested, fetchPage, respond } = list(20);
	const ahead = readAhead(fetchPage, 1, Infinity);
	void ahead.page(1);
	await respond(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2]);
});

test('requests no page beyond the limit', async () => {
	const { requested, fetchPage, respond } = list(20);
	const ahead = readAhead(fetchPage, 5, 5);
	void ahead.page(1);
	await respond(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2, 3]);
});

test('requests no page beyond the last one', async () => {
	const { requested, fetchPage, respond } = list(3);
	const ahead = readAhead(fetchPage, 5, Infinity);
	void ahead.page(1);
	await respond(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2]);
});

test('requests no more than the window when the total is wrong', async () => {
	const { requested, fetchPage, respond } = list(4, 1_000_000_000);
	const ahead = readAhead(fetchPage, 3, Infinity);
	void ahead.page(1);
	await respond(1);
	void ahead.page(2);
	await eventLoopTurn();
	expect(requested).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test('throws the error of a page only when that page is needed', async () => {
	const { fetchPage, respond } = list(6);
	const ahead = readAhead(fetchPage, 3, Infinity);
	void ahead.page(1);
	await respond(1);
	const second = ahead.page(2);
	await respond(3, new Error('page 3'));
	await respond(2);
	await second;
	await expect(ahead.page(3)).rejects.toThrow('page 3');
});

test('is settled when all requests have ended, also those for pages that nobody needs', async () => {
	const { fetchPage, respond } = list(8);
	const ahead = readAhead(fetchPage, 3, Infinity);
	void ahead.page(1);
	await respond(1);
	void ahead.page(2);
	await respond(2);
	await respond(3, new Error('page 3'));
	const onSettled = jest.fn();
	void ahead.settled().then(onSettled);
	await eventLoopTurn();
	expect(onSettled).not.toHaveBeenCalled();
	await respond(4);
	expect(onSettled).toHaveBeenCalled();
});
