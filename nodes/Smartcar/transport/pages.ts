import { NodeOperationError, type IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { SmartcarApi } from './api';
import type { ApiHost, ApiRequest } from './request';

/** How much of a list is wanted: everything, or so many entries. */
export type Wanted = { all: true } | { all: false; limit: number };

export interface Page<T> {
	entries: T[];
	/** Entries in the whole list, if the service says so. */
	total?: number;
	/** Whether the service says that no page follows. */
	last: boolean;
}

export interface NumberedList<T extends z.ZodTypeAny> {
	host: ApiHost;
	path: string;
	query: IDataObject;
	entry: T;
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
 * Reads pages until the list ends, by whichever sign comes first: the last page, the total, an empty page, the limit.
 * An entry that slides onto the next page while the list changes comes out once. A service that answers the same page
 * over and over ends in an error, not in a loop or in half a list that looks whole.
 */
export async function collectPages<T>(
	wanted: Wanted,
	fetchPage: (page: number, received: number) => Promise<Page<T>>,
	idOf: (entry: T) => string,
	repeated: () => Error,
): Promise<T[]> {
	const limit = wanted.all ? Infinity : wanted.limit;
	const found = new Map<string, T>();
	let received = 0;
	for (let page = 1; ; page++) {
		const before = found.size;
		const { entries, total, last } = await fetchPage(page, received);
		received += entries.length;
		for (const entry of entries) if (!found.has(idOf(entry))) found.set(idOf(entry), entry);
		const complete = last || entries.length === 0 || (total !== undefined && received >= total);
		if (complete || found.size >= limit) return [...found.values()].slice(0, limit);
		if (found.size === before) throw repeated();
	}
}

/** The envelope of the management and v3 lists (spec: Paging envelope). Only `data` is needed to go on. */
export function listEnvelope<T extends z.ZodTypeAny>(entry: T) {
	return z.object({
		data: z.array(entry),
		links: z.object({ next: z.string().nullish() }).passthrough().nullish(),
		meta: z.object({ totalCount: z.number().int().nonnegative().nullish() }).passthrough().nullish(),
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
	const { data: envelope } = await api.request(request, listEnvelope(list.entry));
	const next = envelope.links?.next;
	const total = envelope.meta?.totalCount ?? undefined;
	const entries: Array<z.output<T>> = envelope.data;
	const unsaid = next === undefined && total === undefined;
	return { entries, total, last: next === null || (unsaid && entries.length < size) };
}

/** Reads a management or v3 list by page number, see {@link collectPages}. */
export async function readNumberedPages<T extends z.ZodType<{ id: string }, z.ZodTypeDef, unknown>>(
	api: SmartcarApi,
	list: NumberedList<T>,
	wanted: Wanted,
): Promise<Array<z.output<T>>> {
	const size = pageSizeFor(wanted, MAX_PAGE_SIZE);
	return await collectPages<z.output<T>>(
		wanted,
		async (page) => await fetchNumberedPage(api, list, page, size),
		(entry) => entry.id,
		() => repeatedPage(api, { method: 'GET', host: list.host, path: list.path }),
	);
}

/** The error for a list that does not move on. */
export function repeatedPage(api: SmartcarApi, request: ApiRequest): NodeOperationError {
	const { node, itemIndex } = api.origin(request);
	return new NodeOperationError(node, `Smartcar keeps answering ${request.path} with the same page`, {
		itemIndex,
		description: "The list cannot be read to its end. Use 'Limit', or try again later.",
		failure: { cause: 'temporarily-unavailable' },
	});
}
