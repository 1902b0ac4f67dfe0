import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { SmartcarApi } from './client';
import { readAhead } from './readAhead';
import type { ApiHost, ApiRequest } from './request';

/** How much of a list is wanted: everything, or so many entries. */
export type Wanted = { all: true } | { all: false; limit: number };

export interface Page<T> {
	entries: T[];
	/** Entries in the whole list, if the service says so. */
	total?: number;
	/** Whether the service says that no page follows. */
	last: boolean;
	/** Whether the service says that a page follows. */
	more?: boolean;
	/** The headers of its answer. */
	headers?: Record<string, string>;
}

export interface NumberedList<T extends z.ZodTypeAny> {
	host: ApiHost;
	path: string;
	query: IDataObject;
	entry: T;
}

/** What a list needs to be read. */
export interface PageSource<T> {
	fetchPage: (page: number, received: number) => Promise<Page<T>>;
	idOf: (entry: T) => string;
	/** The error for a list that does not move on, or that holds less than it says. */
	trouble: (found: number, total?: number) => Error;
}

/** The largest page of the management and v3 lists (spec: Limits). */
export const MAX_PAGE_SIZE = 100;

/**
 * A page size for numbered pages, which must be the same for all of them: as few pages as possible, and as few entries
 * beyond the limit as that leaves.
 */
export function pageSizeFor(wanted: Wanted, max: number): number {
	return wanted.all ? max : Math.ceil(wanted.limit / Math.ceil(wanted.limit / max));
}

/**
 * Reads pages until the list ends: at the limit, at the last page, at an empty page, or at the total when no further
 * page is announced. An entry that slides onto the next page while the list changes comes out once. Signs that
 * contradict each other are settled by asking for the next page; what still holds less than the last answer's total is
 * an error, as is a service that answers the same page over and over: never a loop, never a part that looks whole.
 *
 * Each entry is shaped as its page arrives, with the headers of that page at hand, so that of a long list only what is
 * wanted stays in memory.
 */
export async function collectPages<T, Shape>(
	wanted: Wanted,
	{ fetchPage, idOf, trouble }: PageSource<T>,
	shape: (entry: T, headers: Record<string, string>) => Shape,
): Promise<Shape[]> {
	const limit = wanted.all ? Infinity : wanted.limit;
	const seen = new Set<string>();
	const found: Shape[] = [];
	let received = 0;
	for (let page = 1; ; page++) {
		const before = seen.size;
		const { entries, total, last, more, headers = {} } = await fetchPage(page, received);
		received += entries.length;
		for (const entry of entries) {
			if (seen.has(idOf(entry))) continue;
			seen.add(idOf(entry));
			found.push(shape(entry, headers));
			if (found.length >= limit) return found;
		}
		const short = total !== undefined && received < total;
		const nothingNew = seen.size === before;
		if (!short && (last || entries.length === 0 || (nothingNew && total !== undefined)))
			return found;
		if (!short && total !== undefined && more !== true) return found;
		if (nothingNew) throw trouble(found.length, entries.length === 0 ? total : undefined);
	}
}

/** The envelope of the management and v3 lists (spec: Paging envelope). Only `data` is needed to go on. */
export function listEnvelope<T extends z.ZodTypeAny>(entry: T) {
	return z.object({
		data: z.array(entry),
		links: z.object({ next: z.string().nullish() }).passthrough().nullish(),
		meta: z
			.object({ totalCount: z.number().int().nonnegative().nullish() })
			.passthrough()
			.nullish(),
	});
}

/** One page of a management or v3 list, asked for by number on the configured host. */
export async function fetchNumberedPage<T extends z.ZodTypeAny>(
	api: SmartcarApi,
	list: NumberedList<T>,
	page: number,
	size: number,
): Promise<Page<z.output<T>>> {
	const query = { ...list.query, 'page[number]': page, 'page[size]': size };
	const request: ApiRequest = { method: 'GET', host: list.host, path: list.path, query };
	const { data: envelope, headers } = await api.request(request, listEnvelope(list.entry));
	const next = envelope.links?.next;
	const total = envelope.meta?.totalCount ?? undefined;
	const entries: Array<z.output<T>> = envelope.data;
	const unsaid = next === undefined && total === undefined;
	return {
		entries,
		total,
		last: next === null || (unsaid && entries.length < size),
		more: typeof next === 'string',
		headers,
	};
}

type WithId = z.ZodType<{ id: string }, z.ZodTypeDef, unknown>;

/** Reads a management or v3 list by page number, see {@link readShapedPages}, with its entries as they came. */
export async function readNumberedPages<T extends WithId>(
	api: SmartcarApi,
	list: NumberedList<T>,
	wanted: Wanted,
): Promise<Array<z.output<T>>> {
	return await readShapedPages(api, list, wanted, (entry) => entry);
}

/**
 * Reads a management or v3 list by page number, see {@link collectPages}. Once the first page tells how many there
 * are, several are under way at once, within the bound of the run.
 */
export async function readShapedPages<T extends WithId, Shape>(
	api: SmartcarApi,
	list: NumberedList<T>,
	wanted: Wanted,
	shape: (entry: z.output<T>, headers: Record<string, string>) => Shape,
): Promise<Shape[]> {
	const size = pageSizeFor(wanted, MAX_PAGE_SIZE);
	const limit = wanted.all ? Infinity : wanted.limit;
	const ahead = readAhead<z.output<T>>(
		async (page) => await fetchNumberedPage(api, list, page, size),
		api.concurrency,
		limit,
	);
	const source: PageSource<z.output<T>> = {
		fetchPage: ahead.page,
		idOf: (entry) => entry.id,
		trouble: (found, total) =>
			listTrouble(api, { method: 'GET', host: list.host, path: list.path }, found, total),
	};
	try {
		return await collectPages(wanted, source, shape);
	} finally {
		await ahead.settled();
	}
}

/** The error for a list that does not move on, or, with a total, for one that holds less than it says. */
export function listTrouble(
	api: SmartcarApi,
	request: ApiRequest,
	found: number,
	total?: number,
): NodeOperationError {
	const { node, itemIndex } = api.origin(request);
	const message =
		total === undefined
			? `Smartcar keeps answering ${request.path} with the same page`
			: `Smartcar says that ${request.path} has ${total} entries, but its pages hold ${found}`;
	return new NodeOperationError(node, message, {
		itemIndex,
		description: `Entries may be missing, so none is returned. Try again later, or ask for ${found} at most with 'Limit'.`,
		failure: { cause: 'temporarily-unavailable' },
	});
}
