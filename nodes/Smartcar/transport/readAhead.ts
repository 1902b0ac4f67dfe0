import type { InvalidEntry } from './listEntries';

/** How many pages are requested ahead for each request that may be sent at once. */
const PAGES_PER_CONCURRENT_REQUEST = 2;

/** One page of a list. */
export interface Page<T> {
	entries: T[];
	/** The entries of the page that do not fit the schema. */
	invalidEntries: InvalidEntry[];
	/** Number of entries in the whole list, if Smartcar says so. */
	total?: number;
	/**
	 * Whether no page follows: Smartcar says so, or it says nothing about the rest of the list and the
	 * page is not full.
	 */
	isLast: boolean;
	/** Whether Smartcar says that a page follows. */
	hasNext?: boolean;
	/** Headers of the response. */
	headers: Record<string, string>;
}

/** The number of entries on a page, with those that do not fit the schema. */
export const entryCount = ({
	entries,
	invalidEntries,
}: Pick<Page<unknown>, 'entries' | 'invalidEntries'>): number =>
	entries.length + invalidEntries.length;

interface ReadAhead<T> {
	/** Returns a page by its number. Call it in rising order. */
	page(number: number): Promise<Page<T>>;
	/** Resolves when all requests have ended. */
	settled(): Promise<void>;
}

/**
 * Requests pages before they are needed, each page once.
 *
 * The number of pages follows from the total, unless a page is the last one. If the total is wrong,
 * a few pages are requested that do not exist. No page beyond the limit is requested ahead.
 *
 * @param maxConcurrent how many requests may be sent at once. With 1 nothing is requested ahead.
 * @param limit how many entries are needed, as far as that is known
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
		// Prevents an unhandled rejection. The caller gets the error when it asks for this page.
		page.catch(() => undefined);
		requests.set(number, page);
		return page;
	}

	function requestFrom(first: number): void {
		const windowEnd = first + PAGES_PER_CONCURRENT_REQUEST * maxConcurrent - 1;
		const last = maxConcurrent > 1 ? Math.min(lastKnownPage, windowEnd) : first;
		for (let number = first; number <= last; number++) void request(number);
	}

	return {
		async page(number) {
			requestFrom(number);
			const page = await request(number);
			requests.delete(number);
			pageLength ||= entryCount(page);
			const neededEntries = Math.min(page.total ?? 0, limit);
			lastKnownPage =
				page.isLast || pageLength === 0 ? number : Math.ceil(neededEntries / pageLength);
			return page;
		},
		async settled() {
			await Promise.allSettled(requests.values());
		},
	};
}
