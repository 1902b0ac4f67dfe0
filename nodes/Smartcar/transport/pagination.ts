import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import type { SmartcarClient } from './client';
import { listEntries, type OddEntry } from './listEntries';
import { readAhead, type Page } from './readAhead';
import type { ApiHost, ApiRequest } from './request';

/** How many entries of a list to read. */
export type ListLimit = { all: true } | { all: false; limit: number };

/** A list of the management or v3 API, whose pages are requested by number. */
export interface NumberedList<T extends z.ZodTypeAny> {
	host: ApiHost;
	path: readonly string[];
	query: IDataObject;
	/** Schema of one entry. */
	entry: T;
}

export interface PageSource<T> {
	fetchPage: (page: number, received: number) => Promise<Page<T>>;
	idOf: (entry: T) => string;
	/** Called if Smartcar repeats a page, or with the total if the pages hold fewer entries. */
	warn: (received: number, total?: number) => void;
	/** Called for an entry that is left out because it does not fit its schema. */
	warnOfOddEntry?: () => void;
}

/** What a list is turned into. */
export interface ListResults<T, Result> {
	/** Turns an entry into a result as soon as its page arrives, with the headers of that page. */
	toResult: (entry: T, headers: Record<string, string>) => Result;
	/** The same for an entry that does not fit its schema. Without it, such an entry is left out. */
	oddToResult?: (entry: OddEntry, headers: Record<string, string>) => Result;
	/** Whether no further page is needed. Asked after each page. */
	isEnough?: (results: Result[]) => boolean;
}

/** The largest page of the management and v3 lists. See docs/contributing/smartcar-api.md#pagination. */
export const MAX_PAGE_SIZE = 100;

/** The largest page of the v2.0 vehicle list. See docs/contributing/smartcar-api.md#vehicle-list. */
export const MAX_VEHICLES_PER_PAGE = 50;

/**
 * The size of all pages of a list. Chosen for as few pages as possible and, among those, for as few
 * entries beyond the limit as possible.
 */
export function pageSizeFor(listLimit: ListLimit, max: number): number {
	if (listLimit.all) return max;
	const pages = Math.ceil(listLimit.limit / max);
	return Math.ceil(listLimit.limit / pages);
}

/**
 * Reads a list page by page, until the limit is reached or Smartcar has no more entries. An entry that
 * is on two pages is returned once.
 *
 * A list ends with its last page, with an empty page, or when the total is reached and no next page is
 * announced. While there are fewer entries than the total, it requests the next page, whatever else
 * Smartcar says. If that repeats a page or is empty, it warns, so that an incomplete list never looks
 * complete.
 */
export async function collectPages<T, Result>(
	listLimit: ListLimit,
	{ fetchPage, idOf, warn, warnOfOddEntry }: PageSource<T>,
	{ toResult, oddToResult, isEnough }: ListResults<T, Result>,
): Promise<Result[]> {
	const limit = listLimit.all ? Infinity : listLimit.limit;
	const ids = new Set<string>();
	const results: Result[] = [];
	let received = 0;
	for (let number = 1; ; number++) {
		const idsBefore = ids.size;
		const page = await fetchPage(number, received);
		const { entries, oddEntries = [], total, isLast, hasNext, headers = {} } = page;
		const count = entries.length + oddEntries.length;
		received += count;
		for (const entry of entries) {
			if (ids.has(idOf(entry))) continue;
			ids.add(idOf(entry));
			results.push(toResult(entry, headers));
			if (results.length >= limit) return results;
		}
		for (const oddEntry of oddEntries) {
			const id = JSON.stringify(oddEntry.value);
			if (ids.has(id)) continue;
			ids.add(id);
			if (oddToResult) results.push(oddToResult(oddEntry, headers));
			else warnOfOddEntry?.();
			if (results.length >= limit) return results;
		}
		if (isEnough?.(results)) return results;
		const isIncomplete = total !== undefined && received < total;
		const isRepeated = ids.size === idsBefore;
		if (!isIncomplete) {
			if (isLast || count === 0) return results;
			if (total !== undefined && (isRepeated || hasNext !== true)) return results;
		}
		if (!isRepeated) continue;
		warn(results.length, count === 0 ? total : undefined);
		return results;
	}
}

/** The envelope of the management and v3 lists. See docs/contributing/smartcar-api.md#pagination. */
function listEnvelopeSchema<T extends z.ZodTypeAny>(entry: T) {
	return z.object({
		data: listEntries(entry),
		links: z.object({ next: z.string().nullish() }).passthrough().nullish(),
		meta: z
			.object({ totalCount: z.number().int().nonnegative().nullish() })
			.passthrough()
			.nullish(),
	});
}

/** Requests one page of a management or v3 list by its number, never by a URL from a response. */
export async function fetchNumberedPage<T extends z.ZodTypeAny>(
	client: SmartcarClient,
	list: NumberedList<T>,
	number: number,
	size: number,
): Promise<Page<z.output<T>>> {
	const { host, path } = list;
	const query = { ...list.query, 'page[number]': number, 'page[size]': size };
	const request: ApiRequest = { method: 'GET', host, path, query };
	const { data: envelope, headers } = await client.request(request, listEnvelopeSchema(list.entry));
	const { entries, oddEntries } = envelope.data;
	const next = envelope.links?.next;
	const total = envelope.meta?.totalCount ?? undefined;
	const isEndUnknown = next === undefined && total === undefined;
	return {
		entries,
		oddEntries,
		total,
		isLast: next === null || (isEndUnknown && entries.length + oddEntries.length < size),
		hasNext: typeof next === 'string',
		headers,
	};
}

/**
 * Reads a management or v3 list, see {@link collectPages}. After the first page it requests several
 * pages at once.
 */
export async function readNumberedList<
	T extends z.ZodType<{ id: string }, z.ZodTypeDef, unknown>,
	Result,
>(
	client: SmartcarClient,
	list: NumberedList<T>,
	listLimit: ListLimit,
	listResults: ListResults<z.output<T>, Result>,
): Promise<Result[]> {
	const size = pageSizeFor(listLimit, MAX_PAGE_SIZE);
	const ahead = readAhead<z.output<T>>(
		async (number) => await fetchNumberedPage(client, list, number, size),
		client.maxConcurrent,
		listLimit.all ? Infinity : listLimit.limit,
	);
	const request: ApiRequest = { method: 'GET', host: list.host, path: list.path };
	const source: PageSource<z.output<T>> = {
		fetchPage: ahead.page,
		idOf: (entry) => entry.id,
		warn: (received, total) => warnOfList(client, request, received, total),
		warnOfOddEntry: () =>
			client.hints.add({ subject: client.origin(request).path, text: oddEntryHint }),
	};
	try {
		return await collectPages(listLimit, source, listResults);
	} finally {
		await ahead.settled();
	}
}

export const vehicleListRequest: ApiRequest = {
	method: 'GET',
	host: 'vehicleDataUrl',
	path: ['v2.0', 'vehicles'],
};

/** `GET /v2.0/vehicles`. `paging.count` is the number of vehicles in the whole list. */
export const vehicleListSchema = z.object({
	vehicles: listEntries(z.string().min(1)),
	paging: z.object({ count: z.number().int().nonnegative().nullish() }).passthrough().nullish(),
});

/** Requests one page of the v2.0 vehicle list. */
export async function fetchVehicleIds(
	client: SmartcarClient,
	offset: number,
	maxVehicles: number,
): Promise<Page<string>> {
	const limit = Math.min(maxVehicles, MAX_VEHICLES_PER_PAGE);
	const request = { ...vehicleListRequest, query: { limit, offset } };
	const { data, headers } = await client.request(request, vehicleListSchema);
	const { entries, oddEntries } = data.vehicles;
	const total = data.paging?.count ?? undefined;
	const isLast = total === undefined && entries.length + oddEntries.length < limit;
	return { entries, oddEntries, total, isLast, headers };
}

/** Reads the v2.0 vehicle list, see {@link collectPages}. It requests no vehicle beyond the limit. */
export async function readVehicleIds<Result>(
	client: SmartcarClient,
	listLimit: ListLimit,
	listResults: ListResults<string, Result>,
): Promise<Result[]> {
	const limit = listLimit.all ? Infinity : listLimit.limit;
	const source: PageSource<string> = {
		fetchPage: async (_number, received) =>
			await fetchVehicleIds(client, received, Math.max(1, limit - received)),
		idOf: (id) => id,
		warn: (received, total) => warnOfList(client, vehicleListRequest, received, total),
	};
	return await collectPages(listLimit, source, listResults);
}

const oddEntryHint = (paths: string[]): string =>
	`Some entries of ${paths.join(', ')} have an unexpected form. They are missing from the output.`;

const incompleteListHint = (lists: string[]): string =>
	`${lists.join('. ')}. Entries may be missing from the output.`;

function warnOfList(
	client: SmartcarClient,
	request: ApiRequest,
	received: number,
	total?: number,
): void {
	const { path } = client.origin(request);
	const subject =
		total === undefined
			? `Smartcar keeps answering ${path} with the same page`
			: `Smartcar says that ${path} has ${total} entries, but its pages hold ${received}`;
	client.hints.add({ subject, text: incompleteListHint });
}
