import type { JsonObject } from '../json';

/** A list answer of the v3 APIs, without what each list adds to `meta`. */
export interface Page {
	data: JsonObject[];
	links: { self: string; first: string; last: string; prev: string | null; next: string | null };
	meta: { pageNumber: number; pageSize: number; totalCount: number };
}

/**
 * Cuts one page out of a list (spec: paging envelope). A page beyond the last is empty.
 * @param resource makes the resource of an entry; asked for the page's entries alone
 * @param url absolute URL of the list
 * @param query the request's parameters, which the links repeat; brackets in links are percent-encoded
 */
export function pageOf<T>(
	entries: readonly T[],
	resource: (entry: T) => JsonObject,
	url: string,
	query: Record<string, unknown> & { 'page[number]': number; 'page[size]': number },
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
		data: entries.slice((pageNumber - 1) * pageSize, pageNumber * pageSize).map(resource),
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

/** Newest first, as subscriptions and connections are listed. */
export const NEWEST_FIRST = { orderBy: 'createdAt', orderDirection: 'DESC' } as const;

/** Entries in that order; of equal times, what was added last comes first. */
export function newestFirst<T extends { createdAt: number }>(entries: readonly T[]): T[] {
	// Lists grow at their end: reversed they are nearly in order, which sorts in one go even with 100,000 entries.
	return [...entries].reverse().sort((a, b) => b.createdAt - a.createdAt);
}
