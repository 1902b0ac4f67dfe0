import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isAbsent } from '../../shared/isAbsent';
import { toNumber } from '../../shared/toNumber';
import type { SmartcarClient } from './client';
import { invalidResponseError } from './errors/invalidResponseError';
import { pageEntriesSchema, type InvalidEntry } from './listEntries';
import { entryCount, readAhead, type Page } from './readAhead';
import type { ApiHost, ApiRequest } from './request';
import { listSentences, listSubjects } from './runHints';

/** A list of the management or v3 API, whose pages are requested by number. */
export interface NumberedList<T extends z.ZodTypeAny> {
	host: ApiHost;
	path: readonly string[];
	query: IDataObject;
	/** Schema of one entry. */
	entrySchema: T;
}

export interface PageSource<T> {
	client: Pick<SmartcarClient, 'details' | 'hints'>;
	/** For errors and hints. */
	request: ApiRequest;
	/** Requests a page by its number. `received` is how many entries the pages before it had. */
	fetchPage: (number: number, received: number) => Promise<Page<T>>;
	idOf: (entry: T) => string;
}

/** How the entries of a list become results. */
export interface ListResults<T, Result> {
	/** Turns an entry into a result as soon as its page arrives, with the headers of that page. */
	toResult: (entry: T, headers: Record<string, string>) => Result;
	/** Does the same with an invalid entry. Without this function invalid entries are left out. */
	invalidToResult?: (entry: InvalidEntry, headers: Record<string, string>) => Result;
	/** Whether the results so far are enough. Called after each page that is not the last one. */
	isEnough?: () => boolean;
	/** With `isEnough`, how many entries are needed at least. Only their pages are read ahead. */
	minNeeded?: number;
}

/**
 * The largest page of the management and v3 lists. See
 * docs/contributing/smartcar-api.md#pagination.
 */
export const MAX_PAGE_SIZE = 100;

/**
 * The page size with which a list needs the fewest pages and, with that many pages, the fewest
 * entries.
 */
export function pageSizeFor(limit: number, max: number): number {
	if (limit === Infinity) return max;
	const pages = Math.ceil(limit / max);
	return Math.ceil(limit / pages);
}

/**
 * Whether a list goes on after a page.
 *
 * It ends with the last page (see `Page.isLast`). Otherwise it goes on up to the total and, since
 * that can be too low, as long as Smartcar announces a next page. Without a total it goes on until
 * a page is empty. If a page brought nothing new, the next ones would not either. So the list ends,
 * and is incomplete if more was to come.
 */
function listStatus(
	page: Page<unknown>,
	received: number,
	hasNewEntries: boolean,
): 'continues' | 'complete' | 'incomplete' {
	const { total, isLast, hasNext } = page;
	if (isLast) return 'complete';
	if (total === undefined && entryCount(page) === 0) return 'complete';
	if (total !== undefined && received >= total)
		return hasNewEntries && hasNext ? 'continues' : 'complete';
	return hasNewEntries ? 'continues' : 'incomplete';
}

/**
 * Whether a list goes on after a page. Each entry of the page counts as new, since the entries of
 * earlier pages are not known.
 *
 * @param received the number of entries up to and with this page
 */
export const hasNextPage = (page: Page<unknown>, received: number): boolean =>
	listStatus(page, received, entryCount(page) > 0) === 'continues';

/**
 * Reads a list page by page, until the limit is reached or Smartcar has no more entries. An entry
 * that is on two pages is returned once. An incomplete list causes a warning.
 *
 * @param limit how many entries to read. `Infinity` reads the whole list.
 */
export async function collectPages<T, Result>(
	limit: number,
	{ client, request, fetchPage, idOf }: PageSource<T>,
	{ toResult, invalidToResult, isEnough }: ListResults<T, Result>,
): Promise<Result[]> {
	const ids = new Set<string>();
	const results: Result[] = [];
	let received = 0;
	let validCount = 0;
	let firstInvalid: InvalidEntry | undefined;
	let highestTotal = 0;
	/** Returns whether the ID is new. */
	const addId = (id: string) => {
		if (ids.has(id)) return false;
		ids.add(id);
		return true;
	};
	const finish = () => {
		rejectIfAllInvalid(client, request, validCount, firstInvalid);
		return results;
	};
	for (let number = 1; ; number++) {
		const idsBefore = ids.size;
		const page = await fetchPage(number, received);
		const { entries, invalidEntries, total, headers } = page;
		const count = entryCount(page);
		received += count;
		highestTotal = Math.max(highestTotal, total ?? 0);
		validCount += entries.length;
		firstInvalid ??= invalidEntries[0];
		for (const entry of entries) {
			if (!addId(idOf(entry))) continue;
			results.push(toResult(entry, headers));
			if (results.length >= limit) return finish();
		}
		for (const invalidEntry of invalidEntries) {
			if (!addId(JSON.stringify(invalidEntry.value))) continue;
			if (invalidToResult) results.push(invalidToResult(invalidEntry, headers));
			else client.hints.add({ subject: client.details(request).path, text: omittedEntryHint });
			if (results.length >= limit) return finish();
		}
		const status = listStatus(page, received, ids.size > idsBefore);
		if (status === 'incomplete')
			warnOfIncompleteList(client, request, ids.size, count === 0 ? total : undefined);
		// Smartcar ended the list too early, or entries were added or removed while it was read. Then
		// others have moved to another page, and one of them may have been missed.
		if (status === 'complete' && ids.size < highestTotal)
			warnOfIncompleteList(client, request, ids.size, highestTotal);
		if (status !== 'continues' || isEnough?.()) return finish();
	}
}

/** The number of entries in a whole list. Undefined if Smartcar sends something else. */
export const totalSchema = z.unknown().transform((value) => {
	const total = toNumber(value) ?? NaN;
	return Number.isInteger(total) && total >= 0 ? total : undefined;
});

/** What a response says about the rest of its list. */
const pagingSchema = z.object({
	links: z.object({ next: z.unknown() }).passthrough().nullish(),
	meta: z.object({ totalCount: totalSchema }).passthrough().nullish(),
});

/**
 * The envelope of the management and v3 lists. See docs/contributing/smartcar-api.md#pagination.
 */
const listEnvelopeSchema = <T extends z.ZodTypeAny>(entrySchema: T) =>
	pagingSchema.extend({ data: pageEntriesSchema(entrySchema) });

/** Requests one page of a management or v3 list by its number, never by a URL from a response. */
export async function fetchNumberedPage<T extends z.ZodTypeAny>(
	client: SmartcarClient,
	list: NumberedList<T>,
	number: number,
	size: number,
): Promise<Page<z.output<T>>> {
	const { host, path, entrySchema } = list;
	const query = { ...list.query, 'page[number]': number, 'page[size]': size };
	const request: ApiRequest = { method: 'GET', host, path, query };
	const schema = listEnvelopeSchema(entrySchema);
	const { data: envelope, headers } = await client.request(request, schema);
	const { entries, invalidEntries } = envelope.data;
	const next = envelope.links?.next;
	const total = envelope.meta?.totalCount;
	const isEndUnknown = next === undefined && total === undefined;
	return {
		entries,
		invalidEntries,
		total,
		isLast: next === null || (isEndUnknown && entryCount(envelope.data) < size),
		hasNext: !isAbsent(next),
		headers,
	};
}

/** The error for an entry of a list that does not fit its schema. */
export function invalidEntryError(
	client: Pick<SmartcarClient, 'details'>,
	request: ApiRequest,
	{ error }: InvalidEntry,
) {
	const response = { status: 200, body: {}, headers: {} };
	return invalidResponseError(client.details(request), response, error);
}

/**
 * Throws if all entries of a list are invalid, because then Smartcar has changed its API. Not for
 * each page, since one invalid entry can be alone on the last page.
 */
export function rejectIfAllInvalid(
	client: Pick<SmartcarClient, 'details'>,
	request: ApiRequest,
	validCount: number,
	firstInvalid: InvalidEntry | undefined,
): void {
	if (validCount > 0 || firstInvalid === undefined) return;
	throw invalidEntryError(client, request, firstInvalid);
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
	limit: number,
	listResults: ListResults<z.output<T>, Result>,
): Promise<Result[]> {
	const size = pageSizeFor(limit, MAX_PAGE_SIZE);
	const pages = readAhead<z.output<T>>(
		async (number) => await fetchNumberedPage(client, list, number, size),
		client.limiter.maxConcurrent,
		Math.min(limit, listResults.minNeeded ?? Infinity),
	);
	const request: ApiRequest = { method: 'GET', host: list.host, path: list.path };
	const idOf = (entry: z.output<T>) => entry.id;
	try {
		return await collectPages(limit, { client, request, fetchPage: pages.page, idOf }, listResults);
	} finally {
		await pages.settled();
	}
}

export const omittedEntryHint = (paths: string[]): string =>
	`Some entries of ${listSubjects(paths)} have an unexpected format. They are missing from the output.`;

const incompleteListHint = (lists: string[]): string =>
	`${listSentences(lists)}. Entries may be missing from the output.`;

/** @param total undefined if Smartcar repeats a page. The warning says that instead. */
function warnOfIncompleteList(
	client: PageSource<unknown>['client'],
	request: ApiRequest,
	received: number,
	total?: number,
): void {
	const { path } = client.details(request);
	const subject =
		total === undefined
			? `Smartcar keeps returning the same page of ${path}`
			: `Smartcar said that ${path} has a total of ${total}, but its pages held ${received}`;
	client.hints.add({ subject, text: incompleteListHint });
}

/**
 * Warns if a list that Smartcar documents as a single response says that it goes on.
 * @returns whether the list is complete
 */
export function warnIfIncomplete(
	client: SmartcarClient,
	request: ApiRequest,
	document: unknown,
	received: number,
): boolean {
	const { meta, links } = pagingSchema.safeParse(document).data ?? {};
	const total = meta?.totalCount ?? 0;
	if (total <= received && !links?.next) return true;
	const { path } = client.details(request);
	const said = total > received ? `has a total of ${total}` : 'has more entries';
	const subject = `Smartcar said that ${path} ${said}, but sent only the first ${received}`;
	client.hints.add({ subject, text: incompleteListHint });
	// An example in Smartcar's documentation has a link to a next page in a whole list.
	return (meta?.totalCount ?? Infinity) <= received;
}
