import type { OddEntry } from './listEntries';

/** How many pages are requested ahead, per request that may be sent at once. */
const PAGES_PER_SLOT = 2;

/** One page of a list. */
export interface Page<T> {
	entries: T[];
	/** Other entries of the page, which do not fit the schema. */
	oddEntries?: OddEntry[];
	/** Number of entries in the whole list, if Smartcar says so. */
	total?: number;
	/** Whether Smartcar says that no page follows. */
	isLast: boolean;
	/** Whether Smartcar says that a page follows. */
	hasNext?: boolean;
	/** Headers of the response. */
	headers?: Record<string, string>;
}

export interface ReadAhead<T> {
	/** Returns a page by its number. Call it in rising order. */
	page(number: number): Promise<Page<T>>;
	/** Resolves when no request is in progress any more. */
	settled(): Promise<void>;
}

/**
 * Requests pages before they are needed, each page once.
 *
 * It trusts the total only while a response says that more pages follow, and requests no page beyond
 * the limit. So a wrong total costs a few needless requests at most.
 *
 * @param maxConcurrent how many requests may be sent at once. With 1 nothing is requested ahead.
 * @param limit how many entries are needed
 */
export function readAhead<T>(
	fetchPage: (number: number) => Promise<Page<T>>,
	maxConcurrent: number,
	limit: number,
): ReadAhead<T> {
	const requests = new Map<number, Promise<Page<T>>>();
	let lastKnownPage = 1;
	let pageLength = 0;

	function request(number: number): Promise<Page<T>> {
		const existing = requests.get(number);
		if (existing) return existing;
		const page = fetchPage(number);
		// page() rethrows the error when it comes to this page.
		page.catch(() => undefined);
		requests.set(number, page);
		return page;
	}

	function requestFrom(first: number): void {
		const windowEnd = first + PAGES_PER_SLOT * maxConcurrent - 1;
		const last = maxConcurrent > 1 ? Math.min(lastKnownPage, windowEnd) : first;
		for (let number = first; number <= last; number++) void request(number);
	}

	return {
		async page(number) {
			requestFrom(number);
			const page = await request(number);
			requests.delete(number);
			pageLength ||= page.entries.length + (page.oddEntries?.length ?? 0);
			const entries = Math.min(page.total ?? 0, limit);
			lastKnownPage = page.isLast || pageLength === 0 ? number : Math.ceil(entries / pageLength);
			return page;
		},
		async settled() {
			await Promise.allSettled(requests.values());
		},
	};
}
