import type { JsonObject } from '../json';

/** One page of a v3 list. See docs/contributing/smartcar-api.md#pagination. */
export interface Page {
	data: JsonObject[];
	links: { self: string; first: string; last: string; prev: string | null; next: string | null };
	meta: { pageNumber: number; pageSize: number; totalCount: number };
}

/** Query parameters of a list: those of the page, and filters. */
type PageQuery = Record<string, unknown> & { 'page[number]': number; 'page[size]': number };

/**
 * Returns one page of a list. A page after the last one is empty.
 * @param toResource called only for the entries of this page
 * @param url absolute URL of the list
 * @param query query parameters of the request; links repeat them, with brackets percent-encoded
 */
export function paginate<T>(
	entries: readonly T[],
	toResource: (entry: T) => JsonObject,
	url: string,
	query: PageQuery,
): Page {
	const { 'page[number]': pageNumber, 'page[size]': pageSize } = query;
	const lastPage = Math.max(1, Math.ceil(entries.length / pageSize));
	const link = (page: number): string => {
		const parameters = new URLSearchParams();
		for (const [name, value] of Object.entries({ ...query, 'page[number]': page })) {
			if (value !== undefined) parameters.set(name, String(value));
		}
		return `${url}?${parameters.toString()}`;
	};
	return {
		data: entries.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(toResource),
		links: {
			self: link(pageNumber),
			first: link(1),
			last: link(lastPage),
			prev: pageNumber > 1 ? link(pageNumber - 1) : null,
			next: pageNumber < lastPage ? link(pageNumber + 1) : null,
		},
		meta: { pageNumber, pageSize, totalCount: entries.length },
	};
}

/**
 * Like `paginate`, but sorts the entries by creation time, newest first. `meta` names the order.
 */
export function paginateNewestFirst<T extends { createdAt: number }>(
	entries: readonly T[],
	toResource: (entry: T) => JsonObject,
	url: string,
	query: PageQuery,
) {
	const page = paginate(newestFirst(entries), toResource, url, query);
	return { ...page, meta: { ...page.meta, orderBy: 'createdAt', orderDirection: 'DESC' } };
}

/** Of two entries with the same time, the one added last comes first. */
function newestFirst<T extends { createdAt: number }>(entries: readonly T[]): T[] {
	// New entries are appended, so a reversed list is almost sorted. That keeps sorting 100,000
	// entries fast.
	return [...entries].reverse().sort((a, b) => b.createdAt - a.createdAt);
}
