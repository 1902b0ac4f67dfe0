import type { Page } from './pagination';

/** How many pages beyond those under way may lie ready, per request that may be under way. */
const READY = 2;

export interface ReadAhead<T> {
	/** A page by its number; asked for in rising order. */
	page(number: number): Promise<Page<T>>;
	/** Resolves when nothing is under way any more. */
	settled(): Promise<void>;
}

/**
 * Asks for pages before they are needed, at most `width` at once, as far as the pages so far say that there are any:
 * the total counts only while an answer says that more follows, and for no more pages than fit into the limit. So a
 * total that lies costs a few needless requests at most. No page is asked for twice.
 */
export function readAhead<T>(
	fetchPage: (number: number) => Promise<Page<T>>,
	width: number,
	limit: number,
): ReadAhead<T> {
	const asked = new Map<number, Promise<Page<T>>>();
	let known = 1;
	let pageLength = 0;

	function ask(number: number): Promise<Page<T>> {
		const already = asked.get(number);
		if (already) return already;
		const page = fetchPage(number);
		// Its error is met when its turn comes.
		page.catch(() => undefined);
		asked.set(number, page);
		return page;
	}

	function askAhead(from: number): void {
		const furthest = width > 1 ? Math.min(known, from + READY * width - 1) : from;
		for (let number = from; number <= furthest; number++) void ask(number);
	}

	return {
		async page(number) {
			askAhead(number);
			const answer = await ask(number);
			asked.delete(number);
			const { entries, total, last } = answer;
			pageLength ||= entries.length;
			known =
				last || pageLength === 0 ? number : Math.ceil(Math.min(total ?? 0, limit) / pageLength);
			return answer;
		},
		async settled() {
			await Promise.allSettled(asked.values());
		},
	};
}
